"""Detection without a calibration: flat ellipses are found in a stretched picture, at their places in the original."""

import cv2
import numpy as np
import pytest

from vision.detection.detector import Spot
from vision.pipeline import find
from vision.uncalibrated import _flattened, _usual_sizes


@pytest.mark.parametrize("kind", ["disc", "die"])
def test_a_spot_of_the_stretched_picture_is_converted_back(kind: str) -> None:
    taller = 1.6
    true = np.array([[30.0, 4.0], [2.0, 11.0]])  # half axes of a slanting face
    drawn = np.diag([1.0, taller]) @ true
    turned, sizes, back = np.linalg.svd(drawn)
    angle = float(np.arctan2(*(turned @ back)[[1, 0], 0]))
    middle = np.array([120.0, (80.0 + 0.5) * taller - 0.5])
    spot = Spot("die" if kind == "die" else "disc", 0.8, middle, turned @ np.diag(sizes) @ turned.T, angle)
    flat = _flattened(spot, taller)
    np.testing.assert_allclose(flat.middle, (120.0, 80.0))
    np.testing.assert_allclose(flat.axes, true, atol=1e-9)
    np.testing.assert_allclose(flat.shape @ flat.shape, true @ true.T, atol=1e-6)


def test_discs_seen_from_low_down_are_found() -> None:
    image = np.full((480, 720, 3), (70, 110, 60), np.uint8)
    image = (image + np.random.default_rng(3).normal(0, 4, image.shape)).clip(0, 255).astype(np.uint8)
    places = [(150, 150), (390, 130), (560, 260), (240, 330)]
    for x, y in places:
        cv2.ellipse(image, (x, y + 4), (60, 28), 0, 0, 360, (60, 80, 90), -1, cv2.LINE_AA)
        cv2.ellipse(image, (x, y), (60, 28), 0, 0, 360, (190, 215, 230), -1, cv2.LINE_AA)
        cv2.ellipse(image, (x, y), (22, 10), 0, 0, 360, (40, 40, 150), 3, cv2.LINE_AA)
    found = [one for one in find(image) if one.kind == "stone"]
    assert len(found) == 4
    for one in found:
        assert min(np.hypot(one.centre_px[0] - x, one.centre_px[1] - y) for x, y in places) < 6
        assert np.ptp([point[0] for point in one.outline_px]) == pytest.approx(120, rel=0.12)


def spots_of(size: float, score: float, count: int) -> list[Spot]:
    return [Spot("disc", score, np.array([100.0 * n, 50.0]), np.eye(2) * size / 2, 0.0) for n in range(count)]


def test_fields_like_tokens_give_two_usual_sizes() -> None:
    fields, tokens = spots_of(120, 0.7, 6), spots_of(50, 0.65, 5)
    assert _usual_sizes([*tokens, *fields]) == pytest.approx([120, 50])
    assert _usual_sizes([*fields, *spots_of(20, 0.4, 2)]) == pytest.approx([120])
    assert _usual_sizes([]) == []


def test_a_die_of_few_pixels_is_found() -> None:
    image = np.full((200, 280, 3), (150, 160, 165), np.uint8)
    image = (image + np.random.default_rng(5).normal(0, 3, image.shape)).clip(0, 255).astype(np.uint8)
    places = [(60, 60), (140, 120), (220, 70)]
    for x, y in places:
        cv2.rectangle(image, (x - 8, y - 8), (x + 7, y + 7), (40, 40, 170), -1, cv2.LINE_AA)
        for dx, dy in ((-4, -4), (4, 4), (0, 0), (-4, 4), (4, -4)):
            cv2.circle(image, (x + dx, y + dy), 1, (240, 240, 240), -1, cv2.LINE_AA)
    found = find(image)
    assert [one.kind for one in found] == ["die"] * 3
    for one in found:
        assert min(np.hypot(one.centre_px[0] - x, one.centre_px[1] - y) for x, y in places) < 2
