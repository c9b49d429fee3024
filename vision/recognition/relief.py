"""Compare the relief or print of discs place by place at every rotation.

An embossed coin or a silver stone looks different under every lamp: its ridges are bright on one flank or on the other.
A small network, trained on the same sides under many lamps, describes every place of a disc independently of the light.
The disc is sampled in polar coordinates, where a rotation is a shift, so that two discs are compared at all rotations
at once by the Fourier transforms of these features.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.geometry.crops import CONTEXT, FINE
from vision.models.inference import model_path, open_session, run

RAYS, RINGS = 256, 40
"""Number of rays and rings on which a disc is sampled."""
TURNS = 64
"""Number of rotations that are compared."""
TURNING = TURNS // 2 + 1
"""Frequencies of a spectrum."""
_INNER, _OUTER = 0.08, 0.97
_SMOOTH_PX = 0.7
_LOCAL_PX = FINE / 10
_FAINT = 4.0
"""Variance of brightness (grey levels, squared) of a surface without relief."""
_BATCH = 8
"""Discs in one batch: limits the memory that inference keeps."""
Crops = NDArray[np.uint8]
Spectra = NDArray[np.complex64]


def places(diameter: float) -> NDArray[Any]:
    """Return the sampled places of a disc of this diameter (px): x and y from its centre, RAYS x RINGS x 2."""
    rays = np.arange(RAYS) * 2 * np.pi / RAYS
    rings = (_INNER + (_OUTER - _INNER) * (np.arange(RINGS) + 0.5) / RINGS) * diameter / 2
    return np.stack([np.cos(rays)[:, None] * rings, np.sin(rays)[:, None] * rings], axis=-1)


_PLACES = ((FINE - 1) / 2 + places(FINE / CONTEXT)).astype(np.float32)


def levelled(crop: Crops) -> Crops:
    """Normalise brightness and contrast of a grey crop (about FINE px) locally: 128 +- 40."""
    detail = cv2.GaussianBlur(crop.astype(np.float32), (0, 0), _SMOOTH_PX)
    detail = detail - _local_mean(detail)
    spread = np.sqrt(_local_mean(detail * detail) + _FAINT)
    return np.asarray(np.clip(128 + 40 * detail / spread, 0, 255), np.uint8)


def _local_mean(values: NDArray[Any]) -> NDArray[Any]:
    """Return the local mean, computed at a quarter of the size, which is sufficient and ten times as fast."""
    edge = len(values)
    small = cv2.resize(values, (edge // 4, edge // 4), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), _LOCAL_PX / 4), (edge, edge))


def unrolled(level: Crops, where: NDArray[Any] = _PLACES) -> Crops:
    """Sample a levelled crop in polar coordinates: RAYS x RINGS."""
    x, y = np.asarray(where[..., 0], np.float32), np.asarray(where[..., 1], np.float32)
    return np.asarray(cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def spectra(crops: Crops) -> Spectra:
    """Return the spectra of discs (N grey crops, FINE x FINE), for `alike`: N x TURNING x features."""
    discs = (
        np.stack([unrolled(levelled(crop)) for crop in crops]) if len(crops) else np.zeros((0, RAYS, RINGS), np.uint8)
    )
    parts = [_turning(discs[start : start + _BATCH]) for start in range(0, len(discs), _BATCH)]
    return np.concatenate(parts) if parts else np.zeros((0, TURNING, 1), np.complex64)


def _turning(discs: Crops) -> Spectra:
    """Return the Fourier transforms of the features (N x features x TURNS x rings) along the rotation."""
    (features,) = run(load_relief(), None, {"discs": discs})
    return np.fft.rfft(features, axis=2).transpose(0, 2, 1, 3).reshape(len(discs), TURNING, -1).astype(np.complex64)


@lru_cache(maxsize=1)
def load_relief() -> onnxruntime.InferenceSession:
    """Return the committed relief network, on one thread."""
    return open_session(model_path("relief"))


def alike(one: NDArray[np.complex64], others: Spectra) -> NDArray[np.float32]:
    """Return the similarity (-1..1) of a disc to N others (N x TURNING x features) at the best rotation."""
    products = np.einsum("td,ntd->nt", one.conj(), others, optimize=True)
    return np.asarray(np.fft.irfft(products, n=TURNS, axis=1).max(axis=1), np.float32)
