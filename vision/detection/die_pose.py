"""Fit level cubes to a picture: position, angle and edge of clear or opaque dice, without any training.

    (fit,) = fit_dice(image, plane, empty, [Start.of_edge(x_mm, y_mm, 26.5)])
    if fit.certain: outline = top_px(fit.pose.cube, plane)

The detection network may take the front or the foot of a clear cube for its top face. The fit compares whole cubes with
what changed since the table was empty. It cannot distinguish a stone from a die, or a level die from a leaning one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change import ChangeMaps, change_maps
from vision.detection.cube_search import FINE_PX, Cubes, Start, middle_change, places, search, spread
from vision.geometry.crops import box_around
from vision.geometry.cube import silhouette_px, top_corners
from vision.geometry.plane import Plane

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# Fitted cubes that touch may intersect by this much, in edges: the error of both fits.
_INTO = 0.1
# Margin of the window about the search area, in edges: the cube itself and some table around it.
_ROOM = 1.7
_LEAST_PX = 24
_NONE = np.zeros((0, 4))


@dataclass(frozen=True, slots=True)
class DiePose:
    """The pose of a level cube on the table.

    ``x``, ``y``: centre in mm; ``angle`` in radians (period 90 degrees); ``edge`` in mm; ``score`` as from
    `cube_score.scores`; ``std_mm`` and ``std_deg``: standard deviations of position and angle; ``clipped``: whether a
    smaller cube may fit better, which was not searched.
    """

    x: float
    y: float
    angle: float
    edge: float
    score: float
    std_mm: float
    std_deg: float
    clipped: bool = False

    @property
    def certain(self) -> bool:
        """Whether the fit may replace the detected outline."""
        return (
            self.score >= thresholds.FIT_SCORE
            and self.std_mm <= thresholds.FIT_STD_MM
            and self.std_deg <= thresholds.FIT_STD_DEG
            and not self.clipped
        )

    @property
    def certain_undetected(self) -> bool:
        """Whether the fit shows a die where the detector reported none, or was not sure of one."""
        return self.certain and self.score >= thresholds.OVERLOOKED_FIT_SCORE

    @property
    def cube(self) -> Floats:
        """The pose as an array (4), as for `cube.top_corners`."""
        return np.array([self.x, self.y, self.angle, self.edge])


@dataclass(frozen=True, slots=True)
class Fit:
    """The pose fitted to a detected die; None where no cube explains the change there.

    ``changed``: mean change of the table at the detected place, 0..1; 1 where the empty table is not known.
    """

    pose: DiePose | None
    changed: float

    @property
    def certain(self) -> bool:
        """Whether the pose may replace the detected outline."""
        return self.pose is not None and self.pose.certain


def fit_dice(image: Image, plane: Plane, empty: Image | None, starts: Sequence[Start]) -> list[Fit]:
    """Fit a level cube to each detected die of a BGR picture, in the order of ``starts``.

    ``plane`` is for pictures of this size. ``empty`` is the picture of the empty table (None: not known). Dice within
    reach of one another are fitted jointly, so that no two cubes intersect. A start gets no pose where fewer cubes
    explain the picture as well.
    """
    fits: dict[int, Fit] = {}
    for group in _groups(starts):
        fitted = _fit_group(image, plane, empty, tuple(starts[i] for i in group), _NONE)
        fits.update(zip(group, fitted, strict=True))
    return [fits[i] for i in range(len(starts))]


def fit_beside(image: Image, plane: Plane, empty: Image | None, known: Sequence[DiePose], start: Start) -> Fit:
    """Fit one more cube, as `fit_dice` does, that does not intersect the known ones."""
    (fit,) = _fit_group(image, plane, empty, (start,), np.array([pose.cube for pose in known]).reshape(-1, 4))
    return fit


def _groups(starts: Sequence[Start]) -> list[list[int]]:
    """Return the indices of dice in groups of neighbours, which are near one another directly or through others."""
    remaining, groups = list(range(len(starts))), []
    while remaining:
        group = [remaining.pop(0)]
        for i in group:
            near = [j for j in remaining if may_overlap(starts[i], starts[j])]
            group += near
            remaining = [j for j in remaining if j not in near]
        groups.append(group)
    return groups


def may_overlap(one: Start, other: Start) -> bool:
    """Whether the search areas of two dice overlap, so that they are fitted jointly."""
    away = float(np.hypot(one.x - other.x, one.y - other.y))
    return away < thresholds.JOINT_EDGES * max(one.edge, other.edge)


def maps_about(
    image: Image, plane: Plane, empty: Image | None, starts: tuple[Start, ...], pieces: Sequence[Floats] = ()
) -> ChangeMaps:
    """Return the change maps of the window that contains the cubes of all starts, at the fine scale.

    ``pieces``: outlines (Nx2 px) of known pieces, as for `change_maps`.
    """
    edge = max(start.edge for start in starts)
    middle = np.array([[start.x, start.y] for start in starts]).mean(axis=0)
    px_per_mm = 1 / float(plane.mm_per_px_at(plane.to_px(middle[None], edge), edge)[0])
    scale = min(1.0, FINE_PX / (edge * px_per_mm))
    return change_maps(image, empty, _window(plane, starts, image.shape), px_per_mm, scale, pieces)


def _fit_group(image: Image, plane: Plane, empty: Image | None, starts: tuple[Start, ...], known: Floats) -> list[Fit]:
    maps = maps_about(image, plane, empty, starts)
    candidates = search(maps, plane, starts, places(starts, known), len(starts) == 1 and not len(known))
    free = ~_intersect(candidates.cubes, known).any(axis=1)
    candidates = Cubes(candidates.cubes[free], candidates.score[free])
    clash = _intersect(candidates.cubes, candidates.cubes)
    chosen = best_together(candidates.score - thresholds.FIT_SCORE, clash, len(starts))
    better = [np.concatenate([known, candidates.cubes[chosen[:n]]]) for n in range(len(chosen))]
    chosen = [i for i, others in zip(chosen, better, strict=True) if _adds(candidates.cubes[i], others, maps, plane)]
    limit = min(start.limit for start in starts)
    poses = [_pose(i, chosen, candidates, clash, maps, plane, limit) for i in chosen]
    changed = middle_change(np.array([[start.x, start.y, 0.0, start.edge] for start in starts]), maps, plane)
    return [Fit(pose, float(part)) for pose, part in zip(_assigned(starts, poses), changed, strict=True)]


def _window(plane: Plane, starts: tuple[Start, ...], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return the box (left, top, right, bottom px) that contains the cubes of all starts."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    ground = np.concatenate([np.array([start.x, start.y]) + square * _ROOM * start.most for start in starts])
    px = np.concatenate([plane.to_px(ground), plane.to_px(ground, max(start.most for start in starts))])
    return box_around(px, shape, _LEAST_PX)


def _intersect(cubes: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which cubes (N x 4) intersect which others (M x 4) by more than the error of the fits: N x M."""
    feet, other_feet = (
        top_corners(each * np.array([1, 1, 1, 1 - _INTO])).astype(np.float32) for each in (cubes, others)
    )
    pairs = [cv2.intersectConvexConvex(one, other)[0] > 0 for one, other in product(feet, other_feet)]
    return np.array(pairs, bool).reshape(len(cubes), len(others))


