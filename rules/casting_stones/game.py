"""Casting Stones for the core: start, asks, step and view; and how one play is judged, with all that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.casting_stones.asks import admits, asks
from rules.casting_stones.cards import calls, gains, library, uses
from rules.casting_stones.guide import GUIDE
from rules.casting_stones.house_rules import HOUSE_RULES
from rules.casting_stones.rewards import rewards
from rules.casting_stones.ring import Turrets
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.setup import start
from rules.casting_stones.state import State, Step
from rules.casting_stones.table import TABLE
from rules.casting_stones.turn import casting, draft, irregular_stones, turns
from rules.casting_stones.view import view
from rules.casting_stones.why_not import over, why_not
from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.house_rules import HouseRule
from rules.core.rulebook import Book
from rules.core.rulings import Reason, Ruling

_ANSWERS: Mapping[str, Callable[[State, Choose], Step]] = {
    "draft": draft.pick,
    "tip": irregular_stones.settle,
    "tell": irregular_stones.settle,
    "second": casting.stand,
    "victory": rewards.take,
    "give": rewards.give,
    "replace": rewards.replace_stone,
    "take-card": library.take_card,
    "hand": draft.take_stone,
    "chaser": draft.name_chaser,
    "call": calls.answer_call,
    "card": uses.use,
    "gain": gains.gain,
}
# What needs no player, unless it must wait for one (None).
_BY_ITSELF: Mapping[str, Callable[[State], Step | None]] = {
    "deal": draft.deal,
    "ready": draft.ready,
    "redraft": draft.draft_again,
    "hands": draft.hands_full,
    "turn": turns.begin,
    "second": casting.keep,
    "call": calls.skip_call,
    "compare": turns.judge,
    "spent": calls.turn_counter_spell_down,
    "cards": uses.skip,
    "gain": gains.gain_by_itself,
    "victory": rewards.skip,
}


def begin(state: State) -> State:
    """The opening state, after all tasks that need no player."""
    return _run(state.first, state.turrets, state)[0]


def apply(state: State, play: Play) -> Step:
    """Judge one play, then carry out the tasks that need no player."""
    after, rulings = casting.judge_throw(state, play) if isinstance(play, Throw) else _ANSWERS[play.kind](state, play)
    return (after, rulings) if after is state else _run(play.player, state.turrets, after, rulings)


def _run(actor: str, turrets: Turrets, state: State, rulings: tuple[Ruling, ...] = ()) -> Step:
    """Carry out the tasks that need no player, until the table waits or *actor*'s move has ended the game."""
    while True:
        if state.turrets != turrets and (end := turns.over(state, actor)):
            return end[0], rulings + end[1]
        turrets = state.turrets
        act = _BY_ITSELF.get(state.todo[0].kind)
        if not act or not (done := act(state)):
            return state, rulings
        state, rulings = done[0], rulings + done[1]


@dataclass(frozen=True, slots=True)
class CastingStones:
    """The whole game."""

    name: str = "casting-stones"
    book: Book = BOOK
    guide: Guide = GUIDE
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    at_table: TableRules = TABLE
    counters: Counters = ("turn",)
    seats: str = ""

    def start(self, setup: Setup) -> State:
        """The opening state; see `rules.core.game.Game`."""
        return begin(start(setup))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What the table waits for; nothing means that the game is over."""
        return asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*."""
        return admits(state, play)

    def step(self, state: State, play: Play) -> Step:
        """Judge one play, then carry out the tasks that need no player."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now."""
        return why_not(state, choice)

    def over(self, state: State) -> Reason:
        """Why nothing can be thrown or chosen any more; see `rules.core.game.Game`."""
        return over(state)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see."""
        return view(state, viewer)
