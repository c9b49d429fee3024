"""Each camera, picture size and orientation has its own calibration, and each camera its own lens."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.camera_calibrations import choose_calibration, choose_lens, mat_turned_deg, other_camera
from calibration.storage.damaged import unseen, without_damaged
from calibration.storage.files import DamagedFileError, StoreError
from calibration.storage.lens_file import load_lens, read_lens, save_lens
from calibration.storage.table_files import Calibration, load_calibration, load_empty, save_calibration
from hardware.cameras.camera import UNKNOWN_CAMERA, CameraId
from rules.core.phrases import Phrase
from tests.power_cut import PowerCut, cut_power_after
from tests.vision.table import camera_over
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry, Plane

EMPTY = np.full((8, 8, 3), 90, np.uint8)
PLANE = camera_over()
SIZE = PLANE.size
PI, USB = CameraId("picamera"), CameraId("/dev/video0")
WIDE, NARROW = CameraId("picamera", "imx708_wide"), CameraId("picamera", "imx219")


def calibrated(home: Path, camera: CameraId, name: str = "a1", empty: np.ndarray | None = EMPTY) -> None:
    save_calibration(home, Calibration(name, f"2026-01-{name}", PLANE, Geometry(), 0.3, None, camera), empty)


def in_use(home: Path) -> str | None:
    """The id of the calibration in use."""
    calibration = load_calibration(home)
    return calibration.id if calibration else None


def test_a_changed_camera_brings_its_own_calibration(tmp_path: Path) -> None:
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, PI, SIZE) == ""
    words = choose_calibration(tmp_path, USB, SIZE)
    assert "another camera or picture size than this table was calibrated with (picamera" in words
    assert (in_use(tmp_path), load_empty(tmp_path)) == (None, None)
    calibrated(tmp_path, CameraId("usb:0"), "b2", EMPTY + 1)
    assert choose_calibration(tmp_path, USB, SIZE) == ""
    assert choose_calibration(tmp_path, PI, SIZE) == ""
    empty = load_empty(tmp_path)
    assert empty is not None
    assert (in_use(tmp_path), empty[0, 0, 0]) == ("a1", 90)
    words = choose_calibration(tmp_path, PI, (1296, 2304))
    assert isinstance(words, Phrase)
    assert "calibrate the table for this one" in words


@pytest.mark.parametrize("done", range(9))
def test_after_a_power_cut_each_camera_has_its_own_empty_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, USB, SIZE)
    calibrated(tmp_path, USB, "b2", EMPTY + 1)
    with monkeypatch.context() as cut:
        cut_power_after(cut, done, (Path, "replace"), (Path, "unlink"))  # what others see
        with pytest.raises(PowerCut):
            choose_calibration(tmp_path, PI, SIZE)
    for camera, known in ((PI, ("a1", 90)), (USB, ("b2", 91)), (PI, ("a1", 90))):
        assert choose_calibration(tmp_path, camera, SIZE) == ""
        empty = load_empty(tmp_path)
        assert empty is not None
        assert (in_use(tmp_path), empty[0, 0, 0]) == known


def test_another_model_in_the_same_place_is_another_camera(tmp_path: Path) -> None:
    calibrated(tmp_path, WIDE)
    words = choose_calibration(tmp_path, NARROW, SIZE)
    assert "(picamera imx708_wide, " in words
    assert in_use(tmp_path) is None
    assert choose_calibration(tmp_path, NARROW, SIZE) == words, "it is said at each start until the table is calibrated"
    assert choose_calibration(tmp_path, WIDE, SIZE) == ""
    assert in_use(tmp_path) == "a1"


def test_whether_a_camera_is_another_is_told_without_changing_a_file(tmp_path: Path) -> None:
    calibrated(tmp_path, WIDE)
    words = other_camera(tmp_path, NARROW)
    assert "(picamera imx708_wide, " in words
    assert (in_use(tmp_path), other_camera(tmp_path, WIDE), (tmp_path / "calibrations").exists()) == ("a1", "", False)
    assert choose_calibration(tmp_path, NARROW, SIZE) == words
    assert (other_camera(tmp_path, NARROW), other_camera(tmp_path, WIDE)) == (words, "")
    assert other_camera(tmp_path / "new", WIDE) == ""


def test_a_stored_calibration_that_is_damaged_keeps_no_other_out_of_use(tmp_path: Path) -> None:
    calibrated(tmp_path, WIDE)
    assert choose_calibration(tmp_path, NARROW, SIZE)
    (stored,) = tmp_path.glob("calibrations/*/calibration.json")
    stored.write_text("scribble")
    assert choose_calibration(tmp_path, WIDE, SIZE) == ""
    assert (in_use(tmp_path), stored.read_text()) == (None, "scribble")
    calibrated(tmp_path, NARROW, "b2")
    assert choose_calibration(tmp_path, USB, SIZE)
    assert choose_calibration(tmp_path, NARROW, SIZE) == ""
    assert in_use(tmp_path) == "b2"


def test_a_usb_camera_is_known_again_under_another_number(tmp_path: Path) -> None:
    calibrated(tmp_path, CameraId("usb:0", "C920 (046d:082d)"))
    assert choose_calibration(tmp_path, CameraId("/dev/video2", "C920 (046d:082d)"), SIZE) == ""
    assert choose_calibration(tmp_path, CameraId("/dev/video0", "C270 (046d:0825)"), SIZE)
    assert choose_calibration(tmp_path, CameraId("/dev/video4", "C920 (046d:082d)"), SIZE) == ""
    assert in_use(tmp_path) == "a1"


def test_two_pi_cameras_of_one_model_are_two_cameras(tmp_path: Path) -> None:
    calibrated(tmp_path, CameraId("picamera", "imx219"))
    assert choose_calibration(tmp_path, CameraId("picamera:1", "imx219"), SIZE)


def test_the_files_of_an_older_version_belong_to_the_first_camera_in_that_place(tmp_path: Path) -> None:
    calibrated(tmp_path, PI)
    lens = Lens.guess(SIZE)
    (tmp_path / "lens.json").write_text(json.dumps(lens.to_dict()))
    assert choose_calibration(tmp_path, WIDE, SIZE) == ""
    assert (in_use(tmp_path), load_lens(tmp_path, SIZE) is not None) == ("a1", True)
    assert choose_calibration(tmp_path, NARROW, SIZE)
    assert (in_use(tmp_path), load_lens(tmp_path, SIZE)) == (None, None)
    assert choose_calibration(tmp_path, WIDE, SIZE) == ""
    assert (in_use(tmp_path), load_lens(tmp_path, SIZE) is not None) == ("a1", True)


def test_a_calibration_stored_by_an_older_version_is_found_again(tmp_path: Path) -> None:
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, USB, SIZE)
    assert choose_calibration(tmp_path, WIDE, SIZE) == ""
    assert in_use(tmp_path) == "a1"
    assert choose_calibration(tmp_path, NARROW, SIZE), "it is noted that it belongs to the wide one"


def test_each_camera_has_its_own_lens(tmp_path: Path) -> None:
    wide, narrow = Lens.guess(SIZE, 900.0), Lens.guess(SIZE, 2000.0)
    save_lens(tmp_path, wide, WIDE)
    choose_lens(tmp_path, NARROW)
    assert read_lens(tmp_path) is None
    save_lens(tmp_path, narrow, NARROW)
    for camera, focal in ((WIDE, 900.0), (NARROW, 2000.0), (UNKNOWN_CAMERA, 2000.0), (WIDE, 900.0)):
        choose_lens(tmp_path, camera)
        lens = load_lens(tmp_path, SIZE)
        assert lens is not None
        assert lens.matrix[0, 0] == focal


def test_a_lens_measured_from_files_belongs_to_the_first_camera_that_uses_it(tmp_path: Path) -> None:
    calibrated(tmp_path, WIDE)
    save_lens(tmp_path, Lens.guess(SIZE))
    assert choose_calibration(tmp_path, NARROW, SIZE)
    assert load_lens(tmp_path, SIZE) is not None
    choose_lens(tmp_path, WIDE)
    assert load_lens(tmp_path, SIZE) is None


def test_a_damaged_lens_keeps_no_calibration_out_of_use(tmp_path: Path) -> None:
    calibrated(tmp_path, WIDE)
    (tmp_path / "lens.json").write_text("scribble")
    assert choose_calibration(tmp_path, NARROW, SIZE)
    assert (tmp_path / "lens.json").read_text() == "scribble"


@pytest.mark.parametrize("turned", [90.0, 180.0, -90.0])
def test_a_camera_held_the_other_way_round_has_its_own_calibration(tmp_path: Path, turned: float) -> None:
    way = mat_turned_deg(PLANE)
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, PI, SIZE, way + 30) == ""
    assert choose_calibration(tmp_path, PI, SIZE, None) == ""
    assert "turned another way" in choose_calibration(tmp_path, PI, SIZE, way + turned)
    assert in_use(tmp_path) is None
    save_calibration(tmp_path, Calibration("b2", "2026-01-01", turned_about(PLANE, turned), Geometry(), 0.3, None, PI))
    assert choose_calibration(tmp_path, PI, SIZE, way) == ""
    assert in_use(tmp_path) == "a1"
    assert choose_calibration(tmp_path, PI, SIZE, way + turned) == ""
    assert choose_calibration(tmp_path, USB, SIZE)
    for stored in tmp_path.glob("calibrations/picamera*"):  # but for the turned one, all are gone
        if "turned" not in stored.name:
            shutil.rmtree(stored)
    assert choose_calibration(tmp_path, PI, SIZE, None) == "", "the mat is covered"
    assert in_use(tmp_path) == "b2"


def turned_about(plane: Plane, degrees: float) -> Plane:
    """The same camera over a mat that somebody has turned."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return replace(plane, rotation=plane.rotation @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]))


