"""Level cubes in the picture: which of their edges are visible, and where."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from tests.vision.table import camera_over
from vision.geometry.cube import (
    ENDS,
    STARTS,
    EdgeKind,
    cube_edges,
    silhouette_px,
    top_corners,
    top_px,
    visible_sides_px,
    whole_outline_px,
)


def kinds(x: float, y: float, degrees: float, tilt_deg: float) -> Counter[EdgeKind]:
    cube = np.array([[x, y, np.radians(degrees), 26.0]])
    return Counter(EdgeKind(int(kind)) for kind in cube_edges(cube, camera_over(tilt_deg=tilt_deg)).kinds[0])


def test_a_cube_below_the_camera_shows_only_its_top() -> None:
    assert kinds(0, 0, 20, tilt_deg=0) == {EdgeKind.TOP_OUTLINE: 4, EdgeKind.HIDDEN: 8}


def test_a_cube_that_shows_one_side_has_one_crease_at_the_top_and_a_foot() -> None:
    edges = kinds(0, 0, 0, tilt_deg=30)
    assert edges[EdgeKind.TOP_CREASE] == edges[EdgeKind.FOOT_OUTLINE] == 1
    assert edges[EdgeKind.TOP_OUTLINE] == 3
    assert (edges[EdgeKind.VERTICAL_OUTLINE], edges[EdgeKind.VERTICAL_CREASE]) == (2, 0)


def test_a_cube_that_shows_a_corner_has_a_vertical_crease() -> None:
    edges = kinds(0, 0, 45, tilt_deg=30)
    assert edges[EdgeKind.TOP_CREASE] == edges[EdgeKind.FOOT_OUTLINE] == 2
    assert (edges[EdgeKind.VERTICAL_OUTLINE], edges[EdgeKind.VERTICAL_CREASE], edges[EdgeKind.HIDDEN]) == (2, 1, 3)


def test_edges_join_the_projected_corners() -> None:
    plane, cube = camera_over(tilt_deg=25), np.array([30.0, -40.0, 0.3, 26.5])
    edges = cube_edges(cube[None], plane)
    corners = top_corners(cube[None])[0]
    np.testing.assert_allclose(edges.points[0, STARTS[:4]], plane.to_px(corners, 26.5))
    np.testing.assert_allclose(edges.points[0, STARTS[4:8]], plane.to_px(corners))
    np.testing.assert_allclose(edges.points[0, ENDS[8:]], plane.to_px(corners))
    np.testing.assert_allclose(top_px(cube, plane), edges.points[0, STARTS[:4]])


def test_the_silhouette_holds_top_and_foot() -> None:
    plane, cube = camera_over(tilt_deg=25), np.array([0.0, 0.0, 0.3, 26.5])
    low, high = silhouette_px(cube, plane).min(axis=0), silhouette_px(cube, plane).max(axis=0)
    both = np.concatenate([top_px(cube, plane), plane.to_px(top_corners(cube[None])[0])])
    assert (low, high) == (pytest.approx(both.min(axis=0), abs=0.1), pytest.approx(both.max(axis=0), abs=0.1))


def test_the_whole_outline_of_a_die_holds_its_foot_and_that_of_a_stone_is_its_rim() -> None:
    plane, cube = camera_over(tilt_deg=25), np.array([0.0, 0.0, 0.3, 26.5])
    whole = whole_outline_px(top_px(cube, plane), plane)
    np.testing.assert_allclose(whole.min(axis=0), silhouette_px(cube, plane).min(axis=0), atol=0.5)
    np.testing.assert_allclose(whole.max(axis=0), silhouette_px(cube, plane).max(axis=0), atol=0.5)
    rim = np.array([[0, 0], [4, 0], [6, 2], [4, 4], [0, 4]], float)
    assert {tuple(corner) for corner in whole_outline_px(rim, plane)} == {tuple(corner) for corner in rim}


@pytest.mark.parametrize(("degrees", "tilt_deg", "count"), [(20, 0, 0), (0, 30, 1), (45, 30, 2)])
def test_the_sides_that_face_the_camera_join_the_top_and_the_foot(degrees: float, tilt_deg: float, count: int) -> None:
    plane, cube = camera_over(tilt_deg=tilt_deg, turn_deg=0), np.array([0.0, 0.0, np.radians(degrees), 26.5])
    top, foot = top_px(cube, plane), plane.to_px(top_corners(cube[None])[0])
    sides = visible_sides_px(top, 26.5, plane)
    assert len(sides) == count
    for side in sides:
        assert all(np.abs(top - corner).sum(axis=1).min() < 0.01 for corner in side[:2])
        assert all(np.abs(foot - corner).sum(axis=1).min() < 0.01 for corner in side[2:])
        shared, _ = cv2.intersectConvexConvex(side.astype(np.float32), top.astype(np.float32))
        assert shared < 1  # It lies beside the top face in the picture.
