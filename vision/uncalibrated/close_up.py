"""Pictures of a single face that fills the frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.types import Found

Image = NDArray[np.uint8]


def close_up(image: Image) -> tuple[Found, ...]:
    """Return one detection that covers the whole picture if it is too small to show a table, else none."""
    high, wide = image.shape[:2]
    if max(high, wide) > thresholds.CLOSE_UP_PX:
        return ()
    right, low = wide - 1.0, high - 1.0
    corners = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))
    return (Found("unknown", (right / 2, low / 2), corners, float(max(high, wide)), 1.0, ()),)
