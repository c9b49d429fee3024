"""Dice pushed together of which the detector reports only some."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.paint import paint
from tests.vision.detection.test_die_pose import TOPS, VIEWS, calibrated, die
from tests.vision.painted import Scene
from vision.detection.cube_search import Start
from vision.detection.die_pose import DiePose, fit_dice
from vision.detection.overlooked_dice import overlooked_dice
from vision.geometry.cube import silhouette_px

VIEW = VIEWS[1]
PLACED = [die(0, 0, 10), die(27.2, 5.0, 10, "5"), die(-4.8, 27.0, 10, "2")]


def pose_at(x: float, y: float) -> DiePose:
    return DiePose(x, y, np.radians(10), 26.5, 0.9, 0.3, 1.0)


@pytest.mark.parametrize(("top", "least"), [("wood", 1), ("felt", 2)])
def test_dice_touching_a_fitted_one_are_found(top: str, least: int) -> None:
    plane, empty = calibrated(top, VIEW)
    image = paint(Scene(top, VIEW).painted(), PLACED, 7)
    (first,) = (fit.pose for fit in fit_dice(image, plane, empty, [Start.of_edge(0.0, 0.0, 26.5)]))
    assert first is not None
    more = overlooked_dice(image, plane, empty, [first], [])
    assert len(more) >= least
    for pose in more:
        assert min(np.hypot(pose.x - one.at[0], pose.y - one.at[1]) for one in PLACED[1:]) < 3


@pytest.mark.parametrize("top", TOPS)
def test_a_lone_die_gets_no_neighbour(top: str) -> None:
    plane, empty = calibrated(top, VIEW)
    image = paint(Scene(top, VIEW).painted(), PLACED[:1], 7)
    assert overlooked_dice(image, plane, empty, [pose_at(0.0, 0.0)], []) == []


def test_no_die_is_added_at_another_detection() -> None:
    plane, empty = calibrated("felt", VIEW)
    image = paint(Scene("felt", VIEW).painted(), PLACED[:2], 7)
    other = silhouette_px(pose_at(27.2, 5.0).cube, plane)
    assert overlooked_dice(image, plane, empty, [pose_at(0.0, 0.0)], [other]) == []


def test_nothing_is_searched_without_a_fitted_die() -> None:
    plane, empty = calibrated("felt", VIEW)
    assert overlooked_dice(empty, plane, empty, [], []) == []
