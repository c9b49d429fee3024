"""Why a choice is not possible now: the conditions of its action say so."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import listing
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive
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
        return over(state)
    pending = kinds_pending(state)
    if pending and choice.kind not in pending:
        return _lasting(state, choice, action) or why_pending(state)
    return action.closed(state, choice.player) or action.why(state, choice.player, choice.pick)


def over(state: State) -> Reason:
    """Why nothing can be thrown or chosen any more, once the game is over."""
    return _OVER.about(winners=listing(state.winners))


def _lasting(state: State, choice: Choose, action: Action) -> Reason | None:
    """Why the choice stays closed when what is pending is settled: to the dead, and to players who are not in turn."""
    own = tuple(one for one in state.questions if (one.kind, one.player) == (choice.kind, choice.player))
    closed = action.closed(replace(state, questions=own, sale=()), choice.player)
    return closed if choice.player != state.active or _is_of_death(state, choice.player, closed) else None


def _is_of_death(state: State, player: str, reason: Reason | None) -> bool:
    """Whether *reason* rests on a rule that closes nearly everything to *player*, who is dead."""
    dead = alive(state, player)
    return reason is not None and dead is not None and not set(dead.rules).isdisjoint(reason.rules)
