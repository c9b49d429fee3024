"""A game that the referee has never heard of plays on the simulated table: camera, lamps, buttons and display."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from referee.model.commands import Key, NewGame
from referee.panel.dot_display import picture
from rules.core.asks import Ask, Option
from rules.core.at_table import Lamp, TableRules
from rules.core.facts import Choose, Play, Throw
from rules.core.fold import Table
from rules.core.game import Counters, Setup
from rules.core.guide import Guide, guide
from rules.core.house_rules import HouseRule
from rules.core.rulebook import Book, Rule
from rules.core.rulings import Reason, Ruling
from rules.core.screen import Mark, ScreenState, Text
from tests.referee.panel.test_dot_picture import shows
from tests.referee.simulated import STONES, Bench, taught_home

BOOK = Book([Rule("FLIP-1", "Each throws two stones."), Rule("FLIP-2", "More symbols win.")])
GUIDE = guide(BOOK, "Show more symbols than the other player.", ("FLIP-2",), ())
THROWN = BOOK.message("thrown", "{player} has {symbols} symbols.", "FLIP-1")
WON = BOOK.message("won", "{player} wins.", "FLIP-2")
PAIRS = {"Ana": tuple(stone.id for stone in STONES[:2]), "Bo": tuple(stone.id for stone in STONES[2:4])}
SETUP = {"game": "flip", "format": 1, "players": ["Ana", "Bo"]}


class FlipTable(TableRules):
    """Its own lamps, its own button, its own picture."""

    onward = ("finish",)

    def lamps(self, table: Table) -> Mapping[str, Lamp]:
        return {ask.player: "flicker" for ask in table.asks}

    def screen(self, view: Mapping[str, Any], state: ScreenState) -> tuple[Mark, ...] | None:
        return (Text(f"FLIP {len(view['symbols'])}", 20, scale=2, align="middle"),)


@dataclass(frozen=True)
class State:
    symbols: tuple[int, ...] = ()
    over: bool = False


AT_TABLE = FlipTable()


@dataclass(frozen=True)
class Flip:
    name: str = "flip"
    book: Book = BOOK
    guide: Guide = GUIDE
    house_rules: tuple[HouseRule, ...] = ()
    at_table: TableRules = AT_TABLE
    counters: Counters = ()
    seats: str = ""

    def start(self, setup: Setup) -> State:
        return State()

    def asks(self, state: State) -> tuple[Ask, ...]:
        if len(state.symbols) < 2:
            player = ("Ana", "Bo")[len(state.symbols)]
            pieces = tuple((stone, ("symbol", "number")) for stone in PAIRS[player])
            return (Ask(player, "cast", f"{player} throws.", ("FLIP-1",), pieces=pieces),)
        done = (Option("finish", "Finish"),)
        return () if state.over else (Ask("Ana", "finish", "Ana ends the game.", ("FLIP-2",), done),)

    def admits(self, state: State, play: Play) -> bool:
        return any(ask.admits(play) for ask in self.asks(state))

    def step(self, state: State, play: Play) -> tuple[State, tuple[Ruling, ...]]:
        if isinstance(play, Throw):
            count = sum(side == "symbol" for _, side in play.shown)
            ruling = THROWN(player=play.player, symbols=count)
            return replace(state, symbols=(*state.symbols, count)), (ruling,)
        ana, bo = state.symbols
        return replace(state, over=True), (WON(player="Ana" if ana > bo else "Bo"),)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        return BOOK.because("Both throw first.", "FLIP-1")

    def over(self, state: State) -> Reason:
        return BOOK.because("The game is over.", "FLIP-1")

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        return {"symbols": list(state.symbols)}


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return taught_home(tmp_path_factory.mktemp("taught"), STONES[:4])


def test_a_new_game_needs_no_change_in_the_referee(taught: Path, tmp_path: Path) -> None:
    bench = Bench(tmp_path, taught, STONES[:4], games={"flip": Flip()})
    bench.look(5)
    assert bench.submit(NewGame(SETUP)).ok
    bench.look(5)
    for thrown, player in enumerate(("Ana", "Bo")):
        assert bench.now().lamps == tuple("flicker" if who == player else "off" for who in ("Ana", "Bo"))
        assert shows(picture(bench.now(), 0.0), f"FLIP {thrown}", 2)
        bench.throw()
    facts = [line.fact for line in bench.now().log]
    sides_up = {piece: side for fact in facts if isinstance(fact, Throw) for piece, side in fact.shown}
    assert sides_up == bench.table.lying()
    assert bench.submit(Key("next")).words.endswith("wins.")
    assert bench.now().lamps == ("off", "off")
