"""The colour of a stone in words, judged against the light that falls on it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.warp import CONTEXT
from vision.recognition.crops import SIZE, sized

_Y, _X = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
_RADIUS = np.hypot(_X, _Y) / (SIZE / CONTEXT / 2)
_RING = (_RADIUS > 0.62) & (_RADIUS < 0.86)
_INNER = _RADIUS < 0.6
_INKED = 25
"""One inner pixel in so many is surely ink: what differs most from the rim."""
_DARK = 12.0
"""Grey levels added before colours are compared as ratios: in the dark a few levels mean nothing."""


def rim_colour(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colour (BGR, 0..255) of a stone's stuff: the median of the ring where nothing is printed."""
    return np.asarray(np.median(crop[_RING], axis=0), np.float32)


def inks(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How the hue of what is printed on discs (N x edge x edge x 3) differs from that of their stuff: N x 3.

    Logs of ratios, less their mean.  The light falls on both, so it cancels: red on white is told from blue on silver
    under any lamp.  Brightness is left out, for on metal it is the lamp's.
    """
    small = sized(crops, SIZE)
    rims = np.array([rim_colour(crop) for crop in small], np.float32).reshape(-1, 1, 3)
    ratios = np.log((small[:, _INNER].astype(np.float32) + _DARK) / (rims + _DARK))
    count = ratios.shape[1] // _INKED
    most = np.argpartition(np.abs(ratios).sum(axis=2), -count, axis=1)[:, -count:]
    inked = np.median(np.take_along_axis(ratios, most[..., None], axis=1), axis=1)
    return np.asarray(inked - inked.mean(axis=1, keepdims=True), np.float32)


def white_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What white looks like in this light: the bright end of the picture's pixels, not those that are blown out."""
    few = image[::16, ::16].reshape(-1, 3)
    bright = np.maximum(np.maximum(few[:, 0], few[:, 1]), few[:, 2])
    whole = bright < thresholds.BLOWN_LEVEL
    if not whole.any():
        return np.full(3, 250, np.float32)
    level = np.percentile(bright[whole], 98)
    return np.asarray(few[whole & (bright >= level)].mean(axis=0), np.float32)


def colour_word(rim: NDArray[np.float32], white: NDArray[Any]) -> str:
    """Black, brown, silver or white: by brightness and strength of colour beside the white of this light."""
    seen = np.clip(rim / np.maximum(white, 30), 0, 1).astype(np.float32)
    _, strength, light = cv2.cvtColor(seen[None, None], cv2.COLOR_BGR2HSV)[0, 0]
    if light < thresholds.BLACK_LIGHT and strength < thresholds.BLACK_STRENGTH:
        return "black"
    if strength > thresholds.BROWN_STRENGTH and seen[2] > seen[0]:
        return "brown"
    return "white" if light > thresholds.WHITE_LIGHT and seen[0] <= seen[2] * thresholds.WHITE_BLUE else "silver"
