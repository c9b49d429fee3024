"""Make a coarse outline exact: slide it onto the edges of the full picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_ANGLES = np.arange(40) * (2 * np.pi / 40)
_WAYS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
_REACH, _STEPS = 0.15, 25
_RADII = np.linspace(1 - _REACH, 1 + _REACH, _STEPS)
_LIKELY = np.exp(-0.5 * ((_RADII[1:-1] - 1) / 0.04) ** 2)
_HARMONICS = np.column_stack([np.ones(40), _WAYS, np.cos(2 * _ANGLES), np.sin(2 * _ANGLES)])
_CLOSE = 0.03


def refine_ellipse(image: Image, middle: Floats, shape: Floats) -> tuple[Floats, Floats]:
    """Fit an ellipse (middle 2 px, shape 2x2: the image of the unit circle) to the strongest edge near it.

    Returns the ellipse as it was where the edge does not say enough.
    """
    radii, strength = _edge(image, middle, shape)
    weights = np.minimum(strength, 2 * np.median(strength)) + 1e-6
    says = np.zeros(5)
    for _ in range(6):
        miss = radii - 1 - _HARMONICS @ says
        now = weights / (1 + (miss / _CLOSE) ** 2)
        normal = (_HARMONICS * now[:, None]).T @ _HARMONICS
        says = np.linalg.solve(normal + np.diag([0.02, 0.02, 0.02, 0.3, 0.3]) * now.sum(), normal_side(now, radii))
    agree = np.abs(radii - 1 - _HARMONICS @ says) < 1.5 * _CLOSE
    if agree.mean() < 0.4:
        return middle, shape
    grown = np.array([[1 + says[0] + says[3], says[4]], [says[4], 1 + says[0] - says[3]]])
    return middle + shape @ says[1:3], np.asarray(shape @ grown)


def normal_side(weights: Floats, radii: Floats) -> Floats:
    """Right side of the normal equations."""
    return np.asarray((_HARMONICS * weights[:, None]).T @ (radii - 1))


def _edge(image: Image, middle: Floats, shape: Floats) -> tuple[Floats, Floats]:
    """For each way out from the middle: at which radius (1: the ellipse) the strongest edge is, and how strong."""
    places = middle + (_RADII[:, None, None] * _WAYS) @ shape.T
    low = np.clip(np.floor(places.min(axis=(0, 1))).astype(int) - 1, 0, None)
    high = np.ceil(places.max(axis=(0, 1))).astype(int) + 2
    part = image[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) < 4:
        return np.ones(len(_ANGLES)), np.zeros(len(_ANGLES))
    where = (places - low).astype(np.float32)
    seen = cv2.remap(part, where, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    slope = np.abs(seen[2:] - seen[:-2]).max(axis=2)
    judged = slope * _LIKELY[:, None]
    best = np.clip(judged.argmax(axis=0), 1, _STEPS - 4)
    column = np.arange(len(_ANGLES))
    before, at, after = (judged[best + k, column] for k in (-1, 0, 1))
    bend = np.maximum(2 * at - before - after, 1e-6)
    radii = _RADII[1] + (best + 0.5 * (after - before) / bend) * (_RADII[1] - _RADII[0])
    return np.asarray(np.clip(radii, 1 - _REACH, 1 + _REACH), np.float64), np.asarray(slope[best, column], np.float64)
