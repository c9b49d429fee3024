"""Selling Items for Levels: Items are put on a heap, and the heap is sold or taken back."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.character import without
from rules.munchkin.levels import climb, refused
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, discard_hand, then

PRICE = 1000
_HAND = "hand"

_HEAP = BOOK.says("sale-heap", "{player} puts {card} up for sale: {gold} gold in all.", "MUN-SELL-01", "MUN-SELL-04")
_NOTHING = BOOK.cite("MUN-SELL-06")
_ONE_SHOT = BOOK.cite("MUN-ITEM-23")
_BACK = BOOK.says("sale-taken-back", "{player} sells nothing after all.", "MUN-SELL-01")
_SOLD = BOOK.says(
    "sale", "{player} discards Items worth {gold} gold in all for {levels}.", "MUN-SELL-01", "MUN-ITEM-13"
)
_NO_CHANGE = BOOK.cite("MUN-SELL-02")
_MORE = BOOK.cite("MUN-SELL-03")
_WASTED = BOOK.cite("MUN-Q-07", "MUN-SELL-05")
_TOO_LITTLE = BOOK.says(
    "sale-too-little",
    "No: {gold} gold buys no Level, it takes {price}. {player} keeps the Items.",
    *("MUN-SELL-01", "MUN-ITEM-12", "MUN-Q-07"),
)
_TOO_MUCH = BOOK.says(
    "sale-too-much",
    "No: {gold} gold is more than {player} can use below the last Level. The Items stay.",
    *("MUN-Q-07", "MUN-SELL-05"),
)
_UNLISTED = tuple(
    Option(f"{gold} gold > hand", f"An Item of {gold} gold from the hand") for gold in range(0, 1600, 100)
)


def _wares(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    if state.busy(player):
        return ()
    up = [name for name, _ in state.sale]
    names = [item.name for item in who.items]
    own = tuple(name for name in dict.fromkeys(names) if names.count(name) > up.count(name))
    known = tuple(Option(f"{o.pick} > hand", f"{o.words} from the hand") for o in state.rules.offers["wares"])
    held = (*known, *_UNLISTED) if who.hand > up.count(_HAND) else ()
    return (*plain(*own), *held, *(plain("done", "take back") if up else ()))


def sell(state: State, player: str, pick: str) -> Outcome:
    """``Dress Robes`` or ``Felix Felicis > hand`` or ``400 gold > hand``; then ``done`` or ``take back``."""
    if pick == "take back":
        return replace(state, sale=()), (_BACK(player=player),)
    if pick == "done":
        return _deal(state, player)
    name, _, place = pick.partition(" > ")
    listed = state.rules.cards.get(name)
    gold = listed.gold if listed else int(name.split()[0])
    state = replace(state, sale=(*state.sale, (place or name, gold)))
    also = (*(() if gold else _NOTHING), *(_ONE_SHOT if listed and listed.kind == "one-shot" else ()))
    return state, (_HEAP(player=player, card=name, gold=_sum(state), also=also),)


def _sum(state: State) -> int:
    return sum(gold for _, gold in state.sale)


def _deal(state: State, player: str) -> Outcome:
    gold, room = _sum(state), state.rules.top - 1 - state.who(player).level
    number = gold // PRICE
    kept = replace(state, sale=())
    if not number:
        return kept, (_TOO_LITTLE(player=player, gold=gold, price=PRICE),)
    if room < 1:
        return kept, (refused(player, "sale"),)
    if number > room and state.rules.on("forbid_overpay"):
        return kept, (_TOO_MUCH(player=player, gold=gold),)
    bought = min(number, room)
    also = (
        *(_NO_CHANGE if gold % PRICE else ()),
        *(_MORE if bought > 1 else ()),
        *(_WASTED if number > room else ()),
    )
    levels = f"{bought} Level{'s' if bought > 1 else ''}"
    told: Outcome = _gone(state, player), (_SOLD(player=player, gold=gold, levels=levels, also=also),)
    return then(told, lambda sold: climb(sold, player, bought, "sale", may_win=False))


def _gone(state: State, player: str) -> State:
    heap, state = state.sale, replace(state, sale=())
    for place, _ in heap:
        if place == _HAND:
            state = discard_hand(state, player)
            continue
        before = state.who(player)
        after = without(before, place)
        cards = sum(1 for _ in before.in_play()) - sum(1 for _ in after.in_play())
        state = replace(state.put(after), discarded=state.discarded + cards)
    return state


ACTIONS = {
    "sell": Action("{player} may sell Items for Levels.", BOOK.cite("MUN-SELL-01", "MUN-TIMING-08"), _wares, sell),
}
