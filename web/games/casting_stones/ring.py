"""The ring of turrets: where each is drawn, which option a tap on it chooses, and why a tap on another is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from rules.core.asks import Ask

RING = 150.0  # radius in the drawing's units
AT_TURRET = re.compile(r"(gem|knock-gem) (\d+)")  # options that are chosen by a tap on one turret


@dataclass(frozen=True, slots=True)
class Turret:
    """One turret at its place in the drawing.

    ``owner`` and ``colour`` are those of the gem on it, if any; ``wanted`` is the colour of the player who would win
    the game with a gem there.
    """

    number: int
    name: str
    x: float
    y: float
    owner: str | None
    colour: str | None
    winning: bool
    wanted: str | None


@dataclass(frozen=True, slots=True)
class Arc:
    """The bond between two neighbouring turrets of one owner."""

    colour: str
    path: str


def turrets_of(view: Mapping[str, Any]) -> tuple[Turret, ...]:
    """The turrets of a view at their places, clockwise from the top."""
    ring, seats = view["turrets"], view["seats"]
    return tuple(
        Turret(
            number=t["turret"],
            name=t["name"],
            x=_place(i / len(ring))[0],
            y=_place(i / len(ring))[1],
            owner=t["gem"],
            colour=seats[t["gem"]]["colour"] if t["gem"] else None,
            winning=t["turret"] in view["winning"],
            wanted=next((seat["colour"] for seat in seats.values() if t["turret"] in seat["wins_with"]), None),
        )
        for i, t in enumerate(ring)
    )


def _place(share: float, radius: float = RING) -> tuple[float, float]:
    """The point at this share of the ring, clockwise from the top."""
    angle = 2 * pi * share - pi / 2
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)


def arcs_of(turrets: Sequence[Turret], open_ends: bool) -> tuple[Arc, ...]:
    """The bonds between neighbours of one owner; a row with open ends does not close."""
    pairs = list(zip(turrets, (*turrets[1:], turrets[0]), strict=True))
    return tuple(
        Arc(here.colour, f"M{here.x} {here.y}A{RING} {RING} 0 0 1 {there.x} {there.y}")
        for here, there in (pairs[:-1] if open_ends else pairs)
        if here.colour and here.owner == there.owner
    )


def aims(picks: Iterable[str]) -> dict[int, str]:
    """The option that a tap on each turret chooses, by the turret's number: of *picks* those that name one turret."""
    return {int(aim[2]): pick for pick in picks if (aim := AT_TURRET.fullmatch(pick))}


def closed(ask: Ask) -> dict[int, str]:
    """The reason why a tap on a turret is refused, by the turret's number, for the turrets that *ask* excludes."""
    shut = ((AT_TURRET.fullmatch(one.option.pick), one.reason.words) for one in ask.excluded)
    return {int(aim[2]): words for aim, words in shut if aim}
