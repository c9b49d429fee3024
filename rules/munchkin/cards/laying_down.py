"""Cards that leave the hand: laid down or discarded after their effect; Curses and their victims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.notation import price_words
from rules.munchkin.character.character import Item, changed, crowded, find, may_equip, ranks
from rules.munchkin.character.harm import apply
from rules.munchkin.character.levels import climb, refused
from rules.munchkin.messages import (
    ALLY,
    ALLY_REPLACED,
    CHEAT,
    CURSE,
    CURSE_KEPT,
    CURSE_TURN_OVER,
    CURSE_UNDESCRIBED,
    DUAL_ROLE,
    DUAL_ROLE_REFUSED,
    DUAL_ROLE_TWICE,
    GO_UP,
    ITEM,
    OTHER,
    PROFICIENCY,
    PROFICIENCY_NOT_FIRST,
    PROFICIENCY_REFUSED,
    PROFICIENCY_TWICE,
    ROLE,
    ROLE_TOO_MANY,
    ROLE_TWICE,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Rulings, State, from_hand, then

_DOOR = BOOK.cite("MUN-CURSE-01", "MUN-TURN-05")
_PLAYED = BOOK.cite("MUN-CURSE-03", "MUN-TIMING-03")
_CURSE_IN_FIGHT = BOOK.cite("MUN-INTERF-04", "MUN-Q-27")
_ON_SELF = BOOK.cite("MUN-INTERF-05")
_THIS_COMBAT = BOOK.cite("MUN-CURSE-07")
_THIS_TURN = BOOK.cite("MUN-CURSE-08")
_OWN_TURN = BOOK.cite("MUN-ROLE-05", "MUN-TIMING-07")
_FIRST_ROLE = BOOK.cite("MUN-SETUP-14")
_JUST_GOT = BOOK.cite("MUN-TIMING-06", "MUN-ROLE-05")
_DUAL_ONE = BOOK.cite("MUN-ROLE-09", "MUN-ROLE-10")
_DUAL_TWO = BOOK.cite("MUN-ROLE-11")
_FIRST_RANK = BOOK.cite("MUN-SETUP-15", "MUN-Q-32")
_IN_FIGHT = BOOK.cite("MUN-Q-31")
_FIRST_CARDS = BOOK.cite("MUN-SETUP-16")
_IN_COMBAT = BOOK.cite("MUN-ALLY-08")
_WORN = BOOK.cite("MUN-ITEM-05")
_SIDEWAYS = BOOK.cite("MUN-ITEM-06")
_NO_ROOM = BOOK.cite("MUN-ITEM-09", "MUN-ITEM-11")


def strike(state: State, victim: str, card: Card, *, by: str = "") -> Outcome:
    """Let the Curse *card*, already out of hand and deck, strike *victim*; *by* played it ("": from the door)."""
    lead = _PLAYED if by else _DOOR
    also: tuple[str, ...] = ()
    if state.busy(victim):
        also += _CURSE_IN_FIGHT
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
    """Discard the active player's Curses that last for one turn only, as the turn ends."""
    who = state.who(state.active)
    ended = [name for name in who.curses if state.card(name).lasts == "turn"]
    remaining = tuple(name for name in who.curses if state.card(name).lasts != "turn")
    state = replace(state.put(replace(who, curses=remaining)), discarded=state.discarded + len(ended))
    return state, tuple(CURSE_TURN_OVER(curse=name, player=who.player) for name in ended)


def _when(state: State, player: str) -> tuple[str, ...]:
    return _OWN_TURN if player == state.active else _JUST_GOT


