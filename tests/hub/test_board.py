"""What the cards show: the game and trouble from the summary, the rest from the facts, also after a new start."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from hub.board import Board
from hub.events import Fact
from hub.schema import open_database
from rules.core.copies import replace as replaced
from rules.core.fold import referee
from sharing.public import game_key, public_rulings, waits_for
from sharing.settings import SharingError
from tests.hub.kit import Hub, SharedTable, hub_at
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import snapshot_of

KIT = kit_of("casting-stones")
GAME = play(KIT, 3)
LOG = GAME.log[:20]
KEY = game_key(snapshot_of(KIT.game, GAME.setup, ()))
NO_TEXTS = {"waits": "", "verdict": "", "phrases": "", "over": False, "winners": []}


@pytest.fixture
def table(hub: Hub, tmp_path: Path) -> Iterator[SharedTable]:
    teller = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
    yield teller
    teller.close()


def verdict_of(count: int) -> list[str]:
    """The public sentences about the last of the game's first *count* facts."""
    log = GAME.log[:count]
    return [ruling["text"] for ruling in public_rulings(referee(KIT.game, GAME.setup, log), log[-1])]


def first_count(sentences: Collection[int]) -> int:
    """The number of facts after which the verdict has, for the first time, one of these numbers of *sentences*."""
    return next(count for count in range(1, len(GAME.log) + 1) if len(verdict_of(count)) in sentences)


def test_a_card_shows_the_last_verdict_and_what_the_table_waits_for(hub: Hub, table: SharedTable) -> None:
    count = first_count((2,))
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count]))
    [card] = hub.board.cards
    assert (card.game, card.waits) == ("casting-stones", waits_for(referee(KIT.game, GAME.setup, GAME.log[:count])))
    assert card.verdict == " ".join(verdict_of(count))


def test_the_card_shows_the_outcome_of_a_long_verdict(hub: Hub, table: SharedTable) -> None:
    count = first_count(range(3, 9))
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count]))
    [card] = hub.board.cards
    assert card.verdict == " ".join(verdict_of(count)[-2:])
    assert card.verdict == hub.board.latest[0].words


def test_a_hub_that_starts_again_shows_the_same_cards(hub: Hub, table: SharedTable, tmp_path: Path) -> None:
    hub.take(table.play(KIT.game, GAME.setup, LOG))
    before = hub.board.cards
    assert before[0].online
    with hub_at(tmp_path) as again:
        assert again.board.cards == [replace(card, online=False) for card in before]  # no table has said anything yet
    assert before[0].waits
    assert before[0].verdict


@pytest.mark.parametrize(("url", "step"), [("", "move it away; the hub then begins anew"), ("x:///y", "the setting")])
def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path, url: str, step: str) -> None:
    (tmp_path / "hub.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(SharingError, match=step):
        open_database(url, tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        "games SET players = '{'",
        "games SET waits = CAST(x'ff6162' AS TEXT)",
        "facts SET fact = '{'",
        "tables SET code = '1'",
    ],
)
def test_a_damaged_row_of_one_table_costs_no_other_table(tmp_path: Path, damage: str) -> None:
    with hub_at(tmp_path) as hub:
        first = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
        hub.take(first.play(KIT.game, GAME.setup, LOG))
        first.close()
    with sqlite3.connect(tmp_path / "hub.sqlite") as db:
        db.execute(f"UPDATE {damage}")
    db.close()
    with hub_at(tmp_path) as again:
        second = SharedTable(tmp_path, "Table 2", again.pair("Table 2"))
        again.take(second.play(KIT.game, GAME.setup, LOG[:4]))
        second.close()
        assert again.board.cards[-1].facts == 4


def test_a_database_of_an_earlier_version_gets_the_columns_that_it_lacks(tmp_path: Path) -> None:
    with hub_at(tmp_path) as hub:
        table = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
        hub.take(table.play(KIT.game, GAME.setup, LOG))
        table.close()
    with sqlite3.connect(tmp_path / "hub.sqlite") as db:
        for column in ("waits", "verdict", "phrases"):
            db.execute(f"ALTER TABLE games DROP COLUMN {column}")
    db.close()
    with hub_at(tmp_path) as again:
        [card] = again.board.cards
        assert (card.facts, card.waits, card.verdict) == (20, "", "")


def test_a_judgement_that_comes_while_a_fact_is_shown_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    board.show_tables({"table-1": "Table 1"})
    game = {"id": "table-1/ab", "table_id": "table-1", "game": "dicers", "players": ["Ana", "Bo"], "setup": {}}
    board.show_game(game | dict.fromkeys(("checked", "wrong", "facts"), 0) | NO_TEXTS)
    judging = Thread(target=board.show_check, args=("table-1/ab", 3, 3))

    def changed_meanwhile(card: Any, **fields: Any) -> Any:
        after = replaced(card, **fields)
        if "waits" in fields:  # the fact's card is made and not shown yet
            judging.start()
            judging.join(0.2)  # the judging thread has ended by then, unless it waits for this one
        return after

    monkeypatch.setattr("hub.board.replace", changed_meanwhile)
    fact = {
        "event_type": "throw",
        "game": "ab",
        "seq": 4,
        "at": "",
        "said": [],
        "waits": "",
        "over": False,
        "winners": (),
    }
    board.show_fact("table-1", Fact.model_validate(fact), "", "")
    judging.join()
    [card] = board.cards
    assert (card.facts, card.wrong, board.version) == (4, 3, 4)


def test_a_table_that_goes_back_to_an_earlier_game_shows_that_game(hub: Hub, table: SharedTable) -> None:
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:10]))
    first = hub.board.cards[0].game_id
    hub.take(table.play(KIT.game, GAME.setup, GAME.log[:3], game_id="2"))
    [card] = hub.board.cards
    assert (card.game_id == first, card.facts, card.checked) == (False, 3, 3)
    for count in (10, 12):
        hub.take(table.play(KIT.game, GAME.setup, GAME.log[:count]))
        [card] = hub.board.cards
        assert (card.game_id, card.facts, card.checked) == (first, count, count)


def test_games_that_a_table_sends_at_once_end_with_the_one_it_plays(hub: Hub, table: SharedTable) -> None:
    first = table.play(KIT.game, GAME.setup, GAME.log[:10])
    second = table.play(KIT.game, GAME.setup, GAME.log[:3], game_id="2")
    hub.take([*first, *second, *table.play(KIT.game, GAME.setup, GAME.log[:12])])
    [card] = hub.board.cards
    assert (card.game_id, card.facts, card.checked) == (f"table-1/{KEY}", 12, 12)
