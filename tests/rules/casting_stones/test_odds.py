"""Exact odds of a second cast, and the stones that a failed cast lacks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.casting_stones.casts import best, chance, lacks
from rules.casting_stones.messages import SUMMARY
from rules.casting_stones.ring import winning_turrets
from rules.core.fold import referee
from tests.rules.casting_stones.kit import KIT, casts, setup

HAND = ("character", "artifact", "artifact", "element", "element")
SIDE = {"s": "symbol", "n": "number"}


def sides(pattern: str) -> tuple[str, ...]:
    return tuple(SIDE[mark] for mark in pattern)


@pytest.mark.parametrize(
    ("pattern", "again", "kind", "odds"),
    [
        ("ssnsn", (), "spell", Fraction(1)),
        ("ssssn", (3,), "spell", Fraction(0)),  # two Artifacts stay up
        ("ssssn", (2,), "spell", Fraction(1, 2)),  # one of them must fall on its number
        ("ssssn", (4,), "potion", Fraction(1, 2)),
        ("nnnnn", (0, 1, 2, 3, 4), "spell", Fraction(4, 32)),
        ("nnnnn", (0, 1, 2, 3, 4), "potion", Fraction(1, 32)),
        ("snnns", (1, 2), "spell", Fraction(1, 2)),  # exactly one of two Artifacts
        ("snnnn", (1, 2, 3, 4), "spell", Fraction(1, 4)),  # one of two Artifacts and one of two Elements
        ("ssnnn", (0, 1), "charm", Fraction(1, 4)),
    ],
)
def test_chance(pattern: str, again: tuple[int, ...], kind: str, odds: Fraction) -> None:
    assert chance(HAND, sides(pattern), again, kind) == odds


def test_the_best_second_cast() -> None:
    """After C and both A as symbols: one Artifact and one Element, or both, must turn."""
    spell, potion, charm = best(HAND, sides("sssnn"))
    assert (potion.again, potion.chance) == ((3, 4), Fraction(1, 4))
    assert (charm.again, charm.chance) == ((0, 1, 2), Fraction(1, 8))
    # One Artifact and one Element again: the one must fall on its number (1/2), the other on its symbol (1/2).
    assert (spell.again, spell.chance) == ((1, 3), Fraction(1, 4))


def test_the_missing_stones_of_a_cast_are_named() -> None:
    assert dict(lacks(HAND, sides("ssssn"))) == {"spell": (2,), "potion": (4,), "charm": (0, 1, 2, 3)}
    assert dict(lacks(HAND, sides("nnnnn")))["charm"] == ()
    assert dict(lacks(("element",) * 5, sides("ssssn")))["spell"] is None


def test_the_view_has_odds_and_missing_stones_of_a_failed_first_cast() -> None:
    log = [casts("Bo", "ssnnn"), casts("Ana", "sssss")]
    view = KIT.game.view(referee(KIT.game, setup(picked=True), log).state, None, frozenset())
    assert [(way["kind"], way["chance"], way["percent"]) for way in view["odds"]] == [
        ("spell", "1/2", 50),
        ("potion", "1/8", 12),
        ("charm", "1/4", 25),
    ]
    assert view["odds"][0]["again"] == ["stone:18"]
    sentences = [lack["words"] for lack in view["seats"]["Bo"]["cast"]["lacks"]]
    assert sentences[2] == "For a Charm, Draco Malfoy and Remembrall should show numbers."
    assert [lack["kind"] for lack in view["seats"]["Ana"]["cast"]["lacks"]] == ["spell", "charm"]
    first = KIT.game.view(referee(KIT.game, setup(picked=True), log[:1]).state, None, frozenset())
    assert first["odds"] == []


def test_a_compared_cast_still_names_its_missing_stones() -> None:
    view = KIT.game.view(
        referee(KIT.game, setup(picked=True), [casts("Bo", "ssnsn"), casts("Ana", "sssss")]).state, None, frozenset()
    )
    assert [lack["kind"] for lack in view["last"]["casts"]["Bo"]["lacks"]] == ["potion", "charm"]


def test_winning_turrets_are_marked() -> None:
    turrets = ["Ana", "Ana", None, "Ana", None, None, None, None]
    assert winning_turrets(turrets, "Ana", False) == [2]
    assert winning_turrets(turrets, "Bo", False) == []
    row = [None, "Ana", "Ana", "Ana", None, None, None, None]
    assert winning_turrets(row, "Ana", False) == [0, 4]


def test_the_summary_agrees_with_the_rulebook() -> None:
    assert all(rule in KIT.game.book for _, rules in SUMMARY for rule in rules)
