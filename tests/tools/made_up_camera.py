"""A camera below the real Picamera2: libcamera's camera manager with one camera, and plain memory for its pictures.

Import this only where libcamera and Picamera2 are installed.
"""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from hardware.cameras.camera import Image

libcamera: Any = importlib.import_module("libcamera")
allocator: Any = importlib.import_module("picamera2.allocators.allocator")
controls = libcamera.controls

SIZES = ((1536, 864), (2304, 1296), (4608, 2592))
CABLE = threading.Event()  # set while the cable is in


View = Callable[[int, float], Image]
"""The picture (BGR) of a width (px) that the camera took at a time (s of the monotonic clock)."""


class Buffer:
    """One frame buffer: plain memory instead of the Pi's DMA heap, which is painted when somebody reads it."""

    def __init__(self, stream: Stream) -> None:
        ready = libcamera.FrameMetadata.Status.Success
        self.stream, self.memory = stream, bytearray(stream.frame_size)
        self.metadata = SimpleNamespace(status=ready)
        self.taken_s = 0.0

    def seen(self, view: View | None) -> memoryview:
        """The memory, with what *view* shows where there is one."""
        if view is not None:
            picture = view(self.stream.size.width, self.taken_s)
            yuv = str(self.stream.pixel_format) == "YUV420"
            self.memory[:] = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420) if yuv else picture).tobytes()
        return memoryview(self.memory)


