"""A camera that was moved: a little is followed, a lot is told, and covered markers say nothing."""

import numpy as np
import pytest

from tests.vision.table import camera_over, photograph
from vision.geometry.camera_drift import DriftCheck, carried, check_drift, moved_mm
from vision.geometry.plane import Plane

CALIBRATED = camera_over()


def moved(mm: float, degrees: float = 0.0) -> Plane:
    """The camera after it was pushed to the right, and turned."""
    plane = camera_over(turn_deg=5.0 + degrees)
    plane.translation[0] -= mm
    return plane


def stood(mm: float, upset: bool = False, without: tuple[int, ...] = (), degrees: float = 0.0) -> DriftCheck:
    return check_drift(CALIBRATED, photograph(moved(mm, degrees), without=without), upset)


def test_marker_noise_is_no_movement() -> None:
    assert stood(0.2).plane is CALIBRATED


@pytest.mark.parametrize(("mm", "told"), [(1.2, False), (8.0, True), (30.0, True)])
def test_a_nudge_is_followed_and_reported_above_the_threshold(mm: float, told: bool) -> None:
    seen = stood(mm)
    assert seen.plane is not None
    assert moved_mm(seen.plane, moved(mm)) < 0.4
    assert ("I follow the mat" in str(seen.trouble)) is told


@pytest.mark.parametrize(("mm", "degrees"), [(70.0, 0.0), (0.0, 25.0)])
def test_after_a_push_nothing_is_judged(mm: float, degrees: float) -> None:
    seen = stood(mm, degrees=degrees, upset=True)
    assert seen.plane is None
    assert "nothing is judged until then" in str(seen.trouble)


def test_two_markers_out_of_place_are_too_few_to_follow() -> None:
    seen = stood(10.0, without=(0, 1))
    assert seen.plane is None
    assert "missing: far left and far right" in str(seen.trouble)


def test_two_markers_in_place_are_enough_to_stay() -> None:
    assert stood(0.0, without=(0, 1)).plane is CALIBRATED


@pytest.mark.parametrize("upset", [False, True])
def test_covered_markers_change_nothing_unless_the_whole_table_differs(upset: bool) -> None:
    assert (stood(0.0, upset, without=(0, 1, 2, 3)).plane is None) is upset


def test_the_picture_of_the_empty_table_moves_with_the_mat() -> None:
    now = moved(12.0, 3.0)
    shown = carried(photograph(CALIBRATED), CALIBRATED, now).astype(np.float32)
    area = now.to_px(now.play_area * 1.05).astype(int)
    (left, top), (right, bottom) = area.min(axis=0), area.max(axis=0)
    apart = np.abs(shown - photograph(now))[top:bottom, left:right]
    assert float(np.percentile(apart, 99)) < 12
