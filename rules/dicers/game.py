"""Dicers as the core knows a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.rulebook import Book
from rules.core.rulings import Reason, Ruling
from rules.dicers.apply import apply
from rules.dicers.asks import asks
from rules.dicers.guide import GUIDE
from rules.dicers.rulebook import BOOK
from rules.dicers.setup import read_deal
from rules.dicers.state import State
from rules.dicers.table import TABLE
from rules.dicers.turn import opening
from rules.dicers.view import view
from rules.dicers.why_not import why_not


@dataclass(frozen=True, slots=True)
class Dicers:
    """The Basic, the Intermediate and the Advanced game of Dicers."""

    name: str = "dicers"
    book: Book = BOOK
    guide: Guide = GUIDE
    at_table: TableRules = TABLE
    counters: Counters = ("round_number",)
    seats: str = ""

    def start(self, setup: Setup) -> State:
        """The opening state.

        Raises:
            ValueError: with one sentence for people, where the set-up cannot be played.
        """
        return opening.start(read_deal(setup))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What the table waits for; nothing means that the game is over."""
        return asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*."""
        return any(ask.admits(play) for ask in asks(state))

    def step(self, state: State, play: Play) -> tuple[State, tuple[Ruling, ...]]:
        """Judge one play."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now."""
        return why_not(state, choice)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see, JSON-ready."""
        return view(state, viewer, revealed)


DICERS = Dicers()
