"""Measure how much better a tilted cube explains the picture of a die than the level cube that was fitted to it.

Needs no training, like the fit: it is evidence about leaning dice that the network for whole dice does not have.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.detection.cube_score import score_of_edges
from vision.geometry.plane import Plane
from vision.geometry.tilted_cube import tilted_cube_edges
from vision.motion.change import ChangeMaps

Floats = NDArray[np.float64]

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


def tilt_lead(cube: Floats, maps: ChangeMaps, plane: Plane) -> float:
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
