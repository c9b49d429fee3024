"""What lies as it lay: where two watched pictures of the table, each taken at rest, look the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.look import what_changed
from vision.reading import Point

Image = NDArray[np.uint8]

STIRRED = 0.04
"""Of a face left alone hardly a pixel differs; of a die on another side, or pushed by 4 mm, a fifth at least."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Where the table changed (H x W, 0 or 1) since an earlier look, in a picture ``scale`` times as large as another.

    Outlines are given in the pixels of that other, whole picture.
    """

    changed: Image
    scale: float

    def keeps(self, outline_px: Sequence[Point]) -> bool:
        """Whether what has this outline lies there as it lay; one without extent is not known to."""
        outline = np.round((np.array(outline_px).reshape(-1, 2) + 0.5) * self.scale - 0.5).astype(np.int32)
        face = np.zeros_like(self.changed)
        cv2.fillConvexPoly(face, outline, 1)
        return len(outline) > 2 and float((face & self.changed).sum()) <= STIRRED * float(face.sum())


def ground(now: Image, before: Image | None, wide: int) -> Ground | None:
    """What changed between two watched pictures (BGR), for outlines in a whole picture so *wide* (px).

    None where nothing can be said: there is no earlier picture, or one of another size.
    """
    if before is None or before.shape != now.shape:
        return None
    return Ground(what_changed(now, before), now.shape[1] / wide)
