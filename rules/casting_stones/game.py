"""Casting Stones as the core knows a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.casting_stones import casting, draft, library, rewards, setting_up, turns
from rules.casting_stones.book import BOOK
from rules.casting_stones.reasons import why_not
from rules.casting_stones.ring import Turrets
from rules.casting_stones.state import State, Step, Task
from rules.casting_stones.view import view
from rules.core.asks import Ask
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Setup
from rules.core.rulebook import Book
from rules.core.rulings import Ruling

_ASKS: Mapping[str, Callable[[State, Task], tuple[Ask, ...]]] = {
    "draft": draft.asks,
    "cast": casting.cast_asks,
    "second": casting.second_asks,
    "victory": rewards.reward_asks,
    "give": rewards.give_asks,
    "replace": rewards.replacement_asks,
    "take-card": library.deal_asks,
    "hand": draft.hand_asks,
    "chaser": draft.chaser_asks,
    "call": library.call_asks,
    "cards": library.card_asks,
    "gain": library.gain_asks,
}
_ANSWERS: Mapping[str, Callable[[State, Choose], Step]] = {
    "draft": draft.pick,
    "tip": casting.settle,
    "tell": casting.settle,
    "second": casting.stand,
    "victory": rewards.take,
    "give": rewards.give,
    "replace": rewards.replacement,
    "take-card": library.taken,
    "hand": draft.hand,
    "chaser": draft.chaser,
    "call": library.called,
    "card": library.use,
    "gain": library.gain,
}
# What needs no player, unless it must wait for one (None).
_BY_ITSELF: Mapping[str, Callable[[State], Step | None]] = {
    "deal": draft.deal,
    "ready": draft.ready,
    "redraft": draft.again,
    "turn": turns.begin,
    "second": casting.keep,
    "call": library.call,
    "compare": turns.judge,
    "spent": library.spent,
    "cards": library.pass_by,
    "gain": library.come_by,
    "victory": rewards.skip,
}


@dataclass(frozen=True, slots=True)
class CastingStones:
    """The whole game."""

    name: str = "casting-stones"
    book: Book = BOOK

    def start(self, setup: Setup) -> State:
        """The opening."""
        state = setting_up.start(setup)
        return _run(state.first, state.turrets, state)[0]

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Irregular stones first; meanwhile the other player may still cast a first time, if they only lean."""
        settling = casting.settle_asks(state)
        if not state.todo or (settling and casting.is_blocked(state)):
            return settling
        return settling + _ASKS[state.todo[0].kind](state, state.todo[0])

    def step(self, state: State, play: Play) -> Step:
        """Judge one play, then do what needs no player."""
        step = casting.thrown(state, play) if isinstance(play, Throw) else _ANSWERS[play.kind](state, play)
        return _run(play.player, state.turrets, *step)

    def why_not(self, state: State, choice: Choose) -> str:
        """Why a choice that is not offered may not be made now."""
        return why_not(state, choice)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see."""
        return view(state, viewer)


def _run(actor: str, turrets: Turrets, state: State, said: tuple[Ruling, ...] = ()) -> Step:
    """Do what needs no player, until the table waits or *actor*'s move has ended the game."""
    while True:
        if state.turrets != turrets and (end := turns.over(state, actor)):
            return end[0], said + end[1]
        turrets = state.turrets
        act = _BY_ITSELF.get(state.todo[0].kind)
        if not act or not (done := act(state)):
            return state, said
        state, said = done[0], said + done[1]
