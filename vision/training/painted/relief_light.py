"""Invented lamps and windows, and the appearance of a disc with relief under them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.surface import Picture, Rng, floats


@dataclass(frozen=True, slots=True)
class Stuff:
    """The material of the discs of a set: how metallic (0..1), and how dull it is."""

    metal: float
    dull: float


@dataclass(frozen=True, slots=True)
class Sky:
    """The light sources above a table.

    ``lamps`` (N x 3): directions; ``narrow``: inverse of their apparent sizes; ``power``: strengths; ``even``: ambient
    light, brighter towards ``slope``; ``overhead``: how much light the camera itself blocks.
    """

    lamps: NDArray[np.float32]
    narrow: NDArray[np.float64]
    power: NDArray[np.float64]
    even: float
    slope: NDArray[np.float64]
    overhead: float


def any_sky(rng: Rng) -> Sky:
    """Return one to four random lamps or windows above the table."""
    count = int(rng.integers(1, 5))
    height, turn = rng.uniform(0.1, 1, count), rng.uniform(0, 2 * np.pi, count)
    aside = np.sqrt(1 - height * height)
    lamps = np.stack([aside * np.cos(turn), aside * np.sin(turn), height], axis=1)
    return Sky(
        lamps.astype(np.float32),
        np.exp(rng.uniform(np.log(2), np.log(60), count)),
        np.exp(rng.normal(0, 0.7, count)),
        float(rng.uniform(0.1, 0.7)),
        rng.normal(0, 0.3, 2),
        float(rng.uniform(0, 1)),
    )


def shaded(rng: Rng, colour: Picture, heights: Picture, material: Stuff) -> Picture:
    """Return a drawing (H x W x 3) with heights (H x W, px) as seen from above under random lamps and exposure."""
    sky = any_sky(rng)
    slopes = _slopes(rng, heights)
    soft = _soft(slopes, sky)
    mirrored = _mirrored(slopes, sky, material.dull)
    light = (1 - material.metal) * soft + material.metal * (0.35 * soft + mirrored)
    out = colour * light[..., None] + ((1 - material.metal) * rng.uniform(0, 0.08) * mirrored)[..., None]
    exposure = float(np.exp(rng.normal(np.log(0.4), 0.35))) / max(float(np.median(out)), 0.02)
    return floats(np.clip(out * exposure, 0, 1.3))


def _slopes(rng: Rng, heights: Picture) -> Picture:
    """Return the unit normals (H x W x 3) of a disc that is slightly tilted."""
    tilt = rng.normal(0, 0.06, 2)
    across, down = (cv2.Sobel(floats(heights), cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    normals = np.dstack([tilt[0] - across, tilt[1] - down, np.ones_like(across)])
    return floats(normals / np.linalg.norm(normals, axis=2, keepdims=True))


def _soft(normals: Picture, sky: Sky) -> Picture:
    """Return the light scattered by a dull material."""
    facing = np.clip(normals @ sky.lamps.T, 0, 1)
    return floats(sky.even + 0.6 * facing @ sky.power)


def _mirrored(normals: Picture, sky: Sky, dull: float) -> Picture:
    """Return the light reflected by a polished material; the duller it is, the wider its reflections."""
    reflected = 2 * normals[..., 2:] * normals - floats([0, 0, 1])
    light = 0.6 * sky.even * (1 + reflected[..., :2] @ sky.slope)
    light = light * (1 - 0.6 * sky.overhead * np.clip(4 * reflected[..., 2] - 3, 0, 1))
    narrow = sky.narrow / (1 + 0.1 * dull * sky.narrow)
    lobes = np.exp(narrow * (reflected @ sky.lamps.T - 1)) * (0.4 + 0.25 * np.sqrt(narrow))
    return floats(light + 0.6 * lobes @ sky.power)
