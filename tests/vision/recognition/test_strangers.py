"""How like a taught stone an untaught one may look, from the log odds between the taught ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.recognition.strangers import highest_odds

PAIRS = 20


def two_pictures_each(same: float, other: float) -> NDArray[np.float64]:
    """The log odds between two crops each of twenty sides: *same* for one side, *other* for different ones."""
    one_side = np.kron(np.eye(PAIRS), np.ones((2, 2))).astype(bool)
    return np.where(one_side, same, other)


SIDES = np.repeat(np.arange(PAIRS), 2)


@pytest.mark.parametrize(
    ("same", "other", "limit"),
    [
        (15.0, 6.0, 6.0),  # what strangers reach
        (15.0, -4.0, -4.0),
        (2.0, 6.0, 2.0),  # pictures of one side are no more alike: then what these reach
    ],
)
def test_strangers_reach_what_taught_stones_reach_with_each_other(same: float, other: float, limit: float) -> None:
    assert highest_odds(two_pictures_each(same, other), SIDES, SIDES) == pytest.approx(limit)


def test_a_single_pair_that_is_alike_does_not_count_for_all() -> None:
    odds = two_pictures_each(15.0, 2.0)
    odds[0, 2] = odds[2, 0] = 14.0
    assert 2.0 <= highest_odds(odds, SIDES, SIDES) < 4.0


def test_the_sides_of_one_stone_and_its_twins_are_no_strangers() -> None:
    odds = two_pictures_each(15.0, 2.0)
    odds[:4, :4] = 14.0
    assert highest_odds(odds, SIDES, SIDES // 2) == pytest.approx(2.0)


def test_nothing_is_known_of_strangers_with_one_stone_or_one_picture_a_side() -> None:
    assert highest_odds(two_pictures_each(15.0, 2.0), SIDES, np.zeros_like(SIDES)) == -np.inf
    assert highest_odds(two_pictures_each(15.0, 2.0), np.arange(2 * PAIRS), SIDES) == -np.inf
    assert highest_odds(np.zeros((0, 0)), np.zeros(0, np.int64), np.zeros(0, np.int64)) == -np.inf
