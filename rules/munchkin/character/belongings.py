"""What belongs to a player: Items put on, taken off and given, cards discarded and lost, the number of cards held."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, counted_hands, first, living, never, plain, whole_game
from rules.munchkin.cards.monsters import counted
from rules.munchkin.cards.offers import aimed
from rules.munchkin.character.character import cards_of, changed, crowded, find, may_equip, without
from rules.munchkin.fight.reward import move_item
from rules.munchkin.messages import (
    CARRIES,
    CURSE_LIFTED,
    DROPS,
    EQUIPS,
    GIVES,
    GIVES_UP,
    HOLDS,
    HOUSE_FULL,
    NO_ROOM,
    OF_HOUSE,
    RECEIVED,
    SEX,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, draw

MOST_IN_HAND = 20

_CARRY_ONLY = BOOK.cite("MUN-ITEM-11")
_ROLE = BOOK.cite("MUN-ROLE-04", "MUN-ROLE-02", "MUN-TIMING-01")
_PROFICIENCY = BOOK.cite("MUN-PROF-07")
_A_CARD = Option("a card", Phrase("I have just received a card"))
_OVER = BOOK.cite("MUN-Q-46")


_ITEMS_REST = BOOK.because(
    "In a fight, and while running away, Items stay as they are.", "MUN-ITEM-07", "MUN-TIMING-05"
)
_NOT_SIDEWAYS = BOOK.because("This player carries no Item of that name.", "MUN-ITEM-06", "MUN-ITEM-04")
_NOT_WORN = BOOK.because("This player has no Item of that name equipped.", "MUN-ITEM-06", "MUN-ITEM-05")
_ONLY_FOR = BOOK.because("{card} works for {only} only.", "MUN-ROLE-02", "MUN-ITEM-05")
_DEAD_TAKER = BOOK.because("{taker} is dead and can be given nothing.", "MUN-DEATH-11")
_ONE_SHOT = BOOK.because("A One-Shot is not equipped: it is used.", "MUN-ITEM-20")
_NO_TRADING = BOOK.because(
    "Items change hands only between players who are both out of combat.", "MUN-ITEM-16", "MUN-TIMING-04"
)
_ITEMS_ONLY = BOOK.because("Only Items are traded, and only from the table.", "MUN-ITEM-14", "MUN-ITEM-15")
_NO_ALLIES = BOOK.because("Allies are not traded.", "MUN-ALLY-05", "MUN-ITEM-14")
_NO_PROFICIENCIES = BOOK.because("Proficiencies are not traded.", "MUN-PROF-05", "MUN-ITEM-14")
_FROM_TABLE = BOOK.because("An Item is given away from the table, never from the hand.", "MUN-ITEM-15", "MUN-ITEM-14")
_NOT_FREELY = BOOK.because(
    "Only Roles, a Dual Role and Proficiencies are discarded freely; Items and Allies are not.",
    "MUN-ITEM-12",
    "MUN-TIMING-01",
)
_NOT_IN_PLAY = BOOK.because("This player does not have that card in play.", "MUN-CARD-04", "MUN-ITEM-13")
_KEEP_ROLE = BOOK.because(
    "A player may discard a Role or Proficiency at any time: choose discard.", "MUN-ROLE-04", "MUN-PROF-07"
)
_HOUSE_STAYS = BOOK.because("A House is chosen before the first turn, and stays.", "MUN-SETUP-03")
_IS_SO = BOOK.because("The character is so already.", "MUN-SETUP-13")
_OWN_TURN = BOOK.because("In your own turn you may play any card you hold.", "MUN-TIMING-07", "MUN-TIMING-09")
_NO_SUCH_COUNT = BOOK.because(
    Phrase("A hand of more than {most} cards is not counted.", most=MOST_IN_HAND), "MUN-CARD-08"
)


def _calm(state: State, player: str) -> Reason | None:
    return _ITEMS_REST if state.busy(player) else None


def _to_turn(state: State, player: str, *, equipped: bool) -> tuple[Option, ...]:
    items = [item for item in state.who(player).items if item.equipped == equipped]
    return plain(*dict.fromkeys(item.name for item in items if not _why_not_turned(state, player, item.name, equipped)))


def _for_others(state: State, player: str) -> tuple[Option, ...]:
    """The Items before *player* that work only for a Role that *player* does not have."""
    who = state.who(player)
    return plain(*dict.fromkeys(i.name for i in who.items if not may_equip(state.card(i.name), who)))


def _why_not_turned(state: State, player: str, name: str, equipped: bool) -> Reason | None:
    """Why the Item called *name* cannot be taken off (*equipped*) or put on; None where it can."""
    who = state.who(player)
    if find(who, name, equipped=equipped) is None:
        return _NOT_WORN if equipped else _NOT_SIDEWAYS
    card = state.card(name)
    if card.kind != "item":
        return _ONE_SHOT
    if not equipped and not may_equip(card, who):
        return _ONLY_FOR.about(card=name, only=card.only)
    return None


def equip(state: State, player: str, pick: str) -> Outcome:
    """Put on an Item that was only carried."""
    who = state.who(player)
    at = find(who, pick, equipped=False)
    assert at is not None
    worn = changed(who, at, replace(who.items[at], equipped=True))
    slot = crowded(state.rules.cards, worn)
    if slot:
        also = _CARRY_ONLY if slot == "headgear" else ()
        return state, (NO_ROOM(player=player, card=pick, slot=slot, also=also),)
    return state.put(worn), (EQUIPS(player=player, card=pick),)


def carry(state: State, player: str, pick: str) -> Outcome:
    """Take off an Item; it is still carried."""
    who = state.who(player)
    at = find(who, pick, equipped=True)
    assert at is not None
    who = changed(who, at, replace(who.items[at], equipped=False))
    return state.put(who), (CARRIES(player=player, card=pick),)


def _trading(state: State, player: str) -> Reason | None:
    return _NO_TRADING if state.busy(player) else None


def _gifts(state: State, player: str) -> tuple[Option, ...]:
    names = dict.fromkeys(item.name for item in state.who(player).items)
    takers = (name for name in state.players if not _why_no_taker(state, player, name))
    return aimed(plain(*names), tuple(takers))


def _gifts_to_the_dead(state: State, player: str) -> tuple[Option, ...]:
    names = dict.fromkeys(item.name for item in state.who(player).items)
    return aimed(plain(*names), tuple(seat.player for seat in state.seats if not seat.alive and seat.player != player))


def _why_no_taker(state: State, player: str, taker: str) -> Reason | None:
    """Why *player* can give *taker* nothing; None where that is possible."""
    if taker not in state.players or taker == player:
        return BOOK.because("Say to which other player the Item goes.", "MUN-ITEM-18")
    if not state.who(taker).alive:
        return _DEAD_TAKER.about(taker=taker)
    return _NO_TRADING if state.busy(taker) else None


def _why_no_gift(state: State, player: str, pick: str) -> Reason | None:
    name, _, taker = pick.partition(" > ")
    who = state.who(player)
    if name == who.ally:
        return _NO_ALLIES
    if name in who.proficiencies:
        return _NO_PROFICIENCIES
    if not any(item.name == name for item in who.items):
        card = state.rules.cards.get(name)
        return _FROM_TABLE if card and card.is_item else _ITEMS_ONLY
    return _why_no_taker(state, player, taker)


def give(state: State, player: str, pick: str) -> Outcome:
    """Give an Item to another player, as a present or in a trade: ``Dress Robes > Bo``."""
    name, _, taker = pick.partition(" > ")
    return move_item(state, player, taker, name), (GIVES(player=player, card=name, taker=taker),)


def _droppable(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    return plain(*who.roles, *(("Dual Role",) if who.dual else ()), *dict.fromkeys(who.proficiencies))


def drop_card(state: State, player: str, pick: str) -> Outcome:
    """Discard a Role, a Dual Role or a Proficiency freely."""
    lead = _PROFICIENCY if pick in state.who(player).proficiencies else _ROLE
    return _away(state, player, pick), (DROPS.by(lead)(player=player, card=pick),)


def _away(state: State, player: str, name: str) -> State:
    who = state.who(player)
    return replace(state.put(without(who, name)), discarded=state.discarded + cards_of(who, name))


def _losable(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    ally = (who.ally,) if who.ally else ()
    return plain(*dict.fromkeys((*(item.name for item in who.items), *ally, *who.others, *who.curses)))


def lose(state: State, player: str, pick: str) -> Outcome:
    """Discard a card in play because another card says so: as a price, by a Curse, or a Curse that is lifted."""
    says = CURSE_LIFTED if pick in state.who(player).curses else GIVES_UP
    return _away(state, player, pick), (says(player=player, card=pick),)


_HANDS = tuple(Option(str(number), counted(number, "card"), amount=number) for number in range(MOST_IN_HAND + 1))


def count_hand(state: State, player: str, pick: str) -> Outcome:
    """Set the number of cards in a hand; cards that were not counted before are taken as just received."""
    number, who = int(pick), state.who(player)
    more = number - who.hand
    state = state.put(replace(who, hand=number, fresh=who.fresh or more > 0))
    ruling = HOLDS(player=player, number=counted(number, "card"), also=_OVER if number > 5 else ())
    return replace(state, drawn=state.drawn + more), (ruling,)


def receive(state: State, player: str, pick: str) -> Outcome:
    """Note that a player has just received a card in a way that the table does not see."""
    return draw(state, player, 1), (RECEIVED(player=player),)


def _not_own_turn(state: State, player: str) -> Reason | None:
    return _OWN_TURN if player == state.active else None


def _changes(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    sexes = plain(*(sex for sex in ("female", "male") if sex != who.sex))
    if state.phase != "create":
        return sexes
    houses = (card.name for card in state.rules.cards.values() if card.kind == "house" and card.name != who.house)
    return (*sexes, *plain(*houses))


def change(state: State, player: str, pick: str) -> Outcome:
    """Change the character's sex; before the first turn, choose the House."""
    who = state.who(player)
    if pick in ("female", "male"):
        return state.put(replace(who, sex=pick)), (SEX(player=player, sex=pick),)
    if sum(seat.house == pick for seat in state.seats) >= 3:
        return state, (HOUSE_FULL(house=pick),)
    return state.put(replace(who, house=pick)), (OF_HOUSE(player=player, house=pick),)


