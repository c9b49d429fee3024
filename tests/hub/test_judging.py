"""Every game is judged again: what a table sends must agree with the rules; secret facts wait for their record."""

from __future__ import annotations

import json
import subprocess
from contextlib import closing
from typing import Any, cast

import pytest

from hub.judge import JUDGED_AT_ONCE, Judge, JudgingQueue
from hub.ladder import why_not_counted
from rules.core.facts import Amend, Choose, Fact, Play, Restore, Retract
from rules.core.phrases import translated
from sharing.messages import Message, as_json, key_of, read_stamp, stamped
from tests.hub.kit import Hub, SharedTable
from tests.hub.shared_game import GAME, KIT, LOG, ONE, sent
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from web.languages import catalogue


def changed(messages: list[Message], code: str, change: dict[str, Any], seq: int) -> list[Message]:
    """The messages, with the event of number *seq* changed and stamped anew with the table's own key."""
    forged = []
    for message in messages:
        stamp, body = read_stamp(message.stamp), json.loads(message.payload)
        assert stamp is not None
        if body.get("seq") == seq and message.topic.endswith("/event"):
            message = stamped(message.topic, as_json({**body, **change}), stamp, key_of(code))
        forged.append(message)
    return forged


WIN = {"said": [{"text": "Bo wins at once.", "rules": []}]}


@pytest.mark.parametrize(
    ("change", "words", "german"),
    [
        (WIN, "verdict differs", "urteilt anders"),
        ({"over": True, "winners": ["Bo"]}, "result differs", "das Spiel geht weiter."),
        (
            {"fact": {"fact": "choose", "player": "Bo", "kind": "victory", "pick": "everything"}},
            "does not admit",
            "lässt das nicht zu",
        ),
        ({"fact": {"fact": "cheat"}}, "cannot judge this; its log says why.", "kann das nicht beurteilen; der Grund"),
    ],
)
def test_a_forged_verdict_is_marked_and_does_not_count(
    hub: Hub, table: SharedTable, change: dict[str, Any], words: str, german: str
) -> None:
    hub.take(changed(sent(table), table.settings.code, change, 6))
    [game] = hub.store.games([ONE])
    assert (game["wrong"], game["checked"]) == (6, 5)
    assert words in game["why"]
    assert german in translated(why_not_counted(game), catalogue("de"))
    assert hub.board.cards[0].wrong == 6
    assert hub.board.cards[0].needs


@pytest.mark.parametrize("name", ["casting-stones", "dicers", "munchkin"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_hub_agrees_with_honest_tables(hub: Hub, table: SharedTable, name: str, seed: int) -> None:
    kit = kit_of(name)
    game = play(kit, seed)
    for count in range(0, len(game.log) + 9, 9):
        table.hear(hub.take(table.play(kit.game, game.setup, game.log[:count])))
    hub.take(table.play(kit.game, game.setup, game.log))
    [card] = hub.board.cards
    assert card.wrong == 0
    assert card.facts == len(game.log)
    is_open = kit.game.at_table.nothing_hidden(game.setup)
    assert card.checked == (len(game.log) if is_open or not game.table.asks else 0)


def test_a_finished_and_judged_game_is_not_judged_again(hub: Hub, table: SharedTable) -> None:
    game = next(g for seed in range(1, 30) if not (g := play(KIT, seed)).table.asks)
    hub.take(table.play(KIT.game, game.setup, game.log))
    assert hub.board.cards[0].checked == len(game.log)
    assert hub.checker.check([ONE]) == []


@pytest.mark.parametrize("seq", [1, 7, 8, 9, 12])
def test_a_play_that_was_dropped_from_memory_may_be_corrected(
    hub: Hub, table: SharedTable, monkeypatch: pytest.MonkeyPatch, seq: int
) -> None:
    monkeypatch.setattr("hub.checker.MOST_ENTRIES", 5)
    played = LOG[:12]
    undone = (Retract(seq), Restore(seq), Retract(seq))
    corrections = (Amend(seq, cast(Play, played[seq - 1])), *undone, played[seq - 1])
    for end in range(6, 18):
        table.hear(hub.take(table.play(KIT.game, GAME.setup, (*played, *corrections)[:end])))
    [card] = hub.board.cards
    assert (card.checked, card.wrong) == (17, 0)
    hub.take(
        changed(table.play(KIT.game, GAME.setup, (*played, *corrections, Retract(1))), table.settings.code, WIN, 18)
    )
    assert hub.board.cards[0].wrong == 18


def test_a_record_that_comes_later_keeps_the_result(hub: Hub, table: SharedTable) -> None:
    kit = kit_of("dicers")
    game = next(g for seed in range(1, 20) if not (g := play(kit, seed)).table.asks and g.setup["level"] != "basic")
    *events, record = table.play(kit.game, game.setup, game.log)
    hub.take(events)
    [before] = hub.store.ended("", "9")
    hub.take([record])
    [after] = hub.store.ended("", "9")
    assert after["winners"] == before["winners"] != []


def test_what_follows_a_secret_fact_waits_for_it(hub: Hub, table: SharedTable) -> None:
    messages = sent(table)
    hub.take(changed(messages, table.settings.code, {"fact": None}, 6))
    assert (hub.board.cards[0].checked, hub.board.cards[0].wrong) == (5, 0)
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:22]))
    assert (hub.board.cards[0].checked, hub.board.cards[0].wrong) == (5, 0)


