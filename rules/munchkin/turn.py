"""The turn: how the first one begins, how one follows the other, and listening at the door."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, begun, first, never, own_turn, plain, whole_game
from rules.munchkin.cards.laying_down import turn_over
from rules.munchkin.character.death import revive
from rules.munchkin.messages import GAME_BEGINS, LISTENS, READY, TURN, TURN_LISTENS, TURN_MAY
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, draw, then

_LISTENED = BOOK.because("A turn begins with listening at the door, once.", "MUN-FAST-01")
_NO_LISTENING = BOOK.because("Listening at the door is not among your house rules.", "MUN-FAST-01")
_IS_READY = BOOK.because("{player} is ready already.", "MUN-SETUP-17")
_SAY_READY = BOOK.because("There is one thing to say here: that you are ready.", "MUN-SETUP-17")
_HAS_BEGUN = BOOK.because("The first turn has begun already.", "MUN-SETUP-17")


# Before the first turn --------------------------------------------------------------------------------------------


def ready(state: State, player: str, pick: str) -> Outcome:
    """Note that *player* has laid down all first cards; when the last player is ready, the first turn begins."""
    state = replace(state, ready=(*state.ready, player))
    if len(state.ready) < len(state.seats):
        return state, (READY(player=player),)
    state = replace(state, ready=())
    ruling = GAME_BEGINS(number=len(state.seats), player=state.active)
    return then((state, (ruling,)), begin_turn)


# The turn ---------------------------------------------------------------------------------------------------------


def begin_turn(state: State) -> Outcome:
    """Start the active player's turn, with listening at the door where the house plays so."""
    listens, player = state.rules.on("listen_at_the_door"), state.active
    state = replace(state, phase="listen" if listens else "arrange", turn=state.turn + 1, second="")
    rulings = (TURN_LISTENS(player=player),) if listens else (TURN(player=player), TURN_MAY(player=player))
    return then((state, rulings), revive)


def next_turn(state: State) -> Outcome:
    """End the turn; the player to the left is next."""
    return then(turn_over(state), lambda s: (replace(s, active=s.next_player), ()), begin_turn)


def listen(state: State, player: str, pick: str) -> Outcome:
    """Draw a Door card, unseen by the others, at the start of the turn."""
    return replace(draw(state, player, 1), phase="arrange"), (LISTENS(player=player), TURN_MAY(player=player))


# The actions ------------------------------------------------------------------------------------------------------


def _listening_closed(state: State, player: str) -> Reason | None:
    if not state.rules.on("listen_at_the_door"):
        return _NO_LISTENING
    return None if state.phase == "listen" else _LISTENED


def _ready_closed(state: State, player: str) -> Reason | None:
    if state.phase != "create":
        return whole_game(state, player) or _HAS_BEGUN
    return _IS_READY.about(player=player) if player in state.ready else None


ACTIONS = {
    "ready": Action(
        "{player} may lay down first cards, and then says ready.",
        BOOK.cite("MUN-SETUP-14", "MUN-SETUP-15", "MUN-SETUP-16", "MUN-SETUP-17"),
        _ready_closed,
        lambda state, player: plain("ready"),
        never(_SAY_READY),
        ready,
    ),
    "listen": Action(
        "{player} listens at the door.",
        BOOK.cite("MUN-FAST-01"),
        first(begun, own_turn("MUN-FAST-01"), alive, _listening_closed),
        lambda state, player: plain("draw"),
        never(_LISTENED),
        listen,
    ),
}
