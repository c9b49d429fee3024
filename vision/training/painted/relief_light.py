"""Invented lamps and windows, and how a disc with heights looks under them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.surface import Picture, Rng, floats


@dataclass(frozen=True, slots=True)
class Stuff:
    """What all discs of a set are made of: how far a metal (0..1), and how dull it is."""

    metal: float
    dull: float


@dataclass(frozen=True, slots=True)
class Sky:
    """All that shines upon a table.

    ``lamps`` (N x 3) are their directions, ``narrow`` how small they look, ``power`` how strong they are; ``even`` is
    the light from all round, brighter towards ``slope``, and ``overhead`` how far the camera itself takes light away.
    """

    lamps: NDArray[np.float32]
    narrow: NDArray[np.float64]
    power: NDArray[np.float64]
    even: float
    slope: NDArray[np.float64]
    overhead: float


def any_sky(rng: Rng) -> Sky:
    """One to four lamps or windows anywhere above the table."""
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


def shaded(rng: Rng, colour: Picture, heights: Picture, stuff: Stuff) -> Picture:
    """A drawing (H x W x 3) with heights (H x W, px) as it looks from above under some sky, well exposed or not."""
    sky = any_sky(rng)
    slopes = _slopes(rng, heights)
    soft = _soft(slopes, sky)
    mirrored = _mirrored(slopes, sky, stuff.dull)
    light = (1 - stuff.metal) * soft + stuff.metal * (0.35 * soft + mirrored)
    out = colour * light[..., None] + ((1 - stuff.metal) * rng.uniform(0, 0.08) * mirrored)[..., None]
    exposure = float(np.exp(rng.normal(np.log(0.4), 0.35))) / max(float(np.median(out)), 0.02)
    return floats(np.clip(out * exposure, 0, 1.3))


def _slopes(rng: Rng, heights: Picture) -> Picture:
    """The normals of a disc that lies a little askew: H x W x 3, length one."""
    tilt = rng.normal(0, 0.06, 2)
    across, down = (cv2.Sobel(floats(heights), cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    normals = np.dstack([tilt[0] - across, tilt[1] - down, np.ones_like(across)])
    return floats(normals / np.linalg.norm(normals, axis=2, keepdims=True))


def _soft(normals: Picture, sky: Sky) -> Picture:
    """Light that a dull stuff scatters."""
    facing = np.clip(normals @ sky.lamps.T, 0, 1)
    return floats(sky.even + 0.6 * facing @ sky.power)


def _mirrored(normals: Picture, sky: Sky, dull: float) -> Picture:
    """Light that a polished stuff mirrors; the duller it is, the wider its reflections."""
    seen = 2 * normals[..., 2:] * normals - floats([0, 0, 1])
    light = 0.6 * sky.even * (1 + seen[..., :2] @ sky.slope)
    light = light * (1 - 0.6 * sky.overhead * np.clip(4 * seen[..., 2] - 3, 0, 1))
    narrow = sky.narrow / (1 + 0.1 * dull * sky.narrow)
    lobes = np.exp(narrow * (seen @ sky.lamps.T - 1)) * (0.4 + 0.25 * np.sqrt(narrow))
    return floats(light + 0.6 * lobes @ sky.power)
