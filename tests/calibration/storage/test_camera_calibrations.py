"""Each camera and picture size has its own calibration."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.camera_calibrations import choose_calibration, mat_turned_deg
from calibration.storage.table_files import Calibration, load_calibration, load_empty, save_calibration
from rules.core.phrases import Phrase
from tests.vision.table import camera_over
from vision.geometry.plane import Plane

EMPTY = np.full((8, 8, 3), 90, np.uint8)


def test_a_changed_camera_brings_its_own_calibration(tmp_path: Path) -> None:
    plane = camera_over()
    first = Calibration("a1", "2026-01-01", plane, {}, 0.3, None, "picamera")
    save_calibration(tmp_path, first, EMPTY)
    assert choose_calibration(tmp_path, "picamera", plane.size) == ""
    words = choose_calibration(tmp_path, "/dev/video0", plane.size)
    assert "another camera or picture size (picamera" in words
    assert load_calibration(tmp_path) is None
    assert load_empty(tmp_path) is None
    save_calibration(tmp_path, replace(first, id="b2", camera="usb:0"), EMPTY + 1)
    assert choose_calibration(tmp_path, "/dev/video0", plane.size) == ""
    assert choose_calibration(tmp_path, "picamera", plane.size) == ""
    calibration, empty = load_calibration(tmp_path), load_empty(tmp_path)
    assert calibration is not None
    assert empty is not None
    assert (calibration.id, empty[0, 0, 0]) == ("a1", 90)
    words = choose_calibration(tmp_path, "picamera", (1296, 2304))
    assert isinstance(words, Phrase)
    assert "calibrate it for this one" in words


@pytest.mark.parametrize("turned", [90.0, 180.0, -90.0])
def test_a_camera_held_the_other_way_round_has_its_own_calibration(tmp_path: Path, turned: float) -> None:
    plane = camera_over()
    way = mat_turned_deg(plane)
    save_calibration(tmp_path, Calibration("a1", "2026-01-01", plane, {}, 0.3, None, "picamera"), EMPTY)
    assert choose_calibration(tmp_path, "picamera", plane.size, way + 30) == ""
    assert choose_calibration(tmp_path, "picamera", plane.size, None) == ""
    assert "turned another way" in choose_calibration(tmp_path, "picamera", plane.size, way + turned)
    assert load_calibration(tmp_path) is None
    save_calibration(tmp_path, Calibration("b2", "2026-01-01", turned_about(plane, turned), {}, 0.3, None, "picamera"))
    assert choose_calibration(tmp_path, "picamera", plane.size, way) == ""
    calibration = load_calibration(tmp_path)
    assert calibration is not None
    assert calibration.id == "a1"
    assert choose_calibration(tmp_path, "picamera", plane.size, way + turned) == ""


def turned_about(plane: Plane, degrees: float) -> Plane:
    """The same camera over a mat that somebody has turned."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return replace(plane, rotation=plane.rotation @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]))


def test_a_calibration_from_a_picture_fits_any_camera(tmp_path: Path) -> None:
    save_calibration(tmp_path, Calibration("a1", "2026-01-01", camera_over(), {}))
    assert choose_calibration(tmp_path, "usb:0", (640, 480)) == ""
    assert choose_calibration(tmp_path / "new", "usb:0", (640, 480)) == ""
