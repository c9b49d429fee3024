"""Examines the machine: power, heat, SD card, clock, network; each finding is one sentence with the next step.

Sources: the Pi's firmware documentation (get_throttled), the kernel's hwmon, thermal, ext4 and MMC documentation.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

# Bits of get_throttled for the present; 16 bits higher: since the start.
UNDER_VOLTAGE, CAPPED, THROTTLED, WARM = 1, 2, 4, 8
SINCE_START = 16
HOT_C = 80.0  # here a Pi begins to slow down
WORN = 9  # of MMC life_time: 80 to 90 % of the estimated life is used


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
    files = [*folder.glob("*firmware*/get_throttled"), *folder.glob("soc*/*firmware*/get_throttled")]
    text = _text(files[0]) if files else ask().partition("=")[2]
    try:
        return int(text.strip() or "0", 16)
    except ValueError:
        return 0


def _vcgencmd() -> str:
    try:
        done = subprocess.run(("vcgencmd", "get_throttled"), capture_output=True, text=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _alarm(root: Path) -> bool:
    sensors = [file.parent for file in (root / "sys/class/hwmon").glob("*/name") if _text(file) == "rpi_volt"]
    return any(_text(sensor / "in0_lcrit_alarm") == "1" for sensor in sensors)


def _heat(root: Path) -> Iterator[Finding]:
    zones = (_text(file) for file in (root / "sys/class/thermal").glob("thermal_zone*/temp"))
    warmest = max((int(text) / 1000 for text in zones if text.lstrip("-").isdigit()), default=0.0)
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
    if sum(_number(file) for file in (root / "sys/fs/ext4").glob("*/errors_count")):
        yield Finding(
            "Card", "The card has made errors: make a backup with `owleye backup`, then replace the card.", True
        )
    lives = (_text(file).split() for file in (root / "sys/block").glob("mmcblk*/device/life_time"))
    if any(part >= f"0x{WORN:02x}" for parts in lives for part in parts):
        yield Finding(
            "Card", "The card is nearly worn out: make a backup with `owleye backup`, then replace it.", False
        )


def _mount(home: Path, root: Path) -> tuple[str, list[str]]:
    """Kind and options of the file system that *home* is on."""
    place = home.resolve()
    best, found = "", ("", list[str]())
    for line in _text(root / "proc/mounts").splitlines():
        _, folder, kind, options = line.split()[:4]
        folder = folder.replace("\\040", " ")
        if place.is_relative_to(folder) and len(folder) >= len(best):
            best, found = folder, (kind, options.split(","))
    return found


def _clock(root: Path) -> Iterator[Finding]:
    has_own_clock = any((root / "sys/class/rtc").glob("rtc*"))
    checks = (root / "run/systemd/timesync").is_dir()
    if checks and not has_own_clock and not (root / "run/systemd/timesync/synchronized").exists():
        yield Finding(
            "Clock",
            "The time is not set yet: games carry wrong dates until this machine, which keeps no time, is online.",
            False,
        )


def _network(root: Path) -> Iterator[Finding]:
    states = [_text(file) for file in (root / "sys/class/net").glob("*/operstate") if file.parent.name != "lo"]
    if states and "up" not in states:
        yield Finding(
            "Network",
            "No network: phones cannot join. Connect one, or open a Wi-Fi with `sudo ./install.sh --hotspot`.",
            False,
        )


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _number(file: Path) -> int:
    text = _text(file)
    return int(text) if text.isdecimal() else 0
