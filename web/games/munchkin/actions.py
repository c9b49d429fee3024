"""What may be done now, sorted for people: by player and purpose, what moves the game on first, likely options first.

Nothing here knows what is allowed: every button is an option of an ask, sorted by the fields of that option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from rules.core.asks import Ask
from rules.core.options import Option
from rules.munchkin.monsters import called, capital

Section = Literal["now", "fight", "things", "any"]
ONE_LINE = 36  # Letters of a name and its buttons that fit beside each other on a phone.
LIKELY = 8  # Rows shown before the rest, which waits behind a search.
HANDY = (1, 2, 3, 5, 10)  # The bonuses on most cards; two taps make any other.


@dataclass(frozen=True, slots=True)
class Button:
    """One option: its words, and the pick it sends."""

    words: str
    pick: str


@dataclass(frozen=True, slots=True)
class Row:
    """A card, a monster or a player, and what may be done with it.

    ``menu``: as a list to choose from; ``group``: the heading it stands under; ``rest``: it waits behind a search.
    """

    name: str
    buttons: tuple[Button, ...]
    menu: bool = False
    group: str = ""
    rest: bool = False

    @property
    def wide(self) -> bool:
        """Whether its buttons need a line of their own on a small screen."""
        return len(self.name) + sum(len(button.words) + 4 for button in self.buttons) > ONE_LINE


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
        rows = _ROWS.get(self.ask.kind, _cards)(self.ask.options)
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
_WORDS = {
    "away": "Run away",
    "yes": "Yes, I help",
    "turn": "End the turn",
    "draw": "Draw a Door card, unseen",
    "level only": "Only Levels count",
}


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


def plainly(name: str) -> str:
    """A monster without a name of its own as people say it; any other name unchanged."""
    return capital(called(name)).removeprefix("The ")


# How the options of a kind are laid out ----------------------------------------------------------------------------


def _cards(options: Iterable[Option]) -> Iterator[Row]:
    """A card with a target stands in the row of that card; any other option stands alone."""
    loose: list[Button] = []
    aimed: dict[str, list[Button]] = {}
    for option in options:
        if option.target and option.piece:
            aimed.setdefault(option.piece, []).append(_aimed(option))
        else:
            loose.append(Button(_WORDS.get(option.pick) or option.words, option.pick))
    yield from ([Row("", tuple(loose))] if loose else [])
    yield from (Row(plainly(name), tuple(buttons)) for name, buttons in aimed.items())


def _aimed(option: Option) -> Button:
    words = {"players": "for the players", "hand": "keep it", "play": "play it now"}.get(option.target)
    return Button(words or plainly(option.target), option.pick)


def _every_card(options: Iterable[Option]) -> Iterator[Row]:
    """A row for each card, also where there is only one thing to do with it."""
    for (name, group), one in _by_card(options):
        buttons = (_aimed(option) if option.target else Button("play it", option.pick) for option in one)
        yield Row(name, tuple(buttons), group=group)


def _door(options: Iterable[Option]) -> Iterator[Row]:
    """What needs no name first, then the cards by name."""
    options = tuple(options)
    nameless = [option for option in options if option.group == "Other"]
    yield Row("", tuple(Button(option.words, option.pick) for option in nameless))
    for (name, group), one in _by_card(options[len(nameless) :]):
        buttons = (_aimed(option) if option.target else Button(_ON_SIGHT[group], option.pick) for option in one)
        yield Row(name, tuple(buttons), group=group)


def _by_card(options: Iterable[Option]) -> Iterable[tuple[tuple[str, str], list[Option]]]:
    """The options of each card, by its name and the heading it stands under."""
    found: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        found.setdefault((option.piece, option.group), []).append(option)
    return found.items()


_ON_SIGHT = {"Monsters": "fight it", "Curses": "it strikes"}


def _room(options: Iterable[Option]) -> Iterator[Row]:
    """Looting, and each monster that may be played from the hand."""
    options = tuple(options)
    yield Row("", tuple(Button(option.words, option.pick) for option in options if not option.piece))
    yield from (Row(o.piece, (Button("fight it", o.pick),), group="Monsters") for o in options if o.piece)


def _numbers(options: Iterable[Option]) -> Iterator[Row]:
    """The handy numbers in the row of the side or the monster that they are for."""
    for name, one in groupby(options, key=lambda option: option.target):
        handy = (option for option in one if abs(option.amount or 0) in HANDY)
        buttons = tuple(Button(_signed(option.amount or 0), option.pick) for option in handy)
        yield Row("The players" if name == "players" else plainly(name), buttons)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def _levels(options: Iterable[Option]) -> Iterator[Row]:
    """One row for each reason."""
    for reason, one in groupby(sorted(options, key=lambda option: list(REASONS).index(option.group)), key=_group):
        put_right = reason == "set"
        buttons = (Button(f"Level {o.amount}" if put_right else _signed(o.amount or 0), o.pick) for o in one)
        yield Row(REASONS[reason], tuple(buttons), menu=put_right)


def _group(option: Option) -> str:
    return option.group


REASONS = {
    "kill": "Killed a monster",
    "card": "A card",
    "winning card": "A card that may win the game",
    "sale": "Sold Items",
    "curse": "A Curse",
    "bad stuff": "Bad Stuff",
    "set": "The figure stands elsewhere",
}


def _menu(name: str) -> Callable[[Iterable[Option]], Iterator[Row]]:
    def rows(options: Iterable[Option]) -> Iterator[Row]:
        yield Row(name, tuple(Button(option.words, option.pick) for option in options), menu=True)

    return rows


def _helpers(options: Iterable[Option]) -> Iterator[Row]:
    """For each player the deals that may be offered, the one for nothing first."""
    for name, one in groupby(options, key=_group):
        yield Row(name, tuple(Button(_deal(deal), deal.pick) for deal in one), menu=True)


def _deal(option: Option) -> str:
    if not option.amount:
        return "for nothing"
    treasures = "1 Treasure" if option.amount == 1 else f"{option.amount} Treasures"
    return f"{treasures}, {option.target} picks first"


def _powers(options: Iterable[Option]) -> Iterator[Row]:
    """For each power what may be paid, and for which side where that is open."""
    for name, one in groupby(options, key=_group):
        yield Row(name, tuple(Button(_payment(option), option.pick) for option in one))


def _payment(option: Option) -> str:
    paid = "a card you hold" if option.piece == "hand" else option.piece
    if not option.target:
        return paid
    return f"{paid}, for {'the players' if option.target == 'players' else plainly(option.target)}"


def _wares(options: Iterable[Option]) -> Iterator[Row]:
    """The end of the sale first, then what lies there, then what is sold from the hand."""
    options = tuple(options)
    yield Row("", tuple(Button(option.words, option.pick) for option in options if not option.group))
    yield from (Row(o.piece, (Button("sell it", o.pick),)) for o in options if o.group == "table")
    held = tuple(Button(option.words, option.pick) for option in options if option.group == "hand")
    yield from ([Row("From your cards", held, menu=True)] if held else [])


def _gaps(options: Iterable[Option]) -> Iterator[Row]:
    """For each Item and each of its unknown fields a list to choose from."""
    for (name, field), one in groupby(options, key=lambda option: (option.piece, option.group)):
        what = {"bonus": "bonus", "slot": "worn as", "gold": "price"}[field]
        yield Row(f"{name}: {what}", tuple(Button(option.target, option.pick) for option in one), menu=True)


def _kills(options: Iterable[Option]) -> Iterator[Row]:
    yield from (Row(plainly(o.target), (Button(f"{o.amount} Levels", o.pick),)) for o in options)


_ROWS: Mapping[str, Callable[[Iterable[Option]], Iterator[Row]]] = {
    "unlock": _door,
    "room": _room,
    "play": _every_card,
    "power": _powers,
    "bonus": _numbers,
    "effect": _numbers,
    "treasures": _numbers,
    "kill levels": _kills,
    "level": _levels,
    "hand": _menu("You hold"),
    "help": _helpers,
    "sell": _wares,
    "price": _menu("It costs"),
    "describe": _gaps,
}
"""How the options of a kind are laid out; kinds that are not listed: `_cards`."""
