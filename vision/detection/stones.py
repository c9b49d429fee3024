"""Stones on a known plane: a detected disc has the size of a stone; its rim and what changed show whether it leans."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import CIRCLE, Spot, detection_from, detection_of
from vision.detection.disc_fit import flat_lead
from vision.geometry.plane import Plane
from vision.types import Detection, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STONE_MM, STONE_THICK_MM = 25.0, 3.0
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
    relative = np.linalg.solve(half_axes(flat_rim), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(relative))))
    if not thresholds.STONE_RANGE_MM[0] <= STONE_MM * ratio <= thresholds.STONE_RANGE_MM[1]:
        return replace(detection_of(spot), kind="unknown", notes=(Note.SIZE,))
    stretch = np.linalg.svd(relative, compute_uv=False)
    narrow = (axis_ratio(image, spot.middle, half_axes(flat_rim)) or 1.0) < thresholds.LEANER_RIM
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
    narrow = axis_ratio(image, rim.mean(axis=0), half_axes(rim))
    if narrow is None or narrow >= thresholds.LEANER_RIM_STACKED:
        return stone
    return replace(stone, notes=(Note.LEANER, *stone.notes))


def half_axes(ring: Floats) -> Floats:
    """Return the symmetric half axes (2x2) of an ellipse from evenly spaced points on it."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)


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
