"""Checks a camera's pictures: refuses arrays that are no colour pictures, and notices a frozen (repeated) picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hardware.cameras.camera import CameraTrouble, Device, Image, Meta

SMALLEST_PX = 32
SAME_MOST = 40
"""Equal small pictures in a row after which a camera is frozen: 1.3 s at 30 frames per second.  Sensor noise changes
some of the 230 400 pixels from each picture to the next, so that even two equal pictures are rare."""
FLAT = 16
"""Grey levels: below this contrast a picture is black or white with clipped noise, and equal pictures mean nothing."""


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
