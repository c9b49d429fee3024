"""The Pi's camera, faked at the seam: what is asked of Picamera2 and what is made of its answers."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble
from hardware.cameras.picam import open_picamera, pi_cameras


class Request:
    """One completed request with both streams, to be given back."""

    def __init__(self, camera: Fake) -> None:
        self.camera = camera
        camera.out += 1

    def make_array(self, stream: str) -> np.ndarray[Any, Any]:
        if stream == "main":
            return np.full((1296, 2304, 3), (10, 20, 200), np.uint8)
        bgr = np.full((360, 640, 3), (10, 20, 200), np.uint8)
        return np.pad(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420), ((0, 0), (0, 64)))

    def get_metadata(self) -> dict[str, Any]:
        self.camera.taken += 1
        drift = max(0, 6 - self.camera.taken) * 1000
        held = self.camera.controls if self.camera.obeys else {}
        told = {"ExposureTime": 12000 + drift, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.6)}
        return told | {key: value for key, value in held.items() if key in told}

    def release(self) -> None:
        self.camera.out -= 1


class Fake:
    """The part of Picamera2 that the adapter uses."""

    present = 1
    busy = False
    made: list[Fake]

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Device or resource busy")
        self.camera_controls = {"AfMode": (0, 2, 0)}
        self.controls: dict[str, Any] = {}
        self.calls: list[str] = []
        self.taken = self.out = 0
        self.obeys, self.hangs = True, False
        Fake.made.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, int]]:
        return [{"Num": n} for n in range(Fake.present)]

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, config: dict[str, Any]) -> None:
        self.config = config

    def start(self) -> None:
        self.calls.append("start")

    def autofocus_cycle(self) -> bool:
        self.calls.append("focus")
        return True

    def capture_request(self, wait: bool) -> str:
        assert not wait, "a wait without a deadline may hang for ever"
        return "job"

    def wait(self, job: str, timeout: float) -> Request:
        if self.hangs:
            raise TimeoutError
        return Request(self)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("picamera2")
    module.Picamera2 = Fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(Fake, "made", [], raising=False)


def test_exposure_gain_and_white_balance_are_locked_once_they_rest_and_read_back() -> None:
    camera = open_picamera()
    fake = Fake.made[0]
    assert fake.calls == ["start", "focus"]
    assert fake.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 12000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.6),
    }
    meta = camera.small()[1]
    assert meta["locked"] == "yes"
    assert (meta["exposure_us"], meta["gain"], meta["red"], meta["blue"]) == (12000.0, 2.0, 1.8, 1.6)


def test_a_camera_that_does_not_obey_is_not_called_locked() -> None:
    camera = open_picamera()
    fake = Fake.made[0]
    fake.obeys = False
    fake.taken = -20
    assert camera.small()[1]["locked"] == "no"


def test_the_small_stream_is_watched_and_the_whole_one_read() -> None:
    camera = open_picamera()
    small = camera.small()[0]
    assert small.shape == (360, 640, 3)
    assert np.abs(small.reshape(-1, 3).mean(0) - (10, 20, 200)).max() < 6
    image, small, _ = camera.full()
    assert image.shape == (1296, 2304, 3)
    assert tuple(image[0, 0]) == (10, 20, 200)
    assert Fake.made[0].config["buffer_count"] <= 4


def test_every_request_is_given_back() -> None:
    camera = open_picamera()
    for _ in range(5):
        camera.small()
        camera.full()
    assert Fake.made[0].out == 0
    camera.close()
    assert Fake.made[0].calls[-2:] == ["stop", "close"]


def test_a_silent_camera_is_a_sentence() -> None:
    camera = open_picamera()
    Fake.made[0].hangs = True
    with pytest.raises(CameraTrouble, match="check the ribbon cable"):
        camera.small()


def test_absent_and_busy_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fake, "busy", True)
    with pytest.raises(CameraTrouble, match="busy"):
        open_picamera()
    monkeypatch.setattr(Fake, "present", 0)
    assert pi_cameras() == 0
    with pytest.raises(CameraTrouble, match="sees no camera"):
        open_picamera()
