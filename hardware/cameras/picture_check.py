"""Checks a camera's pictures: are they colour pictures, are they frozen (repeated), are red and blue swapped?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import CameraTrouble, Device, Image, Meta

SMALLEST_PX = 32
SAME_MOST = 40
"""Equal small pictures in a row after which a camera is frozen: 1.3 s at 30 frames per second.  Sensor noise changes
some of the 230 400 pixels from each picture to the next, so that even two equal pictures are rare."""
FLAT = 16
"""Grey levels: below this contrast a picture is black or white with clipped noise, and equal pictures mean nothing."""
GRID = (32, 18)  # px; coarse, so that noise and the sharpness of the two streams do not matter
LEAST_COLOUR = 6.0  # grey levels between red and blue (root mean square); less than that may be noise or the light
ALIKE = 0.5  # cosine between the colours of both pictures from which on they surely agree, or are surely swapped

log = logging.getLogger(__name__)


def check_picture(name: str, image: object) -> None:
    """Check that *image* is a colour picture: H x W x 3 bytes, at least 32 px each way.

    Raises:
        CameraTrouble: where it is not.
    """
    proper = isinstance(image, np.ndarray) and image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    if not proper or min(image.shape[:2]) < SMALLEST_PX:  # type: ignore[attr-defined]
        raise CameraTrouble(
            "The camera {name} sends something that is no colour picture: unplug it and plug it in again, "
            "or choose another with --camera.",
            name=name,
        )


class FrozenCheck:
    """Counts equal pictures of one camera, also across reopening it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Image | None = None
        self._same = 0

    def opened(self, open_device: Callable[[], Device]) -> Device:
        """Open a device whose pictures are checked."""
        return _Checked(open_device(), self)

    def see(self, small: Image) -> None:
        """Compare a small picture with the last one.

        Raises:
            CameraTrouble: after `SAME_MOST` equal pictures in a row.
        """
        is_same = self._last is not None and np.array_equal(self._last, small)
        self._same = self._same + 1 if is_same and np.ptp(small) >= FLAT else 0
        self._last = small
        if self._same >= SAME_MOST:
            raise CameraTrouble(
                "The camera {name} sends the same picture again and again: unplug it and plug it in again. "
                "Until then type throws in by hand.",
                name=self._name,
            )


@dataclass(frozen=True, slots=True)
class _Checked:
    """A device that raises CameraTrouble when its picture is frozen."""

    device: Device
    check: FrozenCheck

    def small(self) -> tuple[Image, Meta]:
        """A small picture."""
        small, meta = self.device.small()
        self.check.see(small)
        return small, meta

    def full(self) -> tuple[Image, Image, Meta]:
        """A whole picture and a small one."""
        image, small, meta = self.device.full()
        self.check.see(small)
        return image, small, meta

    def close(self) -> None:
        """Release the device."""
        self.device.close()


class ChannelOrder:
    """The colour order of one camera, which is decided with the first picture that has enough colour.

    Picamera2's format names are the reverse of OpenCV's, and their meaning differs between versions and boards. The
    small stream is YUV, which is unambiguous: comparing two pictures of one moment shows whether the large one is
    swapped.
    """

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
