"""The change maps of a window of a picture, also where pieces fill most of the window."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection.change import ChangeMaps, change_maps

EDGE = 160
SQUARES = [np.array([[x, y], [x + 70, y], [x + 70, y + 70], [x, y + 70]], float) for x in (6, 84) for y in (6, 84)]
Image = NDArray[np.uint8]


def cloth() -> Image:
    grain = np.random.default_rng(5).normal(0, 1, (EDGE, EDGE, 1))
    return np.asarray(110 + 400 * cv2.GaussianBlur(grain, (0, 0), 3)[..., None] * np.ones(3), np.uint8)


def with_patches(empty: Image, corners: list[NDArray[np.float64]]) -> Image:
    """The table 10 % brighter, with a patch of another pattern on each square."""
    picture: Image = np.clip(empty * 1.1, 0, 255).astype(np.uint8)
    pattern = np.random.default_rng(6).integers(20, 240, (EDGE // 8, EDGE // 8, 3)).astype(np.uint8)
    patch = cv2.resize(pattern, (EDGE, EDGE))
    for square in corners:
        (left, top), (right, bottom) = square[0].astype(int), square[2].astype(int)
        picture[top:bottom, left:right] = patch[top:bottom, left:right]
    return picture


def maps_of(picture: Image, empty: Image, pieces: list[NDArray[np.float64]]) -> ChangeMaps:
    return change_maps(picture, empty, (0, 0, EDGE, EDGE), 1.0, 1.0, pieces)


@pytest.mark.parametrize(
    ("patches", "known", "explained"),
    [
        ([], [], True),
        (SQUARES[:1], [], True),
        (SQUARES, [], False),
        (SQUARES, SQUARES, True),
        (SQUARES, SQUARES[:1], False),
    ],
    ids=["empty", "one piece", "crowd", "known crowd", "partly known crowd"],
)
def test_a_crowd_hides_the_table_unless_its_pieces_are_known(
    patches: list[NDArray[np.float64]], known: list[NDArray[np.float64]], explained: bool
) -> None:
    empty = cloth()
    assert maps_of(with_patches(empty, patches), empty, known).explained == explained


@pytest.mark.parametrize("middle", [30, 80, 110])
@pytest.mark.parametrize("dark", [0.3, 0.5])
def test_the_edge_of_a_soft_shadow_is_no_change(middle: int, dark: float) -> None:
    empty = cloth()
    lit = 1 - dark / (1 + np.exp((middle - np.arange(EDGE)) / 12))
    picture = (with_patches(empty, SQUARES[:1]) * lit[:, None]).astype(np.uint8)
    maps = maps_of(picture, empty, [])
    (left, top), (right, bottom) = SQUARES[0][0].astype(int), SQUARES[0][2].astype(int)
    away = np.ones((EDGE, EDGE), bool)
    away[: bottom + 3, : right + 3] = False
    assert maps.explained
    assert maps.change[top:bottom, left:right].mean() > 0.5
    assert maps.change[away].mean() < 0.1


def test_only_the_pieces_change_where_they_are_known() -> None:
    empty = cloth()
    change = maps_of(with_patches(empty, SQUARES), empty, SQUARES).change
    on_pieces = np.zeros((EDGE, EDGE), bool)
    for square in SQUARES:
        (left, top), (right, bottom) = square[0].astype(int), square[2].astype(int)
        on_pieces[top - 3 : bottom + 3, left - 3 : right + 3] = True
    assert change[on_pieces].mean() > 0.5
    assert change[~on_pieces].mean() < 0.1


def test_pieces_that_leave_no_table_are_ignored() -> None:
    empty = cloth()
    whole = [np.array([[-5, -5], [EDGE, -5], [EDGE, EDGE], [-5, EDGE]], float)]
    assert maps_of(with_patches(empty, SQUARES[:1]), empty, whole).explained


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.4])
def test_a_pixel_of_the_maps_is_where_the_documented_formula_says(scale: float) -> None:
    empty = cloth()
    maps = change_maps(empty, empty, (30, 20, EDGE, EDGE), 1.0, scale)
    pixels = np.array([[0.0, 0.0], [7.0, 3.0], [12.5, 40.0]])
    assert maps.to_map((pixels + 0.5) / scale - 0.5 + (30, 20)) == pytest.approx(pixels, abs=1e-4)


def test_the_change_is_where_the_piece_is_at_every_scale() -> None:
    """The middle of what changed is the middle of the patch, as the pixels of the maps are converted."""
    empty = cloth()
    picture = with_patches(empty, SQUARES[:1])
    for scale in (1.0, 0.5, 0.25):
        maps = change_maps(picture, empty, (0, 0, EDGE, EDGE), 1.0, scale)
        down, across = np.nonzero(maps.change > 0.5)
        middle = maps.to_map(SQUARES[0].mean(axis=0)[None] - 0.5)[0]
        assert (across.mean(), down.mean()) == pytest.approx(tuple(middle), abs=1.5 * scale)


def test_a_picture_on_its_side_has_the_same_change_on_its_side() -> None:
    empty = cloth()
    picture = with_patches(empty, SQUARES[:1])
    upright = maps_of(picture, empty, [])
    aside = maps_of(picture.swapaxes(0, 1).copy(), empty.swapaxes(0, 1).copy(), [])
    assert np.abs(aside.change.T - upright.change).mean() < 0.01
