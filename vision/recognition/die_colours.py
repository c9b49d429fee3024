"""Compare dice by the colours of their numbered faces: ink, figure and resin are the same on all but the 1.

Behind the 1 of a clear die is the sticker, so that its colours resemble those of the 1 of another die more.

The reader's embedding compares drawings, so it cannot recognise a die by a face that was never seen. Two histograms per
crop can: of hue and brightness, and of hue alone in finer steps, both relative to the median colour of the face, so
that a change of the light hardly changes them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.warp import CONTEXT
from vision.recognition.crops import SIZE, sized

Floats = NDArray[np.float32]

# The compared part of a face: without its bevels, where the other sides of a clear die are seen.
_PART = 0.85
_ALONG = np.abs(np.arange(SIZE) - (SIZE - 1) / 2) < _PART * SIZE / CONTEXT / 2
# Grey levels added before colours are compared as ratios, which reduces noise in the dark.
_DARK = 12.0
# Ranges of hue and brightness as log ratios, and the numbers of bins of both histograms.
_HUE, _LIGHT = 0.9, 1.2
_HUES, _LIGHTS, _FINE_HUES = 7, 5, 13
#: Length D of the colours of a face.
COLOURS = _HUES * _HUES * _LIGHTS + _FINE_HUES * _FINE_HUES
# Standard deviation of the blur of a histogram, in bins.
_BLUR = 0.7


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
