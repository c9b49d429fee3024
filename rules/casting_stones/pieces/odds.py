"""What may still come of a hand: exact odds of a second cast, and what a cast lacks."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from rules.casting_stones.pieces.casts import SIDES, cast_of

KINDS = ("spell", "potion", "charm")

Types = tuple[str, ...]
Sides = tuple[str, ...]


class Chance(NamedTuple):
    """The best way to a kind of cast: which stones to cast again (by place in the hand), and how likely it is."""

    kind: str
    again: tuple[int, ...]
    chance: Fraction


def _kind(types: Types, sides: Sides) -> str:
    return cast_of(types, sides, (None,) * len(types)).kind


@lru_cache(maxsize=256)
def kinds(types: Types) -> dict[Sides, str]:
    """The kind of cast that each pattern of sides gives."""
    return {sides: _kind(types, sides) for sides in product(SIDES, repeat=len(types))}


def chance(types: Types, sides: Sides, again: tuple[int, ...], kind: str) -> Fraction:
    """How likely *kind* is when the stones *again* are cast again, each falling on either side alike."""
    wanted = 0
    for fallen in product(SIDES, repeat=len(again)):
        after = list(sides)
        for place, side in zip(again, fallen, strict=True):
            after[place] = side
        wanted += kinds(types)[tuple(after)] == kind
    return Fraction(wanted, 2 ** len(again))


@lru_cache(maxsize=256)
def best(types: Types, sides: Sides) -> tuple[Chance, ...]:
    """For a Spell, a Potion and a Charm the likeliest second cast; with equal odds the one of fewer stones."""
    places = range(len(types))
    parts = [part for size in range(1, len(types) + 1) for part in combinations(places, size)]
    chances = ([Chance(kind, part, chance(types, sides, part, kind)) for part in parts] for kind in KINDS)
    return tuple(max(ways, key=lambda way: way.chance) for ways in chances)


@lru_cache(maxsize=256)
def lacks(types: Types, sides: Sides) -> tuple[tuple[str, tuple[int, ...] | None], ...]:
    """For each kind of cast the fewest stones (by place) that should show the other side; None: not with this hand."""
    return tuple((kind, _fewest(types, sides, kind)) for kind in KINDS)


def _fewest(types: Types, sides: Sides, kind: str) -> tuple[int, ...] | None:
    turned = (
        tuple(place for place, (is_, should) in enumerate(zip(sides, pattern, strict=True)) if is_ != should)
        for pattern, made in kinds(types).items()
        if made == kind
    )
    return min(turned, key=len, default=None)
