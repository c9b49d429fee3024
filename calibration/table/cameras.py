"""One calibration for each camera, mode and orientation: a changed camera never keeps another one's.

HOME/calibrations/KEY/ holds the calibrations that are not in use; KEY is the camera's name, its pictures' size, and by
how many quarter turns the mat is turned in them.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from calibration.storage.files import StoreError, write_atomically
from calibration.storage.home import load_calibration
from vision.geometry.markers import turned_deg
from vision.geometry.plane import Plane

FILES = ("empty.png", "calibration.json")
"""In this order, so that a power cut between them never leaves a calibration with the wrong picture."""


def choose(home: Path, camera: str, size: tuple[int, int], turned: float | None = None) -> str:
    """Put the calibration of this camera, with pictures of this (width, height), held this way, into use.

    *turned* is how far the mat is turned in the picture (`vision.geometry.markers.turned_deg`), None if not visible.
    The calibration in use is set aside if it is another camera's.  Returns a sentence where people should know.

    Raises:
        StoreError: where a file cannot be written.
    """
    camera = _plain(camera)
    try:
        now = load_calibration(home)
    except StoreError:
        return ""  # Nobody's any more: whoever uses it hears so, and calibrates again.
    if now is None or now.plane is None or not now.camera:
        return ""
    same = (_plain(now.camera), now.plane.size) == (camera, size)
    if same and (turned is None or not _quarters(turned - turned_in(now.plane))):
        return ""
    _copy(home, home / "calibrations" / _key(now.camera, now.plane.size, turned_in(now.plane)))
    wanted = home / "calibrations" / _key(camera, size, turned or 0.0)
    if (wanted / "calibration.json").exists():
        _copy(wanted, home)
        return ""
    for name in reversed(FILES):
        (home / name).unlink(missing_ok=True)
    other = "the camera or the mat turned another way" if same else "another camera or picture size"
    return (
        f"This table was calibrated with {other} ({now.camera}, {now.plane.size[0]} x {now.plane.size[1]}): "
        "calibrate it for this one."
    )


def turned_in(plane: Plane) -> float:
    """How far the mat is turned in the pictures of this plane, in degrees."""
    return turned_deg({i: plane.to_px(corners) for i, corners in plane.markers.items()}) or 0.0


def _quarters(degrees: float) -> int:
    return round(degrees / 90) % 4


def _key(camera: str, size: tuple[int, int], turned: float) -> str:
    """Width before height, so that a picture on its side has another key; and which way the mat lies in it."""
    quarters = _quarters(turned)
    way = f" turned {90 * quarters}" if quarters else ""
    return quote(f"{_plain(camera)} {size[0]}x{size[1]}{way}", safe="")


def _plain(camera: str) -> str:
    """One name for one camera: usb:0 is /dev/video0."""
    return f"/dev/video{camera.removeprefix('usb:')}" if camera.startswith("usb:") else camera


def _copy(origin: Path, target: Path) -> None:
    for name in FILES:
        if (origin / name).exists():
            write_atomically(target / name, (origin / name).read_bytes())
