"""Items put on and taken off."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, first, plain, whole_game
from rules.munchkin.character.character import Character, changed, crowded, find, may_equip
from rules.munchkin.character.limits import only_rules
from rules.munchkin.messages import CARRIES, EQUIPS, NO_ROOM
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State

_CARRY_ONLY = BOOK.cite("MUN-ITEM-11")
_BEYOND_LIMITS = BOOK.cite("MUN-ITEM-10")

_ITEMS_REST = BOOK.because(
    "In a fight, and while running away, Items stay as they are.", "MUN-ITEM-07", "MUN-TIMING-05"
)
_NOT_SIDEWAYS = BOOK.because("This player carries no Item of that name.", "MUN-ITEM-04", "MUN-ITEM-06")
_NOT_WORN = BOOK.because("This player has no Item of that name equipped.", "MUN-ITEM-05", "MUN-ITEM-06")
_ON_ALREADY = BOOK.because("That Item is equipped already.", "MUN-ITEM-05", "MUN-ITEM-04")
_OFF_ALREADY = BOOK.because("That Item is not equipped, only carried.", "MUN-ITEM-06", "MUN-ITEM-05")
_ONLY_FOR = BOOK.because("{card} works for {only} only.", "MUN-ITEM-05")
_ONE_SHOT = BOOK.because("A One-Shot is not equipped: it is used.", "MUN-ITEM-20")


def _calm(state: State, player: str) -> Reason | None:
    return _ITEMS_REST if state.busy(player) else None


def _to_turn(state: State, player: str, *, equipped: bool) -> tuple[Option, ...]:
    items = [item for item in state.who(player).items if item.equipped == equipped]
    return plain(*dict.fromkeys(item.name for item in items if not _why_not_turned(state, player, item.name, equipped)))


def _for_others(state: State, player: str) -> tuple[Option, ...]:
    """The Items before *player* that work only for what *player* does not have, such as a Role."""
    who = state.who(player)
    return plain(*dict.fromkeys(i.name for i in who.items if not may_equip(state.card(i.name), who)))


def _why_not_turned(state: State, player: str, name: str, equipped: bool) -> Reason | None:
    """Why the Item called *name* cannot be taken off (*equipped*) or put on; None where it can."""
    who = state.who(player)
    if find(who, name, equipped=equipped) is None:
        return _why_not_lying(who, name, equipped)
    card = state.card(name)
    if card.kind != "item":
        return _ONE_SHOT
    if not equipped and not may_equip(card, who):
        return _ONLY_FOR.about(card=name, only=Phrase(card.only)).by(only_rules(state, card.only))
    return None


def _why_not_lying(who: Character, name: str, equipped: bool) -> Reason:
    """Why *who* has no Item *name* that is *equipped* (or carried, if False): it is the other way, or there is none."""
    if find(who, name) is None:
        return _NOT_WORN if equipped else _NOT_SIDEWAYS
    return _OFF_ALREADY if equipped else _ON_ALREADY


def equip(state: State, player: str, pick: str) -> Outcome:
    """Put on an Item that was only carried."""
    who = state.who(player)
    at = find(who, pick, equipped=False)
    assert at is not None
    worn = changed(who, at, replace(who.items[at], equipped=True))
    slot = crowded(state.rules.cards, worn)
    if slot:
        also = _CARRY_ONLY if slot == "headgear" else ()
        return state, (NO_ROOM(player=player, card=pick, slot=Phrase(slot), also=also),)
    beyond = _BEYOND_LIMITS if worn.items[at].cheat else ()
    return state.put(worn), (EQUIPS(player=player, card=pick, also=beyond),)


def carry(state: State, player: str, pick: str) -> Outcome:
    """Take off an Item; it is still carried."""
    who = state.who(player)
    at = find(who, pick, equipped=True)
    assert at is not None
    who = changed(who, at, replace(who.items[at], equipped=False))
    return state.put(who), (CARRIES(player=player, card=pick),)


ACTIONS = {
    "equip": Action(
        "{player} may equip an Item.",
        BOOK.cite("MUN-TIMING-05", "MUN-ITEM-09"),
        first(whole_game, alive, _calm),
        lambda state, player: _to_turn(state, player, equipped=False),
        lambda state, player, pick: _why_not_turned(state, player, pick, equipped=False),
        equip,
        expected=_for_others,
    ),
    "carry": Action(
        "{player} may turn an Item sideways.",
        BOOK.cite("MUN-TIMING-05", "MUN-ITEM-06"),
        first(whole_game, alive, _calm),
        lambda state, player: _to_turn(state, player, equipped=True),
        lambda state, player, pick: _why_not_turned(state, player, pick, equipped=True),
        carry,
    ),
}
