"""The interfaces of cameras: `Camera` for the rest of the program, `Device` for each kind of camera."""

from __future__ import annotations

import re
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

    ``meta``: what the device tells: source, model (where it is known), exposure_us, gain, the white balance (red and
    blue, or white_balance_k), and whether they are locked ("yes", "no").
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


@dataclass(frozen=True, slots=True)
class CameraId:
    """Which camera took a picture: its *source* as given by the user, and its *model* as the device reports it.

    An empty *model* is not known; an empty *source* is that of a picture from a file.
    """

    source: str = ""
    model: str = ""

    @property
    def place(self) -> str:
        """One name for each source: usb:0 is /dev/video0."""
        return re.sub("^usb:", "/dev/video", self.source)

    @property
    def name(self) -> str:
        """The name under which this camera is known again: a USB camera by its model, wherever it is plugged in."""
        if not self.model:
            return self.place
        return self.model if self.place.startswith("/dev/") else f"{self.source} {self.model}"

    def is_same(self, other: CameraId) -> bool:
        """Whether both are the same camera, as far as known: where a model is not known, the source decides."""
        return self.name == other.name if self.model and other.model else self.place == other.place


UNKNOWN_CAMERA = CameraId()


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


def camera_id(camera: Camera, meta: Meta) -> CameraId:
    """The identity of the camera that took a picture with this *meta*."""
    return CameraId(camera.name, str(meta.get("model", "")))


def shrunk(image: Image) -> Image:
    """A picture scaled down to WATCH_WIDTH (narrower ones stay as they are)."""
    if image.shape[1] <= WATCH_WIDTH:
        return image
    size = (WATCH_WIDTH, max(1, round(image.shape[0] * WATCH_WIDTH / image.shape[1])))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
