"""The published data of a table is the same for all, holds no secret, and suffices to judge an open game again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.model.snapshot import Notice, Question, Snapshot
from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.facts import Amend, Choose, Fact, Restore, Retract, Throw, from_json
from rules.core.fold import advance, opening, referee
from rules.core.game import Setup
from rules.dicers.state import DRAW
from sharing.outbox import Outbox
from sharing.public import IN_SECRET, events, public_rulings, result, state_of
from sharing.publication import Publication
from sharing.settings import ShareSettings
from tests.rules.fuzz import play
from tests.rules.kit import Kit, kit_of, kits
from tests.rules.toy import Toy
from tests.sharing.kit import TOY_LOG, TOY_SETUP, snapshot_of

Retold = tuple[Setup, tuple[Fact, ...]]
SETTINGS = ShareSettings(on=True, broker="broker.local", table="Table 3")
SEEDS = (1, 2)
MOST = 30  # facts of a random game that are looked at


def sent(path: Path, snapshots: list[Snapshot]) -> list[bytes]:
    """Every byte that leaves a table which shows these snapshots one after the other."""
    outbox = Outbox(path / "outbox.sqlite", "")
    outbox.stream = "the same in both worlds"
    publication = Publication(SETTINGS, outbox, 0.0)
    messages = publication.first_messages()
    for snapshot in snapshots:
        messages += publication.take(snapshot)
        for number, message in publication.due(0.0):
            messages.append(message)
            publication.on_delivered(number, 0.0)
    outbox.close()
    return [b"\n".join((m.topic.encode(), m.payload, m.stamp.encode())) for m in messages]


def with_secrets(kit: Kit) -> Iterator[tuple[Setup, tuple[Fact, ...], Retold]]:
    """Random games with secrets, each with the same game with other secrets."""
    for game in (play(kit, seed) for seed in range(1, 20)):
        log = game.log[:MOST]
        retold = kit.disguise(game.setup, log, None, referee(kit.game, game.setup, log))
        if retold is not None:
            yield game.setup, log, (retold[0], tuple(retold[1]))


def growing(kit: Kit, setup: Setup, log: tuple[Fact, ...]) -> list[Snapshot]:
    """The table after each fact, as long as the game runs."""
    steps = [snapshot_of(kit.game, setup, log[:length]) for length in range(len(log) + 1)]
    return [step for step in steps if step.table and step.table.asks]


@pytest.mark.parametrize("name", ["toy", "casting-stones", "dicers"])
def test_other_secrets_change_no_byte(tmp_path: Path, name: str) -> None:
    kit = next(kit for kit in kits() if kit.game.name == name)
    setup, log, retold = next(with_secrets(kit))
    (tmp_path / "others").mkdir()
    first = sent(tmp_path, growing(kit, setup, log))
    second = sent(tmp_path / "others", growing(kit, *retold))
    assert first == second
    assert len(first) > 6, "nothing was sent"
    assert (setup, log) != retold


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["casting-stones", "dicers", "munchkin"])
def test_the_events_of_an_open_game_are_enough_to_judge_it_again(name: str, seed: int) -> None:
    kit = kit_of(name)
    game = play(kit, seed)
    log = game.log[:MOST]
    snapshot = snapshot_of(kit.game, game.setup, log)
    published = json.loads(json.dumps(list(events(snapshot, None))))
    begin, *facts = [event for event in published if event["event_type"] != "record"]
    if begin["setup"] is None:
        assert not kit.game.at_table.nothing_hidden(game.setup)
        return
    table = opening(kit.game, begin["setup"])
    for event in facts:
        fact = from_json(event["fact"])
        table = advance(kit.game, table, fact)
        assert public_rulings(table, fact) == event["said"], event["id"]
        assert event["over"] is not bool(table.asks)
    assert len(facts) == len(log)


def test_catching_up_sends_the_same_events_as_sending_at_once() -> None:
    kit = kit_of("casting-stones")
    game = play(kit, 3)
    log = game.log[:30]
    at_once = [
        e for n in range(len(log) + 1) for e in events(snapshot_of(kit.game, game.setup, log[:n]), n - 1 if n else None)
    ]
    assert at_once == list(events(snapshot_of(kit.game, game.setup, log), None))
    ids = [event["id"] for event in at_once]
    assert len(set(ids)) == len(ids)
    assert [event["seq"] for event in at_once] == list(range(len(log) + 1))


def test_a_secret_choice_is_published_without_its_answer() -> None:
    published = list(events(snapshot_of(Toy(), TOY_SETUP, TOY_LOG[:3]), None))
    assert "nudge" not in json.dumps(published)
    begin, first, _, choice = published
    assert begin["setup"] is None
    assert first["fact"] == {"fact": "throw", "player": "A", "shown": {"die:A": "1"}}
    assert choice["fact"] is None
    assert [ruling["text"] for ruling in choice["said"]] == ["A shows turn: now 3."]


def test_the_record_of_a_game_with_secrets_follows_its_end() -> None:
    *_, last, record = events(snapshot_of(Toy(), TOY_SETUP, TOY_LOG), 2)
    assert (last["over"], last["seq"]) == (True, 4)
    assert record["event_type"] == "record"
    assert record["setup"] == TOY_SETUP
    assert [from_json(fact) for fact in record["facts"]] == list(TOY_LOG)


@pytest.mark.parametrize(
    ("fact", "public"),
    [
        (Retract(1), {"fact": "retract", "seq": 1}),
        (
            Amend(1, Throw("A", (("die:A", "2"),))),
            {"fact": "amend", "seq": 1, "play": {"fact": "throw", "player": "A", "shown": {"die:A": "2"}}},
        ),
        (Amend(3, Choose("A", "power", "keep")), None),
    ],
)
def test_corrections_of_a_game_with_secrets_are_published(fact: Fact, public: Any) -> None:
    *_, last = events(snapshot_of(Toy(), TOY_SETUP, (*TOY_LOG[:2], fact)), 2)
    assert last["fact"] == public
    assert last["event_type"] == "correction"


def test_what_was_brought_back_in_a_game_with_secrets_is_published() -> None:
    log = (*TOY_LOG[:3], Retract(2))
    *_, last = events(snapshot_of(Toy(), TOY_SETUP, (*log, Restore(2))), 4)
    assert (last["fact"], last["event_type"]) == ({"fact": "restore", "seq": 2}, "correction")
    assert [ruling["text"] for ruling in last["said"]] == ["B throws 3.", "A shows turn: now 3."]


def test_the_published_state_equals_the_page() -> None:
    before, after = (state_of(snapshot_of(Toy(), TOY_SETUP, TOY_LOG[:n])) for n in (1, 4))
    assert (before["game"], before["turn"], before["over"]) == ("toy", "B", False)
    assert before["verdict"] == "A throws 1."
    assert (after["waits"], after["over"], after["turn"]) == ("The game is over", True, None)
    assert after["rules"]


def test_trouble_and_questions_are_published_and_hints_are_not() -> None:
    snapshot = snapshot_of(Toy(), TOY_SETUP, ())
    notices = (Notice("Clean the lens.", trouble=True), Notice("Still rolling."))
    state = state_of(Snapshot(1, True, notices=notices, question=Question("1", "A", "Four or five?", (), 0, "")))
    assert (state["trouble"], state["question"], state["simulated"]) == ("Clean the lens.", "Four or five?", True)
    assert state_of(snapshot)["trouble"] == ""


def test_a_table_without_a_game_publishes_an_empty_state() -> None:
    empty = Snapshot(1, False)
    assert state_of(empty)["waits"] == "No game yet"
    assert list(events(empty, None)) == []


def asking(*asks: Ask) -> Snapshot:
    """A table of the toy game that waits for these."""
    snapshot = snapshot_of(Toy(), TOY_SETUP, ())
    assert snapshot.table is not None
    return replace(snapshot, table=replace(snapshot.table, waits=lambda: asks))


def test_only_a_secret_ask_is_announced_without_a_name() -> None:
    secret = Ask("B", "secret", "B may use a power.", ("TOY-3",), (Option("x", "X"),), hides="ask")
    public = Ask("A", "power", "A keeps or changes.", ("TOY-3",), (Option("x", "X"),), hides="options")
    both, hidden = state_of(asking(secret, public)), state_of(asking(secret))
    assert (both["turn"], both["waits"], both["over"]) == ("A", "A keeps or changes.", False)
    assert (hidden["turn"], hidden["waits"], hidden["over"]) == (None, IN_SECRET, False)


def test_nobody_has_won_a_drawn_game() -> None:
    kit = kit_of("dicers")
    table = next(game.table for seed in range(1, 60) if not (game := play(kit, seed)).table.asks)
    assert result(kit.game, table)["winners"] == [table.state.winner]
    drawn = replace(table, state=replace(table.state, winner=DRAW))
    assert result(kit.game, drawn) == {"over": True, "winners": []}
