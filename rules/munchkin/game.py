"""Munchkin for the core: start, asks, step and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Setup
from rules.core.rulebook import Book
from rules.munchkin import phases
from rules.munchkin import setup as setting_up
from rules.munchkin.book import BOOK
from rules.munchkin.reasons import why_not
from rules.munchkin.settle import settle
from rules.munchkin.state import Said, State
from rules.munchkin.view import view

_NOT_DUE = BOOK.says(
    "throw-not-due", "That throw of {player} counts for nothing: no die is due from {player}.", "MUN-RUN-03"
)
_AGAIN = BOOK.says(
    "throw-again", "That was no throw of the die alone, flat on a side: {player} throws again.", "MUN-RUN-03"
)
_OTHER = BOOK.says(
    "throw-other", "{player} throws the die alone, which is {die} here: that throw does not count.", "MUN-RUN-03"
)


class Munchkin:
    """Munchkin, the Harry Potter edition: the whole game, or levels only for any set."""

    name = "munchkin"
    book: Book = BOOK

    def start(self, setup: Setup) -> State:
        """The opening state; see `rules.core.Game`."""
        return setting_up.opening(setup)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What may be done now; see `rules.core.Game`."""
        return phases.asks(state)

    def step(self, state: State, play: Play) -> tuple[State, Said]:
        """Judge one play; see `rules.core.Game`."""
        if isinstance(play, Choose):
            return settle(state, phases.DEEDS[play.kind].do(state, play.player, play.pick))
        return self._throw(state, play)

    def _throw(self, state: State, throw: Throw) -> tuple[State, Said]:
        due = [ask for ask in self.asks(state) if ask.pieces and ask.player == throw.player]
        for ask in due:
            if ask.admits(throw):
                return settle(state, phases.DEEDS[ask.kind].do(state, throw.player, throw.shown[0][1]))
        if due and any(piece != state.rules.die for piece, _ in throw.shown):
            return state, (_OTHER(player=throw.player, die=state.rules.die),)
        return state, ((_AGAIN if due else _NOT_DUE)(player=throw.player),)

    def why_not(self, state: State, choice: Choose) -> str:
        """Why a choice that is not offered may not be made now; see `rules.core.Game`."""
        return why_not(state, choice)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """The table, which holds no secret of the referee's."""
        return view(state)
