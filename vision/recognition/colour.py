"""Colours of pieces: name that of a stone relative to the white of the light, and compare dice by their faces.

Ink, figure and resin are the same on all numbered faces of a die but the 1. Behind the 1 of a clear die is the
sticker, so that its colours resemble those of the 1 of another die more. The reader's embedding compares drawings,
so it cannot recognise a die by a face that was never seen. Two histograms per crop can: of hue and brightness, and
of hue alone in finer steps, both relative to the median colour of the face, so that a change of the light hardly
changes them.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.crops import CONTEXT, SIZE, sized

_Y, _X = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
_RADIUS = np.hypot(_X, _Y) / (SIZE / CONTEXT / 2)
_RING = (_RADIUS > 0.62) & (_RADIUS < 0.86)
_INNER = _RADIUS < 0.6
_MIDDLE = _RADIUS < 0.75
_INKED = 25
"""One in this number of inner pixels is taken for ink: those that differ most from the rim."""
_DARK = 12.0
"""Grey levels added before colours are compared as ratios, which reduces noise in the dark."""
_TABLE_STEP = 8
"""Step (px) between the rows and between the columns from which the colour of a table is computed."""
Floats = NDArray[np.float32]
UNKNOWN_TABLE: Floats = np.full(3, np.nan, np.float32)
"""The colour of a table that is not known."""
# The compared part of a face: without its bevels, where the other sides of a clear die are seen.
_PART = 0.85
_ALONG = np.abs(np.arange(SIZE) - (SIZE - 1) / 2) < _PART * SIZE / CONTEXT / 2
# Ranges of hue and brightness as log ratios, and the numbers of bins of both histograms.
_HUE, _LIGHT = 0.9, 1.2
_HUES, _LIGHTS, _FINE_HUES = 7, 5, 13
#: Length D of the colours of a face.
COLOURS = _HUES * _HUES * _LIGHTS + _FINE_HUES * _FINE_HUES
# Standard deviation of the blur of a histogram, in bins.
_BLUR = 0.7


def rim_colour(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the colour (BGR, 0..255) of a stone's material: the median of the ring without print.

    ``crop``: 64 x 64 x 3, BGR.
    """
    return np.asarray(np.median(crop[_RING], axis=0), np.float32)


def overexposed_part(crop: NDArray[np.uint8]) -> float:
    """Return the part (0..1) of the middle of a face at which every colour is overexposed.

    ``crop``: 64 x 64 x 3, BGR.
    """
    overexposed = crop.min(axis=2) > thresholds.BLOWN_LEVEL
    return float(overexposed[_MIDDLE].mean())


def is_overexposed(crop: NDArray[np.uint8]) -> bool:
    """Whether nothing can be seen on a face (64 x 64 x 3, BGR), because light hides its print."""
    return overexposed_part(crop) > thresholds.NOTHING_SEEN


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


def table_colour(empty: NDArray[np.uint8], area_px: NDArray[Any]) -> Floats:
    """Return the colour of the table in its empty picture (BGR), for `is_one_table`: two hues and half the brightness.

    ``area_px`` (N x 2): corners of the play area. Logarithms of ratios, so that a brighter lamp changes only the last.
    """
    small = np.ascontiguousarray(empty[::_TABLE_STEP, ::_TABLE_STEP])
    area = cv2.fillConvexPoly(np.zeros(small.shape[:2], np.uint8), np.rint(area_px / _TABLE_STEP).astype(np.int32), 255)
    blue, green, red = np.log(np.array(cv2.mean(small, area)[:3]) + _DARK)
    return np.array([blue - green, red - green, (blue + green + red) / 6], np.float32)


def is_one_table(colours: Floats, table: Floats) -> NDArray[np.bool_]:
    """Whether each table (N x 3, as `table_colour`) may be this ``table`` (3); True where one of them is not known."""
    return np.asarray(~(np.linalg.norm(colours - table, axis=1) > thresholds.OTHER_TABLE))


def white_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the colour of white in this light (3, BGR): the mean of the brightest pixels that are not overexposed."""
    pixels = image[::16, ::16].reshape(-1, 3)
    bright = np.maximum(np.maximum(pixels[:, 0], pixels[:, 1]), pixels[:, 2])
    whole = bright < thresholds.BLOWN_LEVEL
    if not whole.any():
        return np.full(3, 250, np.float32)
    level = np.percentile(bright[whole], 98)
    return np.asarray(pixels[whole & (bright >= level)].mean(axis=0), np.float32)


def colour_word(rim: NDArray[np.float32], white: NDArray[Any]) -> str:
    """Return black, brown, silver or white: the name of a colour relative to the white of the light (both BGR)."""
    relative = np.clip(rim / np.maximum(white, 30), 0, 1).astype(np.float32)
    _, strength, light = cv2.cvtColor(relative[None, None], cv2.COLOR_BGR2HSV)[0, 0]
    if light < thresholds.BLACK_LIGHT and strength < thresholds.BLACK_STRENGTH:
        return "black"
    if strength > thresholds.BROWN_STRENGTH and relative[2] > relative[0]:
        return "brown"
    return (
        "white" if light > thresholds.WHITE_LIGHT and relative[0] <= relative[2] * thresholds.WHITE_BLUE else "silver"
    )


def die_colours(crops: NDArray[np.uint8]) -> Floats:
    """Return the colour histograms of faces of dice (N x edge x edge x 3, BGR): N x D, rows of length 1.

    The product of two rows is the similarity of their colours, 0..1.
    """
    rows = [_histograms(crop) for crop in sized(crops, SIZE)]
    return np.array(rows, np.float32).reshape(len(rows), COLOURS)


def _histograms(crop: NDArray[np.uint8]) -> Floats:
    pixels = crop[_ALONG][:, _ALONG].reshape(-1, 3).astype(np.float32) + _DARK
    ratios = np.log(pixels / np.median(pixels, axis=0))
    hue = np.stack([ratios[:, 2] - ratios[:, 1], ratios[:, 0] - (ratios[:, 1] + ratios[:, 2]) / 2])
    apart = np.linalg.norm(ratios, axis=1)
    light = _bins(ratios.mean(axis=1), _LIGHT, _LIGHTS)
    coarse, fine = (_bins(hue[0], _HUE, n) * n + _bins(hue[1], _HUE, n) for n in (_HUES, _FINE_HUES))
    both = (
        _histogram(coarse * _LIGHTS + light, apart, (_HUES, _HUES, _LIGHTS)),
        _histogram(fine, apart, (_FINE_HUES, _FINE_HUES)),
    )
    return np.asarray(np.concatenate(both) / np.sqrt(2), np.float32)


def _bins(values: Floats, most: float, count: int) -> NDArray[np.int64]:
    """Return the index of each value's bin, of ``count`` bins from -most to most."""
    return np.asarray(np.clip((values / most + 1) * (count / 2), 0, count - 1), np.int64)


def _histogram(bins: NDArray[np.int64], weights: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the blurred histogram as a vector of length 1: square roots of shares."""
    counts = np.bincount(bins, weights, int(np.prod(shape))).astype(np.float32).reshape(shape)
    blurred = np.maximum(cv2.GaussianBlur(counts, (0, 0), _BLUR), 0).ravel()
    return np.asarray(np.sqrt(blurred / max(float(blurred.sum()), 1e-6)), np.float32)
