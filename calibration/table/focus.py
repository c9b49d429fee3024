"""Measure the sharpness of the picture as the 10-90 % edge width of the mat's markers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.phrases import Phrase
from vision.geometry.markers import find_markers
from vision.geometry.plane import Plane

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

SHARP_MM, SOFT_MM = 1.3, 2.2
"""Edge width (mm) below which the picture is sharp, and above which numbers cannot be read."""
ALONG = np.linspace(0.2, 0.8, 9)
"""Places along an edge at which it is measured, as parts of its length."""
STEP = 0.25
"""Sampling step across an edge, px."""
LEAST_CONTRAST = 25.0
"""Grey levels between both ends of a profile below which it shows no edge."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The 10-90 % width of an edge in mm, a score 0..100 (100: sharp), and one sentence for people."""

    smear_mm: float
    score: int
    words: str

    @property
    def sharp(self) -> bool:
        """Whether numbers can be read well."""
        return self.smear_mm <= SHARP_MM


def focus(image: Image, plane: Plane) -> Focus | None:
    """Measure the sharpness of a BGR picture of the mat; None where no marker with a clear edge is in view.

    Raises PlaneError for a picture whose aspect ratio differs from the plane's.
    """
    markers = find_markers(image)
    plane = plane.resized((image.shape[1], image.shape[0]))
    smears = [(smear(image, quad), float(plane.mm_per_px_at(quad.mean(axis=0)[None])[0])) for quad in markers.values()]
    known = [px * mm_per_px for px, mm_per_px in smears if px is not None]
    if not known:
        return None
    mm = float(np.median(known))
    return Focus(mm, round(100 * min(1.0, SHARP_MM / max(mm, 0.01))), _words(mm))


def _words(mm: float) -> str:
    if mm <= SHARP_MM:
        return Phrase("The picture is sharp.")
    if mm <= SOFT_MM:
        return Phrase("The picture is a little soft: turn the camera's focus until the number here is highest.")
    return Phrase("The picture is out of focus: turn the camera's focus, or let it focus again, and hold it still.")


def smear(image: Image, corners: Floats) -> float | None:
    """Return the median 10-90 % width (px) of the edges of a dark quadrilateral on white; None without any.

    ``corners``: 4 x 2 px, clockwise.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean())
    reach = float(np.clip(0.1 * side, 3, 16))
    widths = [_rise(profile) for profile in _profiles(grey, corners, reach)]
    known = [width for width in widths if width is not None]
    return float(np.median(known)) * STEP if known else None


def _profiles(grey: Image, corners: Floats, reach: float) -> Floats:
    """Return grey levels across the edges of a quadrilateral, from inside to outside, one row per sampled point."""
    places, outwards = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        places += [start + (end - start) * part for part in ALONG]
        outwards += [np.array([along[1], -along[0]])] * len(ALONG)
    steps = np.arange(-reach, reach + STEP, STEP)
    ways = np.array(places)[:, None] + steps[None, :, None] * np.array(outwards)[:, None]
    x, y = ways[..., 0].astype(np.float32), ways[..., 1].astype(np.float32)
    return np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float64)


def _rise(profile: Floats) -> float | None:
    """Return the steps from 10 to 90 % between the dark and the bright end; None where there is no clear edge."""
    end = len(profile) // 6
    dark, bright = float(np.median(profile[:end])), float(np.median(profile[-end:]))
    if bright - dark < LEAST_CONTRAST:
        return None
    part = (profile - dark) / (bright - dark)
    half = int(np.argmax(part > 0.5))
    below, above = np.flatnonzero(part[: half + 1] < 0.1), np.flatnonzero(part[half:] > 0.9)
    return float(half + above[0] - below[-1]) if len(below) and len(above) else None
