"""Refuses what is no picture: drivers hand out empty, grey or truncated arrays when a cable or a mode fails."""

from __future__ import annotations

import numpy as np

from hardware.cameras.camera import CameraTrouble

SMALLEST_PX = 32


def check_picture(name: str, image: object) -> None:
    """Check that *image* is a colour picture: H x W x 3 bytes, at least 32 px each way.

    Raises:
        CameraTrouble: where it is anything else.
    """
    proper = isinstance(image, np.ndarray) and image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] == 3
    if not proper or min(image.shape[:2]) < SMALLEST_PX:  # type: ignore[attr-defined]
        raise CameraTrouble(
            f"The camera {name} sends something that is no colour picture: unplug it and plug it in again, "
            "or choose another with --camera."
        )
