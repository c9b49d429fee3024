"""What a set-up may hold: a field that nobody knows is a slip, and is named at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

FORMAT = 1


def check_fields(body: Mapping[str, Any], known: Iterable[str], whose: str) -> None:
    """Look for fields that nobody knows.

    Raises:
        ValueError: with one sentence for people, naming the first of them and those there are.
    """
    fields = tuple(known)
    for field in body:
        if field not in fields:
            raise ValueError(f"{whose} has no field {field!r}: it may have {', '.join(fields)}.")


def check_setup(setup: Mapping[str, Any], known: Iterable[str]) -> None:
    """Look at the fields of a set-up, and at its format.

    Raises:
        ValueError: with one sentence for people.
    """
    check_fields(setup, ("game", "format", "level", "players", "house_rules", *known), "The set-up")
    told = setup.get("format", FORMAT)
    if told != FORMAT or isinstance(told, bool):
        raise ValueError(f"Games are written in format {FORMAT}; the set-up says format {told!r}.")
