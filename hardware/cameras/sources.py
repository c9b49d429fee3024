"""Opens the camera named by the option --camera, and finds the camera that is present."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from hardware.cameras.camera import Camera, CameraId, CameraTrouble, Device, Frame, Glance
from hardware.cameras.device_files import model_of
from hardware.cameras.feed import Clock, Feed
from hardware.cameras.mains import Hertz, local_mains
from hardware.cameras.picam import PicameraMissing, open_picamera, pi_cameras
from hardware.cameras.picture_check import FrozenCheck
from hardware.cameras.recorded import open_recorded
from hardware.cameras.usb import open_usb
from hardware.simulated.table import SimulatedTable


def open_camera(
    source: str, table: SimulatedTable | None = None, clock: Clock = time.monotonic, mains: Hertz | None = None
) -> Camera:
    """Return the camera named *source*; it opens in the background and reports its troubles itself.

    *source*: "simulated" (needs *table*), "picamera" or "picamera:1", "usb:0", "/dev/video0", or a path to a video, a
    picture or a folder of pictures.  *mains*: the frequency of the lamps' current (Hz); None: that of this region.

    Raises:
        CameraTrouble: where *source* is none of these.
    """
    if source == "simulated":
        if table is None:
            raise CameraTrouble("The simulated camera needs the simulated table: start with --simulate.")
        return Feed(source, table.open, clock, simulated=True)
    opener = _opener(source, mains or local_mains())
    return Feed(source, partial(FrozenCheck(source).opened, opener) if is_sensor(source) else opener, clock)


def is_sensor(source: str) -> bool:
    """Whether *source* is a real camera and not recorded pictures, which may repeat."""
    return source.startswith(("picamera", "usb:", "/dev/"))


def _opener(source: str, mains: Hertz) -> Callable[[], Device]:
    if (number := _ribbon(source)) is not None:
        return partial(open_picamera, number, mains)
    if found := re.fullmatch(r"usb:(\d+)", source):
        return partial(open_usb, Path(f"/dev/video{found[1]}"), mains=mains)
    if source.startswith("/dev/"):
        return partial(open_usb, Path(source), mains=mains)
    if source and Path(source).exists():
        return partial(open_recorded, Path(source))
    raise CameraTrouble(
        "No camera is called '{source}': say simulated, picamera, usb:0, /dev/video0, "
        "or the path of a picture, folder or video that exists.",
        source=source,
    )


def _ribbon(source: str) -> int | None:
    """Which of the cameras on the Pi's ribbon cables *source* names, from 0; None for other sources."""
    found = re.fullmatch(r"picamera(?::(\d+))?", source)
    return int(found[1] or 0) if found else None


def identify(source: str, known: Path = Path("/sys/class/video4linux")) -> CameraId:
    """The identity of the camera *source*, found without opening it; its model is empty where nothing tells it.

    *known* lists the video devices.
    """
    place = CameraId(source).place
    if place.startswith("/dev/"):
        return CameraId(source, model_of(Path(place), known))
    number = _ribbon(source)
    return CameraId(source, "" if number is None else _sensor(number))


def _sensor(number: int) -> str:
    """The model of a camera on the Pi's ribbon cables; empty where there is none, or Picamera2 does not start."""
    with suppress(CameraTrouble):
        return "".join([*pi_cameras().values()][number : number + 1])
    return ""


def present_camera(known: Path = Path("/sys/class/video4linux")) -> str | None:
    """The source to use by default: the Pi's camera, else the first USB camera, else None.

    A Picamera2 that is installed but does not start counts as a camera where there is no other: opening it says why.
    """
    try:
        broken = None
        if pi_cameras():
            return "picamera"
    except PicameraMissing:
        pass
    except CameraTrouble:
        broken = "picamera"
    return next(iter(usb_cameras(known)), broken)


def usb_cameras(known: Path = Path("/sys/class/video4linux")) -> tuple[str, ...]:
    """The paths of all USB cameras, such as /dev/video0.

    Only nodes on the USB bus count, and only the first node of each camera: a Pi has many nodes that are no cameras.
    """
    nodes = sorted(known.glob("video[0-9]*"), key=lambda node: int(node.name[5:]))
    on_usb = [node for node in nodes if "/usb" in str((node / "device").resolve())]
    return tuple(f"/dev/{node.name}" for node in on_usb if _first_of_its_camera(node))


def _first_of_its_camera(node: Path) -> bool:
    index = node / "index"
    return not index.exists() or index.read_text().strip() == "0"


class AbsentCamera:
    """Takes the place of a camera where there is none: each request for a picture raises `CameraTrouble`."""

    name, simulated = "none", False

    def __init__(self, words: str) -> None:
        """*words*: why there is no camera, and the next step."""
        self._words = words

    def glance(self, deadline_s: float = 2.0) -> Glance:
        """Raise CameraTrouble."""
        raise CameraTrouble(self._words)

    def frame(self, deadline_s: float = 5.0) -> Frame:
        """Raise CameraTrouble."""
        raise CameraTrouble(self._words)

    def live_jpeg(self) -> tuple[int, bytes] | None:
        """None: there is no live picture."""
        return None

    def trouble(self) -> str | None:
        """Why there is no picture."""
        return self._words

    def adapt(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
