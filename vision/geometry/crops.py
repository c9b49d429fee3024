"""Crops: one small upright square per piece, cut from the full picture before anything is scaled down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

CONTEXT = 1.2
"""Edge of a crop in units of the piece's diameter (stones) or of its face's edge (dice)."""
SIZE = 64
"""Edge of a crop, px."""
FINE = 128
"""Edge of the finer crop in which the relief of a disc is compared, px."""

_NOTHING = 110
_ALONG = np.arange(SIZE) - (SIZE - 1) / 2
_BESIDE = np.hypot(_ALONG[:, None], _ALONG) > 1.03 * SIZE / CONTEXT / 2

Points = Sequence[Sequence[float]] | NDArray[Any]


def box_around(px: NDArray[Any], shape: tuple[int, ...], least: int = 0) -> tuple[int, int, int, int]:
    """Return the box that contains points (N x 2 px) of a picture of this shape: left, top, right, bottom px.

    It is clipped to the picture, and at least ``least`` px wide and high where the picture is.
    """
    size = np.array([shape[1], shape[0]])
    low = np.clip(np.floor(px.min(axis=0)), 0, np.maximum(size - least, 0)).astype(int)
    high = np.minimum(np.maximum(np.ceil(px.max(axis=0)).astype(int) + 1, low + least), size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


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


def grey(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert crops (N x H x W x 3, BGR) to grey: N x H x W."""
    if not len(crops):
        return np.zeros(crops.shape[:3], np.uint8)
    return np.stack([np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8) for crop in crops])


def alone(crops: NDArray[np.uint8], kinds: Sequence[str]) -> NDArray[np.uint8]:
    """Return the crops (N x 64 x 64 x 3) with the surroundings of stones (``kinds``, N) painted over.

    A stone looks the same to the network on wood as on the cloth on which it was taught.
    """
    discs = np.array([kind == "stone" for kind in kinds], bool)
    return np.where(discs[:, None, None, None] & _BESIDE[..., None], np.uint8(_NOTHING), crops)


def _of_rim(rim: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the corners (4 x 2 px) of a square about a disc as the camera sees it: of its rim, an ellipse (N x 2)."""
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


def around(corners: NDArray[np.float32], context: float = CONTEXT) -> NDArray[np.float32]:
    """Return a quadrilateral enlarged about its centre by ``context``: 4x2, the upper left corner first, clockwise."""
    centre = corners.mean(axis=0)
    turned = np.argsort(np.arctan2(*(corners - centre).T[::-1]))
    ordered = corners[turned]
    start = int(np.argmin((ordered - centre).sum(axis=1)))
    return np.asarray(centre + (np.roll(ordered, -start, axis=0) - centre) * context, np.float32)


def drawn(image: NDArray[np.uint8], square: NDArray[np.float32], size: int) -> NDArray[np.uint8]:
    """Return a quadrilateral (4x2 px, upper left corner first, clockwise) as a square crop (size x size x channels).

    A large one is supersampled and averaged to avoid aliasing; parts outside the picture repeat its border.
    """
    edge = float(np.linalg.norm(np.roll(square, -1, axis=0) - square, axis=1).mean())
    fine = size * int(np.clip(round(edge / size), 1, 8))
    turn, flags = onto(square, fine), cv2.INTER_LINEAR
    large = cv2.warpPerspective(image, turn, (fine, fine), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    small = large if fine == size else cv2.resize(large, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def onto(square: NDArray[np.float32], size: int) -> NDArray[np.float64]:
    """Return the homography (3x3) that maps a quadrilateral of the picture (4x2 px) onto a crop of this size (px)."""
    target = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(square.astype(np.float32), target), np.float64)
