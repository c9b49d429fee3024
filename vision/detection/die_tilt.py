"""Measure how much better a tilted cube explains the picture of a die than the level cube that was fitted to it.

Needs no training, like the fit: it is evidence about leaning dice that the network for whole dice does not have.
Tilted cubes stand on an edge or a corner; `tilted_cube_edges` projects them as `cube.cube_edges` projects level
ones.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.detection.change import ChangeMaps
from vision.detection.cube_score import score_of_edges
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

# Length of an edge in px at the coarse scale; number of samples on an edge at the coarse and the fine scale.
_COARSE_PX, _COARSE_SAMPLES, _FINE_SAMPLES = 28.0, 8, 14
# The grid about the level cube: shifts in edges, turns and tilts in degrees, headings of the axis in eighths of a turn.
_SHIFTS, _TURNS_DEG, _TILTS_DEG, _HEADINGS = (-0.12, 0.0, 0.12), (-10, 0, 10), (10, 20, 32), 8
_GRID = np.array(
    list(
        product(
            _SHIFTS,
            _SHIFTS,
            np.radians(_TURNS_DEG),
            (1.0,),
            np.radians(_TILTS_DEG),
            np.arange(_HEADINGS) * 2 * np.pi / _HEADINGS,
        )
    )
)
# Number of grid points that are refined; steps (edges, degrees) of the refinement, each repeated at most _TIMES times.
_BEST, _STEPS, _TIMES = 5, ((0.06, 5.0), (0.03, 2.5), (0.015, 1.2)), 4
# Steps of the edge's logarithm, and of the heading relative to the other angles.
_GROWTH, _HEADING = 0.01, 3.0
# Range of tilts: below it a cube hardly differs from a level one.
_TILT_RANGE, _LEVEL = np.radians((6.0, 45.0)), np.zeros(2)
_MOVES = np.concatenate([np.zeros((1, 6)), np.eye(6), -np.eye(6)])


def tilted_cube_edges(cubes: Floats, plane: Plane) -> CubeEdges:
    """Project the edges of N tilted cubes and classify them as the camera sees them.

    ``cubes`` is N x 6: x and y of the centre in mm, angle in radians and edge in mm as for `cube.top_corners`, then the
    tilt and the heading of its axis in radians. The lowest corner touches the table.
    """
    rotation, edge = _rotations(cubes), cubes[:, 3, None, None]
    corners = _CORNERS @ rotation.swapaxes(1, 2) * edge
    centre = np.column_stack([cubes[:, :2], -corners[..., 2].min(axis=1)])
    points = np.concatenate([corners, np.zeros((len(cubes), 1, 3))], axis=1) + centre[:, None]
    normals = _NORMALS @ rotation.swapaxes(1, 2)
    away = plane.camera_mm - (centre[:, None] + normals * edge / 2)
    visible = (np.einsum("nfi,nfi->nf", away, normals) > 0)[:, _FACES].sum(axis=2)
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


def tilt_margin(cube: Floats, maps: ChangeMaps, plane: Plane) -> float:
    """Return the score of the best tilted cube near a level one minus that of the best level one.

    ``cube`` (4) as for `cube.top_corners`, fitted in these maps. About 0 for level dice (at most 0.13 for 95 of 100),
    0.2 for cocked ones.
    """
    coarse = maps.smaller(maps.scale * _COARSE_PX / (maps.px_per_mm * float(cube[3])))
    unit = np.array([cube[3], cube[3], 1.0, cube[3], 1.0, 1.0])
    tilted = np.array([*cube[:3], 0.0, 0.0, 0.0]) + _GRID * unit
    likely = np.argsort(-_scores(tilted, coarse, plane, _COARSE_SAMPLES))[:_BEST]
    level = np.array([[*cube, 0.0, 0.0]])
    return _refined(tilted[likely], maps, plane, _TILT_RANGE) - _refined(level, maps, plane, _LEVEL)


def _scores(cubes: Floats, maps: ChangeMaps, plane: Plane, samples: int) -> Floats:
    return score_of_edges(tilted_cube_edges(cubes, plane), maps, samples)


def _refined(cubes: Floats, maps: ChangeMaps, plane: Plane, tilts: Floats) -> float:
    """Move tilted cubes (N x 6) to local maxima of the score, one coordinate at a time; return the largest."""
    best = -np.inf
    for step, degrees in _STEPS:
        for _ in range(_TIMES):
            moved = cubes[:, None] + _MOVES * _step(cubes, step, np.radians(degrees))[:, None]
            moved[..., 4] = np.clip(moved[..., 4], *tilts)
            score = _scores(moved.reshape(-1, 6), maps, plane, _FINE_SAMPLES).reshape(moved.shape[:2])
            chosen = score.argmax(axis=1)
            cubes, best = moved[np.arange(len(moved)), chosen], float(score.max())
            if not chosen.any():
                break
    return best


def _step(cubes: Floats, step: float, radians: float) -> Floats:
    """Return the step of each coordinate of each cube (N x 6)."""
    edge, same = cubes[:, 3], np.ones(len(cubes))
    angles = (radians * same, _GROWTH * edge, radians * same, _HEADING * radians * same)
    return np.column_stack([step * edge, step * edge, *angles])
