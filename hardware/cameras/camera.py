"""What every camera looks like to the rest of the table."""

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

    ``template`` and the ``values`` in its named gaps are kept, so that it can be said in another language.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values

    def again(self) -> CameraTrouble:
        """The same trouble, to be raised once more."""
        return CameraTrouble(self.template, **self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A small picture (BGR, about 640x360) for watching, taken at *t* seconds of the table's clock.

    ``meta`` holds what the camera tells: exposure_us, gain, red, blue (white balance), locked ("yes", "no").
    """

    small: Image
    t: float
    meta: Meta = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A whole picture for reading (BGR), with the small one of the same moment."""

    image: Image
    t: float
    meta: Meta
    small: Image


class Camera(Protocol):
    """A picture in time, or a sentence why not.  Safe to call from any thread."""

    @property
    def name(self) -> str:
        """The source as people wrote it."""

    @property
    def simulated(self) -> bool:
        """True where the pictures are painted: every page must say so."""

    def glance(self, deadline_s: float = 2.0) -> Glance:
        """The newest small picture not handed out before.

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
        """The sentence of the present trouble, None while pictures come."""

    def adapt(self) -> None:
        """Focus again, get used to the light as it is now, and hold that; pictures pause for a moment."""

    def close(self) -> None:
        """Let the camera go; later calls raise CameraTrouble."""


class Device(Protocol):
    """One opened camera as its adapter offers it.  Calls may block, even for ever; one thread makes them."""

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
        """Let the device go."""


def shrunk(image: Image) -> Image:
    """A picture scaled down to WATCH_WIDTH (narrower ones stay as they are)."""
    if image.shape[1] <= WATCH_WIDTH:
        return image
    size = (WATCH_WIDTH, max(1, round(image.shape[0] * WATCH_WIDTH / image.shape[1])))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