class Stream:
    """The configuration of one stream, as libcamera validates it."""

    def __init__(self, raw: bool) -> None:
        self.size = libcamera.Size(2304, 1296)
        self.pixel_format = libcamera.PixelFormat("SRGGB10_CSI2P" if raw else "XBGR8888")
        self.buffer_count, self.stride, self.color_space, self.stream = 4, 0, None, object()

    @property
    def frame_size(self) -> int:
        """Bytes of one picture."""
        return int(self.stride * self.size.height * (3 if str(self.pixel_format) == "YUV420" else 2) // 2)

    @property
    def formats(self) -> Any:
        """The raw modes of a Camera Module 3."""
        sizes = [libcamera.Size(*size) for size in SIZES]
        return SimpleNamespace(pixel_formats=[libcamera.PixelFormat("SRGGB10_CSI2P")], sizes=lambda pixel_format: sizes)

    def fit(self) -> None:
        """Set the stride and colour space as libcamera does."""
        width, form = self.size.width, str(self.pixel_format)
        bytes_each = {"RGB888": 3 * width, "BGR888": 3 * width, "XBGR8888": 4 * width, "YUV420": width}
        self.stride = bytes_each.get(form, (width * 5 // 4 + 63) & ~63)
        self.color_space = self.color_space or libcamera.ColorSpace.Rec709()


class Configuration(list[Stream]):
    orientation, sensor_config = libcamera.Orientation.Rotate0, None

    def at(self, index: int) -> Stream:
        return self[index]

    def validate(self) -> Any:
        for stream in self:
            stream.fit()
        return libcamera.CameraConfiguration.Status.Adjusted


class Request:
    def __init__(self, camera: Camera, cookie: int) -> None:
        self.camera, self.cookie = camera, cookie
        self.buffers: dict[Any, Buffer] = {}
        self.asked: dict[str, Any] = {}
        self.metadata: dict[Any, Any] = {}
        self.status: Any = None

    def add_buffer(self, stream: Any, buffer: Buffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: Any, value: Any) -> None:
        self.asked[control.name] = value

    def reuse(self) -> None:
        self.asked = {}


class Camera:
    id = "/base/axi/pcie@1000120000/rp1/i2c@80000/imx708@1a"

    def __init__(self) -> None:
        self.held = self.running = False
        self.queue: list[Request] = []
        self.focus_ends = True
        self.view: View | None = None  # pictures are black without

    @property
    def controls(self) -> Any:
        info = SimpleNamespace
        whole = libcamera.Rectangle(0, 0, 4608, 2592)
        return {
            controls.ExposureTime: info(min=26, max=112015096, default=20000),
            controls.AnalogueGain: info(min=1.1, max=16.0, default=1.0),
            controls.AeEnable: info(min=False, max=True, default=True),
            controls.AwbEnable: info(min=False, max=True, default=True),
            controls.ColourGains: info(min=0.0, max=32.0, default=0.0),
            controls.FrameDurationLimits: info(min=17849, max=220535845, default=33333),
            controls.draft.NoiseReductionMode: info(min=0, max=4, default=0),
            controls.ScalerCrop: info(min=whole, max=whole, default=whole),
            controls.AfMode: info(min=0, max=2, default=0),
            controls.AfTrigger: info(min=0, max=1, default=0),
        }

    @property
    def properties(self) -> Any:
        return {libcamera.properties.Model: "imx708", libcamera.properties.draft.ColorFilterArrangement: 0}

    def acquire(self) -> None:
        if self.held:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.held = True

    def release(self) -> None:
        self.held = False

    def generate_configuration(self, roles: Any) -> Configuration:
        return Configuration(Stream(role == libcamera.StreamRole.Raw) for role in roles)

    def configure(self, configuration: Configuration) -> int:
        self.configuration = configuration
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(self, cookie)

    def queue_request(self, request: Request) -> None:
        self.queue.append(request)

    def start(self, asked: Any) -> None:
        self.running, self.frames, self.focus = True, 0, 0
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.running = False
        self.thread.join()
        self.queue.clear()

    def work(self) -> None:
        while self.running:
            time.sleep(1 / 30)
            if CABLE.is_set() and self.queue:
                self.complete(self.queue.pop(0))

    def complete(self, request: Request) -> None:
        self.frames += 1
        self.focus = 1 if "AfTrigger" in request.asked else self.focus + bool(self.focus)
        ended = self.focus >= 8 and self.focus_ends
        request.metadata = {
            controls.ExposureTime: min(20000, 8000 + 1500 * self.frames),
            controls.AnalogueGain: 2.0,
            controls.ColourGains: (1.8, 1.6),
            controls.AfState: 2 if ended else min(self.focus, 1),
            controls.SensorTimestamp: time.monotonic_ns(),
        }
        for buffer in request.buffers.values():
            buffer.taken_s = time.monotonic()
        request.status = libcamera.Request.Status.Complete
        with MANAGER.lock:
            MANAGER.ready.append(request)
        os.eventfd_write(MANAGER.event_fd, 1)


class Manager:
    def __init__(self) -> None:
        self.event_fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.ready: list[Request] = []
        self.lock = threading.Lock()
        self.cameras = [Camera()]

    def get_ready_requests(self) -> list[Request]:
        try:
            os.eventfd_read(self.event_fd)
        except BlockingIOError:
            return []
        with self.lock:
            ready, self.ready = self.ready, []
        return ready


class Sync(allocator.Sync):  # type: ignore[misc]
    def __init__(self, owner: Any, buffer: Buffer, write: bool) -> None:
        # Picamera2 maps each buffer of each request for reading, but those whose pictures are used for writing too.
        self.buffer, self.view = buffer, MANAGER.cameras[0].view if write else None

    def __enter__(self) -> memoryview:
        return self.buffer.seen(self.view)

    def __exit__(self, *error: object) -> None:
        """Nothing to unmap."""


class Memory(allocator.Allocator):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.sync = Sync

    def allocate(self, streams: Any, use_case: Any) -> None:
        self.allocated = {s.stream: [Buffer(s) for _ in range(s.buffer_count)] for s in streams}

    def buffers(self, stream: Any) -> list[Buffer]:
        return self.allocated[stream]

    def acquire(self, buffers: Any) -> None:
        """Nothing to map."""

    def release(self, buffers: Any) -> None:
        """Nothing to map."""

    def close(self) -> None:
        """Nothing to free."""


MANAGER = Manager()


def put_below() -> None:
    """Have Picamera2 use this camera."""
    for name in ("AnalogueGainMode", "ExposureTimeMode"):  # libcamera 0.5 has them, Debian's 0.4 does not
        if not hasattr(controls, name):
            setattr(controls, name, SimpleNamespace(name=name, type=None))
    libcamera.CameraManager = SimpleNamespace(singleton=lambda: MANAGER)
    module: Any = importlib.import_module("picamera2.picamera2")
    module.DmaAllocator = Memory
    CABLE.set()
