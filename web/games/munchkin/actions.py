"""What may be done now, sorted for people: by player and kind, what moves the game on first, long lists by card.

Nothing here knows what is allowed: every button is an option of an ask.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from rules.core.asks import Ask
from rules.core.options import Option
from rules.munchkin.offers import QUICK

Section = Literal["now", "fight", "things", "any"]
MANY = 8  # rows beyond which a list can be searched
SIGN = " > "
UNLISTED = re.compile(r"monster of level (\d+), treasures \d+(.*)")


@dataclass(frozen=True, slots=True)
class Button:
    """One option: what it is called, and the pick it sends."""

    words: str
    pick: str


@dataclass(frozen=True, slots=True)
class Row:
    """A card, a monster or a player, and what may be done with it; ``menu``: as a list to choose from."""

    name: str
    buttons: tuple[Button, ...]
    menu: bool = False


@dataclass(frozen=True)
class Block:
    """All that one player may do of one kind; its rows are made when a page first draws them."""

    ask: Ask
    title: str
    section: Section
    icon: str

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The options as people look for them, but for monsters that are not listed."""
        parted = ((option, option.pick.rpartition(SIGN)) for option in self.ask.options)
        listed = (option for option, (before, _, name) in parted if name not in QUICK or before not in self.monsters)
        return tuple(_ROWS.get(self.ask.kind, _cards)(listed))

    @cached_property
    def monsters(self) -> tuple[str, ...]:
        """The cards or words that fetch a monster which is not listed; "" where it comes through the door.

        What fetches one is offered with all of them; what is aimed at one in the fight only with that one.
        """
        parts = (option.pick.rpartition(SIGN) for option in self.ask.options)
        offered = Counter(before for before, _, name in parts if name in QUICK)
        return tuple(before for before, number in offered.items() if number == len(QUICK))

    @property
    def long(self) -> bool:
        """Whether its rows are worth a search."""
        return len(self.rows) > MANY

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
    "charity": ("Too many cards: give some away", "now", "gift"),
    "end": ("End the turn", "now", "turn"),
    "run": ("Run away", "now", "boot"),
    "help": ("Ask for help", "now", "people"),
    "answer": ("Will you help?", "now", "people"),
    "run from": ("Which monster first?", "now", "boot"),
    "escape": ("Throw the die to get away", "now", "die"),
    "ally": ("Give up the Ally instead", "now", "heart"),
    "bad stuff": ("What does the Bad Stuff do?", "now", "skull"),
    "harm": ("Choose what is lost", "now", "skull"),
    "ranks": ("Something must be forgotten", "now", "book"),
    "roles": ("One Role must go", "now", "mask"),
    "crowded": ("Something must be taken off", "now", "bag"),
    "loot order": ("Throw for the order of looting", "now", "die"),
    "loot": ("Take one card", "now", "chest"),
    "item bonus": ("Which bonus has the Item?", "now", "bag"),
    "item slot": ("Where is it worn?", "now", "bag"),
    "item gold": ("What does it cost?", "now", "coin"),
    "power": ("Use a power", "fight", "star"),
    "bonus": ("A bonus for this fight", "fight", "sword"),
    "treasures": ("More or fewer Treasures", "fight", "chest"),
    "bribe": ("Offer an Item for help", "fight", "gift"),
    "remove": ("A monster goes without a fight", "fight", "paw"),
    "fight": ("Only Levels count", "fight", "sword"),
    "run bonus": ("The next throw counts more or less", "fight", "die"),
    "equip": ("Put on", "things", "bag"),
    "carry": ("Take off", "things", "bag"),
    "give": ("Give away or trade", "things", "gift"),
    "sell": ("Sell for Levels", "things", "coin"),
    "play": ("Play a card", "any", "card"),
    "level": ("Level up or down", "any", "stairs"),
    "discard": ("Discard a Role or Proficiency", "any", "mask"),
    "lose": ("A card takes something away", "any", "skull"),
    "hand": ("Count the hand", "any", "card"),
    "change": ("Change what I am", "any", "mask"),
    "card": ("A card the table does not know", "any", "book"),
}
UNSHOWN = ("time", "object")  # the countdown tells the one, its own button the other
HANDY = (1, 2, 3, 5, 10)  # what a bonus in a fight mostly is; two taps make any other
SAID = {
    "away": "Run away",
    "yes": "Yes, I help",
    "turn": "End the turn",
    "draw": "Take a Door, unseen",
    "level only": "Only Levels count",
}
CALLED = {"hand": "into the hand", "play": "play it now", "players": "for the players"}


def blocks(asks: Iterable[Ask], view: Mapping[str, Any]) -> tuple[Block, ...]:
    """The *asks* as blocks, in their order, as the game stands in its public *view*."""
    moved: dict[str, Section] = {"sell": "now"} if view["sale"] else {}
    if view["combat"] and not view["flight"]:
        moved["play"] = "fight"
    known = ((ask, *KINDS[ask.kind]) for ask in asks if ask.kind not in UNSHOWN)
    return tuple(Block(ask, title, moved.get(ask.kind, section), icon) for ask, title, section, icon in known)


def plainly(name: str) -> str:
    """A monster that is not listed, as people say it; any other name as it is."""
    told = UNLISTED.fullmatch(name)
    return f"Monster of Level {told[1]}{told[2]}" if told else name


# How the options of a kind are laid out ----------------------------------------------------------------------------


