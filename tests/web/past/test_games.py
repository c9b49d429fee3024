"""Past games: the one on the table is folded already, the others are folded once."""

from __future__ import annotations

import pytest

from referee.journal.errors import FAILED, JournalError
from referee.journal.journal import Journal
from referee.model.commands import NewGame
from tests.web.kit import SETUP, Bench
from web.past.games import stored_past_game


def test_the_game_on_the_table_is_not_folded_again(bench: Bench) -> None:
    game = bench.now.game_id
    past = stored_past_game(bench.table, game)
    assert past is not None
    assert past.table is bench.now.table
    assert stored_past_game(bench.table, game) is past


def test_a_game_on_which_the_rules_fail_costs_no_page(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bench.table.submit(NewGame(SETUP)).ok
    bench.throw("sssss")
    old = bench.now.game_id
    assert bench.table.submit(NewGame(SETUP)).ok
    monkeypatch.setattr("rules.casting_stones.game.CastingStones.step", lambda game, state, play: 1 / 0)
    assert bench.client.get("/games").status_code == 200
    assert bench.client.get(f"/games/{old}").status_code == 404


def test_a_game_that_left_the_table_is_folded_once(bench: Bench) -> None:
    before, folded = bench.now.game_id, bench.now.table
    assert bench.table.submit(NewGame(SETUP)).ok
    past = stored_past_game(bench.table, before)
    assert past is not None
    assert past.table == folded
    assert stored_past_game(bench.table, before) is past


@pytest.fixture
def unreadable(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that left the table, on a disk that cannot be read until the patch is undone."""
    before = bench.now.game_id or ""
    assert bench.table.submit(NewGame(SETUP)).ok

    def fail(journal: Journal, game: str) -> None:
        raise JournalError(FAILED.about(file=str(journal.path)))

    monkeypatch.setattr(Journal, "load", fail)
    return before


def test_a_game_that_could_not_be_read_for_a_moment_is_read_the_next_time(
    bench: Bench, unreadable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = bench.text("/statistics")
    for path in ("/games", "/statistics", "/casting-stones/record", "/games/new/casting-stones"):
        assert bench.client.get(path).status_code == 200
    monkeypatch.undo()
    assert stored_past_game(bench.table, unreadable) is not None
    assert bench.text("/statistics") != empty


@pytest.mark.parametrize("path", ["/games/{}.jsonl", "/games/{}", "/games/{}/watch", "/casting-stones/record/{}"])
def test_the_page_of_a_game_that_cannot_be_read_says_why(bench: Bench, unreadable: str, path: str) -> None:
    answer = bench.client.get(path.format(unreadable))
    assert answer.status_code == 503
    assert "its disk or memory card may be failing" in answer.text
    assert "Start the machine again" in answer.text
