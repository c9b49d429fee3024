"""What belongs to a player: Items given, cards received, discarded and lost, the number of cards held."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, counted_hands, first, living, never, plain, whole_game
from rules.munchkin.cards.notation import number_of
from rules.munchkin.cards.offers import aimed
from rules.munchkin.fight.reward import move_item
from rules.munchkin.messages import (
    CURSE_LIFTED,
    DROPS,
    GIVES,
    GIVES_UP,
    HOLDS,
    HOUSE_FULL,
    OF_HOUSE,
    RECEIVED,
    SEX,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import FIGURES, HAND_LIMIT, Outcome, State, discard_in_play, draw

MOST_COUNTED = 20

_ROLE = BOOK.cite("MUN-ROLE-04", "MUN-ROLE-02", "MUN-TIMING-01")
_PROFICIENCY = BOOK.cite("MUN-PROF-07")
_AN_ITEM = BOOK.cite("MUN-ITEM-13", "MUN-ITEM-12")
_A_CARD = Option("a card", Phrase("I have just received a card"))
_OVER = BOOK.cite("MUN-Q-46")


_DEAD_TAKER = BOOK.because("{taker} is dead and can be given nothing.", "MUN-DEATH-11")
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
_CURSE_STAYS = BOOK.because(
    "A lasting Curse is not discarded freely: it stays until it is used up or a card removes it.",
    *("MUN-CURSE-05", "MUN-CURSE-06"),
)
_NOT_IN_PLAY = BOOK.because("This player does not have that card in play.", "MUN-CARD-04", "MUN-ITEM-13")
_KEEP_ROLE = BOOK.because(
    "A player may discard a Role or Proficiency at any time: choose discard.", "MUN-ROLE-04", "MUN-PROF-07"
)
_HOUSE_STAYS = BOOK.because("A House is chosen before the first turn, and stays.", "MUN-SETUP-03")
_IS_SO = BOOK.because("The character is so already.", "MUN-SETUP-13")
_IS_OF_HOUSE = BOOK.because("The character is of that House already.", "MUN-SETUP-03")
_NO_HOUSE = BOOK.because("Choose a House by its name, or female or male.", "MUN-SETUP-03", "MUN-SETUP-13")
_NO_SEX = BOOK.because("A character is female or male.", "MUN-SETUP-13")
_JUST_SAY_SO = BOOK.because("There is nothing to choose: just say that you have received a card.", "MUN-TIMING-06")
_OWN_TURN = BOOK.because(
    "In your own turn there is no need to say so: a card just received is played like any other.",
    *("MUN-TIMING-06", "MUN-TIMING-09"),
)
_NO_SUCH_COUNT = BOOK.because(
    Phrase("The number of cards in a hand is a whole number from 0 to {most}.", most=MOST_COUNTED), "MUN-CARD-08"
)


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
    return _NO_TRADING if state.busy(player) or state.busy(taker) else None


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
    return discard_in_play(state, player, pick), (DROPS.by(lead)(player=player, card=pick),)


def _losable(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    return plain(*dict.fromkeys((*(item.name for item in who.items), *who.allies, *who.others, *who.curses)))


def lose(state: State, player: str, pick: str) -> Outcome:
    """Discard a card in play because of another card: as a price, by a Curse, or as a lifted Curse."""
    who = state.who(player)
    lead = _AN_ITEM if any(item.name == pick for item in who.items) else ()
    message = CURSE_LIFTED if pick in who.curses else GIVES_UP.by(lead)
    return discard_in_play(state, player, pick), (message(player=player, card=pick),)


_HANDS = tuple(Option(str(number), number_of(number, "card"), amount=number) for number in range(MOST_COUNTED + 1))


def count_hand(state: State, player: str, pick: str) -> Outcome:
    """Set the number of cards in a hand; cards that were not counted before are taken as just received."""
    number, who = int(pick), state.who(player)
    more = number - who.hand
    state = state.put(replace(who, hand=number, fresh=who.fresh or more > 0))
    ruling = HOLDS(player=player, number=number_of(number, "card"), also=_OVER if number > HAND_LIMIT else ())
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
        return state.put(replace(who, sex=pick)), (SEX(player=player, sex=Phrase(pick)),)
    if sum(seat.house == pick for seat in state.seats) >= FIGURES:
        return state, (HOUSE_FULL(house=pick),)
    return state.put(replace(who, house=pick)), (OF_HOUSE(player=player, house=pick),)


def _why_no_change(state: State, player: str, pick: str) -> Reason | None:
    if pick in ("female", "male"):
        return _IS_SO
    if pick == state.who(player).house:
        return _IS_OF_HOUSE
    card = state.rules.cards.get(pick)
    if card and card.kind == "house":
        return _HOUSE_STAYS
    return _NO_HOUSE if state.phase == "create" else _NO_SEX


def _why_not_discarded(state: State, player: str, pick: str) -> Reason | None:
    if pick in state.who(player).curses:
        return _CURSE_STAYS
    return _NOT_FREELY if pick in state.who(player).in_play() else _NOT_IN_PLAY


def _why_not_lost(state: State, player: str, pick: str) -> Reason | None:
    who = state.who(player)
    if pick in who.proficiencies:
        return _KEEP_ROLE.by(("MUN-PROF-07",))
    return _KEEP_ROLE if pick in (*who.roles, "Dual Role") else _NOT_IN_PLAY


ACTIONS = {
    "give": Action(
        "{player} may give Items away.",
        BOOK.cite("MUN-TIMING-04", "MUN-ITEM-14", "MUN-ITEM-18"),
        living,
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
        never(_JUST_SAY_SO),
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
