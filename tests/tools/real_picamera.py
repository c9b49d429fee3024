"""make test-picamera: the camera's code on the real Picamera2; only the camera below it and its buffers are made up.

Needs Picamera2 and libcamera's Python binding (apt install python3-picamera2).  Prints one line for each check.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random
from typing import Any
from unittest.mock import MagicMock

from hardware.cameras.camera import CameraTrouble
from hardware.cameras.feed import Feed, Patience
from hardware.cameras.picam import open_picamera

# Modules that Picamera2 imports for displays, recording and files, which are not tested here.
BESIDE: tuple[str, ...] = (
    "kms",
    "pykms",
    "PyQt5",
    "prctl",
    "av",
    "libarchive",
    "pidng",
    "pidng.camdefs",
    "pidng.core",
    "piexif",
)
BESIDE += ("simplejpeg", "OpenEXR", "jsonschema", "tqdm", "videodev2")
BACK_S = 15.0  # within this time after the cable is back, pictures must come
PATIENT = Patience(retry_s=(0.5, 1.0, 2.0), hung_s=4.0, open_s=20.0)


def pictures_within(feed: Feed, seconds: float) -> float:
    """How long it took until a picture came that was taken after this call.

    Raises:
        AssertionError: where none came in time, with the last trouble.
    """
    began, trouble = time.monotonic(), ""
    while time.monotonic() - began < seconds:
        try:
            if feed.glance(1.0).t > began:  # and not the last one from before the cable was pulled
                return time.monotonic() - began
        except CameraTrouble as error:
            trouble = str(error)
    raise AssertionError(f"no picture within {seconds:.0f} s: {trouble}")


def check_cable(cable: threading.Event, pulled_s: Sequence[float]) -> str:
    """The cable is pulled at random moments for each of *pulled_s*; each time pictures are back in time."""
    feed, took, rng = Feed("picamera", open_picamera, patience=PATIENT), list[float](), Random()
    pictures_within(feed, 30)
    for seconds in pulled_s:
        time.sleep(rng.uniform(0.0, 3.0))
        cable.clear()
        time.sleep(seconds)
        cable.set()
        took.append(pictures_within(feed, BACK_S))
        print(f"    pulled for {seconds:.0f} s: pictures {took[-1]:.1f} s after it was back", flush=True)
    feed.close()
    return f"cable pulled {len(took)} times: pictures {max(took):.1f} s after it was back, at the latest"


def check_silent_start(cable: threading.Event) -> str:
    """The camera sends nothing for its first 10 s."""
    cable.clear()
    threading.Timer(10.0, cable.set).start()
    feed = Feed("picamera", open_picamera, patience=PATIENT)
    took = pictures_within(feed, 10 + BACK_S)
    feed.close()
    return f"silent for the first 10 s: pictures after {took:.1f} s"


def check_focus(manager: Any) -> str:
    """Focusing never ends."""
    manager.cameras[0].focus_ends = False
    feed = Feed("picamera", open_picamera, patience=PATIENT)
    took = pictures_within(feed, 30)
    feed.close()
    return f"endless focusing: pictures after {took:.1f} s"


def put_below() -> Any:
    """Put the made-up camera below the real Picamera2; returns its module.

    Raises:
        ImportError: where Picamera2 or libcamera's Python binding is missing.
    """
    for name in BESIDE:
        try:
            importlib.import_module(name)
        except ImportError:
            sys.modules[name] = MagicMock()
    importlib.import_module("libcamera")
    importlib.import_module("picamera2.picamera2")
    below = importlib.import_module("tests.tools.made_up_camera")
    below.put_below()
    return below


def skipped(name: str, why: ImportError) -> None:
    """Say that *name* is skipped, and the next step."""
    print(f"{name}: SKIPPED: {why}: sudo apt install python3-picamera2, in an environment that sees it")


def main() -> None:
    """Run all checks, or say why they are skipped."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pulls", type=int, help="pull the cable so often, for 1, 10 and 60 s in turn")
    pulls = parser.parse_args().pulls
    pulled_s = [(1.0, 10.0, 60.0)[number % 3] for number in range(pulls)] if pulls else [1.0, 9.0]
    try:
        below = put_below()
    except ImportError as error:
        return skipped("test-picamera", error)
    camera = open_picamera()
    image, small, meta = camera.full()
    camera.close()
    assert (image.shape, small.shape) == ((1296, 2304, 3), (360, 640, 3)), image.shape
    print(f"ok  both streams, {meta['source']}", flush=True)
    print(f"ok  {check_cable(below.CABLE, pulled_s)}", flush=True)
    print(f"ok  {check_silent_start(below.CABLE)}", flush=True)
    print(f"ok  {check_focus(below.MANAGER)}", flush=True)
    os._exit(0)  # Picamera2 leaves threads behind that wait for a camera


if __name__ == "__main__":
    main()
