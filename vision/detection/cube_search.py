"""Searches for the level cubes that explain a window of a picture best: a coarse grid, then its best places refined."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_score import scores
from vision.geometry.plane import Plane
from vision.motion.change_maps import ChangeMaps, sampled

Floats = NDArray[np.float64]

# The edge of a Dicer, and how far (in log edge) an edge may be from what is expected before it costs one unit of noise.
DICER_MM = 26.5
_SPREAD = 0.1
# A difference in score of this size says nothing yet: about 150 independent places along the edges of a cube, each
# with a spread of half its range.
NOISE = 0.04
_STEP, _TURN_DEG, _GROWTH = 0.19, 15.0, 0.11
# Scales at which an edge is this many px long, and the samples of an edge there.
_COARSE_PX, _COARSE_SAMPLES = 16.0, 6
_MIDDLE_PX, _MIDDLE_SAMPLES = 28.0, 8
FINE_PX, _FINE_SAMPLES = 52.0, 14
# The change is averaged over this part of a cube's edge.  Less change than this is none, and cubes with less than this
# part of the most are not searched.
_MIDDLE = 0.45
# Steps of the refinement (edges, degrees) at the middle and the fine scale; each is taken until nothing moves, at most
# so often.
_MIDDLE_STEPS = ((0.08, 6.0), (0.04, 3.0))
_FINE_STEPS = ((0.03, 2.0), (0.015, 1.0), (0.007, 0.5))
_TIMES = 3
# Maxima that are refined at the middle and at the fine scale: of a die that is alone, and for each of several dice,
# which must also be told from cubes that straddle two of them.
_ALONE, _EACH = (6, 3), (16, 7)
# A step from a cube: in place and angle, or (the last two) to a smaller or larger edge.
_MOVES = np.array([*product((-1.0, 0.0, 1.0), repeat=3), (0, 0, 0), (0, 0, 0)])
_GROWTHS = np.array([0.0] * 27 + [-1.0, 1.0])
# Neighbours whose scores tell how sharp an optimum is: in edges, edges, radians, and the edge as it is.
_NEIGHBOURS = np.array(
    list(product((-0.1, -0.05, 0, 0.05, 0.1), (-0.1, -0.05, 0, 0.05, 0.1), (-0.1, -0.05, 0, 0.05, 0.1), (0,)))
)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a die was detected: the centre of its top face in mm, the edges expected, and their range in mm."""

    x: float
    y: float
    edges: tuple[float, ...]
    least: float
    most: float

    @classmethod
    def of_edge(cls, x: float, y: float, edge: float) -> Start:
        """The start for a die whose edge is known."""
        return cls(x, y, (edge,), edge, edge)

    @property
    def edge(self) -> float:
        """The largest expected edge."""
        return max(self.edges)


@dataclass(frozen=True, eq=False)
class Cubes:
    """K cubes (K x 4, as for `cube.top_corners`) that may be there, best first, and their scores."""

    cubes: Floats
    score: Floats


@dataclass(frozen=True, eq=False)
class _Look:
    """The maps at one scale, and what is expected of the edge."""

    maps: ChangeMaps
    plane: Plane
    samples: int
    starts: tuple[Start, ...]

    def scores(self, cubes: Floats) -> Floats:
        """The scores of N cubes, less what an unlikely edge costs."""
        expected = np.array([edge for one in self.starts for edge in one.edges])
        off = np.abs(np.log(cubes[:, 3:] / expected)).min(axis=1)
        return np.asarray(scores(cubes, self.maps, self.plane, self.samples) - NOISE * (off / _SPREAD) ** 2 / 2)


def search(maps: ChangeMaps, plane: Plane, starts: tuple[Start, ...], known: Floats) -> Cubes:
    """The best cubes in a window, refined; none where the table did not change.

    ``known`` (T x 4): cubes that are there already; none is looked for within them.
    """
    alone = len(starts) == 1 and not len(known)
    edge_px = maps.px_per_mm * max(one.edge for one in starts)
    coarse, middle = (
        _Look(maps.smaller(maps.scale * px / edge_px), plane, samples, starts)
        for px, samples in ((_COARSE_PX, _COARSE_SAMPLES), (_MIDDLE_PX, _MIDDLE_SAMPLES))
    )
    fine = _Look(maps, plane, _FINE_SAMPLES, starts)
    grid = _apart_from(known, np.concatenate([_grid(one) for one in starts]))
    changed = middle_change(grid, coarse.maps, plane)
    if changed.max(initial=0.0) < thresholds.MAP_CHANGED:
        return Cubes(np.zeros((0, 4)), np.zeros(0))
    grid = grid[changed >= thresholds.MAP_CHANGED * changed.max()]
    likely = _maxima(grid, coarse.scores(grid), _ALONE[0] if alone else _EACH[0] * len(starts))
    likely = _refined(likely, middle, _MIDDLE_STEPS, _ALONE[1] if alone else _EACH[1] * len(starts))
    best = _refined(likely, fine, _FINE_STEPS, len(likely.cubes))
    changed = middle_change(best.cubes, coarse.maps, plane)
    filled = changed >= thresholds.MAP_CHANGED * changed.max()
    return Cubes(best.cubes[filled], best.score[filled])


