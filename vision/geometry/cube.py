"""Level cubes on the table plane: their size from the top face, and the projection of their edges."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.plane import Plane

Floats = NDArray[np.float64]
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_NORMALS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])


class EdgeKind(IntEnum):
    """How an edge of a level cube appears to a camera above it."""

    HIDDEN = 0
    TOP_OUTLINE = 1
    TOP_CREASE = 2
    FOOT_OUTLINE = 3
    VERTICAL_OUTLINE = 4
    VERTICAL_CREASE = 5


STARTS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3])
ENDS = np.array([1, 2, 3, 0, 5, 6, 7, 4, 4, 5, 6, 7])
CENTRE = 8
OUTLINES = (EdgeKind.TOP_OUTLINE, EdgeKind.FOOT_OUTLINE, EdgeKind.VERTICAL_OUTLINE)


@dataclass(frozen=True, eq=False)
class CubeEdges:
    """The twelve edges of N level cubes in a picture: four of the top, four of the foot, four vertical.

    ``points`` N x 9 x 2 px: the corners of the top, those of the foot, and the centre of each cube. Edge k joins the
    points ``STARTS[k]`` and ``ENDS[k]``; ``kinds`` N x 12 (`EdgeKind`).
    """

    points: Floats
    kinds: NDArray[np.int64]


def as_high_as_wide(quad: Floats, plane: Plane) -> tuple[float, Floats]:
    """Return the edge (mm) and the top corners (4x2 mm) of a level cube from the outline of its top face (4x2 px)."""
    side = 20.0
    for _ in range(3):
        corners = plane.to_mm(quad, side)
        across, deep = edges(corners)
        area = abs(across[0] * deep[1] - across[1] * deep[0]) / 4
        side = float(np.clip(np.sqrt(area), thresholds.CUBE_RANGE_MM[0], thresholds.CUBE_RANGE_MM[1]))
    return side, corners


def edges(corners: Floats) -> tuple[Floats, Floats]:
    """Return twice the mean edge vectors of a quadrilateral (4x2), across and down."""
    across = corners[1] - corners[0] + corners[2] - corners[3]
    return across, corners[3] - corners[0] + corners[2] - corners[1]


def foot_px(outline: Floats, plane: Plane) -> Floats:
    """Return where the bottom face of a level cube is seen (4x2 px), from the outline of its top face (4x2 px)."""
    _, corners = as_high_as_wide(outline, plane)
    return plane.to_px(corners)


def top_corners(cubes: Floats) -> Floats:
    """Return the corners of the top faces (N x 4 x 2 mm) of level cubes.

    ``cubes`` is N x 4: centre x and y in mm, angle in radians (period 90 degrees), edge in mm.
    """
    x, y, angle, edge = cubes.T[..., None]
    cos, sin = edge * np.cos(angle), edge * np.sin(angle)
    across, down = _CORNERS.T
    return np.stack([x + cos * across - sin * down, y + sin * across + cos * down], axis=2)


def top_px(cube: Floats, plane: Plane) -> Floats:
    """Return the outline of a level cube's top face (4x2 px); ``cube`` as for `top_corners`."""
    return plane.to_px(top_corners(cube[None])[0], float(cube[3]))


def silhouette_px(cube: Floats, plane: Plane) -> Floats:
    """Return the convex outline of a level cube in the picture (Nx2 px); ``cube`` as for `top_corners`."""
    corners = top_corners(cube[None])[0]
    both = np.concatenate([plane.to_px(corners, float(cube[3])), plane.to_px(corners)])
    return np.asarray(cv2.convexHull(both.astype(np.float32)).reshape(-1, 2), np.float64)


def whole_outline_px(outline: Floats, plane: Plane) -> Floats:
    """Return the convex outline (Nx2 px) of a piece from that of its top: four corners are a die's, with its foot."""
    whole = np.concatenate([outline, foot_px(outline, plane)]) if len(outline) == 4 else outline
    return np.asarray(cv2.convexHull(whole.astype(np.float32)).reshape(-1, 2), np.float64)


def visible_sides_px(outline: Floats, edge_mm: float, plane: Plane) -> list[Floats]:
    """Return the sides of a level cube that the camera sees (each 4x2 px), from the outline of its top face."""
    top = plane.to_mm(outline, edge_mm)
    centre, sides = top.mean(axis=0), []
    for above in np.stack([top, np.roll(top, -1, axis=0)], axis=1):
        middle = above.mean(axis=0)
        if (middle - centre) @ (plane.camera_mm[:2] - middle) > 0:
            sides.append(np.concatenate([plane.to_px(above, edge_mm), plane.to_px(above[::-1])]))
    return sides


def cube_edges(cubes: Floats, plane: Plane) -> CubeEdges:
    """Project the edges of N level cubes (as for `top_corners`) and classify them as the camera sees them."""
    points = np.zeros((len(cubes), CENTRE + 1, 3))
    points[:, :4, :2] = points[:, 4:CENTRE, :2] = top_corners(cubes)
    points[:, CENTRE, :2] = cubes[:, :2]
    points[:, :4, 2] = cubes[:, 3, None]
    points[:, CENTRE, 2] = cubes[:, 3] / 2
    return CubeEdges(plane.points_to_px(points.reshape(-1, 3)).reshape(-1, CENTRE + 1, 2), _kinds(cubes, plane))


def _kinds(cubes: Floats, plane: Plane) -> NDArray[np.int64]:
    """Return the kind of each edge (N x 12): a side is visible where the camera is in front of its plane."""
    cos, sin = np.cos(cubes[:, 2]), np.sin(cubes[:, 2])
    away = plane.camera_mm[:2] - cubes[:, :2]
    own = np.column_stack([away[:, 0] * cos + away[:, 1] * sin, away[:, 1] * cos - away[:, 0] * sin])
    visible = own @ _NORMALS.T > cubes[:, 3, None] / 2
    beside = visible.astype(np.int64) + np.roll(visible, 1, axis=1)
    top = np.where(visible, EdgeKind.TOP_CREASE, EdgeKind.TOP_OUTLINE)
    foot = np.where(visible, EdgeKind.FOOT_OUTLINE, EdgeKind.HIDDEN)
    vertical = np.array([EdgeKind.HIDDEN, EdgeKind.VERTICAL_OUTLINE, EdgeKind.VERTICAL_CREASE])[beside]
    return np.concatenate([top, foot, vertical], axis=1)
