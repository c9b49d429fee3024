"""Munchkin for the core: start, asks, step and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.rulebook import Book
from rules.core.rulings import Reason
from rules.munchkin import asks
from rules.munchkin import setup as setting_up
from rules.munchkin.apply import apply
from rules.munchkin.guide import GUIDE
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Rulings, State
from rules.munchkin.table import TABLE
from rules.munchkin.view import view
from rules.munchkin.why_not import why_not


class Munchkin:
    """Munchkin, the Harry Potter edition: the whole game, or levels only for any set."""

    name = "munchkin"
    book: Book = BOOK
    guide: Guide = GUIDE
    at_table: TableRules = TABLE
    counters: Counters = ("turn", "beat", "drawn", "discarded", "history")
    seats: str = "seats"

    def start(self, setup: Setup) -> State:
        """The opening state; see `rules.core.game.Game`."""
        return setting_up.opening(setup)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What may be done now; see `rules.core.game.Game`."""
        return asks.asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*; see `rules.core.game.Game`."""
        return asks.admits(state, play)

    def step(self, state: State, play: Play) -> tuple[State, Rulings]:
        """Judge one play; see `rules.core.game.Game`."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now; see `rules.core.game.Game`."""
        return why_not(state, choice)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What everybody may see; the referee knows no secret of this game."""
        return view(state)