def _grid(start: Start) -> Floats:
    """Cubes about a detected place: every position within reach, angle, and edge."""
    count = 1 + round(np.log(start.most / start.least) / _GROWTH)
    edges = np.geomspace(start.least, start.most, count) if count > 1 else np.array([start.edge])
    line = np.arange(-5, 6) * _STEP * start.edge
    turns = np.radians(np.arange(0, 90, _TURN_DEG))
    places = [
        (start.x + x, start.y + y)
        for x, y in product(line, line)
        if np.hypot(x, y) <= thresholds.SEARCH_RADIUS * start.edge
    ]
    return np.array([(*place, turn, edge) for place, turn, edge in product(places, turns, edges)])


def _apart_from(known: Floats, cubes: Floats) -> Floats:
    """Those of the cubes (N x 4) that may lie beside the known ones (T x 4)."""
    away = np.hypot(cubes[:, None, 0] - known[:, 0], cubes[:, None, 1] - known[:, 1])
    return cubes[(away >= thresholds.CUBES_APART * (cubes[:, None, 3] + known[:, 3]) / 2).all(axis=1)]


def middle_change(cubes: Floats, maps: ChangeMaps, plane: Plane) -> Floats:
    """How much the table changed in the middle of each cube (N), 0..1: 1 where the table itself is not known."""
    if not maps.explained:
        return np.ones(len(cubes))
    wide = max(3, round(_MIDDLE * maps.px_per_mm * float(np.median(cubes[:, 3]))))
    change = cv2.blur(maps.change, (wide, wide))
    at = maps.to_map(plane.points_to_px(np.column_stack([cubes[:, :2], cubes[:, 3] / 2])))
    return np.asarray(sampled(np.asarray(change, np.float32), at[:, None])[:, 0], np.float64)


def _refined(found: Cubes, look: _Look, steps: tuple[tuple[float, float], ...], most: int) -> Cubes:
    """Climb from each cube to the nearest best score, and keep the best of those that differ."""
    cubes = found.cubes.copy()
    for step, degrees in steps:
        moving = np.arange(len(cubes))
        for _ in range(_TIMES):
            climbed = _climbed(cubes[moving], look, step, degrees)
            moved = (climbed != cubes[moving]).any(axis=1)
            cubes[moving] = climbed
            moving = moving[moved]
            if not len(moving):
                break
    return _maxima(cubes, look.scores(cubes), most)


def _climbed(cubes: Floats, look: _Look, step: float, degrees: float) -> Floats:
    """For each cube (N x 4) the best of it and of the cubes one step away."""
    least, most = min(one.least for one in look.starts), max(one.most for one in look.starts)
    kinds = len(_MOVES) if least < most else len(_MOVES) - 2
    moved = np.repeat(cubes[:, None], kinds, axis=1)
    moved[..., :2] += _MOVES[:kinds, :2] * step * cubes[:, None, 3:]
    moved[..., 2] += _MOVES[:kinds, 2] * np.radians(degrees)
    moved[..., 3] = np.clip(moved[..., 3] * (1 + step * _GROWTHS[:kinds]), least, most)
    score = look.scores(moved.reshape(-1, 4)).reshape(moved.shape[:2])
    return np.asarray(moved[np.arange(len(moved)), score.argmax(axis=1)])


def _maxima(cubes: Floats, score: Floats, most: int) -> Cubes:
    """The best cubes that differ from one another, best first (non-maximum suppression)."""
    left = np.argsort(-score)
    kept: list[int] = []
    while len(left) and len(kept) < most:
        best = int(left[0])
        kept.append(best)
        left = left[~_alike(cubes[best], cubes[left])]
    return Cubes(cubes[kept], score[kept])


def _alike(one: Floats, others: Floats) -> NDArray[np.bool_]:
    """Which of the others (N x 4) are nearly the same cube."""
    near = np.hypot(*(others[:, :2] - one[:2]).T) < thresholds.SAME_POSE_EDGES * one[3]
    turned = np.abs(turn_between(others[:, 2], one[2])) < np.radians(thresholds.SAME_POSE_DEG)
    return np.asarray(near & turned & (np.abs(np.log(others[:, 3] / one[3])) < thresholds.SAME_POSE_LOG))


def turn_between(one: Floats, other: float) -> Floats:
    """The angle from one to the other in radians, within an eighth of a turn: a cube looks alike every quarter."""
    return np.asarray((one - other + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def spread(cube: Floats, rivals: Cubes, maps: ChangeMaps, plane: Plane) -> tuple[float, float]:
    """How uncertain a cube is: root mean square distances of all likely answers from it, in mm and degrees.

    Answers are its neighbours in place and angle, and the ``rivals``; each is as likely as its score says (Boltzmann
    weights, with NOISE for temperature).
    """
    near = cube + _NEIGHBOURS * np.array([cube[3], cube[3], 1.0, 0.0])
    answers = np.concatenate([near, rivals.cubes])
    score = scores(answers, maps, plane, _FINE_SAMPLES)
    likely = np.exp((score - score.max()) / NOISE)
    away = ((answers[:, :2] - cube[:2]) ** 2).sum(axis=1)
    turned = np.degrees(turn_between(answers[:, 2], float(cube[2]))) ** 2
    mm, degrees = (float(np.sqrt((likely * one).sum() / likely.sum())) for one in (away, turned))
    return mm, degrees
