"""What lies before the players: put on and taken off, given, dropped, lost; and the number of cards in a hand."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.character import Character, cards_of, changed, crowded, find, without
from rules.munchkin.reward import move_item
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State

MOST_IN_HAND = 20

_EQUIPS = BOOK.says("equips", "{player} equips {card}.", "MUN-TIMING-05", "MUN-ITEM-05", "MUN-ITEM-09")
_CARRIES = BOOK.says("carries", "{player} turns {card} sideways.", "MUN-TIMING-05", "MUN-ITEM-04", "MUN-ITEM-06")
_NO_ROOM = BOOK.says("no-room", "No: {player} has no room for {card} ({slot}).", "MUN-ITEM-09")
_CARRY_ONLY = BOOK.cite("MUN-ITEM-11")
_GIVES = BOOK.says(
    "gives",
    "{player} gives {card} to {taker}, who carries it. It stays on the table. Only Items are traded.",
    *("MUN-TIMING-04", "MUN-ALLY-05", "MUN-PROF-05", "MUN-ITEM-14", "MUN-ITEM-15", "MUN-ITEM-17", "MUN-ITEM-18"),
)
_DROPS = BOOK.says("drops", "{player} discards {card}.", "MUN-CARD-09")
_ROLE = BOOK.cite("MUN-ROLE-04", "MUN-ROLE-02", "MUN-TIMING-01")
_PROFICIENCY = BOOK.cite("MUN-PROF-07")
_LOSES = BOOK.says("gives-up", "{player} loses {card}, as a card demands.", "MUN-ITEM-12", "MUN-ITEM-13", "MUN-CARD-09")
_LIFTED = BOOK.says("curse-lifted", "{card} is lifted from {player}.", "MUN-CURSE-05")
_HAND = BOOK.says("hand", "{player} holds {number} cards.", "MUN-CARD-08")
_OVER = BOOK.cite("MUN-Q-46")
_SEX = BOOK.says("sex", "{player}'s character is {sex} now.", "MUN-SETUP-13", "MUN-Q-43")
_HOUSE = BOOK.says("house", "{player} is of {house}.", "MUN-SETUP-03", "MUN-SETUP-04", "MUN-SETUP-12")
_HOUSE_FULL = BOOK.says("house-full", "No: three players are of {house} already.", "MUN-SETUP-06")


def _to_turn(state: State, player: str, *, equipped: bool) -> tuple[Option, ...]:
    if state.busy(player):
        return ()
    items = (item for item in state.who(player).items if item.equipped == equipped)
    names = (item.name for item in items if state.card(item.name).kind == "item")
    return plain(*dict.fromkeys(names))


def equip(state: State, player: str, pick: str) -> Outcome:
    """An Item that was only carried is put on."""
    who = state.who(player)
    at = find(who, pick, equipped=False)
    assert at is not None
    worn = changed(who, at, replace(who.items[at], equipped=True))
    slot = crowded(state.rules.cards, worn)
    if slot:
        also = _CARRY_ONLY if slot == "headgear" else ()
        return state, (_NO_ROOM(player=player, card=pick, slot=slot, also=also),)
    return state.put(worn), (_EQUIPS(player=player, card=pick),)


def carry(state: State, player: str, pick: str) -> Outcome:
    """An Item is taken off, and carried."""
    who = state.who(player)
    at = find(who, pick, equipped=True)
    assert at is not None
    who = changed(who, at, replace(who.items[at], equipped=False))
    return state.put(who), (_CARRIES(player=player, card=pick),)


def _gifts(state: State, player: str) -> tuple[Option, ...]:
    if state.busy(player):
        return ()
    names = dict.fromkeys(item.name for item in state.who(player).items)
    takers = [
        seat.player for seat in state.seats if seat.alive and seat.player != player and not state.busy(seat.player)
    ]
    return plain(*(f"{name} > {taker}" for name in names for taker in takers))


def give(state: State, player: str, pick: str) -> Outcome:
    """An Item goes to another player, as a present or as one half of a trade: ``Dress Robes > Bo``."""
    name, _, taker = pick.partition(" > ")
    return move_item(state, player, taker, name), (_GIVES(player=player, card=name, taker=taker),)


def _droppable(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    return plain(*who.roles, *(("Dual Role",) if who.dual else ()), *dict.fromkeys(who.proficiencies))


def drop_card(state: State, player: str, pick: str) -> Outcome:
    """A Role, a Dual Role or a Proficiency is given up freely."""
    also = _PROFICIENCY if pick in state.who(player).proficiencies else _ROLE
    return _away(state, player, pick), (_DROPS(player=player, card=pick, also=also),)


def _away(state: State, player: str, name: str) -> State:
    who = state.who(player)
    return replace(state.put(without(who, name)), discarded=state.discarded + cards_of(who, name))


def _losable(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    ally = (who.ally,) if who.ally else ()
    return plain(*dict.fromkeys((*(item.name for item in who.items), *ally, *who.others, *who.curses)))


def lose(state: State, player: str, pick: str) -> Outcome:
    """A card in play goes because another card wants it: as a price, by a Curse, or a Curse that is lifted."""
    lifted = pick in state.who(player).curses
    says = _LIFTED if lifted else _LOSES
    return _away(state, player, pick), (says(player=player, card=pick),)


_HANDS = tuple(Option(str(number), f"{number} cards in hand") for number in range(MOST_IN_HAND + 1))


def count_hand(state: State, player: str, pick: str) -> Outcome:
    """The cards in a hand are counted, and that is how many there are."""
    number, who = int(pick), state.who(player)
    more = number - who.hand
    state = replace(state.put(replace(who, hand=number)), drawn=state.drawn + more)
    return state, (_HAND(player=player, number=number, also=_OVER if number > 5 else ()),)


def _changes(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    sexes = plain(*(sex for sex in ("female", "male") if sex != who.sex))
    if state.phase != "create":
        return sexes
    houses = (card.name for card in state.rules.cards.values() if card.kind == "house" and card.name != who.house)
    return (*sexes, *plain(*houses))


def change(state: State, player: str, pick: str) -> Outcome:
    """The character is a man or a woman now; before the first turn, the House is picked."""
    who = state.who(player)
    if pick in ("female", "male"):
        return state.put(replace(who, sex=pick)), (_SEX(player=player, sex=pick),)
    if sum(seat.house == pick for seat in state.seats) >= 3:
        return state, (_HOUSE_FULL(house=pick),)
    return state.put(replace(who, house=pick)), (_HOUSE(player=player, house=pick),)


def _whole_hand(state: State, player: str) -> tuple[Option, ...]:
    return _HANDS


def _carried(state: State, player: str) -> tuple[Option, ...]:
    return _to_turn(state, player, equipped=False)


def _worn(state: State, player: str) -> tuple[Option, ...]:
    return _to_turn(state, player, equipped=True)


def counted(who: Character) -> int:
    """All cards of *who* the table knows of."""
    return who.hand + sum(1 for _ in who.in_play())


ACTIONS = {
    "equip": Action("{player} may equip an Item.", BOOK.cite("MUN-TIMING-05", "MUN-ITEM-09"), _carried, equip),
    "carry": Action("{player} may turn an Item sideways.", BOOK.cite("MUN-TIMING-05", "MUN-ITEM-06"), _worn, carry),
    "give": Action(
        "{player} may give Items away.", BOOK.cite("MUN-TIMING-04", "MUN-ITEM-14", "MUN-ITEM-18"), _gifts, give
    ),
    "discard": Action(
        "{player} may discard Roles and Proficiencies.",
        BOOK.cite("MUN-TIMING-01", "MUN-ROLE-04", "MUN-PROF-07"),
        _droppable,
        drop_card,
    ),
    "lose": Action(
        "{player} may lose a card: another card says so.", BOOK.cite("MUN-ITEM-12", "MUN-ITEM-13"), _losable, lose
    ),
    "hand": Action("{player} may tell how many cards are in hand.", BOOK.cite("MUN-CARD-08"), _whole_hand, count_hand),
    "change": Action("{player} may change what the character is.", BOOK.cite("MUN-SETUP-13"), _changes, change),
}
