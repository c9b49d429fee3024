"""Opens picture files that people provide; every problem becomes one sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SMALLEST_PX = 32
LARGEST_MP = 64
HEADER_BYTES = 1 << 20
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a JPEG file that state its size."""


def open_picture(path: Path | str) -> NDArray[np.uint8]:
    """A picture file as H x W x 3 BGR bytes, turned upright by its EXIF mark; grey, 16-bit and see-through ones too.

    Raises ValueError with a sentence: not there, not a picture, damaged, too small (under 32 px) or too large
    (over 64 megapixels).
    """
    place = Path(path)
    try:
        data = np.fromfile(place, np.uint8)
    except FileNotFoundError:
        raise ValueError(f"{place} is not there. Check the name and the folder.") from None
    except OSError as trouble:
        raise ValueError(f"{place} cannot be read ({trouble.strerror}). Check that it is a picture file.") from None
    if not data.size:
        raise ValueError(f"{place} is empty. Take the picture again.")
    return _sized(_decoded(data, place), place)


def _decoded(data: NDArray[np.uint8], place: Path) -> NDArray[np.uint8]:
    wide, high = stated_size(data[:HEADER_BYTES].tobytes())
    _check_size(wide, high, place)
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise ValueError(f"{place} is not a picture that can be opened. Use JPEG or PNG.")
    return np.asarray(image, np.uint8)


def _sized(image: NDArray[np.uint8], place: Path) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    if min(high, wide) < SMALLEST_PX:
        raise ValueError(f"{place} is only {wide} x {high} px. Take a larger picture of the table.")
    _check_size(wide, high, place)
    return image


def _check_size(wide: int, high: int, place: Path) -> None:
    if high * wide > LARGEST_MP * 1_000_000:
        raise ValueError(f"{place} is {wide} x {high} px, over {LARGEST_MP} megapixels. Make it smaller first.")


def stated_size(head: bytes) -> tuple[int, int]:
    """The size (width, height) that the header of a PNG or JPEG file states; (0, 0) where it states none.

    A small file may state, and decode to, gigabytes (https://www.w3.org/TR/png/#11IHDR, ITU-T T.81 B.2.2).
    """
    if head.startswith(b"\x89PNG"):
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    at = 2 if head.startswith(b"\xff\xd8") else len(head)
    while at + 9 <= len(head) and head[at] == 0xFF:
        if head[at + 1] in FRAMES:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return 0, 0
