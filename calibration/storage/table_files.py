"""What is known of a table, in its home folder: calibration, picture of the empty table and gallery.

HOME/calibration.json, HOME/empty.png, HOME/gallery.npz; each is written atomically.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import uuid4

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field, FiniteFloat, TypeAdapter

from calibration.storage.files import StoreError, parsed, read_file, utc_now, write_atomically
from calibration.storage.pictures import picture_in
from hardware.cameras.camera import UNKNOWN_CAMERA, CameraId
from rules.core.phrases import Phrase
from vision.eyes import Eyes
from vision.geometry.crops import FINE, SIZE, grey, sized
from vision.geometry.plane import Geometry, Plane
from vision.recognition.colour import UNKNOWN_TABLE
from vision.recognition.embedder import EMBEDDING, load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.thresholds import MARGIN

LARGEST_GALLERY = 128 << 20  # bytes, packed and unpacked
SIDES: Mapping[str, tuple[str, ...]] = {"stone": ("symbol", "number"), "die": ("1", "2", "3", "4", "5", "6", "power")}
"""The sides of each kind of piece that can be taught."""
CALIBRATE = Phrase("Calibrate the table again with `owleye calibrate`.")
TEACH = Phrase("Teach the pieces again, or restore a backup.")
TOO_MANY_PICTURES = Phrase(
    "This table knows too many pictures of its pieces to learn more: forget pieces that you no longer have, or tick "
    "“forget its old pictures”, then do it again."
)
_SIDE_FIELDS = tuple(field.name for field in fields(Side))
_SIDE = TypeAdapter(Side)
_Length = Annotated[FiniteFloat, Field(gt=0)]


@dataclass(frozen=True, eq=False)
class Calibration:
    """One calibration of a table.

    ``made``: time (ISO 8601, UTC). ``plane``: None for a table without a mat. ``geometry``: the mat as entered.
    ``error_mm``: that of the plane. ``margin``: the threshold fitted at this table, log odds
    (None: not fitted). ``camera``: the calibration applies to it and to pictures of the plane's size.
    """

    id: str
    made: str
    plane: Plane | None
    geometry: Geometry
    error_mm: float | None = None
    margin: float | None = None
    camera: CameraId = UNKNOWN_CAMERA


def new_calibration(plane: Plane, geometry: Geometry, camera: CameraId = UNKNOWN_CAMERA) -> Calibration:
    """A calibration that was made now with the printed mat of this *geometry*; no margin is fitted to it yet."""
    return Calibration(uuid4().hex[:8], utc_now(), plane, geometry, plane.error_mm, None, camera)


class _MatFile(BaseModel):
    """The mat in calibration.json; older versions left it out."""

    marker_mm: _Length = Geometry.marker_mm
    mat_mm: tuple[_Length, _Length] = Geometry.mat_mm


class _CalibrationFile(BaseModel):
    """The fields of calibration.json; further fields of a newer version are ignored."""

    format: Literal[1]
    id: str
    made: str
    plane: dict[str, Any] | None
    geometry: _MatFile
    error_mm: FiniteFloat | None
    margin: FiniteFloat | None
    camera: str = ""
    model: str = ""


def save_calibration(home: Path, calibration: Calibration, empty: NDArray[np.uint8] | None = None) -> None:
    """Save a calibration and, where given, the picture of the empty table (BGR); raises StoreError."""
    if empty is not None:
        write_atomically(home / "empty.png", cv2.imencode(".png", empty)[1].tobytes())
    plane = None if calibration.plane is None else calibration.plane.to_dict()
    body = _CalibrationFile(
        format=1,
        id=calibration.id,
        made=calibration.made,
        plane=plane,
        geometry=_MatFile(**asdict(calibration.geometry)),
        error_mm=calibration.error_mm,
        margin=calibration.margin,
        camera=calibration.camera.source,
        model=calibration.camera.model,
    )
    write_atomically(home / "calibration.json", body.model_dump_json(indent=1).encode())


def load_calibration(home: Path) -> Calibration | None:
    """Return the calibration of this home, None without one; raises StoreError for a damaged file."""
    path = home / "calibration.json"
    if not path.exists():
        return None
    return read_file(path, _calibration, CALIBRATE)


def _calibration(data: bytes) -> Calibration:
    body = _CalibrationFile.model_validate_json(data)
    plane = None if body.plane is None else Plane.from_dict(body.plane)
    camera = CameraId(body.camera, body.model)
    geometry = Geometry(body.geometry.marker_mm, body.geometry.mat_mm)
    return Calibration(body.id, body.made, plane, geometry, body.error_mm, body.margin, camera)


def load_empty(home: Path) -> NDArray[np.uint8] | None:
    """Return the BGR picture of the empty table, None without one; raises StoreError for a damaged file."""
    path = home / "empty.png"
    if not path.exists():
        return None
    return parsed(path, _picture, CALIBRATE)


def _picture(path: Path) -> NDArray[np.uint8]:
    image = picture_in(path)
    if image is None:
        raise ValueError("not a picture")
    return image


def save_gallery(home: Path, gallery: Gallery) -> None:
    """Save the taught sides with the crops from which they were taught.

    Raises StoreError where the file cannot be written, or would be too large to be read again.
    """
    sides = [[s.piece, s.kind, s.side, s.number, s.colour, s.name, s.edge_mm] for s in gallery.sides]
    words = json.dumps({"format": 1, "model": gallery.model, "sides": sides})
    packed = io.BytesIO()
    np.savez_compressed(
        packed,
        words=np.array(words),
        owner=gallery.owner,
        crops=gallery.crops,
        fine=gallery.fine,
        embeddings=gallery.embeddings,
        tables=gallery.tables,
    )
    if _is_too_large(packed.getvalue()):
        raise StoreError(TOO_MANY_PICTURES)
    write_atomically(home / "gallery.npz", packed.getvalue())


def load_gallery(home: Path) -> Gallery:
    """Return the taught sides, ready for a reading; raises like `read_gallery`.

    A gallery of an earlier version is cleaned (`Gallery.cleaned`) and its embeddings are computed again.
    """
    gallery = read_gallery(home)
    return gallery.cleaned().seen_by(load_embedder()).prepared() if gallery.sides else gallery


def read_gallery(home: Path) -> Gallery:
    """Return the taught sides as they were saved: none where there is no file. Raises StoreError for a damaged file."""
    path = home / "gallery.npz"
    if not path.exists():
        return Gallery.empty()
    return read_file(path, _gallery, TEACH, LARGEST_GALLERY)


def _is_too_large(data: bytes) -> bool:
    """Whether a packed gallery is too large to be read, packed or unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return max(len(data), sum(entry.file_size for entry in packed.infolist())) > LARGEST_GALLERY


