"""Open pictures and lists provided by people; every problem is reported in one sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.storage.files import LARGEST, bytes_in, open_file

SMALLEST_PX = 32
LARGEST_MP = 64
LARGEST_BYTES = LARGEST_MP * 4_000_000
"""Largest file: a picture of that size with transparency, not compressed."""
HEADER_BYTES = 1 << 20
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the JPEG segments that contain the size."""


def open_picture(path: Path | str) -> NDArray[np.uint8]:
    """Return a picture file as H x W x 3 BGR bytes, rotated as its EXIF data say.

    Grey, 16-bit and transparent pictures are converted. Raises ValueError with a sentence: missing, not a picture,
    damaged, too small (a side under 32 px) or too large (over 64 megapixels).
    """
    place = Path(path)
    try:
        data = np.frombuffer(bytes_in(place, LARGEST_BYTES), np.uint8)
    except FileNotFoundError:
        raise ValueError(f"{place} is not there. Check the name and the folder.") from None
    except OSError as error:
        raise ValueError(f"{place} cannot be read ({error.strerror}). Check that it is a picture file.") from None
    except ValueError:  # a zero byte in the name
        raise ValueError(f"{str(place)!r} is no name of a file. Correct it.") from None
    if not data.size:
        raise ValueError(f"{place} is empty. Take the picture again.")
    return _sized(_decoded(data, place), place)


def json_lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines of a text file that are not blank, each with its number from 1.

    Raises ValueError with a sentence where it cannot be read or is no text.
    """
    try:
        text = bytes_in(path).decode()
    except (OSError, UnicodeDecodeError):
        size = f"at most {LARGEST >> 20} MB"
        raise ValueError(
            f"{path} cannot be read. It must be a text file, {size}, with one JSON object a line."
        ) from None
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def decoded(data: bytes | None) -> NDArray[np.uint8] | None:
    """Return the picture (BGR) in the bytes of a file that Owleye wrote; None where there is no PNG or JPEG picture.

    For files of others use `open_picture`, which says what is wrong with them.
    """
    if not data or not _has_known_size(data[:HEADER_BYTES]):
        return None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


def picture_in(path: Path) -> NDArray[np.uint8] | None:
    """Return the picture (BGR) in a file that Owleye wrote, as `decoded` does; None where it is no picture.

    OpenCV decodes into the array itself, so that a whole picture takes its 9 MB only once. Raises OSError where the
    file cannot be read.
    """
    with open_file(path) as file:
        if not _has_known_size(file.read(HEADER_BYTES)):
            return None
    image = cv2.imread(str(path), None, cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)


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


def _has_known_size(head: bytes) -> bool:
    """Whether a file begins like a picture that fits into memory: it may come from a backup of somebody else."""
    wide, high = stated_size(head)
    return 0 < wide * high <= LARGEST_MP * 1_000_000


def stated_size(head: bytes) -> tuple[int, int]:
    """Return the size (width, height) in the header of a PNG or JPEG file; (0, 0) without one.

    A small file may decode to gigabytes, so its size is checked first (https://www.w3.org/TR/png/#11IHDR, ITU-T T.81
    B.2.2).
    """
    if head.startswith(b"\x89PNG"):
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    offset = 2 if head.startswith(b"\xff\xd8") else len(head)
    while offset + 9 <= len(head) and head[offset] == 0xFF:
        if head[offset + 1] in FRAMES:
            return int.from_bytes(head[offset + 7 : offset + 9], "big"), int.from_bytes(
                head[offset + 5 : offset + 7], "big"
            )
        offset += 2 + int.from_bytes(head[offset + 2 : offset + 4], "big")
    return 0, 0
