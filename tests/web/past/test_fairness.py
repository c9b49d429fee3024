"""The fairness test: its arithmetic against published tables, and how often it accuses fair and loaded pieces."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from web.past.statistics import FEWEST_A_FACE, FaceTest, compare_faces, in_words, upper_tail, verdicts

FACES = ("1", "2", "3", "4", "5", "6")


def thrown(rng: random.Random, throws: int, weights: tuple[int, ...] = (1,) * 6) -> FaceTest:
    came = Counter(rng.choices(FACES, weights, k=throws))
    return compare_faces({face: came[face] for face in FACES})


@pytest.mark.parametrize(
    ("distance", "freedom", "p"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (19.675, 11, 0.05),
        (37.566, 20, 0.01),
        (0.0, 5, 1.0),
    ],
)
def test_the_tail_is_that_of_the_tables(distance: float, freedom: int, p: float) -> None:
    assert upper_tail(distance, freedom) == pytest.approx(p, rel=2e-3)


def test_a_textbook_die() -> None:
    """60 throws of 5, 8, 9, 8, 10, 20: chi-square 13.4 with 5 degrees of freedom, p 0.0199."""
    test = compare_faces(dict(zip(FACES, (5, 8, 9, 8, 10, 20), strict=True)))
    assert (test.throws, test.expected, test.needed) == (60, 10.0, 60)
    assert test.p == pytest.approx(0.0199, abs=5e-5)


def test_nothing_is_said_of_few_throws_however_odd() -> None:
    odd = compare_faces({"1": 6 * FEWEST_A_FACE - 1, **dict.fromkeys(FACES[1:], 0)})
    assert verdicts([odd]) == ("few",)
    assert in_words(odd, "few") == ""
    assert verdicts([compare_faces({"symbol": 0, "number": 0})]) == ("few",)


def test_of_a_hundred_tables_with_fair_pieces_about_one_is_accused() -> None:
    rng = random.Random(7)
    accused = sum("loaded" in verdicts([thrown(rng, 120) for _ in range(12)]) for _ in range(400))
    assert accused <= 12, "4 are expected; more than 12 would come once in two thousand runs"


def test_a_die_that_shows_six_every_other_time_is_found() -> None:
    rng = random.Random(11)
    found = [verdicts([thrown(rng, 60, (1, 1, 1, 1, 1, 5)), *(thrown(rng, 60) for _ in range(11))]) for _ in range(100)]
    assert sum(verdict[0] == "loaded" for verdict in found) >= 90
    assert sum("loaded" in verdict[1:] for verdict in found) <= 5


def test_one_loaded_piece_does_not_accuse_the_others() -> None:
    loaded = compare_faces({"symbol": 90, "number": 10})
    fair, few = compare_faces({"symbol": 52, "number": 48}), compare_faces({"symbol": 3, "number": 4})
    assert verdicts([loaded, fair, few]) == ("loaded", "fair", "few")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"symbol": 50, "number": 50}, "100 of 100"),
        ({"symbol": 60, "number": 40}, "5 of 100"),
        ({"symbol": 66, "number": 34}, "1 of 1,000"),
        ({"symbol": 100, "number": 0}, "fewer than 1 of 1,000,000"),
    ],
)
def test_a_chance_is_said_in_round_numbers(counts: dict[str, int], words: str) -> None:
    assert words in in_words(compare_faces(counts), "fair")
