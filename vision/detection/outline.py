"""From what the network saw to a detection with an outline, before anything is known of the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Spot
from vision.types import Found, Kind, Note

Floats = NDArray[np.float64]

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])


def described(spot: Spot) -> Found:
    """The detection of a spot as it is seen, without a plane."""
    if spot.kind == "die":
        return found("die", quad(spot), spot.size, spot.score)
    notes = (Note.LEANER,) if spot.kind == "leaner" else ()
    return found("stone", spot.middle + CIRCLE @ spot.shape, spot.size, spot.score, notes)


def quad(spot: Spot) -> Floats:
    """The corners of a die's top face as the network saw it (4x2 px)."""
    return np.asarray(spot.middle + SQUARE @ spot.axes.T)


def found(kind: Kind, outline: Floats, size: float, score: float, notes: tuple[Note, ...] = ()) -> Found:
    """A detection with this outline (Nx2 px), its centre in the middle of the outline's points."""
    centre = outline.mean(axis=0)
    points = tuple((float(x), float(y)) for x, y in outline)
    return Found(kind, (float(centre[0]), float(centre[1])), points, size, score, notes)
