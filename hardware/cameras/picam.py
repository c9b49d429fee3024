"""The Raspberry Pi's own camera through Picamera2, which only the Pi's apt provides."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.cameras.camera import FULL_SIZE, WATCH_WIDTH, CameraTrouble, Image, Meta
from hardware.cameras.device_files import program_with
from hardware.cameras.mains import Hertz, flicker_us
from hardware.cameras.picture_check import ChannelOrder

SMALL_SIZE = (WATCH_WIDTH, 360)
FAST_FPS = 20.0  # fewer frames per second show too little of a throw
FRAME_US = (33_333, round(1e6 / FAST_FPS))  # the longer one lets a dim room be exposed for longer, instead of noisier
BUFFERS = 3  # full frames of 9 MB in the Pi's contiguous memory: the fewest that run smoothly
ANSWER_S = 3.0  # longest time for one picture
FOCUS_S = 8.0  # longest time for focusing
CANCEL_FOCUS = 1  # libcamera.controls.AfTriggerEnum.Cancel: the lens stays where it is
SETTLE_FRAMES = 45  # most frames until exposure and white balance have settled
STEADY = 0.02  # relative change of the exposure from frame to frame below which it has settled
FLICKER_MANUAL = 1  # libcamera.controls.AeFlickerModeEnum.Manual: the period is given
APT = Path("/usr/lib/python3/dist-packages")  # where apt puts the modules of the whole machine
INSTALL = "on a Pi run `sudo apt install python3-picamera2 --no-install-recommends`, then `make clean run`"
SHOW = "run `make clean run`: it is installed for the whole machine, but Owleye's environment does not see it"
NEAR = 0.05  # a locked value read back within this part of what was asked is locked


def open_picamera(number: int = 0, mains: Hertz = 50) -> PiCamera:
    """Open the Pi's camera *number*, focus, adapt to the light once, then lock exposure, gain and white balance.

    The exposure lasts whole flickers of lamps on *mains* (Hz), so that no picture shows dark stripes.

    Raises:
        CameraTrouble: not installed, absent or busy, each with its next step.
    """
    present = list(pi_cameras().items())
    if number >= len(present):
        raise _why_none(number, Path("/dev"))
    index, model = present[number]
    camera = PiCamera(_acquire(_picamera2(), index), mains, model)
    try:
        camera.start()
    except CameraTrouble:
        camera.close()
        raise
    except Exception as why:  # libcamera refuses with errors of many kinds
        camera.close()
        raise CameraTrouble(
            "The Pi's camera did not start ({why}): check the ribbon cable; Owleye tries again by itself.", why=why
        ) from why
    return camera


def _acquire(kind: Any, number: int) -> Any:
    """A Picamera2 that holds camera *number*.

    Raises:
        CameraTrouble: another program holds it.
    """
    gc.collect()  # an earlier Picamera2, which refers to itself, keeps two files open until it is collected
    wire = kind.__new__(kind)
    try:
        wire.__init__(number)
    except (RuntimeError, IndexError) as why:
        _give_up(wire)
        raise _busy(str(why), Path("/dev")) from why
    return wire


def _busy(why: str, devices: Path, proc: Path = Path("/proc")) -> CameraTrouble:
    who = next((who for node in sorted(devices.glob("media*")) if (who := program_with(node, proc))), None)
    if who:
        return CameraTrouble(
            "The Pi's camera is busy: {who} holds it. Close that program; Owleye tries again by itself.", who=who
        )
    return CameraTrouble(
        "The Pi's camera is busy ({why}): close the other program that uses it; Owleye tries again by itself.", why=why
    )


def _give_up(wire: Any) -> None:
    """Release the resources of a Picamera2 whose constructor failed: the camera, or only a pipe."""
    if wire.is_open:
        with contextlib.suppress(AttributeError):  # the constructor had not come to the allocator yet
            wire.close()
    else:
        wire.notifymeread.close()
        os.close(wire.notifyme_w)


def missing(step: str) -> str:
    """The sentence of `PicameraMissing` with its *step*, and a gap for the reason."""
    return f"The Pi's own camera needs Picamera2 ({{why}}): {step}. Elsewhere choose another camera with --camera."


class PicameraMissing(CameraTrouble):
    """Picamera2 cannot be imported: this is no Pi, or it is not installed.  ``step`` is how to install it."""

    def __init__(self, why: ImportError, step: str) -> None:
        """The sentence names *why* and the step."""
        super().__init__(missing(step), why=why)
        self.step = step


class PiCamera:
    """An opened Picamera2 with two streams, a small one to watch and a whole one to read: a Device."""

    def __init__(self, wire: Any, mains: Hertz = 50, model: str = "") -> None:
        """*model*: the model of the sensor, such as imx708_wide."""
        self._wire, self._mains, self._model = wire, mains, model
        self._asked: dict[str, Any] = {}
        self._colours = ChannelOrder()

    def start(self) -> None:
        """Configure both streams, start, focus, adapt and lock.

        Raises:
            CameraTrouble: where no picture comes within ANSWER_S seconds.
        """
        wire = self._wire
        mode = _widest_fast_mode(wire.sensor_modes)
        # Picamera2's "RGB888" lies in memory as OpenCV's BGR; the small stream of a Pi 4 can only be YUV.
        config = wire.create_video_configuration(
            main={"size": _full_size(mode), "format": "RGB888"},
            lores={"size": SMALL_SIZE, "format": "YUV420"},
            sensor={"output_size": mode["size"], "bit_depth": mode["bit_depth"]} if mode else {},
            buffer_count=BUFFERS,
            controls={"FrameDurationLimits": FRAME_US, **self._flicker()},
        )
        wire.configure(config)
        wire.start()
        self._pictures(())  # a silent camera is given up now, not after the time for focusing
        if "AfMode" in wire.camera_controls:
            self._focus()
        self._lock()

    def _flicker(self) -> dict[str, int]:
        """The controls that fit exposures to the flicker of lamps; empty for a camera without them."""
        if "AeFlickerMode" not in self._wire.camera_controls:
            return {}
        return {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": flicker_us(self._mains)}

    def _focus(self) -> None:
        """Focus once; a lens that still searches after FOCUS_S seconds is stopped where it is."""
        wire = self._wire
        try:
            wire.wait(wire.autofocus_cycle(wait=False), timeout=FOCUS_S)
        except TimeoutError:
            wire.cancel_all_and_flush()
            wire.set_controls({"AfTrigger": CANCEL_FOCUS})

    def _lock(self) -> None:
        last = 0.0
        for _ in range(SETTLE_FRAMES):
            _, metadata = self._pictures(())
            exposure = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 1))
            if last and abs(exposure - last) <= STEADY * last:
                break
            last = exposure
        self._asked = {key: metadata[key] for key in ("ExposureTime", "AnalogueGain", "ColourGains") if key in metadata}
        self._wire.set_controls({"AeEnable": False, "AwbEnable": False, **self._asked})

    def small(self) -> tuple[Image, Meta]:
        """The next small picture."""
        (yuv,), metadata = self._pictures(("lores",))
        return _from_yuv(yuv), self._meta(metadata)

    def full(self) -> tuple[Image, Image, Meta]:
        """A whole picture that was exposed after this call began, and the small one of the same moment."""
        (image, yuv), metadata = self._pictures(("main", "lores"), fresh=True)
        whole, small = np.ascontiguousarray(image[..., :3], np.uint8), _from_yuv(yuv)
        return self._colours.as_bgr(whole, small), small, self._meta(metadata)

    def close(self) -> None:
        """Release the camera, also while it sends no pictures."""
        self._wire.cancel_all_and_flush()  # stop() waits for ever behind a job that no picture completes
        try:
            self._wire.stop()
        finally:
            self._wire.close()

    def _pictures(self, streams: tuple[str, ...], fresh: bool = False) -> tuple[list[Any], dict[str, Any]]:
        """The pictures and metadata of one request, which is always released.

        *fresh*: pictures that were in the queue already are dropped.
        """
        try:
            job = self._wire.capture_request(wait=False, flush=fresh or None)
            request = self._wire.wait(job, timeout=ANSWER_S)
        except TimeoutError as why:
            raise CameraTrouble(
                "The Pi's camera has stopped sending pictures: check the ribbon cable; Owleye opens it anew by itself."
            ) from why
        try:
            return [request.make_array(stream) for stream in streams], request.get_metadata()
        finally:
            request.release()

    def _meta(self, metadata: dict[str, Any]) -> Meta:
        red, blue = metadata.get("ColourGains", (0.0, 0.0))
        return {
            "source": "picamera",
            "model": self._model,
            "exposure_us": float(metadata.get("ExposureTime", 0)),
            "gain": float(metadata.get("AnalogueGain", 0)),
            "red": float(red),
            "blue": float(blue),
            "locked": "yes" if self._holds(metadata) else "no",
        }

    def _holds(self, metadata: dict[str, Any]) -> bool:
        return bool(self._asked) and all(
            np.allclose(metadata.get(key, np.inf), value, rtol=NEAR) for key, value in self._asked.items()
        )


def _widest_fast_mode(modes: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The sensor mode with at least FAST_FPS that has the widest field of view, then the most pixels.

    By default libcamera reads a whole HQ sensor at 10 frames per second.  None where no mode is fast enough.
    """

    def worth(mode: Mapping[str, Any]) -> tuple[int, int, int]:
        return prod(mode["crop_limits"][2:]), prod(mode["size"]), mode["bit_depth"]

    return max((mode for mode in modes if mode.get("fps", 0.0) >= FAST_FPS), key=worth, default=None)


