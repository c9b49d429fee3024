"""A lens maps points to the pixels at which OpenCV sees them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry.lens import Lens, LensError

MATRIX = np.array([[1800.0, 0, 1152.3], [0, 1750.0, 640.7], [0, 0, 1]])
STRAIGHT, BENT = np.zeros(5), np.array([0.11, -0.23, 0.004, -0.003, 0.05])
POINTS = np.random.default_rng(4).uniform((-300, -200, 200), (300, 200, 900), (500, 3))


@pytest.mark.parametrize("dist", [STRAIGHT, BENT], ids=["straight", "bent"])
def test_points_appear_where_opencv_sees_them(dist: np.ndarray) -> None:
    wanted, _ = cv2.projectPoints(POINTS.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), MATRIX, dist)
    np.testing.assert_allclose(Lens(MATRIX, dist, (2304, 1296)).to_px(POINTS), wanted.reshape(-1, 2), atol=1e-8)


def test_a_point_in_the_camera_has_a_pixel_too() -> None:
    assert np.isfinite(Lens(MATRIX, BENT, (2304, 1296)).to_px(np.zeros((1, 3)))).all()


@pytest.mark.parametrize(
    "change",
    [
        {"camera_matrix": [[1800, 0, float("nan")], [0, 1750, 640], [0, 0, 1]]},
        {"camera_matrix": [[float("inf"), 0, 1152], [0, 1750, 640], [0, 0, 1]]},
        {"dist_coeffs": [0, 0, 0, 0, float("nan")]},
        {"width": float("inf")},
        {"width": 10**400, "height": 10**400},
        {"camera_matrix": [[1e-9, 0, 1152], [0, 1e-9, 640], [0, 0, 1]]},
        {"camera_matrix": [[1e9, 0, 1152], [0, 1e9, 640], [0, 0, 1]]},
        {"camera_matrix": [[1800, 0, 1e9], [0, 1750, 640], [0, 0, 1]]},
        {"dist_coeffs": [1e9, 0, 0, 0, 0]},
    ],
)
def test_a_lens_of_impossible_numbers_is_reported_in_a_sentence(change: dict[str, object]) -> None:
    with pytest.raises(LensError, match="The lens file"):
        Lens.from_dict({**Lens(MATRIX, BENT, (2304, 1296)).to_dict(), **change})
