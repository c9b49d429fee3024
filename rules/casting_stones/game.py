"""Casting Stones as the core knows a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.casting_stones.apply import apply, begin
from rules.casting_stones.asks import admits, asks
from rules.casting_stones.guide import GUIDE
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.setup import start
from rules.casting_stones.state import State, Step
from rules.casting_stones.table import TABLE
from rules.casting_stones.view import view
from rules.casting_stones.why_not import why_not
from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.rulebook import Book
from rules.core.rulings import Reason


@dataclass(frozen=True, slots=True)
class CastingStones:
    """The whole game."""

    name: str = "casting-stones"
    book: Book = BOOK
    guide: Guide = GUIDE
    at_table: TableRules = TABLE
    counters: Counters = ("turn",)
    seats: str = ""

    def start(self, setup: Setup) -> State:
        """The opening."""
        return begin(start(setup))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What the table waits for; nothing means that the game is over."""
        return asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*."""
        return admits(state, play)

    def step(self, state: State, play: Play) -> Step:
        """Judge one play, then do what needs no player."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now."""
        return why_not(state, choice)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see."""
        return view(state, viewer)