def _cards(options: Iterable[Option]) -> Iterator[Row]:
    """``Bombarda! > Troll`` belongs to the row of Bombarda!; an option that aims at nothing stands alone."""
    loose: list[Button] = []
    aimed: dict[str, list[Button]] = {}
    for option in options:
        name, sign, target = option.pick.partition(SIGN)
        if sign:
            aimed.setdefault(name, []).append(Button(_target(target), option.pick))
        else:
            loose.append(Button(SAID.get(option.pick) or plainly(option.words), option.pick))
    yield from ([Row("", tuple(loose))] if loose else [])
    yield from (Row(plainly(name), tuple(buttons)) for name, buttons in aimed.items())


def _target(target: str) -> str:
    return CALLED.get(target) or plainly(target)


def _every_card(options: Iterable[Option]) -> Iterator[Row]:
    """A row for each card, also where there is only one thing to do with it."""
    for name, group in groupby(options, key=lambda option: option.pick.partition(SIGN)[0]):
        yield Row(name, tuple(Button(_target(o.pick.partition(SIGN)[2]) or _only(o), o.pick) for o in group))


def _door(options: Iterable[Option]) -> Iterator[Row]:
    """What no list knows first, then the cards by name."""
    options = tuple(options)
    unlisted = {"another card > hand": "Another card: into the hand", "another curse": "A Curse"}
    yield Row(
        "", tuple(Button(words, pick) for pick, words in unlisted.items() if any(o.pick == pick for o in options))
    )
    yield from _every_card(option for option in options if option.pick not in unlisted)


def _room(options: Iterable[Option]) -> Iterator[Row]:
    """Looting, and each monster that may be fetched from the hand."""
    for option in options:
        _, sign, monster = option.pick.partition(SIGN)
        words = "fight it" if sign else "Loot the room"
        yield Row(monster, (Button(words, option.pick),))


def _only(option: Option) -> str:
    kind = option.words.partition(":")[0]
    return {"Monster": "fight it", "Curse": "it strikes"}.get(kind, "play it")


def _numbers(options: Iterable[Option]) -> Iterator[Row]:
    """``Troll +3`` is +3 in the row of the Troll; the handy ones only."""
    for name, group in groupby(options, key=lambda option: option.pick.rpartition(" ")[0]):
        handy = [option for option in group if abs(int(option.pick.rpartition(" ")[2])) in HANDY]
        buttons = (Button(_signed(option.pick.rpartition(" ")[2]), option.pick) for option in handy)
        yield Row("The players" if name == "players" else plainly(name), tuple(buttons))


def _signed(number: str) -> str:
    return number.replace("-", "−")


def _levels(options: Iterable[Option]) -> Iterator[Row]:
    """One row for each reason."""
    rows: dict[str, list[Button]] = {}
    for option in options:
        number, _, reason = option.pick.partition(" ")
        way = "put right" if number == "set" else reason
        words = f"Level {reason}" if number == "set" else _signed(number)
        rows.setdefault(way, []).append(Button(words, option.pick))
    yield from (Row(REASONS[way], tuple(buttons), menu=way == "put right") for way, buttons in rows.items())


REASONS = {
    "kill": "Killed a monster",
    "card": "A card",
    "winning card": "A card that may win the game",
    "sale": "Sold Items",
    "curse": "A Curse",
    "bad stuff": "Bad Stuff",
    "put right": "The figure stands elsewhere",
}


def _menu(name: str) -> Callable[[Iterable[Option]], Iterator[Row]]:
    def rows(options: Iterable[Option]) -> Iterator[Row]:
        yield Row(name, tuple(Button(option.words, option.pick) for option in options), menu=True)

    return rows


def _helpers(options: Iterable[Option]) -> Iterator[Row]:
    """For each player the deals that may be offered, to choose from."""
    for name, group in groupby(options, key=lambda option: option.pick.partition(SIGN)[0]):
        yield Row(name, tuple(Button(o.words.partition(": ")[2], o.pick) for o in group), menu=True)


def _powers(options: Iterable[Option]) -> Iterator[Row]:
    """For each power what may be paid."""
    for name, group in groupby(options, key=lambda option: option.pick.partition(SIGN)[0]):
        paid = ((option.pick.partition(SIGN)[2], option.pick) for option in group)
        yield Row(name, tuple(Button("a card of the hand" if cost == "hand" else cost, pick) for cost, pick in paid))


def _shares(options: Iterable[Option]) -> Iterator[Row]:
    """``Bo 2, Cy 1`` as people say it."""
    yield Row("", tuple(Button(_share(option), option.pick) for option in options))


def _share(option: Option) -> str:
    if option.pick == "discard":
        return "Discard them: nobody stands lower"
    shares = (share.rpartition(" ") for share in option.pick.split(", "))
    return ", ".join(f"{count} {'card' if count == '1' else 'cards'} to {name}" for name, _, count in shares)


def _wares(options: Iterable[Option]) -> Iterator[Row]:
    """The end of the sale first, then what lies there, cards of the hand by name, and any other by its price."""
    options = tuple(options)
    ends = {"done": "Sell the heap", "take back": "Take it all back"}
    held = [option for option in options if option.pick.endswith(f"{SIGN}hand")]
    lying = [option for option in options if option.pick not in ends and option not in held]
    yield Row("", tuple(Button(ends[o.pick], o.pick) for o in options if o.pick in ends))
    yield from (Row(o.pick, (Button("sell it", o.pick),)) for o in lying)
    if held:
        yield Row("A card of the hand", tuple(Button(o.pick.partition(SIGN)[0], o.pick) for o in held), menu=True)


_ROWS: Mapping[str, Callable[[Iterable[Option]], Iterator[Row]]] = {
    "unlock": _door,
    "room": _room,
    "play": _every_card,
    "power": _powers,
    "bonus": _numbers,
    "treasures": _numbers,
    "level": _levels,
    "hand": _menu("In the hand are"),
    "help": _helpers,
    "sell": _wares,
    "charity": _shares,
    "item gold": _menu("It costs"),
}
