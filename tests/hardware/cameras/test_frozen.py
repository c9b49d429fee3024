"""A frozen camera is reported, stays reported while it is opened anew, and recovers by itself."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble, Image, Meta
from hardware.cameras.picture_check import SAME_MOST, FrozenCheck
from hardware.cameras.sources import is_sensor

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


def test_a_still_table_is_no_frozen_camera() -> None:
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
