"""What the forms for a new game share: the players' names, and choices that the form really has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.snapshot import Snapshot
from web.pages import Form

LONGEST = 24
"""Letters of a name: what fits on the small screen and round the mat."""


def last_setup(snapshot: Snapshot, game: str) -> Mapping[str, Any]:
    """The set-up on the table, to propose it again; empty where another game, or none, lies there."""
    setup = snapshot.table.setup if snapshot.table else {}
    return setup if setup.get("game") == game else {}


def names(form: Form, field: str) -> list[str]:
    """What all fields of that name hold, empty ones too; spaces between words are told once."""
    return [" ".join(name.split()) for name in form.getlist(field)]


def is_short(name: str) -> bool:
    """Whether the name fits where names are shown, and is plain text."""
    return len(name) <= LONGEST and name.isprintable()


def two_players(form: Form, title: str) -> list[str]:
    """The names of both players of the game called *title*.

    Raises:
        ValueError: with one sentence for people, where there are not two different names.
    """
    players = names(form, "player")
    if len(players) != 2 or not all(name and is_short(name) for name in players):
        raise ValueError(f"{title} is for two: give both players a name of at most {LONGEST} letters.")
    if players[0].casefold() == players[1].casefold():
        raise ValueError(f"Both players are called {players[0]}: give them different names.")
    return players


def one_of(value: str, allowed: Sequence[str], what: str) -> str:
    """*value*, where it is among the *allowed* ones.

    Raises:
        ValueError: with one sentence for people, where it is not.
    """
    if value not in allowed:
        raise ValueError(f"There is no such {what} here. Load the page again and choose one that it shows.")
    return value
