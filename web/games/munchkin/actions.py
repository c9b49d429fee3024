"""What may be done now, sorted for people: by player and purpose, what moves the game on first, likely options first.

Nothing here knows what is allowed: every button is an option of an ask, sorted by the fields of that option.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rules.core.asks import Ask
from rules.core.phrases import Phrase
from web.games.munchkin.rows import Button, Row, rows_of

Section = Literal["now", "fight", "things", "any"]
LIKELY = 8  # Rows shown before the rest, which waits behind a search.
UNSHOWN = ("time", "object")  # The countdown enters the one, the stop button the other.
BONUSES = ("play", "bonus", "effect", "power")
ONLY_LEVELS = Phrase("Only Levels count in this fight: a bonus for the players does not.")


@dataclass(frozen=True)
class Block:
    """All that one player may do of one kind; its rows are made when a page first draws them.

    ``in_play`` are the cards that lie on the table: they are hardly in somebody's hand or behind the door.  ``note``
    is something to know before a button is pressed.
    """

    ask: Ask
    title: str
    section: Section
    icon: str
    in_play: frozenset[str] = frozenset()
    note: str = ""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The options as people look for them, the likely ones first, each group by itself."""
        rows = rows_of(self.ask.kind, self.ask.options)
        ordered = sorted(rows, key=self._likelihood)
        return tuple(replace(row, rest=bool(row.name) and i >= LIKELY) for i, row in enumerate(ordered))

    def _likelihood(self, row: Row) -> tuple[bool, int]:
        order = _BEHIND_THE_DOOR if self.ask.kind == "unlock" else _FROM_THE_HAND
        return row.name in self.in_play, order.index(row.group) if row.group in order else 0

    @property
    def long(self) -> bool:
        """Whether some of its rows wait behind a search."""
        return any(row.rest for row in self.rows)

    @property
    def loose(self) -> tuple[Button, ...]:
        """Buttons that belong to no row of their own."""
        return tuple(button for row in self.rows if not row.name for button in row.buttons)

    @property
    def named(self) -> tuple[Row, ...]:
        """The rows of cards, monsters and players."""
        return tuple(row for row in self.rows if row.name and row.buttons)


KINDS: Mapping[str, tuple[str, Section, str]] = {
    "ready": (Phrase("I am ready"), "now", "door"),
    "listen": (Phrase("Listen at the door"), "now", "ear"),
    "unlock": (Phrase("What is behind the door?"), "now", "door"),
    "room": (Phrase("After the door"), "now", "chest"),
    "charity": (Phrase("Too many cards"), "now", "gift"),
    "end": (Phrase("End the turn"), "now", "turn"),
    "run": (Phrase("Run away"), "now", "boot"),
    "help": (Phrase("Ask for help"), "now", "people"),
    "withdraw": (Phrase("Take the request back"), "now", "people"),
    "answer": (Phrase("Will you help?"), "now", "people"),
    "run from": (Phrase("Which monster first?"), "now", "boot"),
    "escape": (Phrase("Throw the die to get away"), "now", "die"),
    "ally": (Phrase("Give up the Ally instead"), "now", "heart"),
    "bad stuff": (Phrase("What does the Bad Stuff do?"), "now", "skull"),
    "harm": (Phrase("Choose what is lost"), "now", "skull"),
    "ranks": (Phrase("One Proficiency must go"), "now", "book"),
    "roles": (Phrase("One Role must go"), "now", "mask"),
    "crowded": (Phrase("Something must be taken off"), "now", "bag"),
    "loot order": (Phrase("Throw for the order of looting"), "now", "die"),
    "loot": (Phrase("Take one card"), "now", "chest"),
    "price": (Phrase("What does it cost?"), "now", "coin"),
    "won": (Phrase("Is the game won?"), "now", "crown"),
    "bonus": (Phrase("Bonus from the hand"), "fight", "sword"),
    "effect": (Phrase("Bonus from the table"), "fight", "sword"),
    "power": (Phrase("Use a power"), "fight", "star"),
    "treasures": (Phrase("More or fewer Treasures"), "fight", "chest"),
    "kill levels": (Phrase("Levels for the kill"), "fight", "stairs"),
    "bribe": (Phrase("Offer an Item"), "fight", "gift"),
    "remove": (Phrase("Remove a monster"), "fight", "paw"),
    "fight": (Phrase("Only Levels count"), "fight", "sword"),
    "run bonus": (Phrase("Change the throw"), "fight", "die"),
    "equip": (Phrase("Put on"), "things", "bag"),
    "carry": (Phrase("Take off"), "things", "bag"),
    "describe": (Phrase("What is printed on it?"), "things", "bag"),
    "give": (Phrase("Give away or trade"), "things", "gift"),
    "sell": (Phrase("Sell for Levels"), "things", "coin"),
    "play": (Phrase("Play a card"), "any", "card"),
    "got": (Phrase("I have just received a card"), "any", "card"),
    "level": (Phrase("Level up or down"), "any", "stairs"),
    "discard": (Phrase("Discard a Role or Proficiency"), "any", "mask"),
    "lose": (Phrase("A card takes something away"), "any", "skull"),
    "hand": (Phrase("Count the cards you hold"), "any", "card"),
    "change": (Phrase("Change the character"), "any", "mask"),
    "card": (Phrase("Describe a card for later"), "any", "book"),
}
_FROM_THE_HAND = (
    *(
        "",
        Phrase("One-Shots"),
        Phrase("Into the fight"),
        Phrase("Roles"),
        Phrase("Proficiencies"),
        Phrase("Allies"),
        Phrase("Items"),
        Phrase("Levels"),
        Phrase("Curses"),
        Phrase("Monsters"),
    ),
    Phrase("Other cards"),
)
_BEHIND_THE_DOOR = (
    "",
    Phrase("Monsters"),
    Phrase("Curses"),
    Phrase("Roles"),
    Phrase("Proficiencies"),
    Phrase("Allies"),
    Phrase("Into the fight"),
)


def blocks(asks: Iterable[Ask], view: Mapping[str, Any]) -> tuple[Block, ...]:
    """The *asks* as blocks, in their order, as the game stands in its public *view*."""
    moved: dict[str, Section] = {"sell": "now"} if view["sale"] else {}
    if view["combat"] and not view["flight"]:
        moved["play"] = "fight"
    lying = _in_play(view)
    known = ((ask, *KINDS[ask.kind]) for ask in asks if ask.kind not in UNSHOWN)
    notes = dict.fromkeys(BONUSES, ONLY_LEVELS) if view["combat"] and view["combat"]["level_only"] else {}
    return tuple(
        Block(ask, title, moved.get(ask.kind, section), icon, lying, notes.get(ask.kind, ""))
        for ask, title, section, icon in known
    )


def _in_play(view: Mapping[str, Any]) -> frozenset[str]:
    """The names of all cards that lie before players."""
    sheets = view["characters"].values()
    listed = (sheet[field] for sheet in sheets for field in ("roles", "proficiencies", "curses", "others"))
    items = (item["name"] for sheet in sheets for item in sheet["items"])
    return frozenset((*(name for names in listed for name in names), *items, *(sheet["ally"] for sheet in sheets)))
