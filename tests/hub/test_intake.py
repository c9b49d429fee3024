"""Every fact once, in order, none lost; and a hostile table achieves nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hub import checker
from sharing.messages import LARGEST, Message, Stamp, as_json, key_of, new_code, read_stamp, stamped
from tests.hub.kit import Hub, SharedTable, hub_at
from tests.hub.shared_game import GAME, KEY, KIT, LOG, ONE, sent


def events(messages: list[Message]) -> list[Message]:
    return [message for message in messages if message.topic.endswith("/event")]


def stored(hub: Hub) -> list[Any]:
    return [row["fact"] for row in hub.store.facts(ONE)]


def everything(table: SharedTable) -> list[Any]:
    return [body["fact"] for _, payload in table.outbox.after(0, 999) if "fact" in (body := json.loads(payload))]


def test_facts_are_stored_in_order_and_judged_again(hub: Hub, table: SharedTable) -> None:
    messages = sent(table)
    all_facts = everything(table)
    answers = hub.take(messages)
    assert stored(hub) == all_facts
    assert table.hear(answers) == []
    assert table.publication.waiting == 0
    [card] = hub.board.cards
    assert (card.facts, card.checked, card.wrong, card.players) == (20, 20, 0, tuple(GAME.setup["players"]))


def test_messages_that_come_twice_count_once(hub: Hub, table: SharedTable) -> None:
    messages = sent(table)
    for _ in range(2):
        hub.take([message for message in messages for _ in range(3)])
    assert hub.stored_facts(ONE) == list(range(1, 21))


def test_a_game_that_was_dropped_from_memory_continues(
    hub: Hub, table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.intake.MOST_GAMES", 0)
    for count in range(len(GAME.log) + 1):
        hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count]))
    assert hub.stored_facts(ONE) == list(range(1, len(GAME.log) + 1))
    [stored_game], [card] = hub.store.games([ONE]), hub.board.cards
    assert (stored_game["facts"], stored_game["verdict"], stored_game["phrases"]) == (
        card.facts,
        card.verdict,
        card.phrases,
    )
    assert card.verdict


def test_a_game_that_is_sent_again_after_a_restart_of_the_hub_stays_whole(hub: Hub, tmp_path: Path) -> None:
    code = hub.pair("Table 1")
    first = SharedTable(tmp_path, "Table 1", code)
    hub.take(sent(first))
    first.close()
    (tmp_path / "table-1.sqlite").unlink()
    again = SharedTable(tmp_path, "Table 1", code)  # a table that lost its outbox begins with the set-up
    begin, *others = events(sent(again))
    hub.take([begin])
    hub.intake.load()
    hub.take(others)
    again.close()
    assert hub.stored_facts(ONE) == list(range(1, len(LOG) + 1))
    assert [card.checked for card in hub.board.cards] == [len(LOG)]


@pytest.mark.parametrize("seed", range(5))
def test_messages_in_any_order_with_losses_end_in_order_and_complete(hub: Hub, table: SharedTable, seed: int) -> None:
    rng, wanted = Random(seed), None
    to_send = sent(table)
    wanted = everything(table)
    for t in range(60):
        received = [message for message in to_send for _ in range(rng.randint(0, 2))]
        rng.shuffle(received)
        answers = hub.take(received)
        to_send = table.hear([answer for answer in answers if rng.random() < 0.7], 700.0 * t)
    assert stored(hub) == wanted
    assert table.publication.waiting == 0


@pytest.mark.parametrize("cut", ["what the table sends is lost", "what the hub answers is lost", "both"])
def test_a_network_that_is_cut_for_a_minute_loses_nothing(hub: Hub, table: SharedTable, cut: str) -> None:
    """A fact every 5 s of a clock that the test sets; the connection itself does not notice the cut."""
    sent_again = 0
    answers: list[Message] = []
    for t in range(120):
        is_cut = 20 <= t < 80
        to_send = table.play(KIT.game, GAME.setup, GAME.log[: t // 5], t=float(t))
        to_send += table.hear([] if is_cut and "table" not in cut else answers, float(t))
        sent_again += len(events(to_send))
        answers = hub.take([] if is_cut and "hub" not in cut else to_send)
        assert hub.stored_facts(ONE) == list(range(1, len(hub.stored_facts(ONE)) + 1)), "in order, and none twice"
    assert hub.stored_facts(ONE) == list(range(1, 24))
    assert (table.publication.waiting, hub.board.cards[0].wrong) == (0, 0)
    assert sent_again < 10 * 24, "a table that waits sends ever more seldom"


def test_a_hub_that_starts_again_asks_for_what_it_misses(tmp_path: Path) -> None:
    with hub_at(tmp_path) as hub:
        table = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
        hub.take(sent(table, 5))
        late = sent(table, 12)  # lost with the broker
    with hub_at(tmp_path) as hub:
        asked = hub.intake.load()
        assert [message.topic for message in asked] == ["owleye/table-1/received"]
        assert hub.board.cards[0].players == tuple(GAME.setup["players"]), "the page is there before the table is"
        again = table.hear(asked, 1.0)
        assert [m.payload for m in again] == [m.payload for m in events(late)]
        hub.take(again)
        assert hub.stored_facts(ONE) == list(range(1, 13))
    table.close()


def test_only_stored_messages_are_acknowledged(hub: Hub, table: SharedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(batch: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(hub.store, "write", full)
        with pytest.raises(OSError, match="disk full"):
            hub.take(sent(table))
    asked = hub.intake.load()
    assert asked == [], "of a stream that is not stored the hub knows nothing"
    hub.take(table.hear([], 11.0))
    assert hub.stored_facts(ONE) == list(range(1, 21))


def test_a_table_that_lost_its_outbox_sends_its_game_again(hub: Hub, table: SharedTable, tmp_path: Path) -> None:
    hub.take(sent(table, 8))
    (tmp_path / "new").mkdir()
    again = SharedTable(tmp_path / "new", "Table 1", table.settings.code)
    hub.take(sent(again, 15))
    assert hub.stored_facts(ONE) == list(range(1, 16))
    assert (hub.board.cards[0].checked, hub.board.cards[0].wrong) == (15, 0)
    hub.take(sent(table, 9))  # the old stream is over
    assert hub.stored_facts(ONE) == list(range(1, 16))
    again.close()


def test_an_old_summary_stays_old_while_another_table_begins_anew(hub: Hub, table: SharedTable, tmp_path: Path) -> None:
    other = SharedTable(tmp_path, "Table 2", hub.pair("Table 2"))
    hub.take(old := sent(other, 3))
    hub.take(summaries := [message for message in old if message.topic.endswith("/summary")])
    hub.take(sent(table, 2))
    refused = hub.intake.refused["old"]
    hub.take(summaries)
    assert hub.intake.refused["old"] - refused == len(summaries) > 0
    other.close()


def test_a_table_that_begins_anew_is_heard_though_its_numbers_are_lower(
    hub: Hub, table: SharedTable, tmp_path: Path
) -> None:
    for count in range(1, 16):
        hub.take(sent(table, count))
    (tmp_path / "new").mkdir()
    again = SharedTable(tmp_path / "new", "Table 1", table.settings.code)
    refused = hub.intake.refused["old"]
    hub.take(reversed(sent(again, 2)))
    assert hub.intake.refused["old"] == refused
    again.close()


def test_facts_that_are_sent_again_from_the_middle_replace_only_what_follows(hub: Hub, table: SharedTable) -> None:
    hub.take([*sent(table, 8), *sent(table, 5), *sent(table, 6)])
    assert hub.stored_facts(ONE) == list(range(1, 7))


def test_a_table_that_lost_facts_sends_the_facts_that_replaced_them(hub: Hub, table: SharedTable) -> None:
    hub.take(sent(table, 10))
    hub.take(sent(table, 7))
    hub.take(sent(table, 9))
    assert hub.stored_facts(ONE) == list(range(1, 10))
    assert hub.board.cards[0].wrong == 0


def test_a_table_knows_that_another_one_uses_its_code(hub: Hub, table: SharedTable, tmp_path: Path) -> None:
    table.hear(hub.take(sent(table, 5)))
    (tmp_path / "twin").mkdir()
    twin = SharedTable(tmp_path / "twin", "Table 1", table.settings.code)
    answers = hub.take(sent(twin, 3))
    assert table.hear(answers) == twin.hear(answers) == []
    answers = hub.take(sent(table, 9))
    table.hear(answers)
    assert [one.publication.is_displaced for one in (table, twin)] == [True, False]
    twin.close()


# A hostile table


def forged(table: str, body: Any, code: str, number: int = 1, stream: str = "ab", kind: str = "event") -> Message:
    payload = body if isinstance(body, bytes) else as_json(body)
    return stamped(f"owleye/{table}/{kind}", payload, Stamp(stream, number), key_of(code))


def verdict(seq: int, words: str = "Bo wins.", **fields: Any) -> dict[str, Any]:
    body = {"event_type": "throw", "game": KEY, "seq": seq, "at": "now", "fact": None, "waits": "", "over": True}
    return {**body, "said": [{"text": words, "rules": []}], "winners": ["Bo"], **fields}


@pytest.mark.parametrize(
    "case", ["a foreign name", "no signature", "another's signature", "an unpaired table", "another topic"]
)
def test_messages_in_the_name_of_another_table_are_refused(hub: Hub, table: SharedTable, case: str) -> None:
    hub.take(sent(table, 5))
    version, other = hub.board.version, hub.pair("Table 2")
    stamp = read_stamp(events(sent(table, 6))[0].stamp)
    assert stamp is not None
    right = forged("table-1", verdict(6), table.settings.code, stamp.number, stamp.stream)
    message = {
        "a foreign name": forged("table-1", verdict(6), other, stamp.number, stamp.stream),
        "no signature": replace(right, signed=""),
        "another's signature": forged("table-1", verdict(6), new_code(), stamp.number, stamp.stream),
        "an unpaired table": forged("table-9", verdict(6), other),
        "another topic": replace(right, topic="owleye/table-2/event"),
    }[case]
    version = hub.board.version
    assert hub.take([message]) == []
    assert hub.stored_facts(ONE) == [1, 2, 3, 4, 5]
    assert hub.board.version == version
    assert sum(hub.intake.refused.values()) == 1


def test_old_messages_sent_again_by_somebody_else_change_nothing(hub: Hub, table: SharedTable) -> None:
    first = [table.publication.will(), table.publication.first_messages()[0], *sent(table, 3)]
    hub.take(first[1:])
    table.publication.will()
    hub.take([table.publication.first_messages()[0], *sent(table, 6)])
    assert hub.board.cards[0].online
    before = hub.board.cards
    hub.take(first)
    assert hub.board.cards == before


def test_a_table_that_sends_events_is_online_whatever_its_retained_status_says(hub: Hub, table: SharedTable) -> None:
    status = table.publication.first_messages()[0]
    hub.take([replace(status, payload=b"offline")])
    hub.take(sent(table, 3))
    assert hub.board.cards[0].online
    hub.take([table.publication.will()])
    assert not hub.board.cards[0].online


def test_a_paired_table_reaches_no_game_of_another_table(hub: Hub, table: SharedTable) -> None:
    hub.take(sent(table, 5))
    code = hub.pair("Table 2")
    begin = {
        "event_type": "begin",
        "game": KEY,
        "seq": 0,
        "name": "casting-stones",
        "players": ["Bo", "Ed"],
        "setup": None,
    }
    hub.take([forged("table-2", begin, code), forged("table-2", verdict(1), code, 2)])
    assert hub.stored_facts(ONE) == [1, 2, 3, 4, 5]
    assert hub.stored_facts(f"table-2/{KEY}") == [1]
    assert not any(row["checked"] >= row["facts"] for row in hub.store.ended("", "9") if row["table_id"] == "table-2")


NONSENSE = [
    b"",
    b"null",
    b"[]",
    b"\xff\xfe",
    b"{" * 5000,
    b'{"event_type": "throw"}',
    as_json({**verdict(6), "seq": -1}),
    as_json({**verdict(6), "seq": 10**30}),
    as_json({**verdict(6), "seq": True}),
    as_json({**verdict(6), "game": "../../etc"}),
    as_json({**verdict(6), "said": "Bo wins."}),
    as_json({**verdict(6), "winners": ["x"] * 50}),
    as_json({**verdict(6), "winners": ["x" * 5000]}),
    as_json(verdict(6, "\0")),
    as_json(verdict(99)),
    as_json({**verdict(1), "game": "ab", "fact": {"x": "INFINITE"}}).replace(b'"INFINITE"', b"1e999"),
    as_json({"event_type": "record", "game": "feed", "seq": 1, "setup": {}, "facts": []}),
]


@pytest.mark.parametrize("payload", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_of_a_paired_table_is_dropped_and_blocks_nothing(hub: Hub, payload: bytes) -> None:
    code = hub.pair("Table 3")
    begin = {"event_type": "begin", "game": "ab", "seq": 0, "name": "dicers", "players": ["A", "B"]}
    good = verdict(1, game="ab", over=False)
    messages = [begin, payload, good]
    answers = hub.take([forged("table-3", body, code, n) for n, body in enumerate(messages, 1)])
    assert hub.intake.refused == {"not understood": 1}
    assert hub.stored_facts("table-3/ab") == [1]
    assert [read_stamp(answer.stamp) for answer in answers] == [Stamp("ab", 3)]


def test_a_game_that_breaks_the_judge_blocks_no_other_game(
    hub: Hub, table: SharedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = SharedTable(tmp_path, "Table 2", hub.pair("Table 2"))
    judged = checker._judge

    def breaks(position: checker.Position, row: Any) -> None:
        if row["game_id"] == ONE:
            raise RecursionError("too deep")
        judged(position, row)

    monkeypatch.setattr(checker, "_judge", breaks)
    hub.take([*sent(table, 3), *sent(other, 3)])
    assert {row["id"]: (row["checked"], row["wrong"]) for row in hub.store.latest_games()} == {
        ONE: (0, 1),
        ONE.replace("table-1", "table-2"): (3, 0),
    }
    other.close()


def test_summaries_that_are_nonsense_show_nothing(hub: Hub) -> None:
    code = hub.pair("Table 3")
    before = hub.board.cards
    for number, payload in enumerate([b"", b"[]", b'{"game": 5}', b"x" * (LARGEST + 1)], 1):
        hub.take([forged("table-3", payload, code, number, kind="summary")])
    assert hub.board.cards == before


def test_the_hub_answers_no_requests(hub: Hub, table: SharedTable) -> None:
    """The hub knows no requests: it sends only acknowledgements of what it has stored of a paired table."""
    hub.take(sent(table, 5))
    asks = [
        Message(f"owleye/{name}/{kind}", b'{"give": "secrets"}')
        for name in ("table-1", "x", "#")
        for kind in ("event", "received", "code")
    ]
    assert hub.take(asks) == []


def test_a_pairing_ends_with_the_next_one(hub: Hub, table: SharedTable) -> None:
    hub.take(sent(table, 5))
    hub.pair("Table 1")
    hub.take(sent(table, 9))
    assert hub.stored_facts(ONE) == [1, 2, 3, 4, 5]
