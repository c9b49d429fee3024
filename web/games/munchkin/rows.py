"""How the options of a kind are laid out: rows of a card, a monster or a player, with a button for each option.

Every row is made from the fields of its options; no text is taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from rules.core.asks import Option
from rules.munchkin.cards.monsters import called, capital

ONE_LINE = 36  # Letters of a name and its buttons that fit beside each other on a phone.
HANDY = (1, 2, 3, 5, 10)  # The bonuses on most cards; two taps make any other.
_WORDS = {
    "away": "Run away",
    "yes": "Yes, I help",
    "turn": "End the turn",
    "draw": "Draw a Door card, unseen",
    "level only": "Only Levels count",
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


def plainly(name: str) -> str:
    """A monster without a name of its own as people say it; any other name unchanged."""
    return capital(called(name)).removeprefix("The ")


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
    "hand": _menu("You hold"),
    "help": _helpers,
    "sell": _wares,
    "price": _menu("It costs"),
    "describe": _gaps,
}
"""How the options of a kind are laid out; any other kind: `_cards`."""


def rows_of(kind: str, options: Iterable[Option]) -> Iterable[Row]:
    """The rows for the *options* of an ask of that kind."""
    return _LAYOUTS.get(kind, _cards)(options)
