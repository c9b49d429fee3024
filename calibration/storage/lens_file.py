"""The lens that was measured with the lens sheet, in HOME/lens.json, and the camera it belongs to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from calibration.storage.files import load_json, write_atomically
from hardware.cameras.camera import UNKNOWN_CAMERA, CameraId
from rules.core.phrases import Phrase
from vision.geometry.lens import Lens, LensError

FILE = "lens.json"


def save_lens(home: Path, lens: Lens, camera: CameraId = UNKNOWN_CAMERA) -> None:
    """Save the measured lens of a *camera*; raises StoreError."""
    write_atomically(home / FILE, json.dumps({**lens.to_dict(), **asdict(camera)}).encode())


def read_lens(home: Path) -> tuple[Lens, CameraId] | None:
    """Return the measured lens and its camera; None where there is none. Raises StoreError where the file is damaged.

    Older versions did not note the camera.
    """
    return load_json(home / FILE, _lens, None, Phrase("Measure the lens again, or restore a backup."))


def _lens(body: Mapping[str, Any]) -> tuple[Lens, CameraId]:
    return Lens.from_dict(body), CameraId(str(body.get("source", "")), str(body.get("model", "")))


def load_lens(home: Path, size: tuple[int, int]) -> Lens | None:
    """Return the measured lens if it fits pictures of this size, else None; raises like `read_lens`."""
    found = read_lens(home)
    try:
        return found[0].resized(size) if found else None
    except LensError:
        return None