def best_together(gain: Floats, clash: NDArray[np.bool_], most: int) -> list[int]:
    """Return the indices of at most ``most`` candidates with the largest sum of gains, no two of which clash.

    ``gain`` (K) is sorted, largest first; ``clash`` is K x K. Branch and bound.
    """
    best: tuple[float, list[int]] = (0.0, [])

    def extend(first: int, chosen: list[int], total: float, free: NDArray[np.bool_]) -> None:
        nonlocal best
        if total > best[0]:
            best = (total, chosen)
        for i in range(first, len(gain)):
            if total + (most - len(chosen)) * gain[i] <= best[0]:
                return
            if free[i]:
                extend(i + 1, [*chosen, i], total + float(gain[i]), free & ~clash[i])

    extend(0, [], 0.0, np.ones(len(gain), bool))
    return best[1]


def _adds(cube: Floats, better: Floats, maps: ChangeMaps, plane: Plane) -> bool:
    """Whether a cube explains a change outside of what the better cubes (N x 4) cover."""
    if not maps.explained or not len(better):
        return True
    own = np.zeros(maps.change.shape, np.uint8)
    _fill(own, cube, maps, plane, 1)
    for other in better:
        _fill(own, other, maps, plane, 0)
    return not own.any() or cv2.mean(maps.change, own)[0] >= thresholds.MAP_CHANGED


def _fill(mask: Image, cube: Floats, maps: ChangeMaps, plane: Plane, value: int) -> None:
    outline = np.round(maps.to_map(silhouette_px(cube, plane))).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, value)


def _pose(
    i: int, chosen: list[int], candidates: Cubes, clash: NDArray[np.bool_], maps: ChangeMaps, plane: Plane, limit: float
) -> DiePose:
    """Return the pose of one chosen cube, with its uncertainty over the candidates that could replace it.

    ``limit``: the least edge that was searched, mm, where smaller ones are possible.
    """
    others = [j for j in chosen if j != i]
    rivals = [j for j in range(len(candidates.cubes)) if clash[i, j] and not clash[j, others].any() and j != i]
    mm, degrees = spread(candidates.cubes[i], Cubes(candidates.cubes[rivals], candidates.score[rivals]), maps, plane)
    x, y, angle, edge = (float(v) for v in candidates.cubes[i])
    return DiePose(x, y, angle % (np.pi / 2), edge, float(candidates.score[i]), mm, degrees, edge <= limit)


def _assigned(starts: tuple[Start, ...], poses: list[DiePose]) -> list[DiePose | None]:
    """Return for each start a pose within reach or None; each pose is used once, nearest pairs first."""
    pairs = sorted(
        (float(np.hypot(one.x - pose.x, one.y - pose.y)), i, j)
        for (i, one), (j, pose) in product(enumerate(starts), enumerate(poses))
    )
    taken: dict[int, int] = {}
    for away, i, j in pairs:
        if away <= thresholds.FIT_REACH_EDGES * starts[i].edge and i not in taken and j not in taken.values():
            taken[i] = j
    return [poses[taken[i]] if i in taken else None for i in range(len(starts))]
