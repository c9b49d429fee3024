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
from tests.vision.table import camera_over
from vision.detection.cube_search import Start
from vision.detection.die_pose import fit_dice, maps_about
from vision.detection.die_tilt import tilt_margin, tilted_cube_edges
from vision.geometry.cube import CENTRE, cube_edges
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
    return tilt_margin(fit.pose.cube, maps, plane)


@pytest.mark.parametrize("degrees", [0.0, 30.0, 70.0])
def test_no_tilted_cube_explains_a_level_die_much_better(degrees: float) -> None:
    assert lead_of(lying(PIECES[CLEAR[0]], "3", 20.0, -30.0, degrees)) < 0.05


@pytest.mark.parametrize("about_deg", [0.0, 120.0, 240.0])
def test_a_tilted_cube_explains_a_leaning_die_better(about_deg: float) -> None:
    die = lying(PIECES[CLEAR[1]], "3", 20.0, -30.0, 25.0)
    assert lead_of(tipped(die, "3", about_deg, 20.0)) > 0.1


LEVEL = np.array([[0.0, 0.0, 0.0, 26.0], [30.0, -40.0, 0.3, 26.5], [-80.0, 60.0, 1.2, 21.0]])


def tilted(cubes: NDArray[np.float64], degrees: float, heading_deg: float) -> NDArray[np.float64]:
    angles = np.radians([degrees, heading_deg])
    return np.concatenate([cubes, np.tile(angles, (len(cubes), 1))], axis=1)


@pytest.mark.parametrize("camera_deg", [0.0, 15.0, 35.0])
def test_a_cube_that_is_not_tilted_is_a_level_cube(camera_deg: float) -> None:
    plane = camera_over(tilt_deg=camera_deg)
    level, same = cube_edges(LEVEL, plane), tilted_cube_edges(tilted(LEVEL, 0, 77), plane)
    np.testing.assert_allclose(same.points, level.points, atol=1e-6)
    np.testing.assert_array_equal(same.kinds, level.kinds)


def test_a_cube_tilted_by_a_quarter_turn_lies_as_before() -> None:
    plane = camera_over(tilt_deg=25)
    cube = LEVEL[1:2]
    over = tilted_cube_edges(tilted(cube, 90, np.degrees(cube[0, 2])), plane).points[0]
    level = cube_edges(cube, plane).points[0]
    np.testing.assert_allclose(np.sort(over[:, 0]), np.sort(level[:, 0]), atol=1e-6)
    np.testing.assert_allclose(over[CENTRE], level[CENTRE], atol=1e-6)


@pytest.mark.parametrize("degrees", [8.0, 20.0, 40.0])
def test_a_tilted_cube_stands_on_its_edge(degrees: float) -> None:
    plane, cube = camera_over(tilt_deg=25), LEVEL[1:2]
    points = tilted_cube_edges(tilted(cube, degrees, np.degrees(cube[0, 2])), plane).points[0, :CENTRE]
    assert on_the_table(points, plane, 26.5) == 1


def on_the_table(points: NDArray[np.float64], plane: Plane, edge: float) -> int:
    """The number of edges that are as long as a cube's if they lie on the table."""
    mm = plane.to_mm(points)
    pairs = [(i, k) for i in range(len(mm)) for k in range(i)]
    return sum(abs(float(np.linalg.norm(mm[i] - mm[k])) - edge) < 1e-6 for i, k in pairs)
