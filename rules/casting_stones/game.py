"""Casting Stones as the core knows a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.casting_stones import casting, draft, rewards, setting_up, turns
from rules.casting_stones.book import BOOK
from rules.casting_stones.state import State, Step, Task
from rules.casting_stones.view import view
from rules.core import Ask, Setup
from rules.facts import Choose, Play, Throw

_ASKS: Mapping[str, Callable[[State, Task], tuple[Ask, ...]]] = {
    "draft": draft.asks,
    "cast": casting.cast_asks,
    "second": casting.second_asks,
    "victory": rewards.reward_asks,
    "give": rewards.give_asks,
    "replace": rewards.replacement_asks,
}
_ANSWERS: Mapping[str, Callable[[State, Choose], Step]] = {
    "draft": draft.pick,
    "tip": casting.settle,
    "tell": casting.settle,
    "second": casting.stand,
    "victory": rewards.take,
    "give": rewards.give,
    "replace": rewards.replacement,
}
# What needs no player, unless it must wait for one (None).
_BY_ITSELF: Mapping[str, Callable[[State], Step | None]] = {
    "deal": draft.deal,
    "turn": turns.begin,
    "second": casting.keep,
    "compare": turns.judge,
    "victory": rewards.skip,
}


@dataclass(frozen=True, slots=True)
class CastingStones:
    """The whole game."""

    name: str = "casting-stones"
    book: Book = BOOK

    def start(self, setup: Setup) -> State:
        """The opening."""
        return _run(setting_up.start(setup))[0]

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Irregular stones first; meanwhile the other player may still cast a first time, if they only lean."""
        settling = casting.settle_asks(state)
        if not state.todo or (settling and casting.is_blocked(state)):
            return settling
        return settling + _ASKS[state.todo[0].kind](state, state.todo[0])

    def step(self, state: State, play: Play) -> Step:
        """Judge one play, then do what needs no player."""
        step = casting.thrown(state, play) if isinstance(play, Throw) else _ANSWERS[play.kind](state, play)
        return _run(*_ended(state, play.player, *step))

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see."""
        return view(state, viewer)


def _ended(before: State, actor: str, state: State, said: tuple[Any, ...]) -> Step:
    end = turns.over(state, actor) if state.turrets != before.turrets else None
    return (end[0], said + end[1]) if end else (state, said)


def _run(state: State, said: tuple[Any, ...] = ()) -> Step:
    while state.todo and (act := _BY_ITSELF.get(state.todo[0].kind)) and (done := act(state)):
        state, said = done[0], said + done[1]
    return state, said