def _full_size(mode: Mapping[str, Any] | None) -> tuple[int, int]:
    """FULL_SIZE, or as much of its shape as *mode* has pixels for; both sides are even numbers of px."""
    width, height = FULL_SIZE
    part = min(1.0, *(have / want for have, want in zip(mode["size"], FULL_SIZE, strict=True))) if mode else 1.0
    return int(width * part) // 2 * 2, int(height * part) // 2 * 2


def pi_cameras() -> dict[int, str]:
    """The cameras on the Pi's ribbon cables: Picamera2's number of each, and the model of its sensor.

    libcamera lists USB cameras too; those have no small second stream and are opened through V4L2 instead.

    Raises:
        CameraTrouble: Picamera2 is missing (`PicameraMissing`) or does not start, with the next step.
    """
    kind = _picamera2()
    try:
        found = kind.global_camera_info()
    except Exception as why:  # libcamera raises errors of many kinds
        raise CameraTrouble("libcamera does not start ({why}): start the Pi again.", why=why) from why
    return {n: str(info.get("Model", "camera")) for n, info in enumerate(found) if "/usb" not in info["Id"]}


def _why_none(number: int, devices: Path) -> CameraTrouble:
    if number:
        return CameraTrouble(
            "The Pi sees no camera {number}: the first is called picamera, the second picamera:1.", number=number
        )
    nodes = [*devices.glob("media*"), *devices.glob("video*")]
    if nodes and not any(os.access(node, os.R_OK | os.W_OK) for node in nodes):
        return CameraTrouble(
            "You may not use the Pi's camera: add yourself with `sudo usermod -aG video $USER`, log in anew."
        )
    return CameraTrouble(
        "The Pi sees no camera: switch it off, seat the ribbon cable at both ends, and start again. "
        "A camera of another maker needs its line in /boot/firmware/config.txt."
    )


def _from_yuv(yuv: Any) -> Image:
    """Convert a planar YUV 4:2:0 picture, whose rows may be padded on the right, to BGR."""
    planes = np.ascontiguousarray(yuv[: SMALL_SIZE[1] * 3 // 2, : SMALL_SIZE[0]])
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


def _picamera2() -> Any:
    try:
        return importlib.import_module("picamera2").Picamera2
    except ModuleNotFoundError as why:
        hidden = (APT / "picamera2").is_dir() and str(APT) not in sys.path
        raise PicameraMissing(why, SHOW if hidden else INSTALL) from why
    except Exception as why:  # such as the ValueError of a module that was built for another numpy
        raise CameraTrouble(
            "Picamera2 is installed but does not start ({why}): "
            "`sudo apt full-upgrade`, then `make clean run`, brings versions that fit each other.",
            why=why,
        ) from why