def _gallery(data: bytes) -> Gallery:
    if _is_too_large(data):
        raise ValueError("too large")
    with np.load(io.BytesIO(data), allow_pickle=False) as body:
        words = json.loads(str(body["words"]))
        sides = tuple(_side(stored) for stored in words["sides"])
        owner, crops, embeddings, model = body["owner"], body["crops"], body["embeddings"], str(words["model"])
        # These two parts are missing in earlier galleries.
        fine = body["fine"] if "fine" in body else grey(sized(crops, FINE))
        tables = body["tables"] if "tables" in body else np.tile(UNKNOWN_TABLE, (len(crops), 1))
        gallery = Gallery(sides, owner, crops, fine, embeddings, tables, model)
    if words["format"] != 1 or not _is_whole(gallery):
        raise ValueError("not a gallery of this kind")
    return gallery


def _side(stored: Sequence[Any]) -> Side:
    """Return a side from its values in the order of `Side`; fewer in older files, more in those of a newer version.

    Raises ValueError where they describe no side of a piece.
    """
    side = _SIDE.validate_python(dict(zip(_SIDE_FIELDS, stored, strict=False)))
    if side.side not in SIDES.get(side.kind, ()) or not (side.edge_mm is None or 0 < side.edge_mm < np.inf):
        raise ValueError("no side of a piece")
    return side


def _is_whole(gallery: Gallery) -> bool:
    """Whether the arrays have the shapes and types of `Gallery`, each crop has a side, and no side is listed twice."""
    count, owner = gallery.owner.size, gallery.owner
    arrays = (owner, gallery.crops, gallery.fine, gallery.embeddings, gallery.tables)
    shapes = ((count,), (count, SIZE, SIZE, 3), (count, FINE, FINE), (count, EMBEDDING), (count, 3))
    fits = tuple(each.shape for each in arrays) == shapes and "".join(each.dtype.kind for each in arrays) == "iuuff"
    return (
        fits
        and len({(side.piece, side.side) for side in gallery.sides}) == len(gallery.sides)
        and gallery.crops.dtype == gallery.fine.dtype == np.uint8
        and bool(np.isfinite(gallery.embeddings).all())
        and (not count or (owner.min() >= 0 and owner.max() < len(gallery.sides)))
    )


def load_eyes(home: Path) -> Eyes:
    """Return everything that is needed to read pictures of this table; raises StoreError for a damaged file."""
    calibration = load_calibration(home)
    plane = calibration.plane if calibration else None
    margin = calibration.margin if calibration and calibration.margin is not None else MARGIN
    return Eyes(plane, load_empty(home), load_gallery(home), margin)
