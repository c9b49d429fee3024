"""Red and blue are told apart by comparing the large picture with the small one, which is YUV."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import Image
from hardware.cameras.channels import ChannelOrder, is_swapped
from hardware.simulated.paint import Light, paint_empty
from hardware.simulated.surface import surface
from hardware.simulated.view import looking_down


def table(kind: str, seed: int) -> Image:
    """A painted picture of an empty table (BGR)."""
    return np.asarray(paint_empty(looking_down().scaled(640), surface(kind, seed), Light()).picture, np.uint8)


def through_yuv(image: Image) -> Image:
    """The same picture, small, on the way that a camera's YUV stream takes."""
    small = cv2.resize(image, (320, 180), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420), cv2.COLOR_YUV2BGR_I420), np.uint8)


@pytest.mark.parametrize("seed", range(4))
def test_a_swapped_picture_of_a_coloured_scene_is_told_from_a_proper_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    patches = rng.integers(30, 220, (9, 16, 3)).astype(np.uint8)
    image = np.asarray(cv2.resize(patches, (1152, 648), interpolation=cv2.INTER_CUBIC), np.uint8)
    noisy = np.clip(image + rng.normal(0, 8, image.shape), 0, 255).astype(np.uint8)
    assert is_swapped(noisy, through_yuv(image)) is False
    assert is_swapped(np.ascontiguousarray(noisy[..., ::-1]), through_yuv(image)) is True


@pytest.mark.parametrize("kind", ["wood", "felt", "plain"])
def test_no_table_top_is_taken_for_the_wrong_way_round(kind: str) -> None:
    top = table(kind, 3)
    assert is_swapped(top, through_yuv(top)) in (False, None)
    assert is_swapped(np.ascontiguousarray(top[..., ::-1]), through_yuv(top)) in (True, None)


def test_a_grey_scene_decides_nothing() -> None:
    grey = np.random.default_rng(1).integers(0, 255, (648, 1152, 1)).astype(np.uint8).repeat(3, axis=2)
    assert is_swapped(grey, through_yuv(grey)) is None


def test_what_was_found_out_once_holds_for_later_pictures() -> None:
    order = ChannelOrder()
    red, grey = np.full((648, 1152, 3), (10, 20, 200), np.uint8), np.full((648, 1152, 3), 90, np.uint8)
    swapped = np.ascontiguousarray(red[..., ::-1])
    assert (order.as_bgr(grey, through_yuv(grey)) == grey).all()
    assert (order.as_bgr(swapped, through_yuv(red)) == red).all()
    later = np.full((648, 1152, 3), (7, 8, 9), np.uint8)
    assert order.as_bgr(later, through_yuv(later))[0, 0].tolist() == [9, 8, 7]
