"""Stores evidence: the picture behind each verdict, and a record of what was read in it."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import cv2
from numpy import uint8
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, FiniteFloat, PositiveInt, ValidationError

from calibration.storage.files import StoreError, bytes_in, write_atomically
from calibration.storage.pictures import LARGEST_BYTES, picture_in
from rules.core.phrases import Phrase
from vision.types import Kind, Note

log = logging.getLogger(__name__)

KINDS = ("jpg", "json")
REMOVED_AT_ONCE = 8
"""How much evidence is removed for each that is kept: a lowered limit is reached within some throws."""
NOT_KEPT = Phrase(
    "Pictures cannot be kept: free some space on the disk, or replace one that takes no files any more. "
    "No verdict depends on them."
)
NAME = re.compile(r"[0-9]{6,18}")
Px = tuple[FiniteFloat, FiniteFloat]
Value = TypeVar("Value")
QUALITY = 88  # Of 100: numbers stay sharp, and a 2304 x 1296 picture takes about half a megabyte.


class _Piece(BaseModel):
    """The fields of a piece that the pages draw (`vision.types.Piece`)."""

    model_config = ConfigDict(strict=True)
    kind: Kind
    piece: str | None
    side: str | None
    value: int | None
    colour: str | None
    confidence: FiniteFloat
    sure: bool
    candidates: list[tuple[str | None, str, FiniteFloat]]
    centre_px: Px
    outline_px: list[Px]
    centre_mm: Px | None
    notes: list[Note]
    margin: FiniteFloat = 0.0


class _Reading(BaseModel):
    model_config = ConfigDict(strict=True)
    pieces: list[_Piece]
    problems: list[str]
    ms: dict[str, FiniteFloat]


class _Record(BaseModel):
    """The fields of a record that the program reads; all others are preserved."""

    model_config = ConfigDict(strict=True)
    size: tuple[PositiveInt, PositiveInt]
    reading: _Reading | None = None
    camera: dict[str, Any] = {}


class Evidence:
    """One folder with NUMBER.jpg (picture) and NUMBER.json (record); the oldest are removed first.

    A full disk costs the picture, never the game: ``trouble`` says that the last picture was not kept, or is empty.
    """

    def __init__(self, folder: Path, limit_mb: int, first: int = 1) -> None:
        """Continue the numbers in *folder*, but none is below *first*.

        After a restore or a reset the folder is empty, while facts and browsers may still know pictures by the numbers
        that they had; with the time of the start (s) as *first*, no number stands for a second picture.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._limit = limit_mb * 1_000_000
        self._sizes = _sizes(folder)
        self._last = max([first - 1, *map(int, self._sizes)])
        self._damaged: frozenset[str] = frozenset()
        self._newest: tuple[str, NDArray[uint8]] | None = None
        self.trouble = ""

    @property
    def damaged(self) -> frozenset[str]:
        """Names of the records that were found damaged since the start."""
        return self._damaged

    def keep(self, image: NDArray[uint8], record: Mapping[str, Any]) -> str:
        """Store a picture (BGR) with its record; returns their common name, empty where they cannot be written."""
        try:
            name = self._store(image, record)
        except StoreError as error:
            log.warning("a picture could not be kept: %s", error)
            self._remove(f"{self._last:06d}")  # a record without its picture takes room that the game needs
            self.trouble = NOT_KEPT
            return ""
        self.trouble = ""
        return name

    def _store(self, image: NDArray[uint8], record: Mapping[str, Any]) -> str:
        self._last += 1
        name = f"{self._last:06d}"
        height, width = image.shape[:2]
        self._write_record(name, {**record, "size": [width, height]})
        jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        write_atomically(self._folder / f"{name}.jpg", jpeg)
        self._newest = name, image
        self._sizes[name] = len(jpeg) + len(self._bytes(name, "json") or b"")
        self._make_room()
        return name

    def note(self, name: str, more: Mapping[str, Any]) -> None:
        """Add to the record *name*, for example the ruling; nothing where no picture was kept (*name* is empty)."""
        try:
            if name:
                self._write_record(name, more)
        except StoreError as error:
            log.warning("a record could not be completed: %s", error)

    def _write_record(self, name: str, more: Mapping[str, Any]) -> None:
        body = {**(self.record(name) or {}), **more}
        write_atomically(self._folder / f"{name}.json", json.dumps(body, ensure_ascii=False).encode())

    def record(self, name: str) -> dict[str, Any] | None:
        """The record of this name (docs/cli.md, "Evidence"); None where it does not exist or is damaged."""
        data = self._read(name, "json", bytes_in)
        if data is None:
            return None
        try:
            _Record.model_validate_json(data)
            return dict(json.loads(data))
        except (ValidationError, ValueError, RecursionError):
            self._report(name)
            return None

    def picture(self, name: str) -> bytes | None:
        """The bytes of the picture's file (JPEG); None where there is none any more, or it cannot be read."""
        return self._bytes(name, "jpg")

    def image(self, name: str) -> NDArray[uint8] | None:
        """The picture (BGR); None where there is none any more, or its file is no picture.

        The newest picture is kept in memory until it is asked for once, or released: decoding takes 20 ms.
        """
        newest = self._newest
        if newest is not None and newest[0] == name:
            self._newest = None
            return newest[1]
        return self._read(name, "jpg", picture_in)

    def release(self) -> None:
        """Drop the newest picture from memory, so that the next whole picture (9 MB) does not lie beside it."""
        self._newest = None

    def _bytes(self, name: str, kind: str) -> bytes | None:
        return self._read(name, kind, partial(bytes_in, most=LARGEST_BYTES))

    def _read(self, name: str, kind: str, read: Callable[[Path], Value]) -> Value | None:
        if not NAME.fullmatch(name):
            return None
        try:
            return read(self._folder / f"{name}.{kind}")
        except FileNotFoundError:
            return None
        except OSError:
            self._report(name)
            return None

    def _report(self, name: str) -> None:
        if name not in self._damaged:
            log.warning("the evidence %s in %s is damaged", name, self._folder)
            self._damaged |= {name}

    def _make_room(self) -> None:
        """Remove some of the oldest evidence; never much at once, because a throw waits meanwhile."""
        total = sum(self._sizes.values())
        for name in list(islice(self._sizes, REMOVED_AT_ONCE)):
            if total <= self._limit:
                return
            total -= self._sizes.pop(name)
            self._remove(name)

    def _remove(self, name: str) -> None:
        try:
            for kind in KINDS:
                (self._folder / f"{name}.{kind}").unlink(missing_ok=True)
        except OSError as error:
            log.warning("the evidence %s could not be removed: %s", name, error)


def _sizes(folder: Path) -> dict[str, int]:
    """How many bytes each piece of evidence in *folder* takes, picture and record together, the oldest first.

    Files whose writing a power cut interrupted are removed.
    """
    sizes: Counter[str] = Counter()
    for path in folder.iterdir():
        if path.suffix == ".part":
            with suppress(OSError):
                path.unlink()
        if NAME.fullmatch(path.stem) and path.suffix[1:] in KINDS:
            sizes[path.stem] += _size(path)
    return dict(sorted(sizes.items(), key=lambda item: int(item[0])))


def _size(path: Path) -> int:
    """The bytes of a file; 0 where the disk does not say, because a damaged picture never costs the table."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
