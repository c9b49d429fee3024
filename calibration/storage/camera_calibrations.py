"""The calibrations and lenses of a table that is watched by several cameras in turn.

HOME/calibrations/KEY/ holds what is not in use. KEY is the name of the camera (`CameraId.name`), for a calibration
followed by the size of its pictures and the rotation of the mat in them in quarter turns. Versions that did not know
the model of a camera named it by its source alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from calibration.storage.files import DamagedFileError, StoreError, bytes_in, write_atomically
from calibration.storage.lens_file import FILE as LENS
from calibration.storage.lens_file import read_lens, save_lens
from calibration.storage.pictures import LARGEST_BYTES
from calibration.storage.table_files import Calibration, load_calibration, save_calibration
from hardware.cameras.camera import CameraId
from rules.core.phrases import Phrase
from vision.geometry.markers import turned_deg
from vision.geometry.plane import Plane

FILES = ("empty.png", "calibration.json")
"""Written in this order: a power cut in between never leaves a calibration with the wrong picture."""
FOLDER = "calibrations"
TURNED = Phrase(
    "This table was calibrated with the camera or the mat turned another way ({camera}, {width} x {height}): "
    "calibrate it for this one."
)
OTHER_CAMERA = Phrase(
    "This is another camera or picture size than this table was calibrated with ({camera}, {width} x {height}): "
    "calibrate the table for this one, or connect that one again."
)


def choose_calibration(home: Path, camera: CameraId, size: tuple[int, int], turned: float | None = None) -> str:
    """Put the calibration of this camera, picture size (width, height) and orientation in use, and its lens.

    *turned* is the rotation of the mat in the picture (`vision.geometry.markers.turned_deg`), None if not visible. What
    belongs to another camera is stored away until that one is connected again. Returns a sentence for people while the
    table is calibrated only for others, else empty. Raises StoreError where a file cannot be written.
    """
    with suppress(DamagedFileError):  # Reported where it is used.
        choose_lens(home, camera)
    try:
        now = load_calibration(home)
    except StoreError:
        return ""  # As above.
    if now is not None and _fits(now, camera, size, turned):
        _note_camera(home, now, camera)
        return ""
    if now is not None and now.plane is not None:
        _copy(home, home / FOLDER / _key(now.camera.name, now.plane.size, mat_turned_deg(now.plane)), FILES)
    ways = (0.0, 90.0, 180.0, 270.0) if turned is None else (turned,)
    keys = (_key(name, size, way) for name in (camera.name, camera.place) for way in ways)
    if not _take_stored(home, keys, FILES):
        return _words(home, camera, size)
    if chosen := load_calibration(home):
        _note_camera(home, chosen, camera)
    return ""


def choose_lens(home: Path, camera: CameraId) -> None:
    """Put the measured lens of this camera in use; that of another one is stored away until it is connected again.

    A lens whose camera was not noted is that of the first camera that uses it. Raises StoreError where a file is
    damaged or cannot be written.
    """
    if not camera.source:
        return
    found = read_lens(home)
    if found and (not found[1].source or found[1].is_same(camera)):
        if not found[1].model and found[1] != camera:
            save_lens(home, found[0], camera)
        return
    if found:
        _copy(home, home / FOLDER / _key(found[1].name), (LENS,))
    _take_stored(home, map(_key, (camera.name, camera.place)), (LENS,))


def mat_turned_deg(plane: Plane) -> float:
    """Return the rotation of the mat in the pictures of this plane in degrees."""
    return turned_deg({i: plane.to_px(corners) for i, corners in plane.markers.items()}) or 0.0


def _fits(calibration: Calibration, camera: CameraId, size: tuple[int, int], turned: float | None) -> bool:
    """Whether a calibration applies; one without a mat, or from a picture in a file, applies to every camera."""
    plane = calibration.plane
    if plane is None or not calibration.camera.source:
        return True
    if plane.size != size or not calibration.camera.is_same(camera):
        return False
    return turned is None or not _quarters(turned - mat_turned_deg(plane))


def _note_camera(home: Path, calibration: Calibration, camera: CameraId) -> None:
    """Note the model of the camera in a calibration of an older version."""
    if calibration.camera.source and camera.model and not calibration.camera.model:
        save_calibration(home, replace(calibration, camera=camera))


def _take_stored(home: Path, keys: Iterable[str], files: Sequence[str]) -> bool:
    """Move *files* from under the first of *keys* that has them into the home; False, and none there, without."""
    stored = [folder for key in keys if ((folder := home / FOLDER / key) / files[-1]).exists()]
    if stored:
        _copy(stored[0], home, files)
    for name in reversed(files):
        ((stored[0] if stored else home) / name).unlink(missing_ok=True)
    return bool(stored)


def _words(home: Path, camera: CameraId, size: tuple[int, int]) -> str:
    """Return for which camera the newest stored calibration is; empty for a table that was never calibrated."""
    stored = [one for one in _stored(home) if one.plane is not None]
    if not stored:
        return ""
    last = max(stored, key=lambda one: one.made)
    assert last.plane is not None
    same = last.plane.size == size and last.camera.is_same(camera)
    width, height = last.plane.size
    return (TURNED if same else OTHER_CAMERA).about(camera=last.camera.name, width=width, height=height)


def _stored(home: Path) -> Iterator[Calibration]:
    """Yield the stored calibrations, without damaged ones."""
    for path in (home / FOLDER).glob("*/calibration.json"):
        with suppress(StoreError):
            if found := load_calibration(path.parent):
                yield found


def _quarters(degrees: float) -> int:
    return round(degrees / 90) % 4


def _key(name: str, size: tuple[int, int] | None = None, turned: float = 0.0) -> str:
    """Return the folder name for a camera, its picture size and the orientation of the mat."""
    quarters = _quarters(turned)
    kind = f" {size[0]}x{size[1]}" if size else ""
    way = f" turned {90 * quarters}" if quarters else ""
    return quote(f"{name}{kind}{way}", safe="")


def _copy(origin: Path, target: Path, files: Sequence[str]) -> None:
    for name in files:
        if (origin / name).exists():
            write_atomically(target / name, bytes_in(origin / name, LARGEST_BYTES))
