"""What a table knows about itself, kept in its home folder; every file is whole, old or new, never half.

HOME/calibration.json, HOME/empty.png, HOME/gallery.npz
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.storage.files import read_file, write_atomically
from vision.eyes import Eyes
from vision.geometry.plane import Plane
from vision.recognition.crops import FINE, SIZE, sized
from vision.recognition.embedder import EMBEDDING, load_embedder
from vision.recognition.gallery import Gallery, Side, grey
from vision.thresholds import MARGIN

CALIBRATE = "Calibrate the table again with `owleye calibrate`."


@dataclass(frozen=True, eq=False)
class Calibration:
    """One calibration: when it was made (ISO), the plane, the printed mat, the error, and the margin proven here.

    ``camera`` is the camera's name (empty: not known); it and the picture's size are what a calibration holds for.
    """

    id: str
    made: str
    plane: Plane | None
    geometry: dict[str, Any]
    error_mm: float | None = None
    margin: float | None = None
    camera: str = ""


class _Kept(BaseModel):
    """The fields of calibration.json."""

    model_config = ConfigDict(extra="forbid")
    format: Literal[1]
    id: str
    made: str
    plane: dict[str, Any] | None
    geometry: dict[str, Any]
    error_mm: float | None
    margin: float | None
    camera: str = ""


def save_calibration(home: Path, calibration: Calibration, empty: NDArray[np.uint8] | None = None) -> None:
    """Keep a calibration, and with it the picture of the empty table where one is given."""
    if empty is not None:
        write_atomically(home / "empty.png", cv2.imencode(".png", empty)[1].tobytes())
    plane = None if calibration.plane is None else calibration.plane.to_dict()
    kept = _Kept(
        format=1,
        id=calibration.id,
        made=calibration.made,
        plane=plane,
        geometry=calibration.geometry,
        error_mm=calibration.error_mm,
        margin=calibration.margin,
        camera=calibration.camera,
    )
    write_atomically(home / "calibration.json", kept.model_dump_json(indent=1).encode())


def load_calibration(home: Path) -> Calibration | None:
    """The calibration of this home; None where there is none yet; raises StoreError for a damaged file."""
    path = home / "calibration.json"
    if not path.exists():
        return None
    return read_file(path, _calibration, CALIBRATE)


def _calibration(data: bytes) -> Calibration:
    kept = _Kept.model_validate_json(data)
    plane = None if kept.plane is None else Plane.from_dict(kept.plane)
    return Calibration(kept.id, kept.made, plane, kept.geometry, kept.error_mm, kept.margin, kept.camera)


def load_empty(home: Path) -> NDArray[np.uint8] | None:
    """The picture of the empty table (BGR); None where there is none yet; raises StoreError for a damaged file."""
    path = home / "empty.png"
    if not path.exists():
        return None
    return read_file(path, _picture, CALIBRATE)


def _picture(data: bytes) -> NDArray[np.uint8]:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("not a picture")
    return np.asarray(image, np.uint8)


def save_gallery(home: Path, gallery: Gallery) -> None:
    """Keep the taught sides with the crops that they were taught from."""
    sides = [[s.piece, s.kind, s.side, s.number, s.colour, s.name] for s in gallery.sides]
    words = json.dumps({"format": 1, "model": gallery.model, "sides": sides})
    packed = io.BytesIO()
    np.savez_compressed(
        packed,
        words=np.array(words),
        owner=gallery.owner,
        crops=gallery.crops,
        fine=gallery.fine,
        embeddings=gallery.embeddings,
    )
    write_atomically(home / "gallery.npz", packed.getvalue())


def load_gallery(home: Path) -> Gallery:
    """The taught sides; an empty gallery where nothing has been taught yet; raises StoreError for a damaged file.

    A gallery of an earlier version is cleaned (`Gallery.cleaned`) and seen anew.
    """
    path = home / "gallery.npz"
    if not path.exists():
        return Gallery.empty()
    gallery = read_file(path, _gallery, "Teach the pieces again, or restore a backup.")
    return gallery.cleaned().seen_by(load_embedder()).prepared()


def _gallery(data: bytes) -> Gallery:
    with np.load(io.BytesIO(data), allow_pickle=False) as kept:
        words = json.loads(str(kept["words"]))
        sides = tuple(Side(*side) for side in words["sides"])
        crops = kept["crops"]
        fine = kept["fine"] if "fine" in kept else grey(sized(crops, FINE))  # galleries of the first days have no such
        gallery = Gallery(sides, kept["owner"], crops, fine, kept["embeddings"], str(words["model"]))
    if words["format"] != 1 or not _is_whole(gallery):
        raise ValueError("not a gallery of this kind")
    return gallery


def _is_whole(gallery: Gallery) -> bool:
    count = len(gallery.owner)
    shapes = (gallery.crops.shape, gallery.fine.shape, gallery.embeddings.shape)
    fits = shapes == ((count, SIZE, SIZE, 3), (count, FINE, FINE), (count, EMBEDDING))
    return fits and (not count or (gallery.owner.min() >= 0 and gallery.owner.max() < len(gallery.sides)))


def load_eyes(home: Path) -> Eyes:
    """Everything that seeing at this table needs."""
    calibration = load_calibration(home)
    plane = calibration.plane if calibration else None
    margin = calibration.margin if calibration and calibration.margin is not None else MARGIN
    return Eyes(plane, load_empty(home), load_gallery(home), margin)
