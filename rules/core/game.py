"""The interface of a game: pure functions over an immutable state, which starts from a set-up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol
from unicodedata import normalize

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.facts import Choose, Play
from rules.core.guide import Guide
from rules.core.house_rules import HouseRule
from rules.core.phrases import Phrase, SentenceError, quoted, shortened
from rules.core.rulebook import Book
from rules.core.rulings import Reason, Ruling

Setup = Mapping[str, Any]
FORMAT = 1
"""The format in which games are saved; a set-up may name it."""
INVISIBLE = Phrase("A name in this form has a character that cannot be shown: type it again.")
FILLER = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
"""Characters that Unicode counts among letters, marks and symbols, but that nobody sees."""
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
Counters = tuple[str, ...]
"""Fields of a state: numbers and lists that only grow and are shown, and on which no rule depends."""


class Game(Protocol):
    """Pure functions over an immutable state; the state is the game's own business."""

    @property
    def name(self) -> str:
        """The name of the game in a set-up, e.g. ``casting-stones``."""

    @property
    def book(self) -> Book:
        """Every rule of the game."""

    @property
    def guide(self) -> Guide:
        """Help for first-time players: how the game is won, and its terms."""

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The questions that the game's sheet leaves to the players."""

    @property
    def at_table(self) -> TableRules:
        """How the game behaves on a real table: cameras, lamps, buttons."""

    @property
    def counters(self) -> Counters:
        """The fields of a state that are only counted and shown; see `Counters`."""

    @property
    def seats(self) -> str:
        """The field of a state that holds a named tuple for each player, where the state is a named tuple; else ``""``.

        Such a state is divided into parts, and a correction judges only those plays again that read a part which it
        changed (`rules.core.recording`).
        """

    def start(self, setup: Setup) -> Any:
        """The opening state.

        Raises:
            ValueError: where the set-up cannot be played, with one sentence for people.
        """

    def asks(self, state: Any) -> tuple[Ask, ...]:
        """What the table waits for; empty once the game is over."""

    def admits(self, state: Any, play: Play) -> bool:
        """Whether one of the asks admits *play*: as ``any(ask.admits(play) for ask in self.asks(state))``, but faster.

        A correction judges hundreds of plays again and needs only this.
        """

    def step(self, state: Any, play: Play) -> tuple[Any, tuple[Ruling, ...]]:
        """Judge one play, an admitted choice or any throw; returns the next state and the rulings."""

    def why_not(self, state: Any, choice: Choose) -> Reason | None:
        """Why a choice may not be made now, if no ask offers it or lists it as excluded.

        The reason reveals no secret, so that everybody may read it.  None only for an unknown kind of choice.
        """

    def over(self, state: Any) -> Reason:
        """Why nothing can be thrown or chosen any more, once the game is over."""

    def view(self, state: Any, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What *viewer* may see (None: everybody), ready for JSON; it contains only what is explicitly allowed."""


def winners_of(view: Mapping[str, Any], players: Collection[str]) -> tuple[str, ...]:
    """The winners that the *view* of a game with these *players* names; empty while it runs, and in a draw.

    A view has either ``winners``, or one ``winner``, who is no player where the game was drawn.
    """
    named: Iterable[Any] = view["winners"] if "winners" in view else (view.get("winner"),)
    return tuple(name for name in named if name in players)


def check_fields(body: Mapping[str, Any], known: Iterable[str], whose: str) -> None:
    """Check that all fields are known.

    Raises:
        ValueError: for an unknown field, with one sentence for people that lists the known ones.
    """
    fields = tuple(known)
    for field in body:
        if field not in fields:
            words = Phrase("{whose} has no field '{field}': it may have {fields}.")
            raise ValueError(words.about(whose=whose, field=shortened(field), fields=", ".join(fields)))


def check_setup(setup: Mapping[str, Any], known: Iterable[str]) -> None:
    """Check the names of a set-up's fields, and its format.

    Raises:
        ValueError: with one sentence for people.
    """
    check_fields(setup, ("game", "format", "level", "players", "house_rules", *known), Phrase("The set-up"))
    written = setup.get("format", FORMAT)
    if written != FORMAT or isinstance(written, bool):
        words = Phrase("Games are written in format {format}; the set-up says format {told}.")
        raise ValueError(words.about(format=FORMAT, told=quoted(written)))


def player_key(name: str) -> str:
    """A player's name normalised for comparison: "Ana" and "ana " are the same player."""
    return " ".join(name.casefold().split())


def id_word(name: str, otherwise: str) -> str:
    """A name as part of an id: its small letters a to z and digits, with dashes between; *otherwise* without any.

    >>> id_word("Nimbus 2000!", "own"), id_word("猫", "own")
    ('nimbus-2000', 'own')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or otherwise


def plain_name(text: str) -> str:
    """A name from a form without superfluous spaces, in Unicode's form NFC.

    Raises:
        SentenceError: where it has an invisible character.

    >>> plain_name(" Ana  Maria ")
    'Ana Maria'
    """
    name = normalize("NFC", " ".join(text.split()))
    if not name.isprintable() or FILLER.search(name):
        raise SentenceError(INVISIBLE)
    return name


def whole_number(text: str) -> int | None:
    """The whole number that *text* is in one to nine digits, perhaps with a sign; None for any other text.

    >>> whole_number("-20"), whole_number("2.5"), whole_number("9" * 5000)
    (-20, None, None)
    """
    return int(text) if WHOLE_NUMBER.fullmatch(text) else None
