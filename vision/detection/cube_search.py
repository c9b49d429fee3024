"""Search for the level cubes that best explain a window of a picture: a coarse grid, then local refinement."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change import ChangeMaps, sampled
from vision.detection.cube_score import scores
from vision.geometry.plane import Plane

Floats = NDArray[np.float64]

# The edge of a Dicer, and the standard deviation of the logarithm of a die's edge about it.
DICER_MM = 26.5
_SPREAD = 0.1
# Standard deviation of a score: about 150 independent samples along the edges of a cube, each with a spread of half its
# range.
NOISE = 0.04
# Steps of the coarse grid: in edges, degrees and logarithms of the edge.
_STEP, _TURN_DEG, _GROWTH = 0.19, 22.5, 0.13
# Length of an edge in px at each scale, and the number of samples on it.
_COARSE_PX, _COARSE_SAMPLES = 16.0, 4
_MIDDLE_PX, _MIDDLE_SAMPLES = 28.0, 8
FINE_PX, _FINE_SAMPLES = 52.0, 14
# Side of the square over which the change is averaged, as a part of a cube's edge.
_MIDDLE = 0.45
# Steps of the refinement (edges, degrees) at the middle and the fine scale; each is repeated until no cube moves, at
# most _TIMES times.
_MIDDLE_STEPS = ((0.08, 6.0), (0.04, 3.0))
_FINE_STEPS = ((0.03, 2.0),)
# Distance of the points of the parabola that locates the maximum between the finest steps.
_PEAK_STEPS = ((0.015, 1.0), (0.007, 0.5))
_TIMES = 3
# Number of maxima refined at the middle and at the fine scale: for a single die, and for each of several dice, where
# cubes that straddle two dice are candidates too.
_ALONE, _EACH = (6, 3), (16, 7)
# Steps from a cube in x, y, angle and edge: in position and angle, or (the last two) to a smaller or larger edge.
_MOVES = np.array([*product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1), (0,)), (0, 0, 0, -1), (0, 0, 0, 1)])
# Offsets of the neighbours whose scores measure how sharp an optimum is: edges, edges, radians; the edge is fixed.
_NEIGHBOURS = np.array(
    list(product((-0.1, -0.05, 0, 0.05, 0.1), (-0.1, -0.05, 0, 0.05, 0.1), (-0.1, -0.05, 0, 0.05, 0.1), (0,)))
)


@dataclass(frozen=True, slots=True)
class Start:
    """Where the search for a die starts: centre of its top face in mm, expected edges and their range in mm.

    ``spread``: standard deviation of the logarithm of the edge about the nearest expected one.
    """

    x: float
    y: float
    edges: tuple[float, ...]
    least: float
    most: float
    spread: float = _SPREAD

    @classmethod
    def of_edge(cls, x: float, y: float, edge: float) -> Start:
        """Return the start for a die of known edge (mm)."""
        return cls(x, y, (edge,), edge, edge)

    @property
    def edge(self) -> float:
        """The largest expected edge in mm."""
        return max(self.edges)

    @property
    def limit(self) -> float:
        """The edge (mm) below which a cube may fit better and is not searched; 0 where the edge is known."""
        return self.least if self.most > thresholds.EDGE_UNKNOWN * self.least else 0.0


@dataclass(frozen=True, eq=False)
class Cubes:
    """K candidate cubes (K x 4, as for `cube.top_corners`) and their scores (K), best first."""

    cubes: Floats
    score: Floats


@dataclass(frozen=True, eq=False)
class _ScoringScale:
    """The change maps at one scale, and the starts that give the expected edges."""

    maps: ChangeMaps
    plane: Plane
    samples: int
    starts: tuple[Start, ...]

    def scores(self, cubes: Floats) -> Floats:
        """Return the scores of N cubes (N x 4) minus a penalty for unexpected edges."""
        expected, spread = np.array([(edge, one.spread) for one in self.starts for edge in one.edges]).T
        off = (np.abs(np.log(cubes[:, 3:] / expected)) / spread).min(axis=1)
        return np.asarray(scores(cubes, self.maps, self.plane, self.samples) - NOISE * off**2 / 2)

    @property
    def least(self) -> float:
        """The smallest edge that is searched, mm."""
        return min(one.least for one in self.starts)

    @property
    def most(self) -> float:
        """The largest edge that is searched, mm."""
        return max(one.most for one in self.starts)

    def in_range(self, cubes: Floats) -> Floats:
        """Return cubes (... x 4) with edges clipped to those that are searched."""
        return np.concatenate([cubes[..., :3], np.clip(cubes[..., 3:], self.least, self.most)], axis=-1)

    def steps(self, step: float, degrees: float, cubes: Floats) -> Floats:
        """Return the step sizes in x, y (mm), angle (radians) and edge (mm) for N cubes: N x 4; 0 for a known edge."""
        edge = cubes[:, 3]
        grows = self.least < self.most
        return np.column_stack(
            [step * edge, step * edge, np.full(len(cubes), np.radians(degrees)), step * edge * grows]
        )


def places(starts: tuple[Start, ...], known: Floats) -> Floats:
    """Return the coarse grid of cubes (N x 4) about all starts.

    ``known`` (T x 4): cubes that were fitted before; no cube of the grid intersects them.
    """
    return _apart_from(known, np.concatenate([_grid(one) for one in starts]))


def search(maps: ChangeMaps, plane: Plane, starts: tuple[Start, ...], grid: Floats, alone: bool) -> Cubes:
    """Return the best cubes in a window, refined from a grid (as `places`); none where the table did not change.

    ``alone``: one cube is searched, and no other is near.
    """
    edge_px = maps.px_per_mm * max(one.edge for one in starts)
    coarse, middle = (
        _ScoringScale(maps.smaller(maps.scale * px / edge_px), plane, samples, starts)
        for px, samples in ((_COARSE_PX, _COARSE_SAMPLES), (_MIDDLE_PX, _MIDDLE_SAMPLES))
    )
    fine = _ScoringScale(maps, plane, _FINE_SAMPLES, starts)
    changed = middle_change(grid, coarse.maps, plane)
    if changed.max(initial=0.0) < thresholds.MAP_CHANGED:
        return Cubes(np.zeros((0, 4)), np.zeros(0))
    grid = grid[changed >= thresholds.MAP_CHANGED * changed.max()]
    likely = _maxima(grid, coarse.scores(grid), _ALONE[0] if alone else _EACH[0] * len(starts))
    likely = _refined(likely, middle, _MIDDLE_STEPS, _ALONE[1] if alone else _EACH[1] * len(starts))
    best = _refined(likely, fine, _FINE_STEPS, len(likely.cubes))
    for step, degrees in _PEAK_STEPS:
        best = _at_peaks(best, fine, step, degrees)
    changed = middle_change(best.cubes, coarse.maps, plane)
    filled = changed >= thresholds.MAP_CHANGED * changed.max()
    return Cubes(best.cubes[filled], best.score[filled])


def _grid(start: Start) -> Floats:
    """Return a grid of cubes (N x 4) about a start: all combinations of position, angle and edge."""
    count = 1 + round(np.log(start.most / start.least) / _GROWTH)
    edges = np.geomspace(start.least, start.most, count) if count > 1 else np.array([start.edge])
    line = np.arange(-5, 6) * _STEP * start.edge
    places = np.array(list(product(line, line)))
    places = places[np.hypot(*places.T) <= thresholds.SEARCH_RADIUS * start.edge] + (start.x, start.y)
    others = np.array(list(product(np.radians(np.arange(0, 90, _TURN_DEG)), edges)))
    return np.column_stack([np.repeat(places, len(others), axis=0), np.tile(others, (len(places), 1))])


def _apart_from(known: Floats, cubes: Floats) -> Floats:
    """Return the cubes (N x 4) that intersect none of the known ones (T x 4)."""
    away = np.hypot(cubes[:, None, 0] - known[:, 0], cubes[:, None, 1] - known[:, 1])
    return cubes[(away >= thresholds.CUBES_APART * (cubes[:, None, 3] + known[:, 3]) / 2).all(axis=1)]


def middle_change(cubes: Floats, maps: ChangeMaps, plane: Plane) -> Floats:
    """Return the mean change (N, 0..1) in the middle of each cube; 1 where the empty table is not known."""
    if not maps.explained or not len(cubes):
        return np.ones(len(cubes))
    wide = max(3, round(_MIDDLE * maps.px_per_mm * float(np.median(cubes[:, 3]))))
    change = cv2.blur(maps.change, (wide, wide))
    at = maps.to_map(plane.points_to_px(np.column_stack([cubes[:, :2], cubes[:, 3] / 2])))
    return np.asarray(sampled(np.asarray(change, np.float32), at.T[:, None])[0], np.float64)


def _refined(candidates: Cubes, scale: _ScoringScale, steps: tuple[tuple[float, float], ...], most: int) -> Cubes:
    """Move each cube to a local maximum of the score, and return the best distinct ones."""
    for step, degrees in steps:
        candidates = _at_maxima(candidates.cubes.copy(), scale, step, degrees)
    return Cubes(candidates.cubes[:most], candidates.score[:most])


def _at_maxima(cubes: Floats, scale: _ScoringScale, step: float, degrees: float) -> Cubes:
    """Move each cube (N x 4) by steps until none improves its score, and return the distinct ones."""
    score, moving = np.zeros(len(cubes)), np.arange(len(cubes))
    for _ in range(_TIMES):
        climbed, score[moving] = _climbed(cubes[moving], scale, step, degrees)
        moved = (climbed != cubes[moving]).any(axis=1)
        cubes[moving] = climbed
        moving = moving[moved]
        if not len(moving):
            break
    return _maxima(cubes, score, len(cubes))


def _climbed(cubes: Floats, scale: _ScoringScale, step: float, degrees: float) -> tuple[Floats, Floats]:
    """Return for each cube (N x 4) the best among the cube and its neighbours one step away, and its score."""
    moves = _MOVES if scale.least < scale.most else _MOVES[:-2]
    moved = scale.in_range(cubes[:, None] + moves * scale.steps(step, degrees, cubes)[:, None])
    score = scale.scores(moved.reshape(-1, 4)).reshape(moved.shape[:2])
    return moved[np.arange(len(moved)), score.argmax(axis=1)], score.max(axis=1)


def _at_peaks(candidates: Cubes, scale: _ScoringScale, step: float, degrees: float) -> Cubes:
    """Move each cube to the maximum of a parabola through the scores of its neighbours, where that is better."""
    cubes, steps = candidates.cubes, scale.steps(step, degrees, candidates.cubes)
    axes = np.concatenate([np.eye(4), -np.eye(4)])
    near = cubes[:, None] + axes * steps[:, None]
    score = scale.scores(near.reshape(-1, 4)).reshape(len(cubes), 2, -1)
    bend = score[:, 0] + score[:, 1] - 2 * candidates.score[:, None]
    lead = (score[:, 0] - score[:, 1]) / 2
    offset = np.clip(-lead / np.minimum(bend, -1e-9), -1, 1)  # a whole step where the parabola has no maximum
    moved = scale.in_range(cubes + offset * steps)
    better = scale.scores(moved)
    chosen = np.where((better > candidates.score)[:, None], moved, cubes)
    return _maxima(chosen, np.maximum(better, candidates.score), len(cubes))


def _maxima(cubes: Floats, score: Floats, most: int) -> Cubes:
    """Return up to ``most`` distinct cubes, best first (non-maximum suppression)."""
    remaining = np.argsort(-score)
    chosen: list[int] = []
    while len(remaining) and len(chosen) < most:
        best = int(remaining[0])
        chosen.append(best)
        remaining = remaining[~_is_same_pose(cubes[best], cubes[remaining])]
    return Cubes(cubes[chosen], score[chosen])


def _is_same_pose(one: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which of the others (N x 4) have nearly the same pose as one cube: N."""
    near = np.hypot(*(others[:, :2] - one[:2]).T) < thresholds.SAME_POSE_EDGES * one[3]
    turned = np.abs(turn_between(others[:, 2], one[2])) < np.radians(thresholds.SAME_POSE_DEG)
    return np.asarray(near & turned & (np.abs(np.log(others[:, 3] / one[3])) < thresholds.SAME_POSE_LOG))


def turn_between(one: Floats, other: float) -> Floats:
    """Return the signed angle between cubes in radians, within an eighth of a turn (their period is 90 degrees)."""
    return np.asarray((one - other + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def spread(cube: Floats, rivals: Cubes, maps: ChangeMaps, plane: Plane) -> tuple[float, float]:
    """Return the uncertainty of a cube's pose as standard deviations in mm and degrees.

    They are computed over the cube's neighbours in position and angle and over the ``rivals``, with Boltzmann weights
    of the scores at temperature NOISE.
    """
    near = cube + _NEIGHBOURS * np.array([cube[3], cube[3], 1.0, 0.0])
    answers = np.concatenate([near, rivals.cubes])
    score = scores(answers, maps, plane, _FINE_SAMPLES)
    likely = np.exp((score - score.max()) / NOISE)
    away = ((answers[:, :2] - cube[:2]) ** 2).sum(axis=1)
    turned = np.degrees(turn_between(answers[:, 2], float(cube[2]))) ** 2
    mm, degrees = (float(np.sqrt((likely * one).sum() / likely.sum())) for one in (away, turned))
    return mm, degrees
