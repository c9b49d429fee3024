"""The cast of five stones: Spell, Potion, Charm or Bungle, which of two casts wins, and the odds of a second cast."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.stones import CHASER, TYPES

SIDES = ("symbol", "number")

SPELL = BOOK.cite("CST-G-15", "CST-B-20")
WILD = BOOK.cite("CST-G-11", "CST-G-12")
POTION = BOOK.cite("CST-G-16", "CST-B-23", "CST-B-25")
CHARM = BOOK.cite("CST-G-17", "CST-B-26", "CST-B-29")
BUNGLE = BOOK.cite("CST-G-18", "CST-B-38")
WRONG_TYPES = BOOK.cite("CST-Q-10")
NO_CHARACTER = BOOK.cite("CST-B-55", "CST-Q-10")
UNSURE = BOOK.cite("CST-Q-37")
FIVE = BOOK.cite("CST-G-13")
KINDS = ("spell", "potion", "charm")

Types = tuple[str, ...]
Sides = tuple[str, ...]


class Cast(NamedTuple):
    """A judged cast.

    ``kind`` is spell, potion, charm, bungle or unsure; ``numbers`` are those that show (None: unknown); ``rules`` are
    the rules that make it that kind.
    """

    kind: str
    numbers: tuple[int | None, ...]
    rules: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether it is a Spell, a Potion or a Charm."""
        return self.kind in KINDS

    @property
    def wild(self) -> bool:
        """Whether it is a Spell only because a Chaser stands for a type."""
        return self.kind == "spell" and WILD[-1] in self.rules

    @property
    def sum(self) -> int:
        """Sum of the numbers that show; an unknown one counts 0."""
        return sum(number or 0 for number in self.numbers)


def cast_of(types: Sequence[str | None], sides: Sequence[str | None], numbers: Sequence[int | None]) -> Cast:
    """Judge a cast; the arguments hold the type, the side and the number of each stone, in the same order.

    A stone of unknown type or side (None or any other word) makes the cast ``unsure`` only if the kind depends on it;
    more or fewer than five stones always do.  A Chaser counts as the type that makes a Spell (CST-G-12).
    """
    return _cast_of(tuple(types), tuple(sides), tuple(numbers))


@lru_cache(maxsize=4096)
def _cast_of(types: tuple[str | None, ...], sides: tuple[str | None, ...], numbers: tuple[int | None, ...]) -> Cast:
    visible = tuple(number for number, side in zip(numbers, sides, strict=True) if side == "number")
    if len(sides) != 5:
        return Cast("unsure", visible, FIVE)
    typed = [(kind,) if kind in (*TYPES, CHASER) else TYPES for kind in types]
    sided = [(side,) if side in SIDES else SIDES for side in sides]
    readings = {_kind(t, s) for t in product(*typed) for s in product(*sided)}
    if len({kind for kind, _ in readings}) > 1:
        return Cast("unsure", visible, UNSURE)
    kind, rules = min(readings, key=lambda reading: len(reading[1]))
    return Cast(kind, visible, rules)


def _kind(types: Sequence[str | None], sides: Sequence[str | None]) -> tuple[str, tuple[str, ...]]:
    up = [kind for kind, side in zip(types, sides, strict=True) if side == "symbol"]
    plain = [kind for kind in up if kind != CHASER]
    if len(up) == 5:
        return "potion", POTION
    if not up:
        return "charm", CHARM
    if len(up) == 3 and len(set(plain)) == len(plain):
        return "spell", SPELL + (WILD if len(plain) < 3 else ())
    if len(up) != 3:
        return "bungle", BUNGLE
    return "bungle", BUNGLE + (WRONG_TYPES if {"character", CHASER}.intersection(types) else NO_CHARACTER)


class Verdict(NamedTuple):
    """Which of two casts wins (0 the first, 1 the second, None for a tie), and why."""

    winner: int | None
    rules: tuple[str, ...]


_BEATS = {
    ("spell", "potion"): BOOK.cite("CST-G-19", "CST-B-39"),
    ("potion", "charm"): BOOK.cite("CST-G-20", "CST-B-40"),
    ("charm", "spell"): BOOK.cite("CST-G-21", "CST-B-41"),
    ("spell", "bungle"): BOOK.cite("CST-B-42"),
    ("potion", "bungle"): BOOK.cite("CST-B-42"),
    ("charm", "bungle"): BOOK.cite("CST-B-42"),
}
_HIGHER = {"spell": BOOK.cite("CST-B-21"), "charm": BOOK.cite("CST-B-27")}
_TIE = {
    "spell": BOOK.cite("CST-B-22", "CST-B-21"),
    "potion": BOOK.cite("CST-B-24"),
    "charm": BOOK.cite("CST-B-28", "CST-B-27"),
    "bungle": BOOK.cite("CST-Q-04"),
}


def tie_rules(kind: str) -> tuple[str, ...]:
    """The rules by which two casts of that kind tie."""
    return _TIE[kind]


def compare(one: Cast, two: Cast) -> Verdict:
    """Which of two casts wins, and why; neither may be ``unsure``."""
    if one.kind != two.kind:
        first = (one.kind, two.kind) in _BEATS
        return Verdict(0, _BEATS[one.kind, two.kind]) if first else Verdict(1, _BEATS[two.kind, one.kind])
    if one.kind in _HIGHER and one.sum != two.sum:
        return Verdict(int(two.sum > one.sum), _HIGHER[one.kind])
    return Verdict(None, _TIE[one.kind])


class Chance(NamedTuple):
    """The best way to a kind of cast: which stones to cast again (by place in the hand), and how likely it is."""

    kind: str
    again: tuple[int, ...]
    chance: Fraction


@lru_cache(maxsize=256)
def kinds(types: Types) -> dict[Sides, str]:
    """The kind of cast that each pattern of sides gives with stones of these types."""
    unknown = (None,) * len(types)
    return {sides: cast_of(types, sides, unknown).kind for sides in product(SIDES, repeat=len(types))}


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
    """The likeliest second cast for a Spell, a Potion and a Charm; with equal odds the one with fewer stones."""
    places = range(len(types))
    parts = [part for size in range(1, len(types) + 1) for part in combinations(places, size)]
    chances = ([Chance(kind, part, chance(types, sides, part, kind)) for part in parts] for kind in KINDS)
    return tuple(max(ways, key=lambda way: way.chance) for ways in chances)


@lru_cache(maxsize=256)
def lacks(types: Types, sides: Sides) -> tuple[tuple[str, tuple[int, ...] | None], ...]:
    """Each kind of cast with the fewest stones (by place) to turn over for it; None where nothing makes it."""
    return tuple((kind, _fewest(types, sides, kind)) for kind in KINDS)


def _fewest(types: Types, sides: Sides, kind: str) -> tuple[int, ...] | None:
    turned = (
        tuple(place for place, (is_, should) in enumerate(zip(sides, pattern, strict=True)) if is_ != should)
        for pattern, made in kinds(types).items()
        if made == kind
    )
    return min(turned, key=len, default=None)
