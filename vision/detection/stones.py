"""Stones on a known plane: a detected disc must have the size of a stone, and a leaning one has a narrower rim."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import Spot
from vision.detection.disc_pose import flat_lead
from vision.detection.disc_tilt import squeezed
from vision.detection.outline import CIRCLE, described, found
from vision.geometry.plane import Plane
from vision.types import Found, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STONE_MM, STONE_THICK_MM = 25.0, 3.0


def stone_on_plane(spot: Spot, plane: Plane, image: Image, empty: Image | None) -> Found:
    """Return the detection of a stone with its outline on the plane, noted as "leaner" where it does not lie flat.

    A disc out of the range of stones becomes "unknown" with the note "size".
    """
    if spot.kind == "leaner":
        return described(spot)
    at = plane.to_mm(spot.middle[None], STONE_THICK_MM)
    flat_rim = plane.to_px(at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    relative = np.linalg.solve(_axes(flat_rim), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(relative))))
    if not thresholds.STONE_RANGE_MM[0] <= STONE_MM * ratio <= thresholds.STONE_RANGE_MM[1]:
        return replace(described(spot), kind="unknown", notes=(Note.SIZE,))
    stretch = np.linalg.svd(relative, compute_uv=False)
    narrow = (squeezed(image, spot.middle, _axes(flat_rim)) or 1.0) < thresholds.LEANER_RIM
    if stretch[1] < thresholds.NARROW * stretch[0] or (narrow and not _lies_flat(image, plane, empty, at[0])):
        return replace(described(spot), notes=(Note.LEANER,))
    return found("stone", flat_rim - flat_rim.mean(axis=0) + spot.middle, spot.size / ratio, spot.score)


def _lies_flat(image: Image, plane: Plane, empty: Image | None, at: Floats) -> bool:
    """Whether a level disc explains the picture better than any leaning one, though its rim looks narrow."""
    lead = flat_lead(image, plane, empty, at, (STONE_MM, STONE_THICK_MM))
    return lead is not None and lead > 0


def leaning_on_another(stone: Found, image: Image) -> Found:
    """Return the detection, with the note "leaner" where it is stacked and its rim is slightly narrow."""
    if Note.STACKED not in stone.notes or Note.LEANER in stone.notes:
        return stone
    rim = np.array(stone.outline_px)
    narrow = squeezed(image, rim.mean(axis=0), _axes(rim))
    if narrow is None or narrow >= thresholds.LEANER_RIM_STACKED:
        return stone
    return replace(stone, notes=(Note.LEANER, *stone.notes))


def _axes(ring: Floats) -> Floats:
    """Return the symmetric half axes (2x2) of an ellipse from evenly spaced points on it."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)
