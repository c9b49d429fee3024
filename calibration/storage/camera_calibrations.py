"""The calibrations of a table that is watched by several cameras in turn: one for each camera, mode and orientation.

HOME/calibrations/KEY/ holds the calibrations that are not in use. KEY is made of the camera's name, the size of its
pictures, and the rotation of the mat in them in quarter turns.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from calibration.storage.files import StoreError, bytes_in, write_atomically
from calibration.storage.pictures import LARGEST_BYTES
from calibration.storage.table_files import load_calibration
from rules.core.phrases import Phrase
from vision.geometry.markers import turned_deg
from vision.geometry.plane import Plane

FILES = ("empty.png", "calibration.json")
"""Written in this order: a power cut in between never leaves a calibration with the wrong picture."""
TURNED = Phrase(
    "This table was calibrated with the camera or the mat turned another way ({camera}, {width} x {height}): "
    "calibrate it for this one."
)
OTHER_CAMERA = Phrase(
    "This table was calibrated with another camera or picture size ({camera}, {width} x {height}): "
    "calibrate it for this one."
)


def choose_calibration(home: Path, camera: str, size: tuple[int, int], turned: float | None = None) -> str:
    """Select the calibration of this camera, picture size (width, height) and orientation.

    *turned* is the rotation of the mat in the picture (`vision.geometry.markers.turned_deg`), None if not visible. The
    calibration in use is stored away if it belongs to another camera. Returns a sentence for people, empty where
    nothing changes for them. Raises StoreError where a file cannot be written.
    """
    camera = _plain(camera)
    try:
        now = load_calibration(home)
    except StoreError:
        return ""  # A damaged calibration is reported where it is used.
    if now is None or now.plane is None or not now.camera:
        return ""
    same = (_plain(now.camera), now.plane.size) == (camera, size)
    if same and (turned is None or not _quarters(turned - mat_turned_deg(now.plane))):
        return ""
    _copy(home, home / "calibrations" / _key(now.camera, now.plane.size, mat_turned_deg(now.plane)))
    stored = home / "calibrations" / _key(camera, size, turned or 0.0)
    if (stored / "calibration.json").exists():
        _copy(stored, home)
        return ""
    for name in reversed(FILES):
        (home / name).unlink(missing_ok=True)
    width, height = now.plane.size
    return (TURNED if same else OTHER_CAMERA).about(camera=now.camera, width=width, height=height)


def mat_turned_deg(plane: Plane) -> float:
    """Return the rotation of the mat in the pictures of this plane in degrees."""
    return turned_deg({i: plane.to_px(corners) for i, corners in plane.markers.items()}) or 0.0


def _quarters(degrees: float) -> int:
    return round(degrees / 90) % 4


def _key(camera: str, size: tuple[int, int], turned: float) -> str:
    """Return the folder name for a camera, its picture size and the orientation of the mat."""
    quarters = _quarters(turned)
    way = f" turned {90 * quarters}" if quarters else ""
    return quote(f"{_plain(camera)} {size[0]}x{size[1]}{way}", safe="")


def _plain(camera: str) -> str:
    """Return one name for each camera: usb:0 is /dev/video0."""
    return f"/dev/video{camera.removeprefix('usb:')}" if camera.startswith("usb:") else camera


def _copy(origin: Path, target: Path) -> None:
    for name in FILES:
        if (origin / name).exists():
            write_atomically(target / name, bytes_in(origin / name, LARGEST_BYTES))
