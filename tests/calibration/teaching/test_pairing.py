"""Stones turned over in place: which side belongs to which."""

import numpy as np
from numpy.typing import NDArray

from calibration.teaching.pairing import couples

Places = NDArray[np.float64]
FIRST = np.array([[0.0, 0.0], [40.0, 0.0], [80.0, 0.0]])


def paired(first: Places, second: Places, strange: NDArray[np.bool_] | None = None) -> list[tuple[int, int, bool]]:
    strange = np.zeros((len(first), len(second)), bool) if strange is None else strange
    return [(c.first, c.second, c.sure) for c in couples(first, second, 30.0, strange)]


def test_each_has_the_nearest_partner_in_any_order() -> None:
    assert paired(FIRST, FIRST[::-1] + 3.0) == [(0, 2, True), (1, 1, True), (2, 0, True)]


def test_removed_and_added_stones_have_no_partner() -> None:
    assert paired(FIRST, np.array([[41.0, 1.0], [400.0, 0.0]])) == [(1, 0, True)]
    assert couples(FIRST, np.zeros((0, 2)), 30.0, np.zeros((3, 0), bool)) == ()


def test_a_whole_row_that_slid_keeps_its_order() -> None:
    assert [(i, j) for i, j, _ in paired(FIRST, FIRST + np.array([18.0, 0.0]))] == [(0, 0), (1, 1), (2, 2)]


def test_between_two_near_ones_the_pair_is_not_sure_and_colour_decides() -> None:
    near = np.array([[0.0, 0.0], [12.0, 0.0]])
    moved = np.array([[5.5, 0.0], [6.5, 0.0]])
    assert all(not sure for _, _, sure in paired(near, moved))
    crossed = np.array([[True, False], [False, True]])
    assert [(i, j) for i, j, _ in paired(near, moved, crossed)] == [(0, 1), (1, 0)]
