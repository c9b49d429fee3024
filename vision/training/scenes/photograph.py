"""How a camera shows a painted scene: light, colour cast, tone curve, blur, noise, sharpening, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.surfaces import Texture, noise

Rng = np.random.Generator

SIDE = 256
"""Side of a training picture in px."""


def photographed(rng: Rng, picture: Texture) -> NDArray[np.uint8]:
    """Return the photograph of a picture: vignetting, colour cast, tone curve, blur, noise, sharpening, JPEG."""
    if rng.random() < 0.08:
        picture = _motion_blurred(rng, picture)
    small = _lit(rng, np.clip(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), 0, 1))
    if rng.random() < 0.6:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.25, 1.1)), np.float32)
    if rng.random() < 0.5:
        small = small + rng.uniform(0.2, 1.2) * (small - cv2.GaussianBlur(small, (0, 0), rng.uniform(0.6, 1.6)))
    if rng.random() < 0.8:
        grain = rng.normal(0, 1, (SIDE, SIDE, 3)).astype(np.float32)
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.5), np.float32) if rng.random() < 0.5 else grain
        small = small + grain * rng.uniform(0.002, 0.04)
    result = np.clip(small * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1]
        result = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return result


def _lit(rng: Rng, picture: Texture) -> Texture:
    uneven = 1 + rng.uniform(0, 0.3) * noise(rng, (16, 16), 2, octaves=1)
    picture = picture * np.clip(cv2.resize(uneven, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), 0.2, 1.8)[..., None]
    cast = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    picture = np.clip(picture * cast * rng.uniform(0.55, 1.4), 0, 1)
    return np.asarray(picture ** np.float32(rng.uniform(0.55, 1.4)), dtype=np.float32)


def _motion_blurred(rng: Rng, picture: Texture) -> Texture:
    length = int(rng.integers(3, 11))
    kernel = np.zeros((length, length), dtype=np.float32)
    cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), dtype=np.float32)
