"""A cube that lies level on the plane: its size from its top face, and where its foot is seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Plane

Floats = NDArray[np.float64]
_SMALLEST_MM, _LARGEST_MM = 5.0, 60.0


def as_high_as_wide(quad: Floats, plane: Plane) -> tuple[float, Floats]:
    """Of a cube whose top face is seen here (4x2 px): its side in mm, and the corners of the face (4x2 mm)."""
    side = 20.0
    for _ in range(3):
        corners = plane.to_mm(quad, side)
        across, deep = edges(corners)
        area = abs(across[0] * deep[1] - across[1] * deep[0]) / 4
        side = float(np.clip(np.sqrt(area), _SMALLEST_MM, _LARGEST_MM))
    return side, corners


def edges(corners: Floats) -> tuple[Floats, Floats]:
    """Twice the mean edges of a quadrilateral (4x2), across and down."""
    across = corners[1] - corners[0] + corners[2] - corners[3]
    return across, corners[3] - corners[0] + corners[2] - corners[1]


def foot_px(outline: Floats, plane: Plane) -> Floats:
    """Where the foot of a level cube is seen whose top face has this outline (4x2 px): 4x2 px."""
    _, corners = as_high_as_wide(outline, plane)
    return plane.to_px(corners)
