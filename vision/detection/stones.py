"""Stones on a known plane: a detected disc has the size of a stone; its rim and what changed show whether it leans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change import ChangeMaps, change_maps, sampled
from vision.detection.detector import CIRCLE, Spot, detection_from, detection_of
from vision.geometry.crops import box_around
from vision.geometry.plane import Plane
from vision.types import Detection, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STONE_MM, STONE_THICK_MM = 25.0, 3.0
_POINTS = 32
_TURNS = np.arange(_POINTS) * 2 * np.pi / _POINTS
_ROUND = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
# Initial hypotheses: offsets from the detected place (mm), relative diameters, leans and their directions (degrees).
_PLACES_MM = (-1.2, 0.0, 1.2)
_DIAMETERS = (0.95, 1.0, 1.05)
_LEANS_DEG = (16.0, 24.0, 32.0, 42.0)
_WAYS_DEG = tuple(range(0, 360, 30))
# Steps from the best hypotheses (mm, mm, degrees, degrees, relative diameter), repeated with the factors _STEPS.
_LEVEL_MOVES = np.array(
    [(x, y, 0, 0, part) for x, y, part in product((-0.6, 0, 0.6), (-0.6, 0, 0.6), (-0.025, 0, 0.025))]
)
_LEANING_MOVES = np.array([(*to, 0) for to in product((-0.6, 0, 0.6), (-0.6, 0, 0.6), (-4, 0, 4), (-15, 0, 15))])
_STEPS, _BEST_COUNT = (1.0, 0.5), 2
# Side of the window about the stone in diameters, and the diameter in pixels of the maps.
_ROOM, _PX = 1.6, 44.0
# Distance inside and outside of the outline at which the change is compared, in diameters.
_BESIDE = 0.06
_RAYS, _RIM_STEPS = 64, 41
_REACH = 0.16
"""Range of the search for the edge inside and outside of the expected rim, in radii."""
_RIM_TURNS = np.arange(_RAYS) * (2 * np.pi / _RAYS)
_RAY = np.column_stack([np.cos(_RIM_TURNS), np.sin(_RIM_TURNS)])
_OUT = np.linspace(1 - _REACH, 1 + _REACH, _RIM_STEPS)
_ROWS = np.column_stack([np.ones(_RAYS), _RAY, np.cos(2 * _RIM_TURNS), np.sin(2 * _RIM_TURNS)])


def stone_on_plane(spot: Spot, plane: Plane, image: Image, empty: Image | None) -> Detection:
    """Return the detection of a stone with its outline on the plane, noted as "leaner" where it does not lie flat.

    A disc out of the range of stones becomes "unknown" with the note "size".
    """
    if spot.kind == "leaner":
        return detection_of(spot)
    at = plane.to_mm(spot.middle[None], STONE_THICK_MM)
    flat_rim = plane.to_px(at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    relative = np.linalg.solve(_axes(flat_rim), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(relative))))
    if not thresholds.STONE_RANGE_MM[0] <= STONE_MM * ratio <= thresholds.STONE_RANGE_MM[1]:
        return replace(detection_of(spot), kind="unknown", notes=(Note.SIZE,))
    stretch = np.linalg.svd(relative, compute_uv=False)
    narrow = (axis_ratio(image, spot.middle, _axes(flat_rim)) or 1.0) < thresholds.LEANER_RIM
    if stretch[1] < thresholds.NARROW * stretch[0] or (narrow and not _lies_flat(image, plane, empty, at[0])):
        return replace(detection_of(spot), notes=(Note.LEANER,))
    return detection_from("stone", flat_rim - flat_rim.mean(axis=0) + spot.middle, spot.size / ratio, spot.score)


def _lies_flat(image: Image, plane: Plane, empty: Image | None, at: Floats) -> bool:
    """Whether a level disc explains the picture better than any leaning one, though its rim looks narrow."""
    lead = flat_lead(image, plane, empty, at, (STONE_MM, STONE_THICK_MM))
    return lead is not None and lead > 0


def leaning_on_another(stone: Detection, image: Image) -> Detection:
    """Return the detection, with the note "leaner" where it is stacked and its rim is slightly narrow."""
    if Note.STACKED not in stone.notes or Note.LEANER in stone.notes:
        return stone
    rim = np.array(stone.outline_px)
    narrow = axis_ratio(image, rim.mean(axis=0), _axes(rim))
    if narrow is None or narrow >= thresholds.LEANER_RIM_STACKED:
        return stone
    return replace(stone, notes=(Note.LEANER, *stone.notes))


def _axes(ring: Floats) -> Floats:
    """Return the symmetric half axes (2x2) of an ellipse from evenly spaced points on it."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)


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


def axis_ratio(image: Image, middle: Floats, axes: Floats) -> float | None:
    """Return the ratio of the short to the long axis of a disc's rim, 1 where it lies flat.

    ``axes`` (2x2) maps the unit circle onto the outline, about ``middle``, of a disc that lies flat there. None where
    the edge is not clear on enough rays.
    """
    edge = _edge(image, middle, axes)
    fitted = _fitted(edge)
    near = np.abs(_ROWS @ fitted - edge) < thresholds.RIM_NEAR
    if near.mean() < thresholds.RIM_AGREED:
        return None
    size, strain = 1 + float(fitted[0]), float(np.hypot(*fitted[3:]))
    return (size - strain) / (size + strain)


def _edge(image: Image, middle: Floats, axes: Floats) -> Floats:
    """Return for each ray the radius, minus one, at which the brightness changes most."""
    points = middle + (_RAY[:, None] * _OUT[None, :, None]) @ axes.T
    across, down = (np.ascontiguousarray(points[..., n], dtype=np.float32) for n in (0, 1))
    rays = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    soft = cv2.GaussianBlur(rays, (5, 3), 0)
    change = np.abs(soft[:, 4:] - soft[:, :-4]).sum(axis=2)
    return np.asarray(_OUT[2:-2][change.argmax(axis=1)] - 1, np.float64)


def _fitted(edge: Floats) -> Floats:
    """Fit size, shift (2) and strain (2) of the rim by robust least squares."""
    fitted, weight = np.zeros(5), np.ones(_RAYS)
    for wide in (0.12, 0.08, 0.05, 0.04, 0.03, 0.03):
        rows = _ROWS * weight[:, None]
        fitted = np.linalg.solve(rows.T @ _ROWS + 1e-3 * np.eye(5), rows.T @ edge)
        weight = np.clip(1 - ((_ROWS @ fitted - edge) / wide) ** 2, 0, 1) ** 2
        weight += 1e-6
    return np.asarray(fitted)