def test_a_game_that_is_sent_anew_while_it_is_judged_is_judged_again(hub: Hub, table: SharedTable) -> None:
    hub.take(sent(table, 8))
    judged = hub.store.check

    def sent_anew_meanwhile(results: list[Any]) -> None:
        hub.store.check = judged  # type: ignore[method-assign]
        for message in [*sent(table, 5), *sent(table, 6)]:
            hub.intake.receive(message)
        hub.intake.store_received()
        judged(results)

    for message in sent(table, 9):
        hub.intake.receive(message)
    hub.intake.store_received()
    hub.store.check = sent_anew_meanwhile  # type: ignore[assignment, method-assign]
    hub.checker.check([ONE])
    [game] = hub.store.games([ONE])
    assert (game["facts"], game["checked"]) == (6, -1)
    hub.checker.check([ONE])
    [game] = hub.store.games([ONE])
    assert (game["facts"], game["checked"]) == (6, 6)


def test_a_game_with_secrets_is_judged_when_its_record_comes(hub: Hub, table: SharedTable) -> None:
    kit = kit_of("dicers")
    game = next(g for seed in range(1, 20) if not (g := play(kit, seed)).table.asks and g.setup["level"] != "basic")
    log: tuple[Fact, ...] = game.log
    table.hear(hub.take(table.play(kit.game, game.setup, log[:-1])))
    assert hub.board.cards[0].checked == 0
    hub.take(table.play(kit.game, game.setup, log))
    assert hub.board.cards[0].checked == len(log)
    [row] = hub.store.ended("", "9")
    assert row["winners"]
    assert any(isinstance(fact, Choose) for fact in log)


def test_no_game_is_left_waiting_behind_games_that_change_again_and_again() -> None:
    games, waiting, judged = [f"table-{number}/a" for number in range(5 * JUDGED_AT_ONCE)], JudgingQueue(), list[str]()
    waiting.add(games)
    for _ in range(5):
        first = waiting.first()
        assert first is not None
        waiting.add(set(first))
        waiting.remove(first)
        judged += first
    assert judged == games


def test_many_changes_of_one_game_are_one_request() -> None:
    waiting = JudgingQueue()
    for _ in range(300):
        waiting.add({"table-1/a"})
    waiting.add([])
    assert waiting.first() == ["table-1/a"]
    waiting.remove(["table-1/a"])
    waiting.close()
    assert waiting.first() is None


def test_the_judging_process_starts_with_the_first_games_and_again_after_it_has_ended(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    popen, started = subprocess.Popen, list[subprocess.Popen[str]]()

    def start(*args: Any, **options: Any) -> subprocess.Popen[str]:
        started.append(popen(*args, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    with closing(Judge(hub.store.url)) as judge:
        assert started == []
        assert [judge.check([]), judge.check([])] == [[], []]
        assert len(started) == 1
        started[0].kill()
        assert [judge.check([]), judge.check([])] == [None, []]
    assert [process.poll() is None for process in started] == [False, False]
