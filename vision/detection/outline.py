"""Convert candidates of the network into detections with an outline, without a plane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Spot
from vision.types import Found, Kind, Note

Floats = NDArray[np.float64]

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])


def described(spot: Spot) -> Found:
    """Return the detection of a spot as it appears in the picture, without a plane."""
    if spot.kind == "die":
        return found("die", quad(spot), spot.size, spot.score)
    notes = (Note.LEANER,) if spot.kind == "leaner" else ()
    return found("stone", spot.middle + CIRCLE @ spot.shape, spot.size, spot.score, notes)


def quad(spot: Spot) -> Floats:
    """Return the corners of a detected die's top face (4x2 px)."""
    return np.asarray(spot.middle + SQUARE @ spot.axes.T)


def found(kind: Kind, outline: Floats, size: float, score: float, notes: tuple[Note, ...] = ()) -> Found:
    """Return a detection with this outline (Nx2 px), centred at the mean of the outline's points."""
    centre = outline.mean(axis=0)
    points = tuple((float(x), float(y)) for x, y in outline)
    return Found(kind, (float(centre[0]), float(centre[1])), points, size, score, notes)