def _why_no_change(state: State, player: str, pick: str) -> Reason | None:
    return _IS_SO if pick in ("female", "male") else _HOUSE_STAYS


def _why_not_discarded(state: State, player: str, pick: str) -> Reason | None:
    return _NOT_FREELY if pick in state.who(player).in_play() else _NOT_IN_PLAY


def _why_not_lost(state: State, player: str, pick: str) -> Reason | None:
    who = state.who(player)
    return _KEEP_ROLE if pick in (*who.roles, *who.proficiencies, "Dual Role") else _NOT_IN_PLAY


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
    "give": Action(
        "{player} may give Items away.",
        BOOK.cite("MUN-TIMING-04", "MUN-ITEM-14", "MUN-ITEM-18"),
        first(living, _trading),
        _gifts,
        _why_no_gift,
        give,
        expected=_gifts_to_the_dead,
    ),
    "discard": Action(
        "{player} may discard Roles and Proficiencies.",
        BOOK.cite("MUN-TIMING-01", "MUN-ROLE-04", "MUN-PROF-07"),
        first(whole_game, alive),
        _droppable,
        _why_not_discarded,
        drop_card,
    ),
    "lose": Action(
        "{player} may lose a card because another card says so.",
        BOOK.cite("MUN-ITEM-12", "MUN-ITEM-13"),
        living,
        _losable,
        _why_not_lost,
        lose,
    ),
    "got": Action(
        "{player} may say: I have just received a card.",
        BOOK.cite("MUN-TIMING-06", "MUN-ROLE-05"),
        first(living, _not_own_turn),
        lambda state, player: (_A_CARD,),
        never(_NOT_IN_PLAY),
        receive,
    ),
    "hand": Action(
        "{player} may correct the number of cards in hand.",
        BOOK.cite("MUN-CARD-08"),
        first(living, counted_hands),
        lambda state, player: _HANDS,
        never(_NO_SUCH_COUNT),
        count_hand,
    ),
    "change": Action(
        "{player} may change the character.",
        BOOK.cite("MUN-SETUP-13"),
        first(whole_game, alive),
        _changes,
        _why_no_change,
        change,
    ),
}
