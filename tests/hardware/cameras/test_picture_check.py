"""Frozen pictures are noticed, and red and blue told apart by comparing the large picture with the small YUV one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble, Image, Meta
from hardware.cameras.picture_check import SAME_MOST, ChannelOrder, FrozenCheck, is_swapped
from hardware.cameras.sources import is_sensor
from hardware.simulated.paint import Light, paint_empty
from hardware.simulated.surface import surface
from hardware.simulated.view import looking_down

RNG = np.random.default_rng(18)
SCENE = RNG.integers(40, 200, (36, 64, 3), np.uint8)


class Sensor:
    """A device that shows one scene; while it lives, noise changes a pixel in each picture."""

    def __init__(self, scene: Image = SCENE) -> None:
        self.scene, self.frozen, self.closed = scene, False, False

    def small(self) -> tuple[Image, Meta]:
        if not self.frozen:
            self.scene = self.scene.copy()
            self.scene[tuple(RNG.integers(0, 36, 2))] ^= 1
        return self.scene.copy(), {}

    def full(self) -> tuple[Image, Image, Meta]:
        small, meta = self.small()
        return small, small, meta

    def close(self) -> None:
        self.closed = True


def test_a_still_table_is_not_taken_for_a_frozen_camera() -> None:
    device = FrozenCheck("usb:0").opened(Sensor)
    for _ in range(10 * SAME_MOST):
        device.small()


def test_a_frozen_camera_is_reported_until_its_picture_changes() -> None:
    sensor, check = Sensor(), FrozenCheck("usb:0")
    device = check.opened(lambda: sensor)
    device.small()
    sensor.frozen = True
    for _ in range(SAME_MOST - 1):
        device.small()
    with pytest.raises(CameraTrouble, match=r"usb:0 sends the same picture.* unplug it"):
        device.full()
    device.close()
    assert sensor.closed
    for _ in range(3):
        with pytest.raises(CameraTrouble, match="sends the same picture"):
            check.opened(lambda: sensor).small()
    sensor.frozen = False
    for _ in range(2 * SAME_MOST):
        check.opened(lambda: sensor).small()


@pytest.mark.parametrize("level", [0, 255])
def test_a_dark_or_white_picture_is_not_called_frozen(level: int) -> None:
    sensor = Sensor(np.full((36, 64, 3), level, np.uint8))
    sensor.frozen = True
    device = FrozenCheck("usb:0").opened(lambda: sensor)
    for _ in range(2 * SAME_MOST):
        device.small()


def test_recorded_pictures_may_repeat() -> None:
    assert [is_sensor(source) for source in ("picamera", "picamera:1", "usb:0", "/dev/video0")] == [True] * 4
    assert [is_sensor(source) for source in ("table.mp4", "pictures/", "simulated")] == [False] * 3


def table(kind: str, seed: int) -> Image:
    """A painted picture of an empty table (BGR)."""
    return np.asarray(paint_empty(looking_down().scaled(640), surface(kind, seed), Light()).picture, np.uint8)


def through_yuv(image: Image) -> Image:
    """The same picture, small, on the way that a camera's YUV stream takes."""
    small = cv2.resize(image, (320, 180), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420), cv2.COLOR_YUV2BGR_I420), np.uint8)


@pytest.mark.parametrize("seed", range(4))
def test_swapped_colours_are_recognised_in_a_coloured_scene(seed: int) -> None:
    rng = np.random.default_rng(seed)
    patches = rng.integers(30, 220, (9, 16, 3)).astype(np.uint8)
    image = np.asarray(cv2.resize(patches, (1152, 648), interpolation=cv2.INTER_CUBIC), np.uint8)
    noisy = np.clip(image + rng.normal(0, 8, image.shape), 0, 255).astype(np.uint8)
    assert is_swapped(noisy, through_yuv(image)) is False
    assert is_swapped(np.ascontiguousarray(noisy[..., ::-1]), through_yuv(image)) is True


@pytest.mark.parametrize("kind", ["wood", "felt", "plain"])
def test_no_table_top_looks_like_swapped_colours(kind: str) -> None:
    top = table(kind, 3)
    assert is_swapped(top, through_yuv(top)) in (False, None)
    assert is_swapped(np.ascontiguousarray(top[..., ::-1]), through_yuv(top)) in (True, None)


def test_a_grey_scene_decides_nothing() -> None:
    grey = np.random.default_rng(1).integers(0, 255, (648, 1152, 1)).astype(np.uint8).repeat(3, axis=2)
    assert is_swapped(grey, through_yuv(grey)) is None


def test_a_decision_about_colours_holds_for_later_pictures() -> None:
    order = ChannelOrder()
    red, grey = np.full((648, 1152, 3), (10, 20, 200), np.uint8), np.full((648, 1152, 3), 90, np.uint8)
    swapped = np.ascontiguousarray(red[..., ::-1])
    assert (order.as_bgr(grey, through_yuv(grey)) == grey).all()
    assert (order.as_bgr(swapped, through_yuv(red)) == red).all()
    later = np.full((648, 1152, 3), (7, 8, 9), np.uint8)
    assert order.as_bgr(later, through_yuv(later))[0, 0].tolist() == [9, 8, 7]
