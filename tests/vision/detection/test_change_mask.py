"""Which pieces lie unchanged between two pictures, in any light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection.change_mask import ChangeMask, change_mask

FACE = ((100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0))


def picture(seed: int, light: float = 1.0, at: tuple[int, int] = (52, 52)) -> NDArray[np.uint8]:
    """A small noisy picture with one dark face, half as wide as the whole one."""
    image = np.full((90, 160, 3), 150.0)
    cv2.rectangle(image, at, (at[0] + 16, at[1] + 16), (60.0, 90.0, 40.0), -1)
    image = image * light + np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def test_an_untouched_piece_is_unchanged_in_any_light() -> None:
    for light in (1.0, 0.8):
        mask = change_mask(picture(2, light), picture(1), 320)
        assert mask is not None
        assert mask.is_unchanged(FACE)
        assert not mask.is_unchanged(())


@pytest.mark.parametrize(("rows", "unchanged"), [(1, True), (2, False)])
def test_a_piece_is_unchanged_where_almost_nothing_of_its_face_differs(rows: int, *, unchanged: bool) -> None:
    """Of a face 40 pixels wide and high one row may differ, but not two: 2.5 % and 5 %."""
    changed = np.zeros((180, 320), np.uint8)
    changed[110 : 110 + rows] = 1
    outline = ((100.0, 100.0), (139.0, 100.0), (139.0, 139.0), (100.0, 139.0))
    assert ChangeMask(changed, 1.0).is_unchanged(outline) == unchanged


def test_only_an_outline_with_three_points_can_be_unchanged() -> None:
    mask = ChangeMask(np.zeros((180, 320), np.uint8), 1.0)
    assert [mask.is_unchanged(FACE[:points]) for points in range(5)] == [False, False, False, True, True]


def test_a_moved_or_turned_piece_is_changed() -> None:
    for at in ((56, 52), (90, 20)):
        mask = change_mask(picture(2, at=at), picture(1), 320)
        assert mask is not None
        assert not mask.is_unchanged(FACE)


@pytest.mark.parametrize("edge", [40, 60, 90])
def test_a_shadow_over_a_part_of_the_table_is_no_change(edge: int) -> None:
    """The shadow's edge runs beside the piece, across it, or beyond it."""
    shadow = np.where(np.arange(160) < edge, 1.0, 0.6)[None, :, None]
    soft = cv2.GaussianBlur(np.broadcast_to(shadow, (90, 160, 1)).copy(), (0, 0), 6)[..., None]
    for at, unchanged in (((52, 52), True), ((56, 52), False), ((90, 20), False)):
        mask = change_mask((picture(2, at=at) * soft).astype(np.uint8), picture(1), 320)
        assert mask is not None
        assert mask.is_unchanged(FACE) == unchanged


def test_change_needs_an_earlier_picture_of_the_same_size() -> None:
    assert change_mask(picture(1), None, 320) is None
    assert change_mask(picture(1), picture(1)[:80], 320) is None


def test_a_mask_of_a_part_of_the_picture_converts_points_there_and_back() -> None:
    mask = ChangeMask(np.zeros((50, 80), np.uint8), 0.25, (100.0, 40.0))
    places = np.array([[0, 0], [79, 49]])
    px = mask.to_px(places)
    assert px.tolist() == [[101.5, 41.5], [417.5, 237.5]]
    assert mask.to_mask(px).tolist() == places.tolist()


def test_a_pixel_of_the_mask_stands_for_all_pixels_of_the_picture_that_it_covers() -> None:
    mask = ChangeMask(np.zeros((50, 80), np.uint8), 0.25, (100.0, 40.0))
    px = np.array([[100.0, 40.0], [103.0, 43.0], [104.0, 44.0], [107.0, 47.0]])
    assert mask.to_mask(px).tolist() == [[0, 0], [0, 0], [1, 1], [1, 1]]
