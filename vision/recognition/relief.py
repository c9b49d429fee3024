"""What is pressed into a disc or printed on it, compared place by place at every turn.

A pressed coin or a silver stone looks otherwise under every lamp: its ridges are bright on the one flank or on the
other.  A small network, trained on the same sides under many lamps, says what runs through every place of a disc.
The disc is unrolled about its middle, where turning it is but a shift, so two are compared at all turns at once by the
Fourier transforms of what the network says of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.geometry.warp import CONTEXT
from vision.models.inference import model_path, open_session
from vision.recognition.crops import FINE

RAYS, RINGS = 256, 40
"""Places of a disc that are looked at: along so many rays, on so many rings."""
TURNS = 64
"""So many turns are compared."""
TURNING = TURNS // 2 + 1
"""Frequencies of a spectrum."""
_INNER, _OUTER = 0.08, 0.97
_SMOOTH_PX = 0.7
_ROUND_ABOUT_PX = FINE / 10
_FAINT = 4.0
"""Changes of brightness (grey levels, squared) below which there is nothing to see."""
_AT_ONCE = 8
"""Discs in one batch: a larger one would keep much memory."""
Crops = NDArray[np.uint8]
Spectra = NDArray[np.complex64]


def places(diameter: float) -> NDArray[Any]:
    """Where to look on a disc of this diameter (px): x and y from its middle, RAYS x RINGS x 2."""
    rays = np.arange(RAYS) * 2 * np.pi / RAYS
    rings = (_INNER + (_OUTER - _INNER) * (np.arange(RINGS) + 0.5) / RINGS) * diameter / 2
    return np.stack([np.cos(rays)[:, None] * rings, np.sin(rays)[:, None] * rings], axis=-1)


_PLACES = ((FINE - 1) / 2 + places(FINE / CONTEXT)).astype(np.float32)


def levelled(crop: Crops) -> Crops:
    """A grey crop (a few px more or less than FINE) in which light and contrast are everywhere the same: 128 +- 40."""
    apart = cv2.GaussianBlur(crop.astype(np.float32), (0, 0), _SMOOTH_PX)
    apart = apart - _round_about(apart)
    spread = np.sqrt(_round_about(apart * apart) + _FAINT)
    return np.asarray(np.clip(128 + 40 * apart / spread, 0, 255), np.uint8)


def _round_about(values: NDArray[Any]) -> NDArray[Any]:
    """The mean about every point, taken on a quarter of the size: so wide a blur needs no more, and costs a tenth."""
    edge = len(values)
    small = cv2.resize(values, (edge // 4, edge // 4), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), _ROUND_ABOUT_PX / 4), (edge, edge))


def unrolled(level: Crops, where: NDArray[Any] = _PLACES) -> Crops:
    """The places of a levelled crop, RAYS x RINGS."""
    x, y = np.asarray(where[..., 0], np.float32), np.asarray(where[..., 1], np.float32)
    return np.asarray(cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def spectra(crops: Crops) -> Spectra:
    """What is on each disc (N grey crops, FINE x FINE), for `alike`: N x TURNING x features."""
    discs = (
        np.stack([unrolled(levelled(crop)) for crop in crops]) if len(crops) else np.zeros((0, RAYS, RINGS), np.uint8)
    )
    parts = [_turning(discs[start : start + _AT_ONCE]) for start in range(0, len(discs), _AT_ONCE)]
    return np.concatenate(parts) if parts else np.zeros((0, TURNING, 1), np.complex64)


def _turning(discs: Crops) -> Spectra:
    """The Fourier transform along the turn of what the network says (N x features x TURNS x rings, length one)."""
    (said,) = load_relief().run(None, {"discs": discs})
    return np.fft.rfft(said, axis=2).transpose(0, 2, 1, 3).reshape(len(discs), TURNING, -1).astype(np.complex64)


@lru_cache(maxsize=1)
def load_relief() -> onnxruntime.InferenceSession:
    """The network that lies beside this file, on one thread."""
    return open_session(model_path("relief"))


def alike(one: NDArray[np.complex64], others: Spectra) -> NDArray[np.float32]:
    """How like one disc is to each of N others (N x TURNING x features) at the best of all turns: -1..1."""
    products = np.einsum("td,ntd->nt", one.conj(), others, optimize=True)
    return np.asarray(np.fft.irfft(products, n=TURNS, axis=1).max(axis=1), np.float32)