def test_a_calibration_from_a_picture_fits_any_camera(tmp_path: Path) -> None:
    calibrated(tmp_path, UNKNOWN_CAMERA)
    assert choose_calibration(tmp_path, CameraId("usb:0", "C920"), (640, 480)) == ""
    assert in_use(tmp_path) == "a1"
    assert choose_calibration(tmp_path / "new", USB, (640, 480)) == ""


def test_a_stored_picture_that_cannot_be_read_is_told_and_can_be_set_aside(tmp_path: Path) -> None:
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, USB, SIZE)
    (picture,) = tmp_path.glob("calibrations/*/empty.png")
    picture.unlink()
    picture.mkdir()
    with pytest.raises(DamagedFileError, match=r"empty\.png is damaged: move it away"):
        choose_calibration(tmp_path, PI, SIZE)
    assert without_damaged(tmp_path, lambda: choose_calibration(tmp_path, PI, SIZE)) == ""
    assert (in_use(tmp_path), load_empty(tmp_path)) == ("a1", None)
    assert [report.kept for report in unseen(tmp_path)] == ["damaged/empty.png"]


def test_a_calibration_that_cannot_be_put_away_is_told(tmp_path: Path) -> None:
    calibrated(tmp_path, PI)
    assert choose_calibration(tmp_path, USB, SIZE)
    (tmp_path / "empty.png").mkdir()
    with pytest.raises(StoreError, match=r"empty\.png could not be written"):
        choose_calibration(tmp_path, PI, SIZE)
