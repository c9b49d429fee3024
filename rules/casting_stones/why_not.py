"""Why a choice is not possible now: the predicate that offers its options says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.casting_stones.asks import asks
from rules.casting_stones.cards import calls, gains, library, uses
from rules.casting_stones.rewards import rewards
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State
from rules.casting_stones.turn import casting, draft, irregular_stones
from rules.casting_stones.turn.irregular_stones import LEANER, OFF
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason

_WHY: Mapping[str, Callable[[State, Choose], Reason | None]] = {
    "draft": draft.why_not_draft,
    "hand": draft.why_not_hand,
    "chaser": draft.why_not_chaser,
    "take-card": library.why_not_deal,
    "tip": irregular_stones.why_not_settle,
    "tell": irregular_stones.why_not_settle,
    "second": casting.why_not_second,
    "call": calls.why_not_call,
    "victory": rewards.why_not_reward,
    "give": rewards.why_not_give,
    "replace": rewards.why_not_replace,
    "card": uses.why_not_card,
    "gain": gains.why_not_gain,
}
_PICKED_AT_START = ("draft", "hand", "chaser", "take-card")
_OF_CARDS = ("call", "card", "gain")
_CAST = Phrase("The stones are cast: there is nothing to choose.")
_THROWN = {"cast": BOOK.because(_CAST, "CST-G-14"), "recast": BOOK.because(_CAST, "CST-Q-35")}
_NOT_BEGUN = BOOK.because("The first turn has not begun.", "CST-B-11")
_OVER = BOOK.because("The game is over: four gems stand side by side.", "CST-B-58", "CST-G-06")


def why_not(state: State, choice: Choose) -> Reason | None:
    """Why a choice that is not offered may not be made now; None for a kind that this game does not have."""
    if choice.kind not in _WHY and choice.kind not in _THROWN:
        return None
    if not state.todo:
        return over(state)
    if choice.kind in _THROWN:
        return _THROWN[choice.kind]
    if _waits_for_first_turn(state, choice.kind):
        return _NOT_BEGUN.by(asks(state)[0].rules)
    return _WHY[choice.kind](state, choice) or _unsettled(state)


def over(state: State) -> Reason:
    """Why nothing can be thrown or chosen any more, once the game is over."""
    return _OVER


def _waits_for_first_turn(state: State, kind: str) -> bool:
    """Whether a choice of that kind waits until the stones, cards and types that begin the game are picked."""
    never = kind in _OF_CARDS and state.setting.level == "basic"
    return not state.turn and kind not in _PICKED_AT_START and not never


def _unsettled(state: State) -> Reason:
    """Why a choice that would be legal waits: stones that lean or cannot be seen come first."""
    waiting = {side for player in state.setting.players for side in state.sides.get(player, {}).values()}
    if LEANER in waiting:
        return TIP_FIRST
    return RECAST_FIRST if OFF in waiting and not state.setting.house["off_table_stays"] else SETTLE_FIRST


TIP_FIRST = BOOK.because("A stone that stands on its edge is tipped first.", "CST-B-19", "CST-Q-37")
RECAST_FIRST = BOOK.because("A stone that is off the table is cast again first, alone.", "CST-Q-35")
SETTLE_FIRST = BOOK.because("What every stone shows must be settled first.", "CST-Q-37")
