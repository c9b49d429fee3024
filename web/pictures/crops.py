"""Crops and small copies of kept pictures, so that a page with many throws loads what it shows and no more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_PX = 176  # a crop is shown about 110 px wide, on a screen with small dots twice that
SMALL_PX = 480  # width of a small copy
QUALITY = 78  # of 100
MARGIN = 0.35  # around a piece's crop, as a share of its size
LONE = 80.0  # px around the centre of a piece whose outline nobody knows
Square = tuple[float, float, float]
"""Left, top and side in px of the whole picture; it may reach beyond the edges."""


def square_of(piece: Mapping[str, Any]) -> Square:
    """The square around a piece that its crop shows."""
    left, top, right, bottom = bounds(piece)
    side = max(right - left, bottom - top, 1.0) * (1 + 2 * MARGIN)
    return (left + right - side) / 2, (top + bottom - side) / 2, side


def bounds(piece: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a piece in px."""
    x, y = piece["centre_px"]
    outline = piece["outline_px"] or ((x - LONE / 2, y - LONE / 2), (x + LONE / 2, y + LONE / 2))
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=256)
def crop(jpeg: bytes, square: Square) -> bytes | None:
    """The *square* of a picture as JPEG, at most `CROP_PX` wide; None for a file that is no picture."""
    image = _decoded(jpeg)
    if image is None:
        return None
    left, top, side = square
    px = max(1, min(CROP_PX, round(side)))
    scale = px / side
    shift = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    return _encoded(cv2.warpAffine(image, shift, (px, px), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=64)
def small(jpeg: bytes) -> bytes | None:
    """A copy of a picture as JPEG, `SMALL_PX` wide; None for a file that is no picture."""
    image = _decoded(jpeg)
    if image is None:
        return None
    height, width = image.shape[:2]
    size = (min(SMALL_PX, width), max(1, round(height * min(SMALL_PX, width) / width)))
    return _encoded(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=2)
def _decoded(jpeg: bytes) -> NDArray[np.uint8] | None:
    """The picture as BGR; the last ones are remembered, for several crops are asked of each."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


def _encoded(image: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
