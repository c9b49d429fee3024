"""Name the colour of a stone, relative to the white of the light."""

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
"""One in this number of inner pixels is taken for ink: those that differ most from the rim."""
_DARK = 12.0
"""Grey levels added before colours are compared as ratios, which reduces noise in the dark."""


def rim_colour(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the colour (BGR, 0..255) of a stone's material: the median of the ring without print."""
    return np.asarray(np.median(crop[_RING], axis=0), np.float32)


def inks(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how the hue of the print on discs (N x edge x edge x 3) differs from that of the material: N x 3.

    Logarithms of ratios, minus their mean. The same light falls on both, so it cancels: red on white differs from blue
    on silver under any lamp. Brightness is left out, because on metal it depends on the lamp.
    """
    small = sized(crops, SIZE)
    rims = np.array([rim_colour(crop) for crop in small], np.float32).reshape(-1, 1, 3)
    ratios = np.log((small[:, _INNER].astype(np.float32) + _DARK) / (rims + _DARK))
    count = ratios.shape[1] // _INKED
    most = np.argpartition(np.abs(ratios).sum(axis=2), -count, axis=1)[:, -count:]
    inked = np.median(np.take_along_axis(ratios, most[..., None], axis=1), axis=1)
    return np.asarray(inked - inked.mean(axis=1, keepdims=True), np.float32)


def white_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the colour of white in this light (BGR): the brightest pixels that are not overexposed."""
    pixels = image[::16, ::16].reshape(-1, 3)
    bright = np.maximum(np.maximum(pixels[:, 0], pixels[:, 1]), pixels[:, 2])
    whole = bright < thresholds.BLOWN_LEVEL
    if not whole.any():
        return np.full(3, 250, np.float32)
    level = np.percentile(bright[whole], 98)
    return np.asarray(pixels[whole & (bright >= level)].mean(axis=0), np.float32)


def colour_word(rim: NDArray[np.float32], white: NDArray[Any]) -> str:
    """Return black, brown, silver or white, by brightness and saturation relative to the white of the light."""
    relative = np.clip(rim / np.maximum(white, 30), 0, 1).astype(np.float32)
    _, strength, light = cv2.cvtColor(relative[None, None], cv2.COLOR_BGR2HSV)[0, 0]
    if light < thresholds.BLACK_LIGHT and strength < thresholds.BLACK_STRENGTH:
        return "black"
    if strength > thresholds.BROWN_STRENGTH and relative[2] > relative[0]:
        return "brown"
    return (
        "white" if light > thresholds.WHITE_LIGHT and relative[0] <= relative[2] * thresholds.WHITE_BLUE else "silver"
    )
