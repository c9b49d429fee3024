"""From a picture of the empty table to a calibration, or to a sentence that says why not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.table.calibrate import calibrate, unfit
from calibration.table.focus import SHARP_MM, SOFT_MM, focus
from hardware.simulated.table import SimulatedTable
from tests.vision.table import camera_over, photograph
from vision.geometry.plane import PlaneError


def test_a_good_calibration_gives_one_sentence() -> None:
    true = camera_over(tilt_deg=20, height_mm=600)
    done = calibrate(photograph(true), lens=true.lens)
    assert done.plane.error_mm < 0.4
    assert "400 x 300 mm apart" in done.words
    assert done.words.startswith("The mat is found, exact to 0.")
    assert "camera 56 cm above the table, tilted by 20 degrees, lens as given" in done.words
    assert calibrate(photograph(true)).words.endswith("lens estimated from this picture.")


def test_corner_cards_are_called_so() -> None:
    markers = {i: corners + np.array([20 * i, -30 * i]) for i, corners in camera_over().markers.items()}
    cards = camera_over(markers=markers)
    assert calibrate(photograph(cards), lens=cards.lens).words.startswith("The corner cards are found, exact to 0.")


def test_every_corner_must_be_detected() -> None:
    with pytest.raises(PlaneError, match="not seen: near left"):
        calibrate(photograph(camera_over(), without=(3,)))


def test_a_picture_without_a_mat_is_refused() -> None:
    with pytest.raises(PlaneError, match="No marker"):
        calibrate(np.zeros((480, 640, 3), dtype=np.uint8))


@pytest.mark.parametrize(
    ("most_px", "words"),
    [
        (14, r"The mat does not fit the picture \(off by 2\.\d mm\)"),
        (7, r"The mat is found, but off by 1\.\d mm: lay it flat"),
    ],
)
def test_a_mat_that_does_not_lie_flat_is_refused(most_px: float, words: str) -> None:
    true = camera_over()
    picture = photograph(true)
    ys, xs = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    bent = cv2.remap(picture, xs + most_px * np.sin(xs / 60), ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    with pytest.raises(PlaneError, match=words):
        calibrate(np.asarray(bent, dtype=np.uint8), lens=true.lens)


@pytest.mark.parametrize(
    ("light", "blur", "words"),
    [
        (1.0, 0.0, ""),
        (1.0, 1.5, ""),  # a little soft
        (0.4, 0.0, ""),  # rather dark
        (1.0, 4.0, "The picture is out of focus"),
        (0.15, 0.0, "It is too dark to read anything"),
        (0.15, 4.0, "It is too dark to read anything"),
    ],
)
def test_a_dark_or_blurred_picture_is_unfit_for_throws(light: float, blur: float, words: str) -> None:
    empty = SimulatedTable(lambda: 0.0).empty()
    dimmed = (empty * light).astype(np.uint8)
    seen = np.asarray(cv2.GaussianBlur(dimmed, (0, 0), blur) if blur else dimmed, np.uint8)
    said = unfit(seen, calibrate(empty).plane)
    assert said.startswith(words)
    assert bool(said) is bool(words)


def test_without_a_marker_in_view_the_focus_makes_no_picture_unfit() -> None:
    empty = SimulatedTable(lambda: 0.0).empty()
    assert unfit(np.full_like(empty, 200), calibrate(empty).plane) == ""


@pytest.mark.parametrize(
    ("blur", "least_mm", "most_mm", "words"),
    [
        (0.0, 0.0, SHARP_MM, "The picture is sharp."),
        (1.5, SHARP_MM, SOFT_MM, "The picture is a little soft"),
        (4.0, SOFT_MM, 9.0, "The picture is out of focus"),
    ],
)
def test_the_words_about_the_focus_agree_with_its_measure(
    blur: float, least_mm: float, most_mm: float, words: str
) -> None:
    empty = SimulatedTable(lambda: 0.0).empty()
    seen = np.asarray(cv2.GaussianBlur(empty, (0, 0), blur) if blur else empty, np.uint8)
    measured = focus(seen, calibrate(empty).plane)
    assert measured is not None
    assert least_mm < measured.smear_mm <= most_mm
    assert measured.words.startswith(words)
    assert measured.sharp is (blur == 0)
