"""Curses: whom they strike, what they do at once, and which are kept."""

from __future__ import annotations

from rules.core.copies import replace
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.messages import CURSE, CURSE_KEPT, CURSE_TURN_OVER, CURSE_UNDESCRIBED
from rules.munchkin.character.harm import apply
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, then

_DOOR = BOOK.cite("MUN-CURSE-01", "MUN-TURN-05")
_PLAYED = BOOK.cite("MUN-CURSE-03", "MUN-TIMING-03")
_IN_FIGHT = BOOK.cite("MUN-INTERF-04", "MUN-Q-27")
_ON_SELF = BOOK.cite("MUN-INTERF-05")
_THIS_COMBAT = BOOK.cite("MUN-CURSE-07")
_THIS_TURN = BOOK.cite("MUN-CURSE-08")


def strike(state: State, victim: str, card: Card, *, by: str = "") -> Outcome:
    """*card*, already out of hand and deck, strikes *victim*; *by* played it, or it lay behind the door."""
    lead = _PLAYED if by else _DOOR
    also: tuple[str, ...] = ()
    if state.busy(victim):
        also += _IN_FIGHT
    if by == victim:
        also += _ON_SELF
    outcome: Outcome = state, (CURSE.by(lead)(curse=card.name, victim=victim, also=also),)
    if card.lasts:
        return then(outcome, lambda s: _keep(s, victim, card))
    outcome = replace(state, discarded=state.discarded + 1), outcome[1]
    if card.harm.nothing:
        return then(outcome, lambda s: (s, (CURSE_UNDESCRIBED(curse=card.name),)))
    return then(outcome, lambda s: apply(s, victim, card.name, card.harm, "curse"))


def _keep(state: State, victim: str, card: Card) -> Outcome:
    who = state.who(victim)
    now = {
        "combat": _THIS_COMBAT if state.busy(victim) else (),
        "turn": _THIS_TURN if victim == state.active else (),
    }.get(card.lasts, ())
    state = state.put(replace(who, curses=(*who.curses, card.name)))
    outcome: Outcome = state, (CURSE_KEPT(victim=victim, curse=card.name, also=now),)
    if card.harm.nothing:
        return outcome
    return then(outcome, lambda s: apply(s, victim, card.name, card.harm, "curse"))


def turn_over(state: State) -> Outcome:
    """Curses of this one turn are used up."""
    who = state.who(state.active)
    gone = [name for name in who.curses if state.card(name).lasts == "turn"]
    kept = tuple(name for name in who.curses if state.card(name).lasts != "turn")
    state = replace(state.put(replace(who, curses=kept)), discarded=state.discarded + len(gone))
    return state, tuple(CURSE_TURN_OVER(curse=name, player=who.player) for name in gone)
