"""Measure the axis ratio of a stone's rim from its edge, because the detector reports nearly every disc as flat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_RAYS, _STEPS = 64, 41
_REACH = 0.16
"""Range of the search for the edge inside and outside of the expected rim, in radii."""
_TURNS = np.arange(_RAYS) * (2 * np.pi / _RAYS)
_RAY = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_OUT = np.linspace(1 - _REACH, 1 + _REACH, _STEPS)
_ROWS = np.column_stack([np.ones(_RAYS), _RAY, np.cos(2 * _TURNS), np.sin(2 * _TURNS)])


def squeezed(image: Image, middle: Floats, axes: Floats) -> float | None:
    """Return the ratio of the short to the long axis of a disc's rim, 1 where it lies flat.

    ``axes`` (2x2) maps the unit circle onto the outline, about ``middle``, of a disc that lies flat there. None where
    the edge is not clear on enough rays.
    """
    edge = _edge(image, middle, axes)
    fitted = _fitted(edge)
    near = np.abs(_ROWS @ fitted - edge) < thresholds.RIM_NEAR
    if near.mean() < thresholds.RIM_AGREED:
        return None
    size, strain = 1 + float(fitted[0]), float(np.hypot(*fitted[3:]))
    return (size - strain) / (size + strain)


def _edge(image: Image, middle: Floats, axes: Floats) -> Floats:
    """Return for each ray the radius, minus one, at which the brightness changes most."""
    points = middle + (_RAY[:, None] * _OUT[None, :, None]) @ axes.T
    across, down = (np.ascontiguousarray(points[..., n], dtype=np.float32) for n in (0, 1))
    rays = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    soft = cv2.GaussianBlur(rays, (5, 3), 0)
    change = np.abs(soft[:, 4:] - soft[:, :-4]).sum(axis=2)
    return np.asarray(_OUT[2:-2][change.argmax(axis=1)] - 1, np.float64)


def _fitted(edge: Floats) -> Floats:
    """Fit size, shift (2) and strain (2) of the rim by robust least squares."""
    fitted, weight = np.zeros(5), np.ones(_RAYS)
    for wide in (0.12, 0.08, 0.05, 0.04, 0.03, 0.03):
        rows = _ROWS * weight[:, None]
        fitted = np.linalg.solve(rows.T @ _ROWS + 1e-3 * np.eye(5), rows.T @ edge)
        weight = np.clip(1 - ((_ROWS @ fitted - edge) / wide) ** 2, 0, 1) ** 2
        weight += 1e-6
    return np.asarray(fitted)
