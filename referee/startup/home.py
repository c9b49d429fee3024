"""The home folder of a table: its settings (HOME/settings.json), and the lock that keeps a second process out.

Also chooses the camera and the address of a table from the settings and the command line.
"""

from __future__ import annotations

import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from calibration.storage.files import bytes_in, private_file, settings_in
from hardware.cameras.mains import Hertz
from hardware.cameras.sources import present_camera
from hardware.display import ADDRESS, Chip

HANDED_OVER = "OWLEYE_LOCK"  # the environment variable with the descriptor of a lock that was handed over
PRIVATE = 0o077  # the rights that other users of the machine do not get
SIMULATED = "simulated"  # the source that is the camera of the simulated table


class Settings(BaseModel):
    """Every choice with its default; the command line overrides them for one run."""

    model_config = ConfigDict(extra="allow", frozen=True)

    camera: Annotated[str, Field(description="Where pictures come from: auto, simulated, picamera, usb:0, path.")] = (
        "auto"
    )
    mains_hz: Annotated[
        Hertz | None, Field(description="The mains' frequency, so that lamps do not flicker; null: that of the region.")
    ] = None
    host: Annotated[str, Field(description="The address to listen on; 127.0.0.1 keeps phones out.")] = "0.0.0.0"
    port: Annotated[int, Field(ge=1, le=65535, description="The port of the pages.")] = 8000
    names: Annotated[tuple[str, ...], Field(description="Further names under which phones reach this machine.")] = ()
    screen: Annotated[Chip, Field(description="The small screen's chip: none, ssd1306, ssd1309 or sh1106.")] = "none"
    screen_address: Annotated[int, Field(ge=0x08, le=0x77, description="Its address on the I2C bus; 60 is 0x3c.")] = (
        ADDRESS
    )
    voice: Annotated[bool, Field(description="Read verdicts out on this machine's loudspeaker, by espeak-ng.")] = False
    evidence_mb: Annotated[int, Field(ge=10, description="Room for pictures; the oldest make room first.")] = 500


def load_settings(home: Path) -> Settings:
    """The settings of this home; the defaults where nothing was chosen.

    Raises:
        DamagedFileError: where the file does not hold settings, or cannot be read.
    """
    return settings_in(home / "settings.json", Settings)


class HomeTakenError(ValueError):
    """The home cannot be used now; the message is a sentence with the next step."""


class HomeLock:
    """Locks a home folder until `close`, or until the process ends in any way; what is written meanwhile is private."""

    def __init__(self, home: Path) -> None:
        """Lock *home*; the folder is created if it is missing.

        Raises:
            HomeTakenError: where another process has locked it, or it cannot be written.
        """
        path = home / "owleye.lock"
        try:
            home.mkdir(parents=True, exist_ok=True)
            _make_private(home)
            self._descriptor = _handed_over(path) or private_file(str(path), os.O_RDWR | os.O_APPEND | os.O_CREAT)
        except OSError as error:
            raise HomeTakenError(
                f"{home} cannot be written ({error.strerror}): choose another folder with --home."
            ) from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._descriptor)
            holder = _holder(path)
            raise HomeTakenError(
                f"{home} is in use by another Owleye{holder}: stop that one, "
                "or give this one its own folder with --home."
            ) from None
        with suppress(OSError):  # on a full disk; a second Owleye then does not name this process
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, str(os.getpid()).encode())
        self._mask_before = os.umask(PRIVATE)

    def hand_over(self) -> None:
        """Keep the home locked for the program that replaces this one (`os.execv`)."""
        os.set_inheritable(self._descriptor, True)
        os.environ[HANDED_OVER] = str(self._descriptor)

    def close(self) -> None:
        """Release the home."""
        os.close(self._descriptor)
        os.umask(self._mask_before)


def _handed_over(path: Path) -> int | None:
    """The descriptor of the lock at *path* that the program before this one has handed over; None where it has not."""
    with suppress(OSError, ValueError):
        number = int(os.environ.pop(HANDED_OVER, ""))
        if os.path.samestat(os.fstat(number), path.stat()):
            os.set_inheritable(number, False)
            return number
    return None


def _make_private(home: Path) -> None:
    """Make *home* private: it contains players' secrets, pictures of the room, the PIN and the key of the cookies."""
    if home.stat().st_uid == os.geteuid():
        home.chmod(0o700)


def _holder(lock: Path) -> str:
    number = bytes_in(lock).decode(errors="replace").strip()
    return f" (process {number})" if number.isdigit() else ""


def chosen_source(simulate: bool, camera: str | None, by_settings: str) -> tuple[str, str]:
    """The camera to use, and a sentence about it: by --simulate, else by --camera, else by the settings.

    "auto" is the connected camera, or the simulated table where there is none.
    """
    source = SIMULATED if simulate else camera or by_settings
    if source != "auto":
        return source, "This is the simulated table, as asked." if source == SIMULATED else f"Watching {source}."
    if present := present_camera():
        return present, f"Watching {present}."
    return SIMULATED, (
        "There is no camera on this machine, so this is the simulated table: every page says SIMULATED. "
        "Plug a camera in and start again to play on a real one."
    )


def chosen_address(settings: Settings, host: str | None, port: int | None) -> Settings:
    """The settings with the address of the command line, where it names one; port 0 is any free one."""
    chosen = {"host": host, "port": port}
    return settings.model_copy(update={name: value for name, value in chosen.items() if value is not None})


def chosen_camera(wanted: str) -> str:
    """The real camera to use; "auto" means the connected one.

    Raises:
        ValueError: where there is none.
    """
    source = present_camera() if wanted == "auto" else wanted
    if source is None:
        raise ValueError("There is no camera here: plug one in, name one with --camera, or use pictures with --from.")
    return source


def address(host: str, port: int) -> str:
    """A line with the address of the pages, and one for phones where *host* is every address of this machine."""
    if host not in ("0.0.0.0", "::"):
        return f"Owleye is ready: http://{host}:{port}"
    here = f"Owleye is ready: http://localhost:{port}"
    mine = own_address()
    return f"{here}\nOn a phone in the same network: http://{mine}:{port}" if mine else here


def own_address() -> str:
    """This machine's IPv4 address in its network, found without sending anything; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
