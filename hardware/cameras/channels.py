"""Finds out whether a camera's library swaps red and blue, and corrects it.

Picamera2's format names are the reverse of OpenCV's, and their meaning differs between versions and boards.  The
small stream is YUV, which is unambiguous: comparing two pictures of one moment shows whether the large one is swapped.
"""

from __future__ import annotations

import logging

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import Image

GRID = (32, 18)  # px; coarse, so that noise and the sharpness of the two streams do not matter
LEAST_COLOUR = 6.0  # grey levels between red and blue (root mean square); less than that may be noise or the light
ALIKE = 0.5  # cosine between the colours of both pictures from which on they surely agree, or are surely swapped

log = logging.getLogger(__name__)


class ChannelOrder:
    """The colour order of one camera, which is decided with the first picture that has enough colour."""

    def __init__(self) -> None:
        self._swapped: bool | None = None

    def as_bgr(self, image: Image, small: Image) -> Image:
        """*image* as BGR; *small* is a BGR picture of the same moment."""
        if self._swapped is None:
            self._swapped = is_swapped(image, small)
            if self._swapped:
                log.warning("The camera hands over red as blue and blue as red: Owleye swaps them back.")
        return np.ascontiguousarray(image[..., ::-1]) if self._swapped else image


def is_swapped(image: Image, small: Image) -> bool | None:
    """Whether red and blue of *image* are swapped compared with *small* (BGR); None with too little colour."""
    here, there = _red_minus_blue(image), _red_minus_blue(small)
    lengths = [float(np.sqrt(np.mean(each**2))) for each in (here, there)]
    if min(lengths) < LEAST_COLOUR:
        return None
    cosine = float(np.mean(here * there)) / (lengths[0] * lengths[1])
    return cosine < 0 if abs(cosine) >= ALIKE else None


def _red_minus_blue(image: Image) -> NDArray[np.float32]:
    coarse = np.asarray(cv2.resize(image, GRID, interpolation=cv2.INTER_AREA), np.float32)
    return coarse[..., 2] - coarse[..., 0]
