"""A moved camera: a small drift is followed, a large one is reported, and covered markers are no drift."""

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


def drift_of(mm: float, upset: bool = False, without: tuple[int, ...] = (), degrees: float = 0.0) -> DriftCheck:
    return check_drift(CALIBRATED, photograph(moved(mm, degrees), without=without), upset)


def test_marker_noise_is_no_movement() -> None:
    assert drift_of(0.2).plane is CALIBRATED


@pytest.mark.parametrize(("mm", "is_reported"), [(1.2, False), (8.0, True), (30.0, True)])
def test_a_nudge_is_followed_and_reported_above_the_threshold(mm: float, is_reported: bool) -> None:
    drift = drift_of(mm)
    assert drift.plane is not None
    assert moved_mm(drift.plane, moved(mm)) < 0.4
    assert ("I follow the mat" in str(drift.trouble)) is is_reported


@pytest.mark.parametrize(("mm", "degrees"), [(70.0, 0.0), (0.0, 25.0)])
def test_after_a_push_nothing_is_judged(mm: float, degrees: float) -> None:
    drift = drift_of(mm, degrees=degrees, upset=True)
    assert drift.plane is None
    assert "nothing is judged until then" in str(drift.trouble)


def test_two_markers_out_of_place_are_too_few_to_follow() -> None:
    drift = drift_of(10.0, without=(0, 1))
    assert drift.plane is None
    assert "missing: far left and far right" in str(drift.trouble)


def test_two_markers_in_place_are_enough_to_stay() -> None:
    assert drift_of(0.0, without=(0, 1)).plane is CALIBRATED


@pytest.mark.parametrize("upset", [False, True])
def test_covered_markers_change_nothing_unless_the_whole_table_differs(upset: bool) -> None:
    assert (drift_of(0.0, upset, without=(0, 1, 2, 3)).plane is None) is upset


def test_the_picture_of_the_empty_table_moves_with_the_mat() -> None:
    now = moved(12.0, 3.0)
    warped = carried(photograph(CALIBRATED), CALIBRATED, now).astype(np.float32)
    area = now.to_px(now.play_area * 1.05).astype(int)
    (left, top), (right, bottom) = area.min(axis=0), area.max(axis=0)
    apart = np.abs(warped - photograph(now))[top:bottom, left:right]
    assert float(np.percentile(apart, 99)) < 12
