"""Selling Items for Levels: Items are put up for sale one by one, and then sold together or taken back."""

from __future__ import annotations

from collections import Counter

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, begun, first, never, open_question, own_turn
from rules.munchkin.cards.cards import Card, described
from rules.munchkin.cards.new_cards import PRICES, unknown, with_card
from rules.munchkin.cards.notation import number_of, price_words
from rules.munchkin.character.levels import climb, refused
from rules.munchkin.messages import (
    PRICE_IS,
    PRICE_UNKNOWN,
    SALE,
    SALE_HEAP,
    SALE_SHRINKS,
    SALE_TAKEN_BACK,
    SALE_TOO_LITTLE,
    SALE_TOO_MUCH,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import (
    Outcome,
    Question,
    State,
    discard_hand,
    discard_in_play,
    then,
    with_question,
    without_question,
)

PRICE = 1000
HAND = "hand"

_NOTHING = BOOK.cite("MUN-SELL-06")
_ONE_SHOT = BOOK.cite("MUN-ITEM-23")
_NO_CHANGE = BOOK.cite("MUN-SELL-02")
_MORE = BOOK.cite("MUN-SELL-03")
_WASTED = BOOK.cite("MUN-Q-07", "MUN-SELL-05")
_UNLISTED = tuple(
    Option(
        f"{gold} gold > hand",
        Phrase("An Item not on the table: {price}", price=price_words(gold)),
        "hand",
        f"{gold} gold",
        HAND,
        gold,
    )
    for gold in PRICES
)
_UNLISTED_PICKS = frozenset(option.pick for option in _UNLISTED)
_NOT_NOW = BOOK.because("Items are sold outside a fight, and not while running away.", "MUN-SELL-01", "MUN-TIMING-08")
_LISTEN_FIRST = BOOK.because("Listen at the door first: Items are sold after it.", "MUN-FAST-01", "MUN-FAST-02")
_LAST_STEP = BOOK.because(
    "On Level {level} nothing is sold for Levels: the last Level is not for sale.", "MUN-SELL-05", "MUN-CONF-07"
)
_NO_ITEM = BOOK.because("Only Items are sold.", "MUN-SELL-01")
_NO_ITEM_TREASURE = BOOK.because(
    "Only Items are sold; Go Up a Level and its like are no Items.", "MUN-ITEM-24", "MUN-SELL-01"
)
_NOT_IN_PLAY = BOOK.because("The seller does not have that Item in play, or it is up for sale already.", "MUN-SELL-04")
_NO_BUYER = BOOK.because(
    "An Item is sold for Levels, to nobody: it is discarded. To another player it can be given.",
    *("MUN-SELL-01", "MUN-ITEM-13"),
)
_EMPTY_HAND = BOOK.because("By the table's count that hand has no card left to sell.", "MUN-SELL-04", "MUN-CARD-06")
_NOTHING_UP = BOOK.because("Nothing is up for sale.", "MUN-SELL-01")


def _not_now(state: State, player: str) -> Reason | None:
    if state.phase == "listen":
        return _LISTEN_FIRST
    return _NOT_NOW if state.busy(player) or state.phase not in ("arrange", "room", "charity") else None


def _nothing_to_buy(state: State, player: str) -> Reason | None:
    """Why no sale is begun one step from the end; a sale that was begun before may still be taken back."""
    last = state.rules.top - 1
    return _LAST_STEP.about(level=last) if state.who(player).level == last and not state.sale else None


def _wares(state: State, player: str) -> tuple[Option, ...]:
    ends = (_DONE, _TAKE_BACK) if state.sale else ()
    return (*ends, *(_ware(state.card(name)) for name in _on_the_table(state, player)), *_held(state, player))


def _on_the_table(state: State, player: str) -> tuple[str, ...]:
    """The Items of *player* in play that are not up for sale yet."""
    up = [name for name, _ in state.sale]
    names = [item.name for item in state.who(player).items]
    return tuple(name for name in dict.fromkeys(names) if names.count(name) > up.count(name))


def _holds_more(state: State, player: str) -> bool:
    """Whether *player* may hold another card than those of the hand that are up for sale."""
    return state.holds(player, [name for name, _ in state.sale].count(HAND) + 1)


_DONE = Option("done", Phrase("Sell them"))
_TAKE_BACK = Option("take back", Phrase("Sell nothing"))


def _ware(card: Card) -> Option:
    known = "gold" not in card.unknown
    price = price_words(card.gold) if known else Phrase("price not known yet")
    return Option(
        card.name,
        Phrase("{card}, {price}", card=card.name, price=price),
        "table",
        card.name,
        amount=card.gold if known else None,
    )


def _held(state: State, player: str) -> tuple[Option, ...]:
    if not _holds_more(state, player):
        return ()
    listed = (state.card(option.pick) for option in state.rules.offers["play items"])
    known = (
        Option(f"{c.name} > hand", Phrase("{c}, not on the table", c=c.name), "hand", c.name, HAND) for c in listed
    )
    return (*_UNLISTED, *known)


def _why_not_sold(state: State, player: str, pick: str) -> Reason | None:
    if pick in (_DONE.pick, _TAKE_BACK.pick):
        return None if state.sale else _NOTHING_UP
    name, _, place = pick.partition(" > ")
    card = state.rules.cards.get(name)
    if card and not card.is_item:
        return _NO_ITEM_TREASURE if card.kind in ("level up", "other") else _NO_ITEM
    if place not in ("", HAND):
        return _NO_BUYER
    if not place:
        return None if pick in _on_the_table(state, player) else _NOT_IN_PLAY
    if not _holds_more(state, player):
        return _EMPTY_HAND
    if card or pick in _UNLISTED_PICKS:
        return None
    return _NO_SUCH_PRICE if name.endswith(" gold") else unknown(name)


def sell(state: State, player: str, pick: str) -> Outcome:
    """Put an Item up for sale, or end the sale with ``done`` or ``take back``.

    An Item is named as ``Dress Robes`` on the table, ``Felix Felicis > hand`` or ``400 gold > hand`` in the hand.
    """
    if pick == "take back":
        return replace(state, sale=()), (SALE_TAKEN_BACK(player=player),)
    if pick == "done":
        return _close_sale(state, player)
    name, _, place = pick.partition(" > ")
    listed = state.rules.cards.get(name)
    if listed and "gold" in listed.unknown:
        question = Question("price", player, name, (place,))
        return with_question(state, question), (PRICE_UNKNOWN(card=name),)
    return _put_up(state, player, name, place, listed.gold if listed else int(name.split()[0]))


def _put_up(state: State, player: str, name: str, place: str, gold: int) -> Outcome:
    listed = state.rules.cards.get(name)
    state = replace(state, sale=(*state.sale, (place or name, gold)))
    also = (*(() if gold else _NOTHING), *(_ONE_SHOT if listed and listed.kind == "one-shot" else ()))
    card = name if listed else Phrase("an Item of {gold} gold", gold=name.removesuffix(" gold"))
    return state, (SALE_HEAP(player=player, card=card, gold=_sum(state), also=also),)


def _prices(state: State, player: str) -> tuple[Option, ...]:
    return tuple(
        Option(str(gold), Phrase("{gold} gold", gold=gold) if gold else Phrase("No Value"), amount=gold)
        for gold in PRICES
    )


def say_price(state: State, player: str, pick: str) -> Outcome:
    """Save the price of an undescribed Item, and continue the sale."""
    question = state.questions[0]
    card = described(state.card(question.about), gold=int(pick))
    known = with_card(without_question(state), card), (PRICE_IS(card=card.name, gold=price_words(card.gold)),)
    return then(known, lambda s: _put_up(s, player, card.name, question.picks[0], card.gold))


def _sum(state: State) -> int:
    return sum(gold for _, gold in state.sale)


def _close_sale(state: State, player: str) -> Outcome:
    gold, room = _sum(state), state.rules.top - 1 - state.who(player).level
    number = gold // PRICE
    unsold = replace(state, sale=())
    if not number:
        return unsold, (SALE_TOO_LITTLE(player=player, gold=gold, price=PRICE),)
    if room < 1:
        return unsold, (refused(player, "sale"),)
    if number > room and state.rules.on("forbid_overpay"):
        return unsold, (SALE_TOO_MUCH(player=player, gold=gold),)
    bought = min(number, room)
    also = (
        *(_NO_CHANGE if gold % PRICE else ()),
        *(_MORE if bought > 1 else ()),
        *(_WASTED if number > room else ()),
    )
    levels = number_of(bought, "Level")
    outcome: Outcome = _without_sold(state, player), (SALE(player=player, gold=gold, levels=levels, also=also),)
    return then(outcome, lambda sold: climb(sold, player, bought, "sale", may_win=False))


def _without_sold(state: State, player: str) -> State:
    heap, state = state.sale, replace(state, sale=())
    for place, _ in heap:
        state = discard_hand(state, player) if place == HAND else discard_in_play(state, player, place)
    return state


def shrink(state: State) -> Outcome:
    """Take out of the sale what the seller has lost since, to a Curse for example; the dead sell none.

    The price of an Item that is lost is not asked any more.
    """
    if state.sale and not state.who(state.active).alive:
        return replace(state, sale=()), ()
    remaining = _still_there(state) if state.sale else ()
    unpriced = next((q for q in state.questions if q.kind == "price" and not _has_unpriced(state, q)), None)
    if remaining == state.sale and unpriced is None:
        return state, ()
    places = Counter(place for place, _ in state.sale)
    places.subtract(place for place, _ in remaining)
    places.update((unpriced.picks[0] or unpriced.about,) if unpriced else ())
    cards = listing(Phrase("a card of the hand") if place == HAND else place for place in places.elements())
    state = replace(state, sale=remaining, questions=tuple(q for q in state.questions if q is not unpriced))
    return state, (SALE_SHRINKS(player=state.active, cards=cards, gold=_sum(state)),)


def _has_unpriced(state: State, question: Question) -> bool:
    """Whether the seller still has the Item whose price is asked for."""
    if question.picks[0] == HAND:
        return _holds_more(state, question.player)
    return question.about in _on_the_table(state, question.player)


def _still_there(state: State) -> tuple[tuple[str, int], ...]:
    """The part of the sale that the seller still has."""
    who = state.who(state.active)
    has = Counter(item.name for item in who.items)
    has[HAND] = who.hand if state.rules.counts_hands else len(state.sale)
    remaining = []
    for place, gold in state.sale:
        has[place] -= 1
        if has[place] >= 0:
            remaining.append((place, gold))
    return tuple(remaining)


_NO_PRICE_DUE = BOOK.because("No price is asked for now.", "MUN-ITEM-03", "MUN-SELL-01")
_NO_SUCH_PRICE = BOOK.because("A price goes from No Value to 1,500 gold in hundreds.", "MUN-ITEM-03")

ACTIONS = {
    "sell": Action(
        "{player} may sell Items for Levels.",
        BOOK.cite("MUN-SELL-01", "MUN-TIMING-08"),
        first(begun, own_turn("MUN-SELL-01"), alive, _not_now, _nothing_to_buy),
        _wares,
        _why_not_sold,
        sell,
        exact=True,
    ),
    "price": Action(
        "{player} says the price of the Item.",
        BOOK.cite("MUN-ITEM-03"),
        open_question("price", _NO_PRICE_DUE),
        _prices,
        never(_NO_SUCH_PRICE),
        say_price,
    ),
}
