"""One calibration for each camera, mode and orientation: a changed camera never keeps another one's.

HOME/calibrations/KEY/ holds the calibrations that are not in use; KEY is the camera's name and its pictures' size.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from calibration.files import StoreError, write_atomically
from calibration.store import Calibration, load_calibration

FILES = ("empty.png", "calibration.json")
"""The calibration last: a power cut in between leaves the old one without its picture, never the wrong one."""


def choose(home: Path, camera: str, size: tuple[int, int]) -> str:
    """Put the calibration of this camera with pictures of this (width, height) into use.

    The one in use is set aside if it is another camera's.  Returns a sentence where people should know.

    Raises:
        StoreError: where a file cannot be written.
    """
    camera = _plain(camera)
    try:
        now = load_calibration(home)
    except StoreError:
        return ""  # Nobody's any more: whoever uses it hears so, and calibrates again.
    if now is None or now.plane is None or not now.camera or (_plain(now.camera), now.plane.size) == (camera, size):
        return ""
    _set_aside(home, now)
    wanted = home / "calibrations" / _key(camera, size)
    if (wanted / "calibration.json").exists():
        _copy(wanted, home)
        return ""
    for name in reversed(FILES):
        (home / name).unlink(missing_ok=True)
    return (
        f"This table was calibrated with another camera or picture size ({now.camera}, {now.plane.size[0]} x "
        f"{now.plane.size[1]}): calibrate it for this one."
    )


def _set_aside(home: Path, calibration: Calibration) -> None:
    """Keep a copy of the calibration in use."""
    if calibration.plane is not None:
        _copy(home, home / "calibrations" / _key(calibration.camera, calibration.plane.size))


def _key(camera: str, size: tuple[int, int]) -> str:
    """Width before height, so that a picture on its side has another key."""
    return quote(f"{_plain(camera)} {size[0]}x{size[1]}", safe="")


def _plain(camera: str) -> str:
    """One name for one camera: usb:0 is /dev/video0."""
    return f"/dev/video{camera.removeprefix('usb:')}" if camera.startswith("usb:") else camera


def _copy(origin: Path, target: Path) -> None:
    for name in FILES:
        if (origin / name).exists():
            write_atomically(target / name, (origin / name).read_bytes())
