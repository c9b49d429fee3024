"""A whole die with what lies about it: does it lie level, and which pips are up?  Wider than the reader's look.

The network is shown four planes: the picture about the die, its top face in the middle, and the outline that a die
would have that lies level there.
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
"""Dice in one batch: a larger one would keep much memory."""
_LEAST = 1e-4
"""No single look is surer than this that something is not so."""
Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Chances = NDArray[np.float32]


def wide_crop(image: Image, outline: Floats, foot: Floats | None = None, size: int = SIZE) -> Image:
    """The die in a BGR picture as the network is shown it (size x size x 4).

    ``outline`` (4x2 px) is that of its top face, ``foot`` (4x2 px) where its foot is seen if it lies level; without it
    the fourth plane is empty.
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
    """Of N wide crops the chances of no pips and of one to six being up (N x 7), and of lying level (N).

    Each is looked at in its four quarter turns; the chances are the geometric means.
    """
    told = [_turned_about(np.stack(crops[first : first + _AT_ONCE])) for first in range(0, len(crops), _AT_ONCE)]
    if not told:
        return np.zeros((0, 7), np.float32), np.zeros(0, np.float32)
    return np.concatenate([pips for pips, _ in told]), np.concatenate([level for _, level in told])


def _turned_about(crops: Image) -> tuple[Chances, Chances]:
    turned = [np.ascontiguousarray(np.rot90(crops, turns, axes=(1, 2))) for turns in range(4)]
    each = [_network().run(["pips", "level"], {"crops": some}) for some in turned]
    level = [np.column_stack([1 - flat, flat]) for _, flat in each]
    return geometric_mean([pips for pips, _ in each], _LEAST), geometric_mean(level, _LEAST)[:, 1]
