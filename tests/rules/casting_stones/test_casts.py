"""The kind of a cast of five stones, and which cast wins: CST-EX-01, CST-EX-04, and a table for each rule."""

from __future__ import annotations

from itertools import product

import pytest

from rules.casting_stones.casts import Cast, cast_of, compare
from rules.casting_stones.rulebook import BOOK

TYPES = {"C": "character", "A": "artifact", "E": "element", "W": "chaser", "?": None}
SIDES = {"s": "symbol", "n": "number", "?": None, "l": "leaner", "o": "off"}


def made(stones: str) -> Cast:
    """A cast of stones such as ``Cs An``: type and side, numbered 10, 9, 8 ..."""
    pairs = stones.split()
    types = [TYPES[pair[0]] for pair in pairs]
    return cast_of(types, [SIDES[pair[1]] for pair in pairs], list(range(10, 10 - len(pairs), -1)))


@pytest.mark.parametrize(
    ("stones", "kind", "rule"),
    [
        ("Cs As An Es En", "spell", "CST-G-15"),
        ("Cs An As En Es", "spell", "CST-B-20"),
        ("Es As Cs Cn Cn", "spell", "CST-G-15"),  # the numbers may be on any stones
        ("Cs As As Es En", "bungle", "CST-G-18"),  # four symbols
        ("Cs As An En En", "bungle", "CST-B-38"),  # two symbols
        ("Cs As As En En", "bungle", "CST-Q-10"),  # three symbols, two of a type
        ("As As Es Cn En", "bungle", "CST-Q-10"),
        ("Es Es Es Cn An", "bungle", "CST-Q-10"),
        ("An As As Es En", "bungle", "CST-Q-10"),  # no Character in hand
        ("Cs As As Es Es", "potion", "CST-G-16"),
        ("Es Es Es Es Es", "potion", "CST-B-25"),
        ("Cs Cs As As Es", "potion", "CST-B-23"),
        ("Cn An An En En", "charm", "CST-G-17"),
        ("An An An An An", "charm", "CST-B-29"),
        ("Cn Cn En En An", "charm", "CST-B-26"),
        ("Cn An An En Es", "bungle", "CST-G-18"),  # one symbol spoils a Charm
        ("Cn As As Es Es", "bungle", "CST-G-18"),  # one number spoils a Potion
        ("Ws As Es Cn An", "spell", "CST-G-12"),
        ("Ws Ws Ws Cn An", "spell", "CST-G-12"),
        ("Ws As As Cn En", "bungle", "CST-Q-10"),  # a Chaser is one stone only
        ("Cs As Es Wn An", "spell", "CST-G-15"),  # a Chaser's number counts like any
    ],
)
def test_kind(stones: str, kind: str, rule: str) -> None:
    cast = made(stones)
    assert cast.kind == kind
    assert rule in cast.rules


def test_wrong_types_are_reported_only_of_three_symbols() -> None:
    assert "CST-Q-10" not in made("Cs As An En En").rules
    assert "CST-G-12" not in made("Cs As Es Wn An").rules


def test_the_order_of_the_stones_does_not_matter() -> None:
    assert made("Cs As An Es En").kind == made("En Es An As Cs").kind == "spell"


def test_only_visible_numbers_are_added() -> None:
    assert made("Cs As An Es En").numbers == (8, 6)
    assert made("Cs As An Es En").sum == 14
    assert made("Cn An An En En").numbers == (10, 9, 8, 7, 6)
    assert made("Cs As As Es Es").numbers == ()


@pytest.mark.parametrize(
    ("stones", "kind"),
    [
        ("Cs As An Es E?", "unsure"),  # a number makes it a Spell, a symbol a Bungle
        ("Cs As As Es E?", "unsure"),  # Potion or Bungle
        ("Cs An An En E?", "bungle"),  # one or two symbols: nothing either way
        ("Cs As An Es El", "unsure"),
        ("Cs As An Es Eo", "unsure"),
        ("?s As An Es En", "unsure"),  # which type it is decides
        ("?s As As Es Es", "potion"),  # any type will do
        ("?n As Cs Es En", "spell"),
        ("Cs Es En ?s E?", "unsure"),
        ("Cs As An Es", "unsure"),  # not five
        ("", "unsure"),
    ],
)
def test_an_unknown_side_matters_only_where_it_decides_the_kind(stones: str, kind: str) -> None:
    assert made(stones).kind == kind


def test_every_pattern_of_the_starting_hand() -> None:
    """1-2-2: of 32 patterns 4 are Spells (the Character, either Artifact, either Element), 1 a Potion, 1 a Charm."""
    types = ["character", "artifact", "artifact", "element", "element"]
    kinds = [cast_of(types, sides, [1] * 5).kind for sides in product(("symbol", "number"), repeat=5)]
    assert [kinds.count(kind) for kind in ("spell", "potion", "charm", "bungle")] == [4, 1, 1, 26]


def of(kind: str, *numbers: int) -> Cast:
    return Cast(kind, numbers, ())


# CST-EX-01: rows the first cast, columns the second; 0 the first wins, 1 the second, - nobody; here with equal sums.
TABLE = """
        spell potion charm bungle
spell   -     0      1     0
potion  1     -      0     0
charm   0     1      -     0
bungle  1     1      1     -
"""


def test_each_kind_beats_the_kinds_of_the_sheet() -> None:
    header, *rows = [line.split() for line in TABLE.strip().splitlines()]
    for one, *winners in rows:
        for two, winner in zip(header, winners, strict=True):
            verdict = compare(of(one), of(two))
            assert verdict.winner == {"0": 0, "1": 1, "-": None}[winner], (one, two)
            assert all(rule in BOOK for rule in verdict.rules)


@pytest.mark.parametrize(
    ("one", "two", "winner", "rule"),
    [
        (of("spell", 10, 6), of("spell", 15, 1), None, "CST-B-22"),  # CST-EX-04
        (of("spell", 10, 6), of("spell", 10, 5), 0, "CST-B-21"),  # CST-EX-04
        (of("spell", 10, 5), of("spell", 10, 6), 1, "CST-B-21"),
        (of("charm", 1, 2, 3, 4, 5), of("charm", 1, 2, 3, 4, 6), 1, "CST-B-27"),
        (of("charm", 1, 2, 3, 4, 5), of("charm", 5, 4, 3, 2, 1), None, "CST-B-28"),
        (of("potion"), of("potion"), None, "CST-B-24"),
        (of("bungle", 50, 50), of("bungle", 1), None, "CST-Q-04"),  # numbers count for nothing
        (of("spell", 1, 1), of("potion"), 0, "CST-G-19"),
        (of("spell", 1, 1), of("potion"), 0, "CST-B-39"),
        (of("charm", 1, 1, 1, 1, 1), of("potion"), 1, "CST-G-20"),
        (of("charm", 1, 1, 1, 1, 1), of("spell", 25, 25), 0, "CST-G-21"),  # sums count only between equals
        (of("bungle"), of("potion"), 1, "CST-B-42"),
    ],
)
def test_compare(one: Cast, two: Cast, winner: int | None, rule: str) -> None:
    verdict = compare(one, two)
    assert verdict.winner == winner
    assert rule in verdict.rules
