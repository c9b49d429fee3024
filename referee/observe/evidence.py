"""Evidence: the picture that a verdict rests on, and the record of what was read in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
from numpy import uint8
from numpy.typing import NDArray

from calibration.storage.files import write_atomically

QUALITY = 88  # Of 100: numbers stay sharp, and a 2304 x 1296 picture takes about half a megabyte.


class Evidence:
    """One folder with NUMBER.jpg (picture) and NUMBER.json (record); the oldest pictures are removed first."""

    def __init__(self, folder: Path, limit_mb: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._limit = limit_mb * 1_000_000
        self._last = max((int(path.stem) for path in folder.glob("*.json") if path.stem.isdigit()), default=0)

    def keep(self, image: NDArray[uint8], record: Mapping[str, Any]) -> str:
        """Keep a picture (BGR) with its record and return their name.

        Raises:
            StoreError: where the disk will not take it.
        """
        self._last += 1
        name = f"{self._last:06d}"
        height, width = image.shape[:2]
        self.note(name, {**record, "size": [width, height]})
        write_atomically(
            self._folder / f"{name}.jpg", cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        )
        self._make_room()
        return name

    def note(self, name: str, more: Mapping[str, Any]) -> None:
        """Add to the record *name*, for example the ruling."""
        body = {**(self.record(name) or {}), **more}
        write_atomically(self._folder / f"{name}.json", json.dumps(body, ensure_ascii=False).encode())

    def record(self, name: str) -> dict[str, Any] | None:
        """The record of this name; None where there is none."""
        data = self._read(name, "json")
        return None if data is None else dict(json.loads(data))

    def picture(self, name: str) -> bytes | None:
        """The picture as JPEG; None where it does not exist or was removed."""
        return self._read(name, "jpg")

    def _read(self, name: str, kind: str) -> bytes | None:
        path = self._folder / f"{name}.{kind}"
        return path.read_bytes() if name.isdigit() and path.exists() else None

    def _make_room(self) -> None:
        sizes = {path: path.stat().st_size for path in sorted(self._folder.glob("*.jpg"))}
        total = sum(sizes.values())
        for path, size in sizes.items():
            if total <= self._limit:
                return
            path.unlink()
            total -= size
