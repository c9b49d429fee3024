"""Past games: the one on the table is folded already, the others are folded once."""

from __future__ import annotations

from referee.model.commands import NewGame
from tests.web.kit import SETUP, Bench
from web.past.games import stored_past_game


def test_the_game_on_the_table_is_not_folded_again(bench: Bench) -> None:
    game = bench.now.game_id
    past = stored_past_game(bench.table, game)
    assert past is not None
    assert past.table is bench.now.table
    assert stored_past_game(bench.table, game) is past


def test_a_game_that_left_the_table_is_folded_once(bench: Bench) -> None:
    before, folded = bench.now.game_id, bench.now.table
    assert bench.table.submit(NewGame(SETUP)).ok
    past = stored_past_game(bench.table, before)
    assert past is not None
    assert past.table == folded
    assert stored_past_game(bench.table, before) is past
