"""What a home keeps of its lessons: the lesson under way with its pictures, and a portrait of every taught side.

HOME/lesson/lesson.json, HOME/lesson/NAME.png, HOME/portraits/PIECE/SIDE.jpg
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from calibration.storage.files import StoreError, write_atomically
from vision.recognition.gallery import Gallery

Image = NDArray[np.uint8]
Kept = TypeVar("Kept", bound=BaseModel)
PORTRAIT = 240
"""Edge of a portrait, px."""


def save_lesson(home: Path, lesson: BaseModel) -> None:
    """Keep the lesson under way; raises StoreError where the disk will not take it."""
    write_atomically(_lesson(home) / "lesson.json", lesson.model_dump_json().encode())


def load_lesson(home: Path, kind: type[Kept]) -> Kept | None:
    """The lesson under way; None where there is none of this kind (a damaged one is none)."""
    try:
        return kind.model_validate_json((_lesson(home) / "lesson.json").read_bytes())
    except (OSError, ValidationError, RecursionError):
        return None


def end_lesson(home: Path) -> None:
    """Let go of the lesson under way and its pictures."""
    shutil.rmtree(_lesson(home), ignore_errors=True)


def keep_picture(home: Path, name: str, image: Image) -> None:
    """Keep a whole picture (BGR) of the lesson, without loss."""
    write_atomically(_lesson(home) / f"{name}.png", cv2.imencode(".png", image, PLAIN)[1].tobytes())


PLAIN = (cv2.IMWRITE_PNG_COMPRESSION, 1)


def picture(home: Path, name: str) -> Image:
    """A kept picture of the lesson.

    Raises:
        StoreError: where it is gone or damaged.
    """
    path = _lesson(home) / f"{name}.png"
    data = path.read_bytes() if path.exists() else b""
    image = cv2.imdecode(np.frombuffer(data or b"?", np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise StoreError("A picture of this lesson is gone: begin the lesson anew.")
    return np.asarray(image, np.uint8)


def keep_cutout(home: Path, name: str, portrait: Image) -> None:
    """Keep one side that was cut out of a picture (BGR, square), for people to look at."""
    write_atomically(_lesson(home) / f"{name}.jpg", _portrait(portrait))


def cutout(home: Path, name: str) -> bytes | None:
    """A kept cut-out as JPEG."""
    return _bytes(_lesson(home) / f"{_quoted(name)}.jpg")


def keep_portrait(home: Path, piece: str, side: str, portrait: Image) -> None:
    """Keep what a taught side looks like (BGR, square)."""
    write_atomically(_portraits(home, piece) / f"{_quoted(side)}.jpg", _portrait(portrait))


def portrait_of(home: Path, gallery: Gallery, piece: str, side: str) -> bytes | None:
    """What a taught side looks like, as JPEG: its portrait, else the crop that it was taught from; None if untaught."""
    if not any(side == taught.side for taught in gallery.of(piece)):
        return None
    return _bytes(_portraits(home, piece) / f"{_quoted(side)}.jpg") or _from_gallery(gallery, piece, side)


def forget_portraits(home: Path, piece: str) -> None:
    """Let go of a piece's portraits."""
    shutil.rmtree(_portraits(home, piece), ignore_errors=True)


def _from_gallery(gallery: Gallery, piece: str, side: str) -> bytes | None:
    at = next(i for i, taught in enumerate(gallery.sides) if (taught.piece, taught.side) == (piece, side))
    crops = gallery.crops[gallery.owner == at]
    return _portrait(np.asarray(cv2.resize(crops[0], (128, 128), interpolation=cv2.INTER_CUBIC), np.uint8))


def _portrait(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _lesson(home: Path) -> Path:
    return home / "lesson"


def _portraits(home: Path, piece: str) -> Path:
    return home / "portraits" / _quoted(piece)


def _quoted(name: str) -> str:
    """*name* as the name of a file in the same folder, whatever it holds."""
    return quote(name, safe="").replace(".", "%2E")
