"""A Picamera2 without a camera, as unkind as the real one (version 0.3.36).

- `stop` waits behind a job that no picture has completed, for ever.
- One object holds the camera; a second constructor fails, and leaks a pipe, until the first object is closed.
- A job stays first in the list after its `wait` has timed out.
- It refers to itself, so that the file of its event loop stays open until the garbage collector runs.
- A control that the camera does not have cannot be configured.
- Focusing may never end, and pictures that wait in the queue are older than the call that takes them.
"""

from __future__ import annotations

import os
import selectors
from dataclasses import dataclass, field
from typing import Any, ClassVar

import cv2
import numpy as np

STALE = (1, 2, 3)  # the colour of a picture that was taken before it was asked for


class Job:
    """One entry of the job list."""

    def __init__(self, flush: bool = False, focus: bool = False) -> None:
        self.flush, self.focus = flush, focus


def mode(width: int, height: int, fps: float, crop: tuple[int, int], bits: int = 10) -> dict[str, Any]:
    return {"size": (width, height), "fps": fps, "crop_limits": (0, 0, *crop), "bit_depth": bits}


SENSORS = {  # as `rpicam-hello --list-cameras` lists them
    "imx219": [
        mode(640, 480, 206.65, (1280, 960)),
        mode(1640, 1232, 41.85, (3280, 2464)),
        mode(1920, 1080, 47.57, (1920, 1080)),
        mode(3280, 2464, 21.19, (3280, 2464)),
        mode(3280, 2464, 21.19, (3280, 2464), bits=8),
    ],
    "imx477": [
        mode(1332, 990, 120.05, (2664, 1980)),
        mode(2028, 1080, 50.03, (4056, 2160), bits=12),
        mode(2028, 1520, 40.01, (4056, 3040), bits=12),
        mode(4056, 3040, 10.0, (4056, 3040), bits=12),
    ],
    "imx708": [
        mode(1536, 864, 120.13, (3072, 1728)),
        mode(2304, 1296, 56.03, (4608, 2592)),
        mode(4608, 2592, 14.35, (4608, 2592)),
    ],
}


@dataclass
class Hardware:
    """The camera behind the cable, shared by every object that opens it."""

    infos: list[dict[str, Any]] = field(
        default_factory=lambda: [{"Num": 0, "Id": "/base/imx708@1a", "Model": "imx708"}]
    )
    modes: list[dict[str, Any]] = field(default_factory=lambda: SENSORS["imx708"])
    connected: bool = True
    focusable: bool = True
    fits_lamps: bool = True
    focus_ends: bool = True
    obeys: bool = True
    refuses: bool = False  # to be configured
    swapped: bool = False  # red and blue of the large picture
    holder: object = None
    made: list[Fake] = field(default_factory=list)


class Request:
    """One completed request with both streams, to be given back."""

    def __init__(self, camera: Fake, stale: bool) -> None:
        self.camera, self.stale = camera, stale
        camera.out += 1

    def make_array(self, stream: str) -> np.ndarray[Any, Any]:
        if stream == "main":
            width, height = self.camera.config["main"]["size"]
            fresh = (200, 20, 10) if self.camera.hardware.swapped else (10, 20, 200)
            return np.full((height, width, 3), STALE if self.stale else fresh, np.uint8)
        bgr = np.full((360, 640, 3), (10, 20, 200), np.uint8)
        return np.pad(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420), ((0, 0), (0, 64)))

    def get_metadata(self) -> dict[str, Any]:
        self.camera.taken += 1
        drift = max(0, 6 - self.camera.taken) * 1000
        held = self.camera.controls if self.camera.hardware.obeys else {}
        metadata = {"ExposureTime": 12000 + drift, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.6)}
        return metadata | {key: value for key, value in held.items() if key in metadata}

    def release(self) -> None:
        self.camera.out -= 1


class Fake:
    """The part of Picamera2 that the adapter uses."""

    hardware: ClassVar[Hardware]

    def __init__(self, number: int) -> None:
        self.notifyme_r, self.notifyme_w = os.pipe()
        self.notifymeread = os.fdopen(self.notifyme_r, "rb")
        self.is_open = False
        self.index = self.hardware.infos[number]["Num"]
        if self.hardware.holder is not None:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.hardware.holder, self.is_open = self, True
        self.camera_controls: dict[str, Any] = {"FrameDurationLimits": (17849, 220535845, 33333)}
        if self.hardware.focusable:
            self.camera_controls["AfMode"] = (0, 2, 0)
        if self.hardware.fits_lamps:
            self.camera_controls |= {"AeFlickerMode": (0, 1, 0), "AeFlickerPeriod": (100, 1000000, None)}
        self.controls: dict[str, Any] = {}
        self.calls: list[str] = []
        self.jobs: list[Job] = []
        self.taken = self.out = 0
        self.loop, self.itself = selectors.DefaultSelector(), self
        self.hardware.made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.hardware.infos

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, config: dict[str, Any]) -> None:
        if self.hardware.refuses:
            raise RuntimeError("Configuration failed: -22")
        for name in config["controls"]:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.config = config
        self.fps = self._chosen_mode(config)["fps"]

    def _chosen_mode(self, config: dict[str, Any]) -> dict[str, Any]:
        """The mode that was asked for; else, as libcamera does, the smallest with no fewer pixels than the picture."""
        modes, sensor = self.hardware.modes, config.get("sensor")
        if sensor:
            asked = (sensor["output_size"], sensor["bit_depth"])
            return next(each for each in modes if (each["size"], each["bit_depth"]) == asked)
        width, height = config["main"]["size"]
        large = [each for each in modes if each["size"][0] >= width and each["size"][1] >= height]
        return min(large or modes, key=lambda each: each["size"])

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        assert not self.calls, "reading the modes configures the camera anew: not while it runs"
        return self.hardware.modes

    def start(self) -> None:
        self.calls.append("start")

    def autofocus_cycle(self, wait: bool) -> Job:
        self.calls.append("focus")
        return self._dispatched(Job(focus=True), wait)

    def capture_request(self, wait: bool, flush: bool | None = None) -> Job:
        return self._dispatched(Job(flush=flush is True), wait)

    def _dispatched(self, job: Job, wait: bool) -> Job:
        assert not wait, "a wait without a deadline may hang for ever"
        self.jobs.append(job)
        return job

    def wait(self, job: Job, timeout: float) -> Any:
        """The time-out comes at once: no test waits for it."""
        stuck = self.jobs[0] is not job or (job.focus and not self.hardware.focus_ends)
        if stuck or not self.hardware.connected:
            raise TimeoutError
        self.jobs.remove(job)
        return True if job.focus else Request(self, stale=not job.flush)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def cancel_all_and_flush(self) -> None:
        self.jobs.clear()

    def stop(self) -> None:
        assert not self.jobs, "stop() would wait for ever behind a pending job"
        self.calls.append("stop")

    def close(self) -> None:
        if not self.is_open:
            return
        self.stop()
        self.calls.append("close")
        self.hardware.holder, self.is_open = None, False
        self.notifymeread.close()
        os.close(self.notifyme_w)
