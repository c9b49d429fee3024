"""Each camera and picture size has its own calibration."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.cameras import choose
from calibration.store import Calibration, load_calibration, load_empty, save_calibration
from tests.vision.table import camera_over

EMPTY = np.full((8, 8, 3), 90, np.uint8)


def test_a_changed_camera_brings_its_own_calibration(tmp_path: Path) -> None:
    plane = camera_over()
    first = Calibration("a1", "2026-01-01", plane, {}, 0.3, None, "picamera")
    save_calibration(tmp_path, first, EMPTY)
    assert choose(tmp_path, "picamera", plane.size) == ""
    words = choose(tmp_path, "/dev/video0", plane.size)
    assert "another camera or picture size (picamera" in words
    assert load_calibration(tmp_path) is None
    assert load_empty(tmp_path) is None
    save_calibration(tmp_path, replace(first, id="b2", camera="usb:0"), EMPTY + 1)
    assert choose(tmp_path, "/dev/video0", plane.size) == ""
    assert choose(tmp_path, "picamera", plane.size) == ""
    kept, empty = load_calibration(tmp_path), load_empty(tmp_path)
    assert kept is not None
    assert empty is not None
    assert (kept.id, empty[0, 0, 0]) == ("a1", 90)
    assert "calibrate it for this one" in choose(tmp_path, "picamera", (1296, 2304))


def test_a_calibration_from_a_picture_fits_any_camera(tmp_path: Path) -> None:
    save_calibration(tmp_path, Calibration("a1", "2026-01-01", camera_over(), {}))
    assert choose(tmp_path, "usb:0", (640, 480)) == ""
    assert choose(tmp_path / "new", "usb:0", (640, 480)) == ""
