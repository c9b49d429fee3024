"""A table seen by a camera that the tests know exactly: white, with printed markers where the test lays them."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry, Plane

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_WHITE, _BLACK = 0.8, 0.02


def camera_over(
    tilt_deg: float = 20.0,
    turn_deg: float = 5.0,
    height_mm: float = 620.0,
    size: tuple[int, int] = (1640, 1232),
    k1: float = 0.0,
    markers: Mapping[int, Floats] | None = None,
) -> Plane:
    """A camera that looks at the middle of the mat, leaning back by the tilt and turned about its own axis."""
    tilt, turn = np.radians(tilt_deg), np.radians(turn_deg)
    down = np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]], dtype=np.float64)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    roll = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lens = Lens.guess(size, 0.78 * size[0], k1)
    laid = dict(markers or Geometry().corners())
    return Plane(lens, roll @ lean @ down, np.array([0.0, 0.0, height_mm]), laid, 0.0, lens_given=True)


def photograph(plane: Plane, marker_mm: float = 30.0, without: tuple[int, ...] = ()) -> Image:
    """The picture that this camera takes of the markers lying on a white table."""
    light = np.full((plane.size[1], plane.size[0]), _WHITE, dtype=np.float32)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for i, corners in plane.markers.items():
        if i not in without:
            _print(light, plane, np.asarray(cv2.aruco.generateImageMarker(dictionary, i, 60), dtype=np.uint8), corners)
    noisy = 255 * cv2.GaussianBlur(light, (0, 0), 0.8) ** (1 / 2.2)
    noisy += np.random.default_rng(5).normal(0, 2, noisy.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


def _print(light: NDArray[np.float32], plane: Plane, marker: Image, corners: Floats) -> None:
    """Look up, for every pixel about the marker, which cell of the print it sees."""
    outline = plane.to_px(corners)
    low, high = np.floor(outline.min(axis=0)).astype(int) - 2, np.ceil(outline.max(axis=0)).astype(int) + 3
    fine = 4
    steps = (np.arange(fine) - (fine - 1) / 2) / fine
    xs = (np.arange(low[0], high[0])[:, None] + steps).ravel()
    ys = (np.arange(low[1], high[1])[:, None] + steps).ravel()
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    to_print, _ = cv2.findHomography(corners, np.array([[0, 0], [60, 0], [60, 60], [0, 60]], dtype=np.float64))
    where = cv2.perspectiveTransform(plane.to_mm(grid).reshape(-1, 1, 2), to_print).reshape(-1, 2)
    inside = ((where >= 0) & (where < 60)).all(axis=1)
    column, row = np.clip(where.astype(int), 0, 59).T
    values = np.where(inside & (marker[row, column] == 0), _BLACK, _WHITE).astype(np.float32)
    fine_picture = values.reshape(len(ys), len(xs))
    patch = cv2.resize(fine_picture, (len(xs) // fine, len(ys) // fine), interpolation=cv2.INTER_AREA)
    light[low[1] : high[1], low[0] : high[0]] = patch
