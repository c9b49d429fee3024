"""A tilted cube explains a leaning die better than the level one, and a level die no better."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.paint import paint
from hardware.simulated.poses import Placed, lying, tipped
from hardware.simulated.view import looking_down
from tests.vision.painted import CLEAR, PIECES, Scene
from vision.detection.cube_search import Start
from vision.detection.die_pose import fit_dice, maps_about
from vision.detection.die_tilt import tilt_lead
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, find_plane

VIEW = looking_down(height_mm=650, tilt_deg=20)


@cache
def table() -> tuple[Plane, NDArray[np.uint8]]:
    empty = paint(Scene("wood", VIEW).painted(), [], 3)
    return find_plane(empty, lens=Lens(VIEW.matrix, VIEW.lens, VIEW.size)), empty


def lead_of(placed: Placed) -> float:
    plane, empty = table()
    image = paint(Scene("wood", VIEW).painted(), [placed], 7)
    start = Start(float(placed.at[0]), float(placed.at[1]), (26.5,), 20.0, 30.0)
    (fit,) = fit_dice(image, plane, empty, [start])
    assert fit.pose is not None
    maps = maps_about(image, plane, empty, (Start.of_edge(fit.pose.x, fit.pose.y, fit.pose.edge),))
    return tilt_lead(fit.pose.cube, maps, plane)


@pytest.mark.parametrize("degrees", [0.0, 30.0, 70.0])
def test_no_tilted_cube_explains_a_level_die_much_better(degrees: float) -> None:
    assert lead_of(lying(PIECES[CLEAR[0]], "3", 20.0, -30.0, degrees)) < 0.05


@pytest.mark.parametrize("about_deg", [0.0, 120.0, 240.0])
def test_a_tilted_cube_explains_a_leaning_die_better(about_deg: float) -> None:
    die = lying(PIECES[CLEAR[1]], "3", 20.0, -30.0, 25.0)
    assert lead_of(tipped(die, "3", about_deg, 20.0)) > 0.1
