"""What may be done now, sorted for people: by player and purpose, what moves the game on first, likely options first.

Nothing here knows what is allowed: every button is an option of an ask, sorted by the fields of that option.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rules.core.asks import Ask
from web.games.munchkin.rows import Button, Row, rows_of

Section = Literal["now", "fight", "things", "any"]
LIKELY = 8  # Rows shown before the rest, which waits behind a search.


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
        if len(ordered) <= LIKELY:
            return tuple(ordered)
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
    "ready": ("I am ready", "now", "door"),
    "listen": ("Listen at the door", "now", "ear"),
    "unlock": ("What is behind the door?", "now", "door"),
    "room": ("After the door", "now", "chest"),
    "charity": ("Too many cards", "now", "gift"),
    "end": ("End the turn", "now", "turn"),
    "run": ("Run away", "now", "boot"),
    "help": ("Ask for help", "now", "people"),
    "answer": ("Will you help?", "now", "people"),
    "run from": ("Which monster first?", "now", "boot"),
    "escape": ("Throw the die to get away", "now", "die"),
    "ally": ("Give up the Ally instead", "now", "heart"),
    "bad stuff": ("What does the Bad Stuff do?", "now", "skull"),
    "harm": ("Choose what is lost", "now", "skull"),
    "ranks": ("One Proficiency must go", "now", "book"),
    "roles": ("One Role must go", "now", "mask"),
    "crowded": ("Something must be taken off", "now", "bag"),
    "loot order": ("Throw for the order of looting", "now", "die"),
    "loot": ("Take one card", "now", "chest"),
    "price": ("What does it cost?", "now", "coin"),
    "won": ("Is the game won?", "now", "crown"),
    "bonus": ("A card from your hand adds a bonus", "fight", "sword"),
    "effect": ("A card on the table adds a bonus", "fight", "sword"),
    "power": ("Use a power", "fight", "star"),
    "treasures": ("More or fewer Treasures", "fight", "chest"),
    "kill levels": ("Levels for the kill", "fight", "stairs"),
    "bribe": ("Offer an Item for help", "fight", "gift"),
    "remove": ("A card removes a monster", "fight", "paw"),
    "fight": ("Only Levels count", "fight", "sword"),
    "run bonus": ("A card changes the throw", "fight", "die"),
    "equip": ("Put on", "things", "bag"),
    "carry": ("Take off", "things", "bag"),
    "describe": ("What is printed on it?", "things", "bag"),
    "give": ("Give away or trade", "things", "gift"),
    "sell": ("Sell for Levels", "things", "coin"),
    "play": ("Play a card", "any", "card"),
    "got": ("I have just received a card", "any", "card"),
    "level": ("Level up or down", "any", "stairs"),
    "discard": ("Discard a Role or Proficiency", "any", "mask"),
    "lose": ("A card takes something away", "any", "skull"),
    "hand": ("Count the cards you hold", "any", "card"),
    "change": ("Change the character", "any", "mask"),
    "card": ("Describe a card for later", "any", "book"),
}
UNSHOWN = ("time", "object")  # The countdown enters the one, the stop button the other.
BONUSES = ("play", "bonus", "effect", "power")
ONLY_LEVELS = "Only Levels count in this fight: a bonus for the players does not."
_FROM_THE_HAND = (
    *("", "One-Shots", "Into the fight", "Roles", "Proficiencies", "Allies", "Items", "Levels", "Curses", "Monsters"),
    "Other cards",
)
_BEHIND_THE_DOOR = ("", "Monsters", "Curses", "Roles", "Proficiencies", "Allies", "Into the fight")


def blocks(asks: Iterable[Ask], view: Mapping[str, Any]) -> tuple[Block, ...]:
    """The *asks* as blocks, in their order, as the game stands in its public *view*."""
    moved: dict[str, Section] = {"sell": "now"} if view["sale"] else {}
    if view["combat"] and not view["flight"]:
        moved["play"] = "fight"
    if view["flight"]:
        moved["run bonus"] = moved["remove"] = "now"
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
