"""Fit discs to what changed on the table: where a level one lies, and whether it explains more than a leaning one.

A disc is scored like a cube (`cube_score`): by gradients across its rim, and by the change just inside minus the change
just outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.detection.change import ChangeMaps, change_maps, sampled
from vision.geometry.crops import box_around
from vision.geometry.plane import Plane

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_POINTS = 32
_TURNS = np.arange(_POINTS) * 2 * np.pi / _POINTS
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
# Initial hypotheses: offsets from the place (mm) and relative diameters, of a detected disc and of one that may lie
# there; leans and their directions (degrees).
_PLACES_MM, _FARTHER_MM = (-1.2, 0.0, 1.2), (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0)
_DIAMETERS, _ANY_DIAMETERS = (0.95, 1.0, 1.05), (0.76, 0.84, 0.92, 1.0, 1.08, 1.16, 1.24)
_LEANS_DEG = (16.0, 24.0, 32.0, 42.0)
_WAYS_DEG = tuple(range(0, 360, 30))
# Steps from the best hypotheses (mm, mm, degrees, degrees, relative diameter), repeated with the factors _STEPS.
_LEVEL_MOVES = np.array(
    [(x, y, 0, 0, part) for x, y, part in product((-0.6, 0, 0.6), (-0.6, 0, 0.6), (-0.025, 0, 0.025))]
)
_LEANING_MOVES = np.array([(*to, 0) for to in product((-0.6, 0, 0.6), (-0.6, 0, 0.6), (-4, 0, 4), (-15, 0, 15))])
_STEPS, _BEST_COUNT = (1.0, 0.5), 2
# Side of the window about the disc in diameters, and the diameter in pixels of the maps.
_ROOM, _PX = 1.6, 44.0
# Distance inside and outside of the outline at which the change is compared, in diameters.
_BESIDE = 0.06


@dataclass(frozen=True, slots=True)
class LevelDisc:
    """A disc that lies flat: its centre (2 mm), its diameter (mm) and its score, about -1..2."""

    at: Floats
    diameter_mm: float
    score: float


def level_disc(
    image: Image, plane: Plane, empty: Image, near: Floats, size_mm: tuple[float, float]
) -> LevelDisc | None:
    """Return the level disc that explains the change near a place best.

    ``near`` (2 mm): up to 7 mm away; ``size_mm``: diameter, as far as a quarter off, and thickness. None where the
    empty table is not known well enough.
    """
    maps = _maps(image, plane, empty, near, size_mm[0])
    if not maps.explained:
        return None
    score = partial(_scores, maps=maps, plane=plane, size_mm=size_mm)
    discs = [(near[0] + x, near[1] + y, 0, 0, part) for x, y, part in product(_FARTHER_MM, _FARTHER_MM, _ANY_DIAMETERS)]
    best = _climbed(np.array(discs), score, _LEVEL_MOVES)
    return LevelDisc(best[:2], float(best[4]) * size_mm[0], float(score(best[None])[0]))


def flat_lead(
    image: Image, plane: Plane, empty: Image | None, at: Floats, size_mm: tuple[float, float]
) -> float | None:
    """Return by how much the best level disc scores above the best leaning disc, about -1..1.

    ``at``: detected centre (2 mm); ``size_mm``: diameter and thickness. None where the empty table is not known well
    enough.
    """
    maps = _maps(image, plane, empty, at, size_mm[0])
    if not maps.explained:
        return None
    score = partial(_scores, maps=maps, plane=plane, size_mm=size_mm)
    places = [(at[0] + x, at[1] + y) for x, y in product(_PLACES_MM, _PLACES_MM)]
    level = _climbed(
        np.array([(*place, 0, 0, part) for place, part in product(places, _DIAMETERS)]), score, _LEVEL_MOVES
    )
    leans = product(places, _LEANS_DEG, _WAYS_DEG)
    leaning = _climbed(np.array([(*place, lean, way, level[4]) for place, lean, way in leans]), score, _LEANING_MOVES)
    return float(score(level[None])[0] - score(leaning[None])[0])


def _climbed(discs: Floats, score: Callable[[Floats], Floats], moves: Floats) -> Floats:
    """Return the best disc near the given ones (N x 5); leaning discs keep the least lean."""
    for step in _STEPS:
        best = discs[np.argsort(-score(discs))[:_BEST_COUNT]]
        discs = (best[:, None] + moves * step).reshape(-1, 5)
        discs[:, 2] = np.where(discs[:, 2] == 0, 0, np.maximum(discs[:, 2], _LEANS_DEG[0]))
    return np.asarray(discs[score(discs).argmax()])


def _maps(image: Image, plane: Plane, empty: Image | None, at: Floats, diameter: float) -> ChangeMaps:
    reach = at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * _ROOM * diameter
    px = plane.to_px(reach)
    px_per_mm = 1 / float(plane.mm_per_px_at(plane.to_px(at[None]))[0])
    box = box_around(px, image.shape)
    return change_maps(image, empty, box, px_per_mm, min(1.0, _PX / (diameter * px_per_mm)))


def _scores(discs: Floats, maps: ChangeMaps, plane: Plane, size_mm: tuple[float, float]) -> Floats:
    """Return the scores of N discs (N x 5: x and y in mm, lean and its direction in degrees, relative diameter)."""
    rims = _rims(discs, maps, plane, size_mm)
    outline = _outline(rims)
    out = np.broadcast_to(_ROUND.astype(np.float32), outline.shape)
    step = np.float32(_BESIDE * maps.px_per_mm * size_mm[0]) * out
    inside, outside = (sampled(maps.change, (outline + way * step).T).mean(axis=0) for way in (-1, 1))
    face = rims[:, :_POINTS]
    along = np.roll(face, -1, axis=1) - np.roll(face, 1, axis=1)
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + np.float32(1e-6)
    edges = (_strength(outline, out, maps) + _strength(face, normal, maps)) / 2
    return np.asarray(edges + inside - outside, np.float64)


def _rims(discs: Floats, maps: ChangeMaps, plane: Plane, size_mm: tuple[float, float]) -> NDArray[np.float32]:
    """Return points of the upper and lower rims of N discs in pixels of the maps (N x 2 * _POINTS x 2)."""
    lean, way = np.radians(discs[:, 2]), np.radians(discs[:, 3])
    radius = discs[:, 4] * size_mm[0] / 2
    normal = np.column_stack([np.sin(lean) * np.cos(way), np.sin(lean) * np.sin(way), np.cos(lean)])
    level = np.column_stack([-np.sin(way), np.cos(way), np.zeros(len(way))])
    rising = np.cross(normal, level)
    upper = np.column_stack([discs[:, :2], radius * np.sin(lean)]) + normal * size_mm[1]
    ring = _ROUND[:, :1] * level[:, None] + _ROUND[:, 1:] * rising[:, None]
    top = upper[:, None] + ring * radius[:, None, None]
    both = np.concatenate([top, top - normal[:, None] * size_mm[1]], axis=1)
    return maps.to_map(plane.points_to_px(both.reshape(-1, 3))).reshape(len(discs), 2 * _POINTS, 2)


def _outline(rims: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the points of the silhouettes whose normals have the directions of _ROUND (N x _POINTS x 2)."""
    farthest = np.einsum("npc,dc->ndp", rims, _ROUND.astype(np.float32)).argmax(axis=2)
    return np.take_along_axis(rims, farthest[..., None], axis=1)


def _strength(points: NDArray[np.float32], normals: NDArray[np.float32], maps: ChangeMaps) -> NDArray[np.float32]:
    """Return the mean gradient of N curves (N x points x 2) along their normals: N, about -1..1."""
    x, y = normals.T
    gradients = sampled(maps.across, points.T)
    return np.asarray((gradients[..., 0] * (x * x - y * y) + gradients[..., 1] * 2 * x * y).mean(axis=0), np.float32)
