"""Detect changes between two pictures of the table, and which regions are unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.types import Point

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Ground:
    """Where the table changed (H x W, 0 or 1) since an earlier picture.

    ``scale``: size of the mask relative to the whole picture in which outlines are given.
    """

    changed: Image
    scale: float

    def keeps(self, outline_px: Sequence[Point]) -> bool:
        """Whether the region inside an outline is unchanged; False for an outline without area."""
        outline = np.round((np.array(outline_px).reshape(-1, 2) + 0.5) * self.scale - 0.5).astype(np.int32)
        face = np.zeros_like(self.changed)
        cv2.fillConvexPoly(face, outline, 1)
        return len(outline) > 2 and float((face & self.changed).sum()) <= thresholds.STIRRED_PART * float(face.sum())


def ground(now: Image, before: Image | None, wide: int) -> Ground | None:
    """Detect the changes between two small BGR pictures, for outlines in a whole picture of width ``wide`` (px).

    None without an earlier picture, or with one of another size.
    """
    if before is None or before.shape != now.shape:
        return None
    return Ground(what_changed(now, before), now.shape[1] / wide)


def what_changed(now: Image, before: Image) -> Image:
    """Return where two small pictures of one size differ (0 or 1), apart from a common change of light."""
    few_now, few_before = now[::8, ::8].astype(np.float32) + 4, before[::8, ::8].astype(np.float32) + 4
    gain = np.median((few_now / few_before).reshape(-1, 3), axis=0)
    alike = cv2.multiply(before, np.append(gain, 1.0))
    blue, green, red = cv2.split(cv2.absdiff(now, alike))
    apart_by = np.asarray(cv2.max(cv2.max(blue, green), red))
    noise = float(np.median(apart_by[::8, ::8]))
    return np.asarray(apart_by > max(thresholds.DIFFERENT_LEVELS, thresholds.DIFFERENT_NOISES * noise), dtype=np.uint8)
