"""Detect where two pictures of the table differ, apart from light and shadows.

The light is compared cell by cell: a shadow across a part of the table neither counts as a change nor hides changes
elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.types import Point

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

# Cells across in which the light is compared, and samples along the side of a cell.
_CELLS, _SAMPLES = 12, 8
# Side of the square of cells whose median is a cell's light: it is wider than pieces that lie together.
_AROUND = 5
# Grey levels added before light is divided: below it a ratio is noise.
_DARK = 4.0
# Gaps of a change up to this width are closed, px.
_GAP = np.ones((7, 7), np.uint8)


@dataclass(frozen=True, eq=False)
class ChangeMask:
    """Where the table changed (H x W, 0 or 1) since an earlier picture.

    ``scale``: size of the mask relative to the whole picture in which outlines are given; ``corner``: the point of that
    picture at which the mask begins, px.
    """

    changed: Image
    scale: float
    corner: Point = (0.0, 0.0)

    def to_mask(self, px: NDArray[np.float64]) -> NDArray[np.int32]:
        """Convert points of the whole picture (N x 2 px) into pixels of the mask."""
        return np.round((px - self.corner + 0.5) * self.scale - 0.5).astype(np.int32)

    def to_px(self, points: NDArray[np.int64]) -> NDArray[np.float64]:
        """Convert pixels of the mask (N x 2) into points of the whole picture."""
        return np.asarray((points + 0.5) / self.scale - 0.5 + self.corner, np.float64)

    def is_unchanged(self, outline_px: Sequence[Point]) -> bool:
        """Whether the region inside a convex outline is unchanged; False for an outline of fewer than three points."""
        outline = self.to_mask(np.array(outline_px).reshape(-1, 2))
        face = np.zeros_like(self.changed)
        cv2.fillConvexPoly(face, outline, 1)
        return len(outline) > 2 and float((face & self.changed).sum()) <= thresholds.STIRRED_PART * float(face.sum())


def change_mask(now: Image, before: Image | None, wide: int) -> ChangeMask | None:
    """Detect the changes between two small BGR pictures, for outlines in a whole picture of width ``wide`` (px).

    None without an earlier picture, or with one of another size.
    """
    if before is None or before.shape != now.shape:
        return None
    return ChangeMask(what_changed(now, before), now.shape[1] / wide)


def what_changed(now: Image, before: Image) -> Image:
    """Return where two small pictures of one size differ (0 or 1), apart from changes of light larger than pieces."""
    alike = cv2.multiply(before, _gain(now, before), dtype=cv2.CV_8U)
    blue, green, red = cv2.split(cv2.absdiff(now, alike))
    apart_by = np.asarray(cv2.max(cv2.max(blue, green), red))
    noise = float(np.median(apart_by[::8, ::8]))
    return np.asarray(apart_by > max(thresholds.DIFFERENT_LEVELS, thresholds.DIFFERENT_NOISES * noise), dtype=np.uint8)


def without_gaps(changed: Image) -> Image:
    """Return a mask (0 or 1) of changes in which narrow gaps are closed."""
    return np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _GAP), np.uint8)


def _gain(now: Image, before: Image) -> Floats:
    """Return how much lighter each pixel is now (H x W x 3), as far as it and its surroundings are so in common."""
    high, wide = now.shape[:2]
    rows = max(1, round(_CELLS * high / wide))
    size = (_CELLS * _SAMPLES, rows * _SAMPLES)
    few_now, few_before = (cv2.resize(each, size, interpolation=cv2.INTER_NEAREST) + _DARK for each in (now, before))
    ratios = (few_now / few_before).reshape(rows, _SAMPLES, _CELLS, _SAMPLES, 3)
    cells = cv2.medianBlur(np.median(ratios, axis=(1, 3)).astype(np.float32), _AROUND)
    return np.asarray(cv2.resize(cells, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)
