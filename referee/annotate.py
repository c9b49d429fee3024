"""Pictures with outlines and labels drawn in, for people who look at files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy import uint8
from numpy.typing import NDArray

from vision.types import Piece, Reading

SURE, UNSURE = (80, 200, 60), (40, 140, 255)  # Green and orange, BGR.


def annotated(image: NDArray[uint8], reading: Reading) -> NDArray[uint8]:
    """A copy of *image* (BGR) with each piece outlined and named: green where sure, orange where not."""
    picture = image.copy()
    thick = max(1, round(max(image.shape) / 800))
    for piece in reading.pieces:
        colour = SURE if piece.sure else UNSURE
        rim = np.round(np.array(piece.outline_px, np.float64)).astype(np.int32).reshape(-1, 1, 2)
        if len(rim):
            cv2.polylines(picture, [rim], True, colour, thick, cv2.LINE_AA)
        x, y = (round(value) for value in piece.centre_px)
        cv2.putText(picture, _label(piece), (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4 * thick, colour, thick, cv2.LINE_AA)
    return picture


def save_picture(path: Path, image: NDArray[uint8]) -> None:
    """Write a JPEG, making its folder.

    Raises:
        OSError: where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".jpg", image)[1].tobytes())


def _label(piece: Piece) -> str:
    name = piece.piece or piece.kind
    side = piece.side or "?"
    return f"{name} {side}" if piece.value is None else f"{name} {side} {piece.value}"
