"""Rows for the tables of Powers: a position, the plays, and the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.game import Setup

# Ana's die a wins over Bo's die b; both have one roll.
WON = """
Ana advance a
Bo advance b
Ana throw a=5
Bo throw b=2
"""
# Bo's die b wins over Ana's die a.
LOST = """
Ana advance a
Bo advance b
Ana throw a=2
Bo throw b=5
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One case: after ``lines``, dice lie in ``zones``, ``rules`` were cited, and just ``offers`` stand to choose."""

    name: str
    setup: Setup
    lines: str
    zones: Mapping[str, str] = field(default_factory=dict)
    rules: Sequence[str] = ()
    offers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    values: Mapping[str, int | None] = field(default_factory=dict)
    winner: str | None = None
    unsaid: Sequence[str] = ()


def duel(
    dice: Mapping[str, str | Mapping[str, Any]],
    ana: str = "front a a2",
    bo: str = "front b b2",
    hostages: Mapping[str, Sequence[str]] | None = None,
    level: str = "advanced",
    challenger: str = "Ana",
    **house: str | bool | int,
) -> Setup:
    """A position such as ``front a a2 | keep a3``; dice without an entry have bonus 1 and Spy."""
    position: dict[str, Any] = {"Ana": _rows(ana), "Bo": _rows(bo), "hostages": dict(hostages or {})}
    named = [die for player in ("Ana", "Bo") for row in position[player].values() for die in row]
    named += [die for held in position["hostages"].values() for die in held]
    return {
        "game": "dicers",
        "format": 1,
        "level": level,
        "players": ["Ana", "Bo"],
        "challenger": challenger,
        "dice": {die: _facts_of(dice.get(die, "spy")) for die in named},
        "position": position,
        "house_rules": house,
    }


def _facts_of(entry: str | Mapping[str, Any]) -> dict[str, Any]:
    return {"cb": 1, "power": entry} if isinstance(entry, str) else {"cb": 1, "power": "spy", **entry}


def _rows(words: str) -> dict[str, list[str]]:
    rows = (part.split() for part in words.split("|"))
    return {name: dice for name, *dice in rows}
