"""The interfaces of cameras: `Camera` for the rest of the program, `Device` for each kind of camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Meta = Mapping[str, float | str]

WATCH_WIDTH = 640  # px: enough to see a hand or a rolling die
FULL_SIZE = (2304, 1296)  # px: a stone is 50-75 px wide from 45-70 cm above


class CameraTrouble(Exception):  # noqa: N818 (the table's word)
    """The camera gives no picture; the text is one sentence for people with the next step.

    ``template`` and ``values``, which fill its named fields, allow a translation of the text.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values

    def again(self) -> CameraTrouble:
        """A copy of this exception, to be raised in another thread."""
        return CameraTrouble(self.template, **self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A small picture (BGR, about 640x360) for watching, taken at *t* seconds of the table's clock.

    ``meta``: what the device tells: source, exposure_us, gain, the white balance (red and blue, or white_balance_k),
    and whether they are locked ("yes", "no").
    """

    small: Image
    t: float
    meta: Meta = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A whole picture for reading (BGR), with the small one of the same moment; ``t`` and ``meta`` as of a `Glance`."""

    image: Image
    t: float
    meta: Meta
    small: Image


class Camera(Protocol):
    """Returns a picture within a deadline, or raises `CameraTrouble` with the reason.  Thread-safe."""

    @property
    def name(self) -> str:
        """The source as given by the user, such as "usb:0"."""

    @property
    def simulated(self) -> bool:
        """Whether the pictures are generated, which every page must show."""

    def glance(self, deadline_s: float = 2.0) -> Glance:
        """Return the newest small picture; waits for one that this method has not returned before.

        Raises:
            CameraTrouble: where none came within *deadline_s* seconds.
        """

    def frame(self, deadline_s: float = 5.0) -> Frame:
        """A whole picture taken after this call began.

        Raises:
            CameraTrouble: where none came within *deadline_s* seconds.
        """

    def live_jpeg(self) -> tuple[int, bytes] | None:
        """Number and JPEG of the newest small picture, encoded once for all readers; None before the first."""

    def trouble(self) -> str | None:
        """A sentence about the current trouble; None while pictures arrive."""

    def adapt(self) -> None:
        """Focus again, adjust exposure and white balance to the light, and lock them; pictures pause meanwhile."""

    def close(self) -> None:
        """Release the camera; later calls raise CameraTrouble."""


class Device(Protocol):
    """One opened camera.  Its calls may block for ever, and so only the thread of a `Feed` makes them."""

    def small(self) -> tuple[Image, Meta]:
        """Wait for the next small picture.

        Raises:
            CameraTrouble: where the device says that it cannot.
        """

    def full(self) -> tuple[Image, Image, Meta]:
        """Wait for the next whole picture: whole, small, meta.

        Raises:
            CameraTrouble: where the device says that it cannot.
        """

    def close(self) -> None:
        """Release the device."""


def shrunk(image: Image) -> Image:
    """A picture scaled down to WATCH_WIDTH (narrower ones stay as they are)."""
    if image.shape[1] <= WATCH_WIDTH:
        return image
    size = (WATCH_WIDTH, max(1, round(image.shape[0] * WATCH_WIDTH / image.shape[1])))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
