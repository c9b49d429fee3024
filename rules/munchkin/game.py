"""Munchkin for the core: start, asks, step and view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.book import Book
from rules.core import Ask, Setup
from rules.facts import Choose, Play
from rules.munchkin import setup as setting_up
from rules.munchkin.book import BOOK
from rules.munchkin.phases import DEEDS, PHASES
from rules.munchkin.state import Said, State
from rules.munchkin.view import view

_NOT_ASKED = BOOK.says("throw-not-asked", "That throw of {player} counts for nothing: no die is due now.", "MUN-RUN-01")


class Munchkin:
    """Munchkin, the Harry Potter edition: the whole game, or levels only for any set."""

    name = "munchkin"
    book: Book = BOOK

    def start(self, setup: Setup) -> State:
        """The opening state; see `rules.core.Game`."""
        return setting_up.opening(setup)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What may be done now, deed by deed; see `phases`."""
        found = (DEEDS[kind].ask(state, kind, player) for kind, whom in PHASES[state.phase] for player in whom(state))
        return tuple(ask for ask in found if ask)

    def step(self, state: State, play: Play) -> tuple[State, Said]:
        """Judge one play; see `rules.core.Game`."""
        if isinstance(play, Choose):
            return DEEDS[play.kind].do(state, play.player, play.pick)
        return state, (_NOT_ASKED(player=play.player),)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """The table, which holds no secret of the referee's."""
        return view(state)
