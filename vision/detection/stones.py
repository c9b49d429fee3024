"""Stones on a known plane: a detected disc has a stone's size there, and a leaning one a narrower rim."""

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
    """The detection of a stone: of a stone's size at its place, with the note "leaner" where it does not lie flat."""
    if spot.kind == "leaner":
        return described(spot)
    at = plane.to_mm(spot.middle[None], STONE_THICK_MM)
    lying = plane.to_px(at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    like_true = np.linalg.solve(_axes(lying), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(like_true))))
    if not thresholds.STONE_RANGE_MM[0] <= STONE_MM * ratio <= thresholds.STONE_RANGE_MM[1]:
        return replace(described(spot), kind="unknown", notes=(Note.SIZE,))
    stretch = np.linalg.svd(like_true, compute_uv=False)
    narrow = (squeezed(image, spot.middle, _axes(lying)) or 1.0) < thresholds.LEANER_RIM
    if stretch[1] < thresholds.NARROW * stretch[0] or (narrow and not _lies_flat(image, plane, empty, at[0])):
        return replace(described(spot), notes=(Note.LEANER,))
    return found("stone", lying - lying.mean(axis=0) + spot.middle, spot.size / ratio, spot.score)


def _lies_flat(image: Image, plane: Plane, empty: Image | None, at: Floats) -> bool:
    """Whether a level disc explains the picture better than any leaning one, though its rim looks narrow."""
    lead = flat_lead(image, plane, empty, at, (STONE_MM, STONE_THICK_MM))
    return lead is not None and lead > 0


def leaning_on_another(one: Found, image: Image) -> Found:
    """The same detection, as a leaner where it is stacked and its rim is a little narrow."""
    if Note.STACKED not in one.notes or Note.LEANER in one.notes:
        return one
    rim = np.array(one.outline_px)
    narrow = squeezed(image, rim.mean(axis=0), _axes(rim))
    if narrow is None or narrow >= thresholds.LEANER_RIM_STACKED:
        return one
    return replace(one, notes=(Note.LEANER, *one.notes))


def _axes(ring: Floats) -> Floats:
    """The symmetric half axes (2x2) of an ellipse given by evenly spread points."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)
