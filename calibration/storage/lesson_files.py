"""Files of lessons: the lesson in progress with its pictures, and a portrait of every taught side.

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

from calibration.storage.files import StoreError, bytes_in, write_atomically
from calibration.storage.pictures import picture_in
from rules.core.phrases import Phrase
from vision.recognition.gallery import Gallery

Image = NDArray[np.uint8]
LessonKind = TypeVar("LessonKind", bound=BaseModel)
PORTRAIT = 240
"""Edge of a portrait, px."""
PLAIN = (cv2.IMWRITE_PNG_COMPRESSION, 1)


def save_lesson(home: Path, lesson: BaseModel) -> None:
    """Save the lesson in progress; raises StoreError where the disk cannot be written."""
    write_atomically(_lesson(home) / "lesson.json", lesson.model_dump_json().encode())


def load_lesson(home: Path, kind: type[LessonKind]) -> LessonKind | None:
    """Return the lesson in progress; None without one of this kind or where its file is damaged."""
    try:
        return kind.model_validate_json(bytes_in(_lesson(home) / "lesson.json"))
    except (OSError, ValidationError, RecursionError):
        return None


def end_lesson(home: Path) -> None:
    """Delete the lesson in progress and its pictures."""
    shutil.rmtree(_lesson(home), ignore_errors=True)


def keep_picture(home: Path, name: str, image: Image) -> None:
    """Save a whole BGR picture of the lesson without loss; raises StoreError."""
    write_atomically(_lesson(home) / f"{name}.png", cv2.imencode(".png", image, PLAIN)[1].tobytes())


def picture(home: Path, name: str) -> Image:
    """Return a saved picture of the lesson (BGR); raises StoreError where it is missing or damaged."""
    path = _lesson(home) / f"{name}.png"
    image = picture_in(path) if path.exists() else None
    if image is None:
        raise StoreError(Phrase("A picture of this lesson is gone: begin the lesson anew."))
    return image


def keep_cutout(home: Path, name: str, portrait: Image) -> None:
    """Save the square cut-out (BGR) of one side, for people to look at; raises StoreError."""
    write_atomically(_lesson(home) / f"{name}.jpg", _portrait(portrait))


def cutout(home: Path, name: str) -> bytes | None:
    """Return a saved cut-out as JPEG, None without one."""
    return _bytes(_lesson(home) / f"{_quoted(name)}.jpg")


def keep_portrait(home: Path, piece: str, side: str, portrait: Image) -> None:
    """Save the portrait (BGR, square) of a taught side; raises StoreError."""
    write_atomically(_portraits(home, piece) / f"{_quoted(side)}.jpg", _portrait(portrait))


def portrait_of(home: Path, gallery: Gallery, piece: str, side: str) -> bytes | None:
    """Return the portrait of a taught side as JPEG, else a crop from which it was taught; None without either."""
    if not any(side == taught.side for taught in gallery.of(piece)):
        return None
    return _bytes(_portraits(home, piece) / f"{_quoted(side)}.jpg") or _from_gallery(gallery, piece, side)


def forget_portraits(home: Path, piece: str) -> None:
    """Delete the portraits of a piece."""
    shutil.rmtree(_portraits(home, piece), ignore_errors=True)


def _from_gallery(gallery: Gallery, piece: str, side: str) -> bytes | None:
    at = next(i for i, taught in enumerate(gallery.sides) if (taught.piece, taught.side) == (piece, side))
    crops = gallery.crops[gallery.owner == at]
    if not len(crops):
        return None
    return _portrait(np.asarray(cv2.resize(crops[0], (128, 128), interpolation=cv2.INTER_CUBIC), np.uint8))


def _portrait(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def _bytes(path: Path) -> bytes | None:
    try:
        return bytes_in(path)
    except OSError:
        return None


def _lesson(home: Path) -> Path:
    return home / "lesson"


def _portraits(home: Path, piece: str) -> Path:
    return home / "portraits" / _quoted(piece)


def _quoted(name: str) -> str:
    """Return *name* as a safe file name."""
    return quote(name, safe="").replace(".", "%2E")
