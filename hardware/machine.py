"""Examines the machine: power, heat, SD card, clock, network; each finding is one sentence with the next step.

Also finds the machine's own address.

Sources: the Pi's firmware documentation (get_throttled), the kernel's hwmon, thermal, ext4 and MMC documentation.
"""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path

# Bits of get_throttled for the present; 16 bits higher: since the start.
UNDER_VOLTAGE, CAPPED, THROTTLED, WARM = 1, 2, 4, 8
SINCE_START = 16
HOT_C = 80.0  # here a Pi begins to slow down
WORN = 9  # of MMC life_time: 80 to 90 % of the estimated life is used
MOUNT_FIELDS = 4  # of a line of /proc/mounts that are used: device, folder, kind, options
UP = {"up", "unknown"}  # of operstate: many drivers do not tell, and their interfaces count as up
TOO_LARGE = 1 << 32  # no file of the kernel that is read here shows such a number


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of the machine in a sentence; ``grave``: it disturbs play now.

    ``template`` and ``values``, which fill its named fields, allow a translation of the sentence.
    """

    about: str
    template: str
    grave: bool
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.values)


def findings(home: Path, root: Path = Path("/"), ask: Callable[[], str] | None = None) -> tuple[Finding, ...]:
    """Return all problems of this machine that can be found out.

    *home* is the table's home folder, *root* the folder with /proc, /sys and /run; *ask* returns the output of
    ``vcgencmd get_throttled``.
    """
    return (
        *_power(root, ask or _vcgencmd),
        *_heat(root),
        *_card(home, root),
        *_clock(root),
        *_network(root),
    )


def _power(root: Path, ask: Callable[[], str]) -> Iterator[Finding]:
    bits = _throttled(root, ask)
    if bits & UNDER_VOLTAGE or _alarm(root):
        yield Finding(
            "Power", "The power supply is too weak now: use the Pi's own supply and a short, thick cable.", True
        )
    elif bits & UNDER_VOLTAGE << SINCE_START:
        yield Finding(
            "Power",
            "The power supply was too weak since the start: use the Pi's own supply and a short, thick cable.",
            False,
        )
    elif bits & (CAPPED | THROTTLED):
        yield Finding("Power", "The processor is slowed down now: cool it, and check the power supply.", True)


def _throttled(root: Path, ask: Callable[[], str]) -> int:
    """The bits of get_throttled: from the kernel, else from the firmware's own command; 0 on other machines."""
    folder = root / "sys/devices/platform"
    files = [*_files(folder, "*firmware*/get_throttled"), *_files(folder, "soc*/*firmware*/get_throttled")]
    return max(_number(_text(files[0]) if files else ask().partition("=")[2], 16) or 0, 0)


def _vcgencmd() -> str:
    try:
        done = subprocess.run(("vcgencmd", "get_throttled"), capture_output=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("ascii", "replace")


def _alarm(root: Path) -> bool:
    sensors = [file.parent for file in _files(root / "sys/class/hwmon", "*/name") if _text(file) == "rpi_volt"]
    return any(_text(sensor / "in0_lcrit_alarm") == "1" for sensor in sensors)


def _heat(root: Path) -> Iterator[Finding]:
    zones = (_number(_text(file)) for file in _files(root / "sys/class/thermal", "thermal_zone*/temp"))
    warmest = max((zone for zone in zones if zone is not None), default=0) / 1000
    if warmest >= HOT_C:
        yield Finding(
            "Heat",
            "The processor is {degrees} °C hot and slows down: give it a heat sink, a fan, or more air.",
            True,
            {"degrees": f"{warmest:.0f}"},
        )


def _card(home: Path, root: Path) -> Iterator[Finding]:
    kind, options = _mount(home, root)
    if kind == "overlay" and "Raspberry" in _text(root / "proc/device-tree/model"):  # elsewhere it is a container
        yield Finding(
            "Card",
            "The system forgets everything at its end (overlay file system): put --home on a disk that is kept.",
            True,
        )
    elif "ro" in options:
        yield Finding(
            "Card",
            "The card can only be read: start the Pi again, and where that does not help, replace the card.",
            True,
        )
    if any(_number(_text(file)) for file in _files(root / "sys/fs/ext4", "*/errors_count")):
        yield Finding(
            "Card", "The card has made errors: make a backup with `owleye backup`, then replace the card.", True
        )
    lives = (_text(file).split() for file in _files(root / "sys/block", "mmcblk*/device/life_time"))
    if any((_number(part, 16) or 0) >= WORN for parts in lives for part in parts):
        yield Finding(
            "Card", "The card is nearly worn out: make a backup with `owleye backup`, then replace it.", False
        )


def _mount(home: Path, root: Path) -> tuple[str, list[str]]:
    """Kind and options of the file system that *home* is on."""
    place = home.resolve()
    best, found = "", ("", list[str]())
    mounts = (line.split() for line in _text(root / "proc/mounts").splitlines())
    for _, folder, kind, options, *_ in (mount for mount in mounts if len(mount) >= MOUNT_FIELDS):
        folder = folder.replace("\\040", " ")
        if place.is_relative_to(folder) and len(folder) >= len(best):
            best, found = folder, (kind, options.split(","))
    return found


def _clock(root: Path) -> Iterator[Finding]:
    has_own_clock = any(_files(root / "sys/class/rtc", "rtc*"))
    checks = os.path.isdir(root / "run/systemd/timesync")  # Path.is_dir raises where the folder above is closed
    if checks and not has_own_clock and not os.path.exists(root / "run/systemd/timesync/synchronized"):
        yield Finding(
            "Clock",
            "The time is not set yet: games carry wrong dates until this machine, which keeps no time, is online.",
            False,
        )


def _network(root: Path) -> Iterator[Finding]:
    states = {_text(file) for file in _files(root / "sys/class/net", "*/operstate") if file.parent.name != "lo"}
    if states and not states & UP:
        yield Finding(
            "Network",
            "No network: phones cannot join. Connect one, or open a Wi-Fi with `sudo ./install.sh --hotspot`.",
            False,
        )


def _files(folder: Path, pattern: str) -> list[Path]:
    """The files that match; none where *folder* is missing or may not be read (Path.glob would raise then)."""
    return [folder / name for name in sorted(glob(pattern, root_dir=folder))]


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _number(text: str, base: int = 10) -> int | None:
    """The number that a file of the kernel shows; None where it is none."""
    try:
        number = int(text, base)
    except ValueError:
        return None
    return number if abs(number) < TOO_LARGE else None


def own_address() -> str:
    """This machine's IPv4 address in its network, found without sending anything; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
