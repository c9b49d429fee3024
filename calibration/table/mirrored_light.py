"""Detect light that the top face of a clear die mirrors into the camera, and the direction of its lamp.

A clear face mirrors 4 % of a lamp or window. This veil reduces the contrast of dark ink: below CONTRAST numerals are
not read for certain (none of 11 path-traced faces with 0.16 to 0.24, 50 of 53 above 0.33).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane
from vision.geometry.warp import drawn
from vision.types import Found

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

CONTRAST = 0.33
"""Smallest contrast of the print, |print - face| / face in grey levels, at which it is read for certain."""
BRIGHTER = 1.05
"""A veiled face is at least this much brighter than the bare table at its place; without a veil it is darker."""
_FACE_PX = 48
_INNER = slice(6, -6)
_DARKEST, _MIDDLE, _BRIGHTEST = 3, 50, 97  # Percentiles of the face: a numeral covers 5 to 25 % of it.
_ABOVE = 0.25
"""A lamp whose direction leans less than this (horizontal part of a unit vector) is called above the table."""
_SIDES = ("right", "far right", "far", "far left", "left", "near left", "near", "near right")


def mirrored_light(image: Image, empty: Image | None, found: Found, plane: Plane) -> str | None:
    """Return the direction of the lamp mirrored by the top face of a die, such as "far left".

    ``image`` and ``empty`` (the bare table) are BGR pictures of the same size and exposure. None where the print keeps
    its contrast.
    """
    if found.kind != "die" or empty is None or empty.shape != image.shape:
        return None
    face = _brightness(image, found)
    if _contrast(face) >= CONTRAST or np.median(face) < BRIGHTER * np.median(_brightness(empty, found)):
        return None
    return _side(_towards_lamp(found, plane.resized((image.shape[1], image.shape[0]))))


def _brightness(image: Image, found: Found) -> Floats:
    """Return the grey levels of the inner part of the top face."""
    face = drawn(image, np.array(found.outline_px, np.float32), _FACE_PX)
    return np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.float64)[_INNER, _INNER]


def _contrast(face: Floats) -> float:
    darkest, middle, brightest = np.percentile(face, (_DARKEST, _MIDDLE, _BRIGHTEST))
    return float(max(brightest - middle, middle - darkest) / max(middle, 1.0))


def _towards_lamp(found: Found, plane: Plane) -> Floats:
    """Return the unit vector (x right, y away, z up) from the top face to the mirrored lamp, for a level face."""
    x, y = plane.to_mm(np.array([found.centre_px]))[0]
    ray = np.array([x, y, 0.0]) - plane.camera_mm
    return np.asarray(ray / np.linalg.norm(ray) * [1, 1, -1])


def _side(direction: Floats) -> str:
    if np.hypot(direction[0], direction[1]) < _ABOVE:
        return "above"
    octant = round(float(np.arctan2(direction[1], direction[0])) / (np.pi / 4)) % 8
    return _SIDES[octant]
