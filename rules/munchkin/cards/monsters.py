"""Monsters that no list knows: players describe them by Level, Treasures and the Levels for the kill."""

from __future__ import annotations

import re
from typing import Literal

from rules.core.phrases import Phrase, listing, plural
from rules.munchkin.cards.cards import Card

_BEGINS = "monster of level "
_UNLISTED = re.compile(rf"{_BEGINS}([1-9]\d?), treasures (\d)(?:, levels ([12]))?")


def unlisted(text: str) -> Card | None:
    """The monster that *text* describes, such as ``monster of level 18, treasures 5, levels 2``; None for other texts.

    The Levels for the kill may be left out: one.  The card is named without them.
    """
    found = _UNLISTED.fullmatch(text) if text.startswith(_BEGINS) else None
    if found is None:
        return None
    level, treasures, levels = found.groups(default="1")
    name = f"{_BEGINS}{level}, treasures {treasures}"
    return Card(name, "monster", level=int(level), treasures=int(treasures), levels=int(levels))


def called(monster: str) -> str:
    """A monster's name inside a sentence: ``Troll``, or ``the Level 7 monster`` for one without a name."""
    name, mark, number = monster.partition(" (")
    card = unlisted(name)
    if card is None:
        return monster
    return Phrase("the Level {level} monster{mark}{number}", level=card.level, mark=mark, number=number)


def headed(monster: str) -> str:
    """A monster's name as a heading: ``Troll``, or ``Level 7 monster``."""
    name, mark, number = monster.partition(" (")
    card = unlisted(name)
    if card is None:
        return monster
    return Phrase("Level {level} monster{mark}{number}", level=card.level, mark=mark, number=number)


def introduced(card: Card, name: str = "") -> str:
    """A monster as it enters: ``Troll, Level 6, worth 2 Treasures``; *name* tells it from another of its card."""
    worth = counted(card.treasures, "Treasure")
    worth = listing((worth, counted(card.levels, "Level"))) if card.levels != 1 else worth
    if unlisted(card.name):
        return Phrase("a Level {level} monster worth {worth}", level=card.level, worth=worth)
    return Phrase("{card}, Level {level}, worth {worth}", card=name or card.name, level=card.level, worth=worth)


def counted(number: int, word: Literal["card", "Level", "Treasure"]) -> Phrase:
    """``1 Treasure``, ``2 Treasures``, ``no Treasures``."""
    match word:
        case "card":
            return plural("{number} card", "{number} cards", number) if number else Phrase("no cards")
        case "Level":
            return plural("{number} Level", "{number} Levels", number) if number else Phrase("no Levels")
        case "Treasure":
            return plural("{number} Treasure", "{number} Treasures", number) if number else Phrase("no Treasures")
