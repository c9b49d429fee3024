"""The calibrations and lenses of a table that is watched by several cameras in turn.

HOME/calibrations/KEY/ holds what is not in use. KEY is the name of the camera (`CameraId.name`), for a calibration
followed by the size of its pictures and the rotation of the mat in them in quarter turns. Versions that did not know
the model of a camera named it by its source alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from calibration.storage.files import DamagedFileError, StoreError, read_file, write_atomically, writing
from calibration.storage.lens_file import FILE as LENS
from calibration.storage.lens_file import read_lens, save_lens
from calibration.storage.pictures import LARGEST_BYTES
from calibration.storage.table_files import CALIBRATE, Calibration, load_calibration, save_calibration
from hardware.cameras.camera import CameraId
from rules.core.phrases import Phrase
from vision.geometry.markers import turned_deg
from vision.geometry.plane import Plane

FILES = ("empty.png", "calibration.json")
"""Written in this order, and removed in the reverse one, so that a calibration never lacks its picture."""
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
    table is calibrated only for others, else empty. Raises StoreError where a file cannot be read or written.
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
    stored = _stored(home)
    fitting = {folder: one for folder, one in stored.items() if _fits(one, camera, size, turned)}
    newest = max(fitting, key=lambda folder: fitting[folder].made, default=None)
    _take(home, newest, FILES)
    if newest is None:
        return _words(stored.values(), camera, size)
    _note_camera(home, fitting[newest], camera)
    return ""


def other_camera(home: Path, camera: CameraId) -> str:
    """Return what `choose_calibration` says of this camera, for pictures of any size; changes no file.

    Raises StoreError where the calibration in use is damaged.
    """
    in_use = load_calibration(home)
    known = (*_stored(home).values(), *([in_use] if in_use else ()))
    return "" if any(_fits(one, camera) for one in known) else _words(known, camera)


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
    places = [home / FOLDER / _key(name) for name in (camera.name, camera.place)]
    _take(home, next((place for place in places if (place / LENS).exists()), None), (LENS,))


def mat_turned_deg(plane: Plane) -> float:
    """Return the rotation of the mat in the pictures of this plane in degrees."""
    return turned_deg({i: plane.to_px(corners) for i, corners in plane.markers.items()}) or 0.0


def _fits(
    calibration: Calibration, camera: CameraId, size: tuple[int, int] | None = None, turned: float | None = None
) -> bool:
    """Whether a calibration applies; one without a mat, or from a picture in a file, applies to every camera.

    A *size* or a rotation *turned* that is None is not compared.
    """
    plane = calibration.plane
    if plane is None or not calibration.camera.source:
        return True
    if size not in (None, plane.size) or not calibration.camera.is_same(camera):
        return False
    return turned is None or not _quarters(turned - mat_turned_deg(plane))


def _note_camera(home: Path, calibration: Calibration, camera: CameraId) -> None:
    """Note the model of the camera in a calibration of an older version."""
    if calibration.camera.source and camera.model and not calibration.camera.model:
        save_calibration(home, replace(calibration, camera=camera))


def _take(home: Path, folder: Path | None, files: Sequence[str]) -> None:
    """Move *files* from *folder* into the home, in place of those there, which are stored already; None brings none.

    Those are removed first: a power cut must not leave a calibration with the picture of another camera.
    """
    _remove(home, files)
    if folder:
        _copy(folder, home, files)
        _remove(folder, files)


def _remove(folder: Path, files: Sequence[str]) -> None:
    """Remove *files* from *folder*, the last one first; raises StoreError."""
    for name in reversed(files):
        with writing(folder / name):
            (folder / name).unlink(missing_ok=True)


def _words(known: Iterable[Calibration], camera: CameraId, size: tuple[int, int] | None = None) -> str:
    """Return for which camera the newest *known* calibration is; empty for a table that was never calibrated."""
    last = max(known, key=lambda one: one.made, default=None)
    if last is None or last.plane is None:
        return ""
    width, height = last.plane.size
    sentence = TURNED if _fits(last, camera, size) else OTHER_CAMERA
    return sentence.about(camera=last.camera.name, width=width, height=height)


def _stored(home: Path) -> dict[Path, Calibration]:
    """Return the stored calibrations by their folders, without damaged ones and those without a mat."""
    found = {}
    for path in (home / FOLDER).glob("*/calibration.json"):
        with suppress(StoreError):
            if (one := load_calibration(path.parent)) and one.plane:
                found[path.parent] = one
    return found


def _quarters(degrees: float) -> int:
    return round(degrees / 90) % 4


def _key(name: str, size: tuple[int, int] | None = None, turned: float = 0.0) -> str:
    """Return the folder name for a camera, its picture size and the orientation of the mat."""
    quarters = _quarters(turned)
    kind = f" {size[0]}x{size[1]}" if size else ""
    way = f" turned {90 * quarters}" if quarters else ""
    return quote(f"{name}{kind}{way}", safe="")


def _copy(origin: Path, target: Path, files: Sequence[str]) -> None:
    """Copy *files* from *origin* to *target* where they exist; raises StoreError."""
    for name in files:
        if (origin / name).exists():
            write_atomically(target / name, read_file(origin / name, bytes, CALIBRATE, LARGEST_BYTES))
