"""Crop quadrilaterals of a picture as squares."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CONTEXT = 1.2
"""Edge of a crop in units of the piece's diameter (stones) or of its face's edge (dice)."""


def around(corners: NDArray[np.float32], context: float = CONTEXT) -> NDArray[np.float32]:
    """Return a quadrilateral enlarged about its centre by ``context``: 4x2, the upper left corner first, clockwise."""
    centre = corners.mean(axis=0)
    turned = np.argsort(np.arctan2(*(corners - centre).T[::-1]))
    ordered = corners[turned]
    start = int(np.argmin((ordered - centre).sum(axis=1)))
    return np.asarray(centre + (np.roll(ordered, -start, axis=0) - centre) * context, np.float32)


def drawn(image: NDArray[np.uint8], square: NDArray[np.float32], size: int) -> NDArray[np.uint8]:
    """Return the quadrilateral as a square crop; a large one is supersampled and averaged to avoid aliasing."""
    edge = float(np.linalg.norm(np.roll(square, -1, axis=0) - square, axis=1).mean())
    fine = size * int(np.clip(round(edge / size), 1, 8))
    turn, flags = onto(square, fine), cv2.INTER_LINEAR
    large = cv2.warpPerspective(image, turn, (fine, fine), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    small = large if fine == size else cv2.resize(large, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def onto(square: NDArray[np.float32], size: int) -> NDArray[np.float64]:
    """Return the homography (3x3) that maps a quadrilateral of the picture onto a crop of this size."""
    target = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(square.astype(np.float32), target), np.float64)
