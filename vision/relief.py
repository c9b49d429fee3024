"""How the fine lines of a disc run, compared at every turn: what another lamp changes least.

A pressed coin or a silver stone looks otherwise under every lamp: its ridges are bright on the one flank or on the
other.  Where a ridge can be seen its direction stays.  So every point gets its direction, as an angle that counts half
a turn as none (Bigün's structure tensor), strong where there is more line than round about; these are unrolled about
the middle, where turning the disc is but a shift, and compared at all shifts at once by their Fourier transforms.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import CONTEXT, FINE

TURNS = 128
"""So many turns are compared."""
RINGS = 40
_INNER, _OUTER = 0.08, 0.95
_SMOOTH_PX, _TOGETHER_PX = 0.7, 1.5
"""How much a crop is smoothed before its slopes are taken, and over how far the slopes are brought together."""
_ROUND_ABOUT_PX = FINE / 10
_FAINT = 1.0
"""Slopes (grey levels a px, squared) below which there is no line."""
Spectrum = NDArray[np.complex64]


def _unrolled() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Where to look (x, y: TURNS x RINGS, px), the directions of the rays, and the weight of each ring."""
    rays = np.arange(TURNS) * 2 * np.pi / TURNS
    rings = _INNER + (_OUTER - _INNER) * (np.arange(RINGS) + 0.5) / RINGS
    reach = rings * FINE / CONTEXT / 2
    x, y = (((FINE - 1) / 2 + reach * along(rays)[:, None]).astype(np.float32) for along in (np.cos, np.sin))
    return x, y, np.exp(-2j * rays)[:, None].astype(np.complex64), np.sqrt(rings).astype(np.float32)


_X, _Y, _FROM_RAY, _WEIGHT = _unrolled()


def spectrum(crop: NDArray[np.uint8]) -> Spectrum:
    """The lines of one grey crop (FINE x FINE) for `alike`: TURNS x RINGS, length one.

    The Fourier transform along the turn of the directions, unrolled about the middle.
    """
    unrolled = [cv2.remap(part, _X, _Y, cv2.INTER_LINEAR) for part in _lines(crop)]
    lines = (unrolled[0] + 1j * unrolled[1]) * _FROM_RAY * _WEIGHT
    lines -= lines.mean(axis=0)  # what is the same all round, a rim, tells nothing
    turned = np.fft.fft(lines, axis=0)
    return np.asarray(turned / max(float(np.linalg.norm(turned)), 1e-9), np.complex64)


def _lines(crop: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Cosine and sine of the doubled direction at every point, the longer the more line there is than round about."""
    soft = cv2.GaussianBlur(crop.astype(np.float32), (0, 0), _SMOOTH_PX)
    x, y = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    squares = cv2.merge([x * x - y * y, 2 * x * y, x * x + y * y])
    across, up, strength = cv2.split(cv2.GaussianBlur(squares, (0, 0), _TOGETHER_PX))
    strength = np.maximum(strength, 0)
    even = _round_about(strength) + _FAINT
    weight = np.sqrt(strength / even) / (cv2.magnitude(across, up) + 1e-3)
    return across * weight, up * weight


def _round_about(strength: NDArray[Any]) -> NDArray[Any]:
    """The mean about every point, taken on a quarter of the size: so wide a blur needs no more, and costs a tenth."""
    small = cv2.resize(strength, (FINE // 4, FINE // 4), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), _ROUND_ABOUT_PX / 4), (FINE, FINE))


def alike(one: Spectrum, others: Spectrum) -> NDArray[np.float32]:
    """How like one disc is to each of N others (N x TURNS x RINGS) at the best of all turns: -1..1."""
    products = np.einsum("tr,ntr->nt", one.conj(), others, optimize=True)
    return np.asarray(np.fft.ifft(products, axis=1).real.max(axis=1) * TURNS, np.float32)
