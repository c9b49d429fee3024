"""Cards as texts: one line that a choice can carry, ``Troll > monster > level 6``; and monsters in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar

from rules.core.game import whole_number
from rules.core.phrases import Phrase, listing, plural
from rules.munchkin.cards.cards import FLAGS, HARM_NUMBERS, KINDS, NUMBERS, WORDS, Card, read_card

Gathered = TypeVar("Gathered", list[str], dict[str, Any])
SIGN = " > "
LARGEST = 99_999  # a number on a card


def card_line(body: Mapping[str, Any]) -> str:
    """The line of a card described as in a set-up's ``cards``; the kind may be left out as there."""
    kind = (body["kind"],) if "kind" in body else ()
    rest = (part for key, value in body.items() if key not in ("name", "kind") for part in _parts(key, value))
    return SIGN.join((str(body["name"]), *kind, *rest))


def _parts(key: str, value: Any) -> Iterator[str]:
    match value:
        case True:
            yield key
        case Mapping() if key == "against":
            yield from (f"against {trait} {bonus}" for trait, bonus in value.items())
        case Mapping():
            for name, part in value.items():
                yield from _parts(name, part) if name == "instead" else (_harm(key, name, part),)
        case list() | tuple():
            yield from (f"tag {tag}" for tag in value)
        case False:
            return
        case _:
            yield f"{key} {value}"


def _harm(key: str, name: str, value: Any) -> str:
    return f"{key} {name}" if value is True else f"{key} {name} {value}"


def read_line(line: str) -> Card:
    """The card that *line* describes.

    Raises:
        ValueError: with one sentence for people, where it describes none.
    """
    return read_card(body_of(line))


def body_of(line: str) -> dict[str, Any]:
    """The line as a set-up's ``cards`` would hold it; whether it is a card is for `read_line` to say."""
    name, *parts = (part.strip() for part in line.split(SIGN))
    body: dict[str, Any] = {"name": name}
    for part in parts:
        _add(body, part)
    return body


def _add(body: dict[str, Any], part: str) -> None:
    key, _, value = part.partition(" ")
    if part in KINDS and "kind" not in body:
        body["kind"] = part
    elif part in FLAGS:
        body[part] = True
    elif key == "tag":
        _inside(body, "tags", list[str]()).append(value)
    elif key == "against":
        trait, _, bonus = value.rpartition(" ")
        body.setdefault("against", {})[trait] = _number(bonus)
    elif key == "harm":
        _add_harm(body.setdefault("harm", {}), value)
    elif key == "instead":
        _add_harm(_inside(body.setdefault("harm", {}), "instead", dict[str, Any]()), value)
    elif key in NUMBERS:
        body[key] = _number(value)
    elif key == "only" or key in WORDS:
        body[key] = value
    else:
        body[part] = ""  # nothing that a card has: `read_card` says so


def _inside(body: dict[str, Any], field: str, empty: Gathered) -> Gathered:
    """The list or object in *field* of *body*, at first *empty*; a text there stays, so that `read_card` refuses it."""
    found = body.setdefault(field, empty)
    return found if isinstance(found, type(empty)) else empty


def _add_harm(harm: dict[str, Any], part: str) -> None:
    key, _, value = part.partition(" ")
    harm[key] = True if part == "death" else _number(value) if key in HARM_NUMBERS else value


def _number(text: str) -> int | str:
    """The text as a whole number, or unchanged where it is none, so that `read_card` refuses it."""
    number = card_number(text)
    return text if number is None else number


def card_number(text: str) -> int | None:
    """The number that *text* is, as large as one on a card may be; None for any other text."""
    number = whole_number(text)
    return None if number is None or abs(number) > LARGEST else number


_BEGINS = "monster of level "
_UNLISTED = re.compile(rf"{_BEGINS}([1-9]\d?), treasures (\d)(?:, levels ([12]))?")


def monster_by_numbers(text: str) -> Card | None:
    """The monster that *text* describes, such as ``monster of level 18, treasures 5, levels 2``; None for other texts.

    The Levels for the kill may be left out: one.  The card is named without them.
    """
    found = _UNLISTED.fullmatch(text) if text.startswith(_BEGINS) else None
    if found is None:
        return None
    level, treasures, levels = found.groups(default="1")
    name = f"{_BEGINS}{level}, treasures {treasures}"
    return Card(name, "monster", level=int(level), treasures=int(treasures), levels=int(levels))


def monster_name(monster: str) -> str:
    """A monster's name inside a sentence: ``Troll``, or ``the Level 7 monster`` for one without a name."""
    return _named(monster, Phrase("the Level {level} monster{mark}{number}"))


def monster_heading(monster: str) -> str:
    """A monster's name as a heading: ``Troll``, or ``Level 7 monster``."""
    return _named(monster, Phrase("Level {level} monster{mark}{number}"))


def _named(monster: str, nameless: Phrase) -> str:
    """The monster's own name, or *nameless* with its Level and number for one without a name."""
    name, mark, number = monster.partition(" (")
    card = monster_by_numbers(name)
    return monster if card is None else nameless.about(level=card.level, mark=mark, number=number)


def monster_with_numbers(card: Card, name: str = "") -> str:
    """A monster with its numbers: ``Troll, Level 6, worth 2 Treasures``; *name* distinguishes two of the same card."""
    levels = () if card.levels == 1 else (number_of(card.levels, "Level"),)
    reward = listing((number_of(card.treasures, "Treasure"), *levels))
    if monster_by_numbers(card.name):
        return Phrase("a Level {level} monster worth {worth}", level=card.level, worth=reward)
    return Phrase("{card}, Level {level}, worth {worth}", card=name or card.name, level=card.level, worth=reward)


def number_of(number: int, word: Literal["card", "Level", "Treasure"]) -> Phrase:
    """A number of things in words: ``1 Treasure``, ``2 Treasures``, ``no Treasures``."""
    match word:
        case "card":
            return plural("{number} card", "{number} cards", number) if number else Phrase("no cards")
        case "Level":
            return plural("{number} Level", "{number} Levels", number) if number else Phrase("no Levels")
        case "Treasure":
            return plural("{number} Treasure", "{number} Treasures", number) if number else Phrase("no Treasures")


def price_words(gold: int) -> Phrase:
    """A price as a card prints it; without one it has No Value."""
    return Phrase("{gold} gold", gold=gold) if gold else Phrase("No Value")
