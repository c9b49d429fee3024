"""A crop shows the piece round or square, in the middle, whatever the slant."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.crops import CONTEXT, SIZE, alone, box_around, cut

Pixels = NDArray[Any]

TURNS = np.arange(24) * np.pi / 12


def ellipse(centre: tuple[float, float], wide: float, high: float, degrees: float = 0.0) -> Pixels:
    turn = np.deg2rad(degrees)
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(
        np.array(centre) + np.stack([wide / 2 * np.cos(TURNS), high / 2 * np.sin(TURNS)], axis=1) @ along.T
    )


@pytest.mark.parametrize(
    ("wide", "high", "degrees"), [(60, 60, 0), (80, 50, 0), (90, 55, 30), (400, 300, 70), (30, 26, 10)]
)
def test_an_ellipse_becomes_a_circle(wide: float, high: float, degrees: float) -> None:
    image = np.zeros((600, 800, 3), np.uint8)
    rim = ellipse((400, 300), wide, high, degrees)
    cv2.fillPoly(image, [np.round(rim * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 4)
    bright = cut(image, rim, "stone")[..., 0] > 127
    y, x = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
    inside = np.hypot(x, y) < SIZE / CONTEXT / 2
    assert (bright == inside).mean() > 0.95


def test_a_slanted_face_becomes_a_square_that_stands_upright() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    corners = np.array([[100, 90], [190, 110], [180, 200], [95, 180]], np.float32)
    cv2.fillConvexPoly(image, corners.astype(np.int32), (255, 255, 255))
    image[85:130, 90:130, 1] = 0
    for turned in range(4):
        crop = cut(image, np.roll(corners, turned, axis=0), "die")
        edge = int(SIZE * (1 - 1 / CONTEXT) / 2)
        assert (crop[edge + 2 : -edge - 2, edge + 2 : -edge - 2, 0] > 127).mean() > 0.97
        assert crop[edge + 4, edge + 4, 1] == 0
        assert crop[-edge - 4, -edge - 4, 1] == 255


def test_a_crop_beyond_the_picture_repeats_its_border() -> None:
    crop = cut(np.full((50, 50, 3), 77, np.uint8), ellipse((0, 25), 40, 40), "stone")
    assert crop.shape == (SIZE, SIZE, 3)
    assert (crop == 77).all()


def test_the_surroundings_of_stones_are_removed_and_those_of_dice_kept() -> None:
    crops = np.random.default_rng(2).integers(0, 256, (2, SIZE, SIZE, 3), dtype=np.uint8)
    stone, die = alone(crops, ["stone", "die"])
    middle = slice(SIZE // 4, 3 * SIZE // 4)
    np.testing.assert_array_equal(stone[middle, middle], crops[0, middle, middle])
    assert np.ptp(stone[:6, :6]) == 0
    np.testing.assert_array_equal(die, crops[1])


@pytest.mark.parametrize(
    ("points", "least", "box"),
    [
        ([(10.2, 20.0), (30.5, 25.9)], 0, (10, 20, 32, 27)),
        ([(-5.0, 40.0), (300.0, 90.0)], 0, (0, 40, 160, 90)),
        ([(10.2, 20.0), (30.5, 25.9)], 24, (10, 20, 34, 44)),
        ([(150.0, 85.0), (152.0, 86.0)], 24, (136, 66, 160, 90)),
    ],
)
def test_a_box_contains_its_points_within_the_picture(
    points: list[tuple[float, float]], least: int, box: tuple[int, int, int, int]
) -> None:
    assert box_around(np.array(points), (90, 160, 3), least) == box
