"""Cut one small upright crop per piece from the full picture, before anything is scaled down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.warp import CONTEXT, around, drawn

SIZE = 64
"""Edge of a crop, px."""
FINE = 128
"""Edge of the finer crop in which the relief of a disc is compared, px."""

_NOTHING = 110
_ALONG = np.arange(SIZE) - (SIZE - 1) / 2
_BESIDE = np.hypot(_ALONG[:, None], _ALONG) > 1.03 * SIZE / CONTEXT / 2

Points = Sequence[Sequence[float]] | NDArray[Any]


def cut(image: NDArray[np.uint8], outline: Points, kind: str, size: int = SIZE) -> NDArray[np.uint8]:
    """Return one crop (size x size x 3, BGR): a stone's ellipse as a circle, or a die's top face as a square.

    ``outline``: pixels of the rim (stone) or of the four corners (die); parts outside the picture repeat its border.
    """
    corners = np.asarray(outline, np.float32).reshape(-1, 2)
    square = around(corners) if kind == "die" and len(corners) == 4 else _of_rim(corners)
    return drawn(image, square, size)


def sized(crops: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """Return the crops (N x edge x edge x 3) resized to ``size`` px, unchanged where they have that size."""
    if crops.shape[1] == size:
        return crops
    way = cv2.INTER_AREA if crops.shape[1] > size else cv2.INTER_CUBIC
    resized = [cv2.resize(crop, (size, size), interpolation=way) for crop in crops]
    return np.asarray(resized, np.uint8).reshape(-1, size, size, 3)


def alone(crops: NDArray[np.uint8], kinds: Sequence[str]) -> NDArray[np.uint8]:
    """Return the crops (N x 64 x 64 x 3) with the surroundings of stones (``kinds``, N) painted over.

    A stone looks the same to the network on wood as on the cloth on which it was taught.
    """
    discs = np.array([kind == "stone" for kind in kinds], bool)
    return np.where(discs[:, None, None, None] & _BESIDE[..., None], np.uint8(_NOTHING), crops)


def _of_rim(rim: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the parallelogram around an ellipse that becomes a square when the ellipse becomes a circle."""
    centre, root = _ellipse(rim)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * CONTEXT
    return np.asarray(centre + square @ root.T, np.float32)


def _ellipse(rim: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return centre and symmetric shape matrix S of an ellipse: its rim is centre + S u for all unit vectors u."""
    if len(rim) < 5:
        low, high = rim.min(axis=0), rim.max(axis=0)
        return (low + high) / 2, np.diag(np.maximum((high - low) / 2, 1.0))
    centre, axes, degrees = cv2.fitEllipse(rim)
    turn = np.deg2rad(degrees)
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.array(centre), along @ np.diag(np.maximum(np.array(axes) / 2, 1.0)) @ along.T
