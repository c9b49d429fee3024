"""How the options of a kind are laid out: rows of a card, a monster or a player, with a button for each option.

Rows are built from the fields of options; no displayed text is parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rules.core.asks import Option
from rules.core.phrases import Phrase, plural, signed
from rules.munchkin.cards.cards import ANOTHER_CURSE
from rules.munchkin.cards.notation import monster_heading, price_words

ONE_LINE = 36  # Letters of a name and its buttons that fit beside each other on a phone.
HANDY = (1, 2, 3, 5, 10)  # The bonuses on most cards; two taps make any other.
_WORDS = {
    "away": Phrase("Run away"),
    "turn": Phrase("End the turn"),
    "draw": Phrase("Draw a Door card, unseen"),
    "level only": Phrase("Only Levels count"),
}


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


def _cards(options: Iterable[Option]) -> Iterator[Row]:
    """Options with a target stand together in a row for their card; any other option stands alone."""
    loose: list[Button] = []
    aimed: dict[str, list[Button]] = {}
    for option in options:
        if option.target and option.piece:
            aimed.setdefault(option.piece, []).append(_aimed(option))
        else:
            loose.append(Button(_WORDS.get(option.pick) or option.words, option.pick))
    yield from ([Row("", tuple(loose))] if loose else [])
    yield from (Row(monster_heading(name), tuple(buttons)) for name, buttons in aimed.items())


def _aimed(option: Option) -> Button:
    words = {"players": Phrase("For the players"), "hand": Phrase("Keep it"), "play": Phrase("Play it now")}.get(
        option.target
    )
    return Button(words or monster_heading(Phrase(option.target)), option.pick)


def _every_card(options: Iterable[Option]) -> Iterator[Row]:
    """One row for each card, even if it has a single button."""
    for (name, group), one in _by_card(options):
        buttons = (_aimed(option) if option.target else Button(Phrase("Play it"), option.pick) for option in one)
        yield Row(_NAMES.get(name, name), tuple(buttons), group=group)


def _door(options: Iterable[Option]) -> Iterator[Row]:
    """Rows of choices at the door: first the buttons that need no name of a card, then one row for each card."""
    options = tuple(options)
    nameless = [option for option in options if option.group == "Other"]
    yield Row("", tuple(Button(option.words, option.pick) for option in nameless))
    for (name, group), one in _by_card(options[len(nameless) :]):
        buttons = (_aimed(option) if option.target else Button(_ON_SIGHT[group], option.pick) for option in one)
        yield Row(name, tuple(buttons), group=group)


def _by_card(options: Iterable[Option]) -> Iterable[tuple[tuple[str, str], list[Option]]]:
    """The options of each card, by its name and its heading."""
    found: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        found.setdefault((option.piece, option.group), []).append(option)
    return found.items()


_NAMES = {ANOTHER_CURSE: Phrase("A Curse that is not listed")}
_ON_SIGHT = {"Monsters": Phrase("Fight it"), "Curses": Phrase("It strikes")}


def _room(options: Iterable[Option]) -> Iterator[Row]:
    """Looting, and each monster that may be played from the hand."""
    options = tuple(options)
    yield Row("", tuple(Button(option.words, option.pick) for option in options if not option.piece))
    yield from (
        Row(o.piece, (Button(Phrase("Fight it"), o.pick),), group=Phrase("Monsters")) for o in options if o.piece
    )


def _numbers(options: Iterable[Option]) -> Iterator[Row]:
    """A row for the players and for each monster, with buttons for the most usual bonuses (`HANDY`)."""
    for name, one in groupby(options, key=lambda option: option.target):
        handy = (option for option in one if abs(option.amount or 0) in HANDY)
        buttons = tuple(Button(signed(option.amount or 0), option.pick) for option in handy)
        yield Row(Phrase("The players") if name == "players" else monster_heading(name), buttons)


def _levels(options: Iterable[Option]) -> Iterator[Row]:
    """One row of buttons for each reason for which a Level may change."""
    for reason, one in groupby(sorted(options, key=lambda option: list(REASONS).index(option.group)), key=_group):
        put_right = reason == "set"
        buttons = (
            Button(Phrase("Level {amount}", amount=o.amount) if put_right else signed(o.amount or 0), o.pick)
            for o in one
        )
        yield Row(REASONS[reason], tuple(buttons), menu=put_right)


def _group(option: Option) -> str:
    return option.group


REASONS = {
    "kill": Phrase("Killed a monster"),
    "card": Phrase("A card"),
    "winning card": Phrase("A card that may win the game"),
    "sale": Phrase("Sold Items"),
    "curse": Phrase("A Curse"),
    "bad stuff": Phrase("Bad Stuff"),
    "set": Phrase("The figure stands elsewhere"),
}


def _menu(name: str) -> Callable[[Iterable[Option]], Iterator[Row]]:
    def rows(options: Iterable[Option]) -> Iterator[Row]:
        yield Row(name, tuple(Button(option.words, option.pick) for option in options), menu=True)

    return rows


def _helpers(options: Iterable[Option]) -> Iterator[Row]:
    """For each player a list of the deals that may be offered, help for nothing first."""
    for name, one in groupby(options, key=_group):
        yield Row(name, tuple(Button(_deal(deal), deal.pick) for deal in one), menu=True)


def _deal(option: Option) -> str:
    if not option.amount:
        return Phrase("For nothing")
    treasures = plural("{number} Treasure", "{number} Treasures", option.amount)
    return Phrase("{treasures}, {target} picks first", treasures=treasures, target=option.target)


def _powers(options: Iterable[Option]) -> Iterator[Row]:
    """For each power the cards that may pay for it, and the side it helps where the player chooses."""
    for name, one in groupby(options, key=_group):
        yield Row(name, tuple(Button(_payment(option), option.pick) for option in one))


def _payment(option: Option) -> str:
    paid = Phrase("a card you hold") if option.piece == "hand" else option.piece
    if not option.target:
        return paid
    side = Phrase("the players") if option.target == "players" else monster_heading(option.target)
    return Phrase("{paid}, for {side}", paid=paid, side=side)


def _wares(options: Iterable[Option]) -> Iterator[Row]:
    """First the button that ends the sale, then Items on the table, then those in the hand by price and by name."""
    options = tuple(options)
    yield Row("", tuple(Button(option.words, option.pick) for option in options if not option.group))
    yield from (Row(o.piece, (Button(Phrase("Sell it"), o.pick),)) for o in options if o.group == "table")
    held = [option for option in options if option.group == "hand"]
    priced = tuple(Button(price_words(o.amount), o.pick) for o in held if o.amount is not None)
    named = tuple(Button(option.piece, option.pick) for option in held if option.amount is None)
    yield from ([Row(Phrase("An Item you hold, by price"), priced, menu=True)] if priced else [])
    yield from ([Row(Phrase("An Item you hold, by name"), named, menu=True)] if named else [])


_GAPS = {"bonus": Phrase("{card}: bonus"), "slot": Phrase("{card}: worn as"), "gold": Phrase("{card}: price")}


def _gaps(options: Iterable[Option]) -> Iterator[Row]:
    """For each Item and each of its unknown fields a list to choose from."""
    for (name, field), one in groupby(options, key=lambda option: (option.piece, option.group)):
        yield Row(
            _GAPS[field].about(card=name),
            tuple(Button(Phrase(option.target), option.pick) for option in one),
            menu=True,
        )


def _kills(options: Iterable[Option]) -> Iterator[Row]:
    yield from (
        Row(monster_heading(o.target), (Button(Phrase("{amount} Levels", amount=o.amount), o.pick),)) for o in options
    )


_LAYOUTS: Mapping[str, Callable[[Iterable[Option]], Iterator[Row]]] = {
    "unlock": _door,
    "room": _room,
    "play": _every_card,
    "power": _powers,
    "bonus": _numbers,
    "effect": _numbers,
    "treasures": _numbers,
    "kill levels": _kills,
    "level": _levels,
    "hand": _menu(Phrase("You hold")),
    "help": _helpers,
    "sell": _wares,
    "price": _menu(Phrase("It costs")),
    "describe": _gaps,
}
"""How the options of a kind are laid out; any other kind: `_cards`."""


def rows_of(kind: str, options: Iterable[Option]) -> Iterable[Row]:
    """The rows for the *options* of an ask of that kind."""
    return _LAYOUTS.get(kind, _cards)(options)
