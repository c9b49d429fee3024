"""Monsters that no list knows: players describe them by Level, Treasures and the Levels for the kill."""

from __future__ import annotations

import re

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
    return f"the Level {card.level} monster{mark}{number}" if card else monster


def introduced(card: Card, name: str = "") -> str:
    """A monster as it enters: ``Troll, Level 6, worth 2 Treasures``; *name* tells it from another of its card."""
    worth = counted(card.treasures, "Treasure")
    more = f" and {counted(card.levels, 'Level')}" if card.levels != 1 else ""
    who = f"a Level {card.level} monster" if unlisted(card.name) else f"{name or card.name}, Level {card.level},"
    return f"{who} worth {worth}{more}"


def counted(number: int, word: str) -> str:
    """``1 Treasure``, ``2 Treasures``, ``no Treasures``."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def capital(words: str) -> str:
    """*words* as the beginning of a sentence."""
    return words[0].upper() + words[1:]
