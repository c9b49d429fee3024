"""An Item that no list knows: its bonus, its slot and its price are asked for one after the other."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.cards import SLOTS, Card
from rules.munchkin.play import lay_down
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Question, State

BONUSES = tuple(range(7))
PRICES = tuple(range(0, 1600, 100))
_NO_SLOT = "no slot"

_TOLD = BOOK.says("unlisted-item", "{player} describes an Item: {words}.", "MUN-ITEM-01", "MUN-ITEM-03")


def _name(bonus: int, slot: str, gold: int) -> str:
    return f"Item +{bonus}, {slot or _NO_SLOT}, {gold} gold"


ITEMS = {
    _name(bonus, slot, gold): Card(_name(bonus, slot, gold), "item", bonus=bonus, slot=slot, gold=gold)
    for bonus in BONUSES
    for slot in ("", *SLOTS)
    for gold in PRICES
}


def _next(state: State, kind: str, player: str, words: str) -> Outcome:
    question = Question(kind, player, words)
    return replace(state, questions=(question, *state.questions[1:])), (_TOLD(player=player, words=words),)


def tell_bonus(state: State, player: str, pick: str) -> Outcome:
    """First its bonus."""
    return _next(state, "item slot", player, f"Item {pick}")


def tell_slot(state: State, player: str, pick: str) -> Outcome:
    """Then its slot."""
    return _next(state, "item gold", player, f"{state.questions[0].about}, {pick}")


def tell_gold(state: State, player: str, pick: str) -> Outcome:
    """Then its price, and it lies there."""
    card = ITEMS[f"{state.questions[0].about}, {pick} gold"]
    return lay_down(replace(state, questions=state.questions[1:]), player, card)


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return plain(*(f"+{bonus}" for bonus in BONUSES))


def _slots(state: State, player: str) -> tuple[Option, ...]:
    return plain(_NO_SLOT, *SLOTS)


def _prices(state: State, player: str) -> tuple[Option, ...]:
    return tuple(Option(str(gold), f"{gold} gold") for gold in PRICES)


ACTIONS = {
    "item bonus": Action("{player} tells the bonus of the Item.", BOOK.cite("MUN-ITEM-05"), _bonuses, tell_bonus),
    "item slot": Action("{player} tells where the Item is worn.", BOOK.cite("MUN-ITEM-09"), _slots, tell_slot),
    "item gold": Action("{player} tells the price of the Item.", BOOK.cite("MUN-ITEM-03"), _prices, tell_gold),
}
