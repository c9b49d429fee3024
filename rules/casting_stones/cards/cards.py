"""Casting cards are data: the owner describes a card once, in a small form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.casting_stones.casts import KINDS
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.stones import HAND_SIZE, Stone
from rules.core.phrases import Phrase

GIVES = ("gem", "swap", "knock-out", "by-hand")


@dataclass(frozen=True, slots=True)
class Card:
    """A casting card.

    It needs all of these that it names: ``row``, a kind of cast in two turns in a row; ``symbols`` and ``numbers``,
    names of stones that show these sides; ``holds``, names of turrets that its player holds; and a turn that was won,
    unless it works ``even_lost``.  A ``counter_spell`` counts as a Spell.  ``gives``: what it earns, in order, each of
    GIVES or ``gem`` and a turret's name.  ``by-hand`` is anything else: the players do it and enter what has changed;
    ``words`` then says what the card says.
    """

    card: str
    name: str
    row: str = ""
    symbols: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    even_lost: bool = False
    counter_spell: bool = False
    gives: tuple[str, ...] = ()
    words: str = ""
    rules: tuple[str, ...] = ()

    @property
    def needs(self) -> Counter[tuple[str, str]]:
        """How often each stone's name must show each side."""
        sides = [*((name, "symbol") for name in self.symbols), *((name, "number") for name in self.numbers)]
        return Counter((name.casefold(), side) for name, side in sides)

    @property
    def names_a_hand(self) -> bool:
        """Whether it names every stone of a hand, so that its pattern is a whole cast."""
        return self.needs.total() == HAND_SIZE

    def shown_by(self, stones: Iterable[tuple[Stone, str]]) -> bool:
        """Whether stones with these sides match the card; a card that names no stones never matches."""
        needs = self.needs
        return bool(needs) and needs <= Counter((stone.name.casefold(), side) for stone, side in stones)


DOUBLE_POTION = Card(
    "card:double-potion",
    "Double Potion",
    row="potion",
    even_lost=True,
    gives=("swap", "swap"),
    rules=BOOK.cite("CST-I-08", "CST-I-10", "CST-I-11"),
)
CHARMS = Card(
    "card:charms",
    "Charms",
    row="charm",
    even_lost=True,
    gives=("knock-out", "knock-out"),
    rules=BOOK.cite("CST-I-09", "CST-I-10", "CST-I-12"),
)
DRACO_MALFOY = Card(
    "card:draco-malfoy",
    "Draco Malfoy",
    symbols=("Draco Malfoy", "Eagle Owl", "Shield Slytherin"),
    numbers=("Crabbe", "Goyle"),
    gives=("gem", "gem Slytherin"),
    rules=BOOK.cite("CST-A-17", "CST-A-18", "CST-A-19"),
)
KNOWN = {card.card: card for card in (DOUBLE_POTION, CHARMS, DRACO_MALFOY)}
STARTERS = (DOUBLE_POTION, CHARMS)


def cards_of(bodies: Any, turrets: Sequence[str]) -> dict[str, Card]:
    """The set-up's cards by id: the id of a known card, or a description.

    Raises:
        ValueError: with one sentence for people, for a card that is described wrongly or twice, or that names an
            unknown turret.
    """
    if not isinstance(bodies, list | tuple):
        raise ValueError(Phrase("The set-up lists its cards in 'cards'."))
    cards = [_card(body) for body in bodies]
    twice = [card for card, times in Counter(card.card for card in cards).items() if times > 1]
    if twice:
        raise ValueError(Phrase("The card {card} is listed twice: give each real card its own id.", card=twice[0]))
    for card in cards:
        _check(card, turrets)
    return {card.card: card for card in cards}


def _card(body: Any) -> Card:
    if isinstance(body, str) and body in KNOWN:
        return KNOWN[body]
    if not isinstance(body, Mapping):
        words = Phrase("{body} is no card: describe it, or name one of {cards}.")
        raise ValueError(words.about(body=repr(body), cards=", ".join(KNOWN)))
    card, name = body.get("card"), body.get("name")
    if not isinstance(card, str) or not card or " " in card:
        raise ValueError(Phrase("A card's 'card' is a word such as \"card:charms\", not {card}.", card=repr(card)))
    if not isinstance(name, str) or not name:
        raise ValueError(Phrase("The name of {piece} must be a text.", piece=card))
    strange = set(body) - {field for field in Card.__slots__ if field != "rules"}
    if strange:
        raise ValueError(Phrase("The card {card} cannot have {fields}.", card=name, fields=", ".join(sorted(strange))))
    return Card(
        card,
        name,
        row=_text(body, name, "row"),
        symbols=_names(body, name, "symbols"),
        numbers=_names(body, name, "numbers"),
        holds=_names(body, name, "holds"),
        even_lost=_yes(body, name, "even_lost"),
        counter_spell=_yes(body, name, "counter_spell"),
        gives=_names(body, name, "gives"),
        words=_text(body, name, "words"),
    )


def _names(body: Mapping[str, Any], name: str, field: str) -> tuple[str, ...]:
    value = body.get(field, ())
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) and entry for entry in value):
        raise ValueError(Phrase("The field '{field}' of the card {card} is a list of texts.", field=field, card=name))
    return tuple(value)


def _text(body: Mapping[str, Any], name: str, field: str) -> str:
    value = body.get(field, "")
    if not isinstance(value, str):
        raise ValueError(Phrase("The field '{field}' of the card {card} is a text.", field=field, card=name))
    return value


def _yes(body: Mapping[str, Any], name: str, field: str) -> bool:
    value = body.get(field, False)
    if not isinstance(value, bool):
        raise ValueError(Phrase("The field '{field}' of the card {card} is true or false.", field=field, card=name))
    return value


def _check(card: Card, turrets: Sequence[str]) -> None:
    if card.row and card.row not in KINDS:
        words = Phrase("The card {card} needs two turns of {rows} in a row, not of {row}.")
        raise ValueError(words.about(card=card.name, rows=", ".join(KINDS), row=repr(card.row)))
    if not (card.row or card.needs or card.holds):
        words = Phrase("The card {card} must need something: stones that it shows, two turns in a row, or turrets.")
        raise ValueError(words.about(card=card.name))
    if card.needs.total() > HAND_SIZE:
        raise ValueError(Phrase("The card {card} needs more than the five stones of a hand.", card=card.name))
    if card.counter_spell and (card.gives or card.row or not card.needs):
        words = Phrase("The Counter Spell {card} shows stones, needs no turns in a row, and gives nothing else.")
        raise ValueError(words.about(card=card.name))
    if not card.counter_spell and not card.gives:
        words = Phrase("The card {card} must give something, such as a gem, a swap or a knock-out.")
        raise ValueError(words.about(card=card.name))
    named = [give.removeprefix("gem ") for give in card.gives if give not in GIVES]
    for turret in (*card.holds, *named):
        if turret not in turrets:
            words = Phrase("The card {card} speaks of {turret}, which is no turret of your mat.")
            raise ValueError(words.about(card=card.name, turret=repr(turret)))
