"""From a picture of the empty table to a calibration, or to a sentence that says why not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.table.calibrate import calibrate
from tests.vision.table import camera_over, photograph
from vision.geometry.plane import PlaneError


def test_a_good_calibration_gives_one_sentence() -> None:
    true = camera_over(tilt_deg=20, height_mm=600)
    done = calibrate(photograph(true), lens=true.lens)
    assert done.plane.error_mm < 0.4
    assert "400 x 300 mm apart" in done.words
    assert "camera 56 cm above the table, tilted by 20 degrees, lens as given" in done.words


def test_every_corner_must_be_detected() -> None:
    with pytest.raises(PlaneError, match="not seen: near left"):
        calibrate(photograph(camera_over(), without=(3,)))


def test_a_picture_without_a_mat_is_refused() -> None:
    with pytest.raises(PlaneError, match="No marker"):
        calibrate(np.zeros((480, 640, 3), dtype=np.uint8))


def test_a_mat_that_does_not_lie_flat_is_refused() -> None:
    true = camera_over()
    picture = photograph(true)
    ys, xs = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    bent = cv2.remap(picture, xs + 14 * np.sin(xs / 60), ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    with pytest.raises(PlaneError, match="off by"):
        calibrate(np.asarray(bent, dtype=np.uint8), lens=true.lens)
