"""Crops and small copies of kept pictures, so that a page with many throws loads what it shows and no more."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import cv2
import numpy as np
from cv2.typing import MatLike as Image

CROP_PX = 176  # a crop is shown about 110 px wide, on a screen with small dots twice that
SMALL_PX = 480  # width of a small copy
QUALITY = 78  # of 100
MARGIN = 0.35  # around a piece's crop, as a share of its size
LONE = 80.0  # px around the centre of a piece whose outline nobody knows
REMEMBERED = 24  # pictures: twice what the history shows at once
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


@dataclass(frozen=True, slots=True)
class Cut:
    """A small copy of a kept picture, and the crop of each of its pieces, as JPEG."""

    small: bytes
    crops: tuple[bytes, ...]


def cut_up(image: Image, squares: Iterable[Square]) -> Cut:
    """The small copy of a picture and the crops of these squares."""
    return Cut(_small(image), tuple(_crop(image, square) for square in squares))


class Cuts:
    """The cuts of the `REMEMBERED` pictures that were asked for last, made once for all viewers.

    Whole pictures are not remembered: unpacked, each takes 9 MB, so only one at a time is.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: OrderedDict[str, Cut] = OrderedDict()

    def of(self, name: str, read: Callable[[], Image | None], squares: Iterable[Square]) -> Cut | None:
        """The cut of the picture *name*, which *read* returns; None where that is None."""
        with self._lock:
            image = None if name in self._made else read()
            made = self._made.pop(name, None) if image is None else cut_up(image, squares)
            if made is not None:
                self._made[name] = made
            if len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
            return made


def _crop(image: Image, square: Square) -> bytes:
    """Cut a square (left, top, side, px) out of a picture, scale it to at most `CROP_PX`, and return it as a file."""
    left, top, side = square
    px = max(1, min(CROP_PX, round(side)))
    scale = px / side
    shift = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    return _encoded(cv2.warpAffine(image, shift, (px, px), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE))


def _small(image: Image) -> bytes:
    """A copy of a picture, `SMALL_PX` wide."""
    height, width = image.shape[:2]
    size = (min(SMALL_PX, width), max(1, round(height * min(SMALL_PX, width) / width)))
    return _encoded(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def _encoded(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
