"""Cubes that stand on an edge or a corner: their projection, as `cube.cube_edges` does for level ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.cube import CubeEdges, EdgeKind
from vision.geometry.plane import Plane

Floats = NDArray[np.float64]

_CORNERS = np.array([[x, y, z] for z in (0.5, -0.5) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
# Outward normals: top, foot, and the sides between the corners k and k + 1 of the top.
_NORMALS = np.array([[0, 0, 1], [0, 0, -1], [0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]], np.float64)
# The two faces at each edge, in the order of `CubeEdges`.
_FACES = np.array([[0, 2], [0, 3], [0, 4], [0, 5], [1, 2], [1, 3], [1, 4], [1, 5], [5, 2], [2, 3], [3, 4], [4, 5]])
# Kind of an edge at which no face, one or both are visible: of the top, of the foot, vertical.
_KINDS = np.repeat(
    [
        [EdgeKind.HIDDEN, EdgeKind.TOP_OUTLINE, EdgeKind.TOP_CREASE],
        [EdgeKind.HIDDEN, EdgeKind.FOOT_OUTLINE, EdgeKind.VERTICAL_CREASE],
        [EdgeKind.HIDDEN, EdgeKind.VERTICAL_OUTLINE, EdgeKind.VERTICAL_CREASE],
    ],
    4,
    axis=0,
)


def tilted_cube_edges(cubes: Floats, plane: Plane) -> CubeEdges:
    """Project the edges of N tilted cubes and classify them as the camera sees them.

    ``cubes`` is N x 6: x and y of the centre in mm, angle in radians and edge in mm as for `cube.top_corners`, then the
    tilt and the heading of its axis in radians. The lowest corner touches the table.
    """
    rotation, edge = _rotations(cubes), cubes[:, 3, None, None]
    corners = np.einsum("nij,cj->nci", rotation, _CORNERS) * edge
    centre = np.column_stack([cubes[:, :2], -corners[..., 2].min(axis=1)])
    points = np.concatenate([corners, np.zeros((len(cubes), 1, 3))], axis=1) + centre[:, None]
    normals = np.einsum("nij,fj->nfi", rotation, _NORMALS)
    away = plane.camera_mm - (centre[:, None] + normals * edge / 2)
    visible = ((away * normals).sum(axis=2) > 0)[:, _FACES].sum(axis=2)
    px = plane.points_to_px(points.reshape(-1, 3)).reshape(-1, points.shape[1], 2)
    return CubeEdges(px, _KINDS[np.arange(len(_FACES)), visible])


def _rotations(cubes: Floats) -> Floats:
    """Return the rotations (N x 3 x 3): about the vertical by the angle, then about a level axis by the tilt."""
    cos, sin = np.cos(cubes[:, 2]), np.sin(cubes[:, 2])
    turn = np.zeros((len(cubes), 3, 3))
    turn[:, 0, 0], turn[:, 0, 1], turn[:, 1, 0], turn[:, 1, 1], turn[:, 2, 2] = cos, -sin, sin, cos, 1.0
    across = np.zeros((len(cubes), 3, 3))
    across[:, 0, 2], across[:, 1, 2] = np.sin(cubes[:, 5]), -np.cos(cubes[:, 5])
    across[:, 2, :2] = -across[:, :2, 2]
    tilt = cubes[:, 4, None, None]
    return np.asarray((np.eye(3) + np.sin(tilt) * across + (1 - np.cos(tilt)) * across @ across) @ turn)
