"""Why a choice is not possible now: the conditions of its action say so."""

from __future__ import annotations

from rules.core.facts import Choose
from rules.core.phrases import listing
from rules.core.rulings import Reason
from rules.munchkin.action import alive
from rules.munchkin.asks import ACTIONS, kinds_pending, why_pending
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State

_OVER = BOOK.because("The game is over: {winners} won.", "MUN-WIN-01")


def why_not(state: State, choice: Choose) -> Reason | None:
    """Why a choice that is not offered may not be made now; None for a kind that this game does not have."""
    action = ACTIONS.get(choice.kind)
    if action is None:
        return None
    if state.phase == "over":
        return _OVER.about(winners=listing(state.winners))
    closed, pending = action.closed(state, choice.player), kinds_pending(state)
    if closed and closed == alive(state, choice.player):
        return closed
    if pending and choice.kind not in pending:
        return why_pending(state)
    return closed or action.why(state, choice.player, choice.pick)
