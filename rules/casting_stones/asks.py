"""What the table waits for: irregular stones first, then the task at the front of the queue."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.casting_stones import casting, draft, library, rewards
from rules.casting_stones.state import State, Task
from rules.core.asks import Ask

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


def asks(state: State) -> tuple[Ask, ...]:
    """Irregular stones first; meanwhile the other player may still cast a first time, if they only lean."""
    settling = casting.settle_asks(state)
    if not state.todo or (settling and casting.is_blocked(state)):
        return settling
    return settling + _ASKS[state.todo[0].kind](state, state.todo[0])
