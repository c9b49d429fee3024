"""Power, heat, card, clock and network, from files as a Pi's kernel shows them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.machine import findings

MOUNTS = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"
NOBODY = 65534
FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"


CONDITIONS = [
    (FIRMWARE, "50005\n", ("Power", True)),
    (FIRMWARE, "50000\n", ("Power", False)),
    (FIRMWARE, "6\n", ("Power", True)),
    (FIRMWARE, "80000\n", None),  # it was warm once
    (FIRMWARE, "scribble\n", None),
    (FIRMWARE, "-1\n", None),
    ("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n", ("Power", True)),
    ("sys/class/thermal/thermal_zone0/temp", "82100\n", ("Heat", True)),
    ("sys/class/thermal/thermal_zone0/temp", "scribble\n", None),
    ("sys/class/thermal/thermal_zone0/temp", "--5\n", None),
    ("sys/class/thermal/thermal_zone0/temp", "²\n", None),
    ("sys/class/thermal/thermal_zone0/temp", "9" * 400, None),
    ("sys/class/thermal/thermal_zone0/temp", "9" * 5000, None),
    ("proc/mounts", "scribble\n/dev/mmcblk0p2 /\n", None),
    ("proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n", ("Card", True)),
    ("proc/mounts", "overlay / overlay rw,lowerdir=/lower 0 0\n", ("Card", True)),
    ("proc/mounts", "overlay / overlay rw 0 0\n/dev/sda1 /home ext4 rw 0 0\n", None),
    ("sys/fs/ext4/mmcblk0p2/errors_count", "3\n", ("Card", True)),
    ("sys/fs/ext4/mmcblk0p2/errors_count", "9" * 5000, None),
    ("sys/block/mmcblk0/device/life_time", "0x01 0x0a\n", ("Card", False)),
    ("sys/block/mmcblk0/device/life_time", "0x01 0x0B\n", ("Card", False)),
    ("sys/block/mmcblk0/device/life_time", "0x01 0x02\n", None),
    ("sys/block/mmcblk0/device/life_time", "scribble\n", None),
    ("sys/class/net/wlan0/operstate", "down\n", ("Network", False)),
    ("sys/class/net/wlan0/operstate", "unknown\n", None),  # a driver that does not tell, such as that of a phone on USB
]
"""A file of the machine, what it says, and what is found then."""


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A healthy Pi."""
    return healthy(tmp_path / "pi")


def healthy(root: Path) -> Path:
    """A healthy Pi, with its files below *root*."""
    put(root, FIRMWARE, "0\n")
    put(root, "proc/mounts", MOUNTS)
    put(root, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    put(root, "sys/class/thermal/thermal_zone0/temp", "48312\n")
    put(root, "sys/class/net/lo/operstate", "unknown\n")
    put(root, "sys/class/net/wlan0/operstate", "up\n")
    put(root, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(root, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    put(root, "sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    put(root, "run/systemd/timesync/synchronized", "")
    return root


def put(root: Path, file: str, text: str) -> None:
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text)


def reported(root: Path, ask: str = "") -> list[tuple[str, bool]]:
    found = findings(Path("/home/ana/.owleye"), root, lambda: ask)
    assert all(each.words.endswith(".") for each in found)
    return [(each.about, each.grave) for each in found]


def test_a_healthy_pi_reports_nothing(pi: Path) -> None:
    assert reported(pi) == []


def test_a_machine_without_the_files_of_a_pi_reports_nothing(tmp_path: Path) -> None:
    assert reported(tmp_path) == []


@pytest.mark.parametrize(("file", "text", "finding"), CONDITIONS)
def test_each_condition_is_reported_separately(
    pi: Path, file: str, text: str, finding: tuple[str, bool] | None
) -> None:
    put(pi, file, text)
    assert reported(pi) == ([] if finding is None else [finding])


def test_a_container_is_not_taken_for_a_read_only_system(pi: Path) -> None:
    put(pi, "proc/mounts", "overlay / overlay rw 0 0\n")
    put(pi, "proc/device-tree/model", "Generic board\0")
    assert reported(pi) == []


def test_without_the_kernels_file_the_firmware_is_asked(pi: Path) -> None:
    (pi / FIRMWARE).unlink()
    assert reported(pi, "throttled=0x50005\n") == [("Power", True)]
    assert reported(pi, "VCHI initialization failed\n") == []


@pytest.mark.parametrize("says", [b"throttled=\xff\xfe", b"throttled=-1", b""])
def test_a_firmware_command_that_prints_nonsense_reports_nothing(
    pi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    (pi / FIRMWARE).unlink()
    (tmp_path / "says").write_bytes(says)
    command = tmp_path / "vcgencmd"
    command.write_text(f"#!/bin/sh\ncat {tmp_path / 'says'}\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert findings(Path("/home/ana/.owleye"), pi) == ()


def test_a_machine_that_lets_nothing_be_read_reports_nothing(pi: Path) -> None:
    pi.chmod(0)
    with without_rights_of_root():
        found = findings(Path("/home/ana/.owleye"), pi, lambda: "")
    pi.chmod(0o700)
    assert found == ()


@contextmanager
def without_rights_of_root() -> Iterator[None]:
    """Root, as which a container runs the tests, may read everything; here it is an ordinary user."""
    was = os.geteuid()
    os.seteuid(NOBODY if was == 0 else was)
    try:
        yield
    finally:
        os.seteuid(was)


def test_a_time_that_was_never_set_is_reported_only_without_a_clock(pi: Path) -> None:
    (pi / "run/systemd/timesync/synchronized").unlink()
    assert reported(pi) == [("Clock", False)]
    put(pi, "sys/class/rtc/rtc0/name", "rpi_rtc\n")
    assert reported(pi) == []
