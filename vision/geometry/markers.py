"""Find the four printed markers of a play mat and their corners in a picture."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

#: The place of each marker in words; the index is the marker's id.
CORNER_WORDS = ("far left", "far right", "near right", "near left")
DICTIONARY = cv2.aruco.DICT_4X4_50

# Exponent from pixel values to linear light: the usual 2.2, and the contrast that cameras add.
_CURVE = 3.0


def turned_deg(markers: Mapping[int, Floats]) -> float | None:
    """Return the rotation of the mat in the picture in degrees clockwise (-180..180), from its markers' corners in px.

    None where no marker is given.
    """
    if not markers:
        return None
    across = sum(corners[1] - corners[0] + corners[2] - corners[3] for corners in markers.values())
    return float(np.degrees(np.arctan2(*np.asarray(across)[::-1])))


def find_markers(image: Image) -> dict[int, Floats]:
    """Find the mat's markers (ids 0..3) in a BGR or grey picture.

    Returns id -> 4x2 corners in px, clockwise from the marker's own top left. Where several markers have one id
    (a mirror, a second sheet), the largest counts.
    """
    grey = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    quads, ids, _ = detector.detectMarkers(grey)
    found: dict[int, Floats] = {}
    for marker_id, quad in zip([] if ids is None else np.ravel(ids), quads, strict=True):
        corners, marker = np.asarray(quad, dtype=np.float64).reshape(4, 2), int(marker_id)
        if marker < 4 and (marker not in found or area(corners) > area(found[marker])):
            found[marker] = corners
    return {marker_id: _sharpened(grey, corners) for marker_id, corners in found.items()}


def _sharpened(grey: Image, corners: Floats) -> Floats:
    """Return the corners with subpixel accuracy, refined in linear light.

    In the camera's brightness curve, blurred white paper shrinks the black square by up to a pixel.
    """
    reach = int(np.clip(0.06 * np.sqrt(area(corners)), 2, 8))
    left, top = np.maximum(corners.min(axis=0) - 3 * reach, 0).astype(int)
    right, bottom = (corners.max(axis=0) + 3 * reach + 1).astype(int)
    light = (grey[top:bottom, left:right].astype(np.float32) / 255) ** _CURVE
    start = np.ascontiguousarray(corners - (left, top), dtype=np.float32).reshape(-1, 1, 2)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 0.005)
    fine = cv2.cornerSubPix(light, start.copy(), (reach, reach), (-1, -1), criteria)
    settled = np.abs(fine - start).max(axis=(1, 2)) <= thresholds.CORNER_MOVED * reach
    refined = np.where(settled[:, None], fine.reshape(4, 2), start.reshape(4, 2))
    return np.asarray(refined + np.array([left, top]), dtype=np.float64)


def area(corners: Floats) -> float:
    """Return the area of a polygon (Nx2), in its own unit squared."""
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def square(side_mm: float) -> Floats:
    """Return the corners of a marker about its own centre, in detection order: 4x2 mm, y away from the players."""
    half = side_mm / 2
    return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
