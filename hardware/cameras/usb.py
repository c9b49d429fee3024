"""USB and other V4L2 cameras through OpenCV."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.camera import CameraTrouble, Image, Meta, shrunk
from hardware.cameras.device_files import model_of, program_with
from hardware.cameras.mains import Hertz, set_power_line

WANTED = (1920, 1080)  # px: what most USB cameras still send smoothly as MJPEG
SETTLE_FRAMES = 25  # for the automatic exposure and white balance, before they are locked
WATCHED = 2  # one in this number of pictures is decoded while watching
QUEUED = 3  # pictures that a camera may have taken before one is asked for
MANUAL, AUTOMATIC = 1.0, 3.0  # V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY


def open_usb(path: Path, proc: Path = Path("/proc"), mains: Hertz = 50) -> UsbCamera:
    """Open a camera such as /dev/video0, let it adapt to the light once, then lock exposure and white balance.

    A camera that can is told the frequency of the *mains* (Hz), so that lamps do not flicker in its pictures.

    Raises:
        CameraTrouble: absent, not permitted, busy (with who holds it) or mute, each with its next step.
    """
    if not path.exists():
        raise CameraTrouble("There is no camera at {path}: plug it in, or choose another with --camera.", path=path)
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraTrouble(
            "{path} may not be opened: add yourself with `sudo usermod -aG video $USER`, log in anew.", path=path
        )
    wire = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not wire.isOpened():
        raise _why_not(path, proc)
    set_power_line(path, mains)
    camera = UsbCamera(path, wire)
    try:
        camera.lock()
    except Exception:
        camera.close()
        raise
    return camera


class UsbCamera:
    """An opened V4L2 camera: a Device."""

    def __init__(self, path: Path, wire: cv2.VideoCapture) -> None:
        """Ask for MJPEG at WANTED; the camera may choose otherwise."""
        self._path, self._wire = path, wire
        wire.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        wire.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED[0])
        wire.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1])
        wire.set(cv2.CAP_PROP_BUFFERSIZE, 2)
        self._meta: dict[str, float | str] = {"source": str(path), "model": model_of(path), "locked": "no"}

    def lock(self) -> None:
        """Wait until exposure and white balance have settled, lock them, and read the locked values into the meta.

        Raises:
            CameraTrouble: where no picture comes.
        """
        wire = self._wire
        wire.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
        wire.set(cv2.CAP_PROP_AUTO_WB, 1)
        for _ in range(SETTLE_FRAMES):
            self._grab()
        values = (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_WB_TEMPERATURE)
        found = {value: wire.get(value) for value in values}
        wire.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        wire.set(cv2.CAP_PROP_AUTO_WB, 0)
        locked = {what: wire.set(what, value) and wire.get(what) == value for what, value in found.items()}
        is_held = wire.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL and locked[cv2.CAP_PROP_EXPOSURE]
        self._meta |= {
            "exposure_us": wire.get(cv2.CAP_PROP_EXPOSURE) * 100,  # V4L2 counts in 100 us
            "gain": wire.get(cv2.CAP_PROP_GAIN),
            "white_balance_k": wire.get(cv2.CAP_PROP_WB_TEMPERATURE),
            "locked": "yes" if is_held else "no",
        }

    def small(self) -> tuple[Image, Meta]:
        """The next small picture."""
        for _ in range(WATCHED):
            self._grab()
        return shrunk(self._decoded()), self._meta

    def full(self) -> tuple[Image, Image, Meta]:
        """The next full picture; older pictures in the camera's buffers are dropped first."""
        for _ in range(QUEUED):
            self._grab()
        image = self._decoded()
        return image, shrunk(image), self._meta

    def close(self) -> None:
        """Release the camera."""
        self._wire.release()

    def _grab(self) -> None:
        if not self._wire.grab():
            raise _why_silent(self._path)

    def _decoded(self) -> Image:
        good, image = self._wire.retrieve()
        if not good or image is None:
            raise _why_silent(self._path)
        return np.asarray(image, np.uint8)


def _why_not(path: Path, proc: Path) -> CameraTrouble:
    who = program_with(path, proc)
    if who is not None:
        return CameraTrouble(
            "The camera {path} is busy: {who} holds it. Close that program; Owleye tries again by itself.",
            path=path,
            who=who,
        )
    return CameraTrouble(
        "{path} opens, but is no camera that sends pictures: choose another with --camera (often /dev/video0).",
        path=path,
    )


def _why_silent(path: Path) -> CameraTrouble:
    if not path.exists():
        return CameraTrouble("The camera {path} was unplugged: plug it in again; Owleye goes on by itself.", path=path)
    return CameraTrouble("The camera {path} has stopped sending pictures: unplug it and plug it in again.", path=path)
