"""The Pi's camera, faked at the seam: the calls to Picamera2, and the use of its answers."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble
from hardware.cameras.feed import Feed, Patience
from hardware.cameras.mains import Hertz
from hardware.cameras.picam import CANCEL_FOCUS, FAST_FPS, FLICKER_MANUAL, _busy, _why_none, open_picamera, pi_cameras
from tests.hardware.cameras.fake_picamera2 import SENSORS, STALE, Fake, Hardware, mode

PATIENT = Patience(retry_s=(0.01,), hung_s=60, open_s=60)


@pytest.fixture(autouse=True)
def hardware(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hardware]:
    module = ModuleType("picamera2")
    module.Picamera2 = Fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    made = Hardware()
    monkeypatch.setattr(Fake, "hardware", made, raising=False)
    yield made
    for camera in made.made:
        camera.cancel_all_and_flush()
        camera.close()


def test_exposure_gain_and_white_balance_are_locked_once_stable_and_read_back(hardware: Hardware) -> None:
    camera = open_picamera()
    fake = hardware.made[0]
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


@pytest.mark.parametrize(("mains", "flicker_us"), [(50, 10_000), (60, 8_333)])
def test_exposures_fit_the_flicker_of_the_lamps(hardware: Hardware, mains: Hertz, flicker_us: int) -> None:
    open_picamera(mains=mains)
    controls = hardware.made[0].config["controls"]
    assert (controls["AeFlickerMode"], controls["AeFlickerPeriod"]) == (FLICKER_MANUAL, flicker_us)


def test_a_camera_without_flicker_control_still_works(hardware: Hardware) -> None:
    hardware.fits_lamps = False
    assert open_picamera().small()[0].shape == (360, 640, 3)


def test_a_camera_that_ignores_its_controls_is_not_reported_as_locked(hardware: Hardware) -> None:
    camera = open_picamera()
    fake = hardware.made[0]
    hardware.obeys = False
    fake.taken = -20
    assert camera.small()[1]["locked"] == "no"


def test_the_small_stream_is_watched_and_the_whole_one_read(hardware: Hardware) -> None:
    camera = open_picamera()
    small = camera.small()[0]
    assert small.shape == (360, 640, 3)
    assert np.abs(small.reshape(-1, 3).mean(0) - (10, 20, 200)).max() < 6
    image, small, _ = camera.full()
    assert image.shape == (1296, 2304, 3)
    assert tuple(image[0, 0]) == (10, 20, 200)
    assert hardware.made[0].config["buffer_count"] <= 4


def test_red_and_blue_swapped_in_the_large_stream_are_corrected(hardware: Hardware) -> None:
    hardware.swapped = True
    assert tuple(open_picamera().full()[0][0, 0]) == (10, 20, 200)


@pytest.mark.parametrize(
    ("sensor", "size"), [("imx219", (2304, 1296)), ("imx477", (2028, 1140)), ("imx708", (2304, 1296))]
)
def test_a_sensor_that_is_slow_at_its_full_size_is_read_in_a_fast_mode(
    hardware: Hardware, sensor: str, size: tuple[int, int]
) -> None:
    hardware.modes = SENSORS[sensor]
    assert open_picamera().full()[0].shape == (size[1], size[0], 3)
    camera = hardware.made[0]
    assert camera.fps >= FAST_FPS
    chosen = camera.config["sensor"]["output_size"]
    widest = max(each["crop_limits"][2] for each in hardware.modes)
    assert widest in {each["crop_limits"][2] for each in hardware.modes if each["size"] == chosen}


def test_the_exposure_of_a_dim_room_stays_short_enough_for_throws(hardware: Hardware) -> None:
    open_picamera()
    shortest, longest = hardware.made[0].config["controls"]["FrameDurationLimits"]
    assert shortest < 1e6 / 29 < longest <= 1e6 / FAST_FPS


def test_a_sensor_without_a_fast_mode_is_left_to_libcamera(hardware: Hardware) -> None:
    hardware.modes = [mode(4056, 3040, 10.0, (4056, 3040)), {"format": "MJPEG", "size": (640, 480)}]
    assert open_picamera().full()[0].shape == (1296, 2304, 3)
    assert not hardware.made[0].config["sensor"]


def test_a_whole_picture_is_never_older_than_the_call(hardware: Hardware) -> None:
    camera = open_picamera()
    assert tuple(camera.full()[0][0, 0]) != STALE


def test_every_request_is_released(hardware: Hardware) -> None:
    camera = open_picamera()
    for _ in range(5):
        camera.small()
        camera.full()
    assert hardware.made[0].out == 0
    camera.close()
    assert hardware.holder is None


def test_a_camera_that_falls_silent_can_be_closed_and_opened_again(hardware: Hardware) -> None:
    camera = open_picamera()
    hardware.connected = False
    with pytest.raises(CameraTrouble, match="check the ribbon cable"):
        camera.small()
    camera.close()
    hardware.connected = True
    assert open_picamera().small()[0].shape == (360, 640, 3)


@pytest.mark.parametrize("focusable", [False, True])
def test_a_camera_that_is_silent_at_the_start_is_released(hardware: Hardware, focusable: bool) -> None:
    hardware.focusable, hardware.connected = focusable, False
    with pytest.raises(CameraTrouble, match="check the ribbon cable"):
        open_picamera()
    assert hardware.holder is None
    assert "focus" not in hardware.made[0].calls
    hardware.connected = True
    assert open_picamera().small()[0].shape == (360, 640, 3)


def test_a_camera_that_refuses_its_configuration_is_released_and_says_so(hardware: Hardware) -> None:
    hardware.refuses = True
    with pytest.raises(CameraTrouble, match=r"did not start \(Configuration failed: -22\): check"):
        open_picamera()
    assert hardware.holder is None


def test_endless_focusing_is_stopped(hardware: Hardware) -> None:
    hardware.focus_ends = False
    camera = open_picamera()
    assert hardware.made[0].controls["AfTrigger"] == CANCEL_FOCUS
    assert camera.small()[1]["locked"] == "yes"


def next_trouble(feed: Feed) -> str:
    while (words := feed.trouble()) is None:
        with contextlib.suppress(CameraTrouble):
            feed.glance(0.05)
    return words


def test_a_cable_pulled_and_reconnected_ends_in_pictures(hardware: Hardware) -> None:
    feed = Feed("picamera", open_picamera, patience=PATIENT)
    try:
        for _ in range(5):
            feed.glance(60)
            hardware.connected = False
            assert "check the ribbon cable" in next_trouble(feed)
            hardware.connected = True
        assert feed.glance(60).small.shape == (360, 640, 3)
    finally:
        feed.close()
        for thread in threading.enumerate():
            if thread.name == "camera picamera":
                thread.join()
    assert len(hardware.made) > 5


def test_who_holds_the_camera_is_named(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    media = tmp_path / "dev" / "media3"
    media.touch()
    for pid, name in (("4711", "rpicam-hello"), (str(os.getpid()), "owleye")):
        (tmp_path / "proc" / pid / "fd").mkdir(parents=True)
        (tmp_path / "proc" / pid / "comm").write_text(f"{name}\n")
        (tmp_path / "proc" / pid / "fd" / "9").symlink_to(media)
    named = str(_busy("not acquired", tmp_path / "dev", tmp_path / "proc"))
    assert "rpicam-hello (process 4711) holds it" in named
    (tmp_path / "proc" / "4711" / "fd" / "9").unlink()
    assert "owleye (process" not in str(_busy("not acquired", tmp_path / "dev", tmp_path / "proc"))


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_trying_a_busy_camera_again_and_again_leaves_no_open_files(hardware: Hardware) -> None:
    hardware.holder = "another program"
    gc.collect()  # the cameras of earlier tests
    before = open_files()
    for _ in range(20):
        with pytest.raises(CameraTrouble, match="busy"):
            open_picamera()
    assert open_files() == before


def test_opening_again_and_again_leaves_no_open_files(hardware: Hardware) -> None:
    gc.collect()  # the cameras of earlier tests
    gc.disable()
    try:
        before = open_files()
        for _ in range(20):
            open_picamera().close()
            hardware.made.clear()
        assert open_files() <= before + 2
    finally:
        gc.enable()


def test_an_absent_camera_and_a_busy_one_get_different_sentences(hardware: Hardware) -> None:
    hardware.infos = []
    assert pi_cameras() == {}
    with pytest.raises(CameraTrouble, match="sees no camera"):
        open_picamera()


def test_only_cameras_on_ribbon_cables_are_numbered(hardware: Hardware) -> None:
    usb = {"Num": 0, "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825", "Model": "C270"}
    hardware.infos = [usb, {"Num": 1, "Id": "/base/i2c@80000/imx477@1a", "Model": "imx477"}]
    assert pi_cameras() == {1: "imx477"}
    camera = open_picamera()
    assert hardware.made[0].index == 1
    assert camera.small()[1]["model"] == "imx477"
    with pytest.raises(CameraTrouble, match="no camera 1: the first is called picamera"):
        open_picamera(1)
    hardware.infos = [usb]
    with pytest.raises(CameraTrouble, match="sees no camera"):
        open_picamera()


def test_devices_that_the_user_may_not_open_are_not_called_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "media0").touch()
    assert "seat the ribbon cable" in str(_why_none(0, tmp_path))
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "usermod -aG video" in str(_why_none(0, tmp_path))


class Clash(ModuleType):
    """apt's picamera2 beside a numpy that its other modules were not built for."""

    def __getattr__(self, name: str) -> None:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")


def test_incompatible_packages_are_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", Clash("picamera2"))
    with pytest.raises(CameraTrouble, match=r"does not start \(numpy.dtype size changed.*make clean run"):
        open_picamera()
