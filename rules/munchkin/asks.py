"""What may be done now: all actions in one order, each with its own conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.core.asks import Ask
from rules.core.facts import Choose, Play
from rules.core.rulings import Reason, comes_first
from rules.munchkin import charity, door, turn
from rules.munchkin.action import Action
from rules.munchkin.cards import new_cards, play
from rules.munchkin.character import belongings, death, equipping, harm, levels, limits, sale
from rules.munchkin.fight import decide, effects, escape_cards, flight, helping, powers
from rules.munchkin.fight import fight as fighting
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State

ACTIONS: Mapping[str, Action] = {
    **turn.ACTIONS,
    **door.ACTIONS,
    **charity.ACTIONS,
    **harm.ACTIONS,
    **limits.ACTIONS,
    **death.ACTIONS,
    **fighting.ACTIONS,
    **helping.ACTIONS,
    **decide.ACTIONS,
    **flight.ACTIONS,
    **escape_cards.ACTIONS,
    **powers.ACTIONS,
    **effects.ACTIONS,
    **play.ACTIONS,
    **equipping.ACTIONS,
    **belongings.ACTIONS,
    **sale.ACTIONS,
    **levels.ACTIONS,
    **new_cards.ACTIONS,
}
"""Every kind of choice, in the order in which a player reads them: what moves the game on comes first."""

THROWN = tuple(kind for kind, action in ACTIONS.items() if action.throws)

_CARDS = ("play", "discard")
"""What stays open while the dead are looted: Levels decide the order, so that they change afterwards."""

AT_ANY_TIME = (*_CARDS, "lose", "level", "change", "hand", "got")
"""What stays open while something is pending: cards that may be played at any time, and what they do."""

_ALSO_OPEN: Mapping[str, tuple[str, ...]] = {"bad stuff": (*AT_ANY_TIME, "describe", "card"), "won": ("level",)}
"""What stays open instead while such a choice is due."""

_SALE_FIRST = BOOK.because("{active} is selling Items: finish the sale first, or take it back.", "MUN-SELL-01")
_LOOT_FIRST = BOOK.because("The cards of {dead} are looted first.", "MUN-DEATH-06")


def asks(state: State) -> tuple[Ask, ...]:
    """What may be done now, action by action, the player in turn first."""
    if state.phase == "over":
        return ()
    players = tuple(_round_the_table(state))
    kinds = kinds_pending(state) or tuple(ACTIONS)
    found = (ACTIONS[kind].ask(state, kind, player) for kind in kinds for player in players)
    return tuple(ask for ask in found if ask)


def admits(state: State, play: Play) -> bool:
    """Whether an ask admits *play*.  Only the conditions of the actions that the play could answer are looked at."""
    if state.phase == "over" or play.player not in state.players:
        return False
    if isinstance(play, Choose):
        open_now = kinds_pending(state) or ACTIONS
        return play.kind in open_now and play.kind in ACTIONS and ACTIONS[play.kind].admits(state, play.kind, play)
    return any(ACTIONS[kind].admits(state, kind, play) for kind in _open(state, THROWN))


def throws(state: State, player: str) -> tuple[Ask, ...]:
    """The throws that are due from *player*."""
    found = (ACTIONS[kind].ask(state, kind, player) for kind in _open(state, THROWN))
    return tuple(ask for ask in found if ask)


def _open(state: State, kinds: Iterable[str]) -> Iterator[str]:
    """Those of *kinds* that no pending matter shuts out."""
    open_now = kinds_pending(state) or ACTIONS
    return (kind for kind in kinds if kind in open_now)


def kinds_pending(state: State) -> tuple[str, ...]:
    """The only kinds of choice that are open, while something must be settled before all else; empty where all are."""
    if state.questions:
        kind = state.questions[0].kind
        return (kind, *_ALSO_OPEN.get(kind, AT_ANY_TIME))
    if state.sale:
        return ("sell", *AT_ANY_TIME)
    return ("loot order", "loot", *_CARDS) if state.bodies and not state.combat else ()


def why_pending(state: State) -> Reason:
    """Return why a play is refused while a question, a sale or the looting of a body is open."""
    if state.questions:
        question = state.questions[0]
        action = ACTIONS[question.kind]
        return comes_first(action.words_for(state, question.player), action.rules)
    if state.sale:
        return _SALE_FIRST.about(active=state.active)
    return _LOOT_FIRST.about(dead=state.bodies[0].dead)


def _round_the_table(state: State) -> Iterable[str]:
    players = state.players
    at = players.index(state.active) if state.active else 0
    return (*players[at:], *players[:at])
