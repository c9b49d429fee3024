"""What the table waits for: irregular stones first, then the task at the front of the queue."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.casting_stones.cards import calls, gains, library, uses
from rules.casting_stones.rewards import rewards
from rules.casting_stones.state import State, Task
from rules.casting_stones.turn import casting, draft, irregular_stones
from rules.core.asks import Ask
from rules.core.facts import Play, Throw

_ASKS: Mapping[str, Callable[[State, Task], tuple[Ask, ...]]] = {
    "draft": draft.asks,
    "cast": casting.cast_asks,
    "second": casting.second_asks,
    "victory": rewards.reward_asks,
    "give": rewards.give_asks,
    "replace": rewards.replacement_asks,
    "take-card": library.deal_asks,
    "hands": draft.hand_asks,
    "chaser": draft.chaser_asks,
    "cards": uses.card_asks,
    "gain": gains.gain_asks,
}


def asks(state: State) -> tuple[Ask, ...]:
    """List the open asks: irregular stones first.  While stones only lean, the other player may make a first cast."""
    irregular = irregular_stones.settle_asks(state)
    if not state.todo or (irregular and casting.is_blocked(state)):
        return irregular
    task = state.todo[0]
    calling = calls.call_asks(state)
    return irregular + calling if task.kind == "call" else (*irregular, *_ASKS[task.kind](state, task), *calling)


THROWN = ("cast", "second")
"""Tasks that ask for a throw."""


def admits(state: State, play: Play) -> bool:
    """Whether an ask admits *play*; for a throw no list of options is made."""
    thrown = isinstance(play, Throw) and (not state.todo or state.todo[0].kind not in THROWN)
    return any(ask.admits(play) for ask in (irregular_stones.settle_asks(state) if thrown else asks(state)))
