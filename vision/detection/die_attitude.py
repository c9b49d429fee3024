"""Estimate for each die whether it lies level and which pip count is up, from a crop wider than the reader's.

The network receives four planes: the BGR picture about the die, with its top face in the middle, and a mask of the
outline that a level die would have there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.geometry.warp import around, drawn, onto
from vision.models.inference import geometric_mean, model_path, open_session

SIZE = 64
"""Edge of a crop, px."""
REACH = 2.0
"""Edge of a crop in edges of the top face."""
_AT_ONCE = 4
"""Dice in one batch: limits the memory that inference keeps."""
_LEAST = 1e-4
"""Floor of the probabilities of one rotation, so that none can rule out an answer alone."""
Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Chances = NDArray[np.float32]


def wide_crop(image: Image, outline: Floats, foot: Floats | None = None, size: int = SIZE) -> Image:
    """Return the network's input for one die in a BGR picture (size x size x 4).

    ``outline`` (4x2 px): its top face. ``foot`` (4x2 px): its bottom face if it lies level; without it the fourth plane
    is empty.
    """
    square = around(np.asarray(outline, np.float32), REACH)
    level = np.zeros((size, size), np.uint8)
    if foot is not None:
        both = np.concatenate([outline, foot])[:, None].astype(np.float64)
        hull = cv2.convexHull(cv2.perspectiveTransform(both, onto(square, size)).astype(np.float32))
        cv2.fillConvexPoly(level, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.dstack([drawn(image, square, size), level])


@lru_cache(maxsize=1)
def _network() -> onnxruntime.InferenceSession:
    return open_session(model_path("dice"))


def look(crops: Sequence[Image]) -> tuple[Chances, Chances]:
    """Estimate for N wide crops the probabilities of 0 to 6 pips (N x 7) and of lying level (N).

    Each crop is evaluated in four rotations; the probabilities are geometric means over these.
    """
    batches = [_over_rotations(np.stack(crops[first : first + _AT_ONCE])) for first in range(0, len(crops), _AT_ONCE)]
    if not batches:
        return np.zeros((0, 7), np.float32), np.zeros(0, np.float32)
    return np.concatenate([pips for pips, _ in batches]), np.concatenate([level for _, level in batches])


def _over_rotations(crops: Image) -> tuple[Chances, Chances]:
    rotations = [np.ascontiguousarray(np.rot90(crops, turns, axes=(1, 2))) for turns in range(4)]
    outputs = [_network().run(["pips", "level"], {"crops": rotated}) for rotated in rotations]
    level = [np.column_stack([1 - flat, flat]) for _, flat in outputs]
    return geometric_mean([pips for pips, _ in outputs], _LEAST), geometric_mean(level, _LEAST)[:, 1]