def _role(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    if card.name in who.roles:
        return state, (ROLE_TWICE(player=player, card=card.name),)
    if len(who.roles) > who.dual:
        return state, (ROLE_TOO_MANY.by(_FIRST_ROLE if state.phase == "create" else ())(player=player),)
    state = _laid_down(state, player, roles=(*who.roles, card.name))
    also = _FIRST_ROLE if state.phase == "create" else _when(state, player)
    return state, (ROLE(player=player, card=card.name, also=(*also, *(_DUAL_TWO if who.dual else ()))),)


def _dual(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    if who.dual:
        return state, (DUAL_ROLE_TWICE(player=player),)
    if not who.roles:
        return state, (DUAL_ROLE_REFUSED(player=player),)
    state = _laid_down(state, player, dual=True)
    return state, (DUAL_ROLE(player=player, also=(*_DUAL_ONE, *_when(state, player))),)


def _proficiency(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    first = state.phase == "create"
    if first and (card.rank > 1 or who.proficiencies):
        return state, (PROFICIENCY_NOT_FIRST(),)
    if card.name in who.proficiencies:
        return state, (PROFICIENCY_TWICE(player=player, card=card.name),)
    sum_of = ranks(state.rules.cards, who) + card.rank
    if sum_of > who.level:
        return state, (PROFICIENCY_REFUSED(player=player, card=card.name, sum=sum_of, level=who.level),)
    state = _laid_down(state, player, proficiencies=(*who.proficiencies, card.name))
    also = (*(_FIRST_RANK if first else ()), *(_IN_FIGHT if state.busy(player) else ()))
    return state, (PROFICIENCY(player=player, card=card.name, rank=card.rank, sum=sum_of, level=who.level, also=also),)


def _ally(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    old = who.ally
    state = _laid_down(state, player, ally=card.name)
    also = (*(_FIRST_CARDS if state.phase == "create" else ()), *(_IN_COMBAT if state.busy(player) else ()))
    rulings: Rulings = (ALLY(player=player, card=card.name, also=also),)
    if not old:
        return state, rulings
    return replace(state, discarded=state.discarded + 1), (*rulings, ALLY_REPLACED(old=old, player=player))


def _item(state: State, player: str, card: Card, target: str) -> Outcome:
    """Lay down an Item: equipped where there is room for it, else carried; a One-Shot is carried."""
    who = state.who(player)
    worn = replace(who, items=(*who.items, Item(card.name, equipped=True)))
    works = card.kind == "item" and may_equip(card, who)
    fits = works and not crowded(state.rules.cards, worn)
    lead: tuple[str, ...] = _FIRST_CARDS if state.phase == "create" else ()
    lead += _WORN if fits else (*_NO_ROOM, *_SIDEWAYS) if works else _SIDEWAYS
    how = (
        Phrase("equipped")
        if fits
        else Phrase("carried")
        if works or not card.only
        else Phrase("carried, because it works for {only} only", only=Phrase(card.only))
    )
    price = "" if "gold" in card.unknown else Phrase(" ({price})", price=price_words(card.gold))
    state = _laid_down(state, player, items=(*who.items, Item(card.name, equipped=fits)))
    return state, (ITEM.by(lead)(player=player, card=card.name, price=price, how=how),)


def _laid_down(state: State, player: str, **change: Any) -> State:
    """Move a card from the hand of *player* into play."""
    state = from_hand(state, player)
    return state.put(replace(state.who(player), **change))


def _cheat(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    at = find(who, target, cheat=False)
    assert at is not None
    items = changed(who, at, replace(who.items[at], cheat=True)).items
    return _laid_down(state, player, items=items), (CHEAT(player=player, card=target),)


def _other(state: State, player: str, card: Card, target: str) -> Outcome:
    who = state.who(player)
    state = _laid_down(state, player, others=(*who.others, card.name))
    return state, (OTHER(player=player, card=card.name),)


def _go_up(state: State, player: str, card: Card, target: str) -> Outcome:
    if state.who(target).level >= state.rules.top - 1 and not card.wins:
        return state, (refused(target, "card"),)
    state = replace(from_hand(state, player), discarded=state.discarded + 1)
    outcome: Outcome = state, (GO_UP(player=player, card=card.name, target=target),)
    reason = "winning card" if card.wins else "card"
    return then(outcome, lambda s: climb(s, target, card.levels, reason, may_win=card.wins))


def _curse(state: State, player: str, card: Card, target: str) -> Outcome:
    return strike(from_hand(state, player), target, card, by=player)


HOW: Mapping[str, Callable[[State, str, Card, str], Outcome]] = {
    "role": _role,
    "dual role": _dual,
    "proficiency": _proficiency,
    "ally": _ally,
    "item": _item,
    "one-shot": _item,
    "cheat": _cheat,
    "other": _other,
    "level up": _go_up,
    "curse": _curse,
}
