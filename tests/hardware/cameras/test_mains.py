"""The mains frequency, 50 or 60 Hz, follows from the time zone and is set in a USB camera."""

from __future__ import annotations

import fcntl
import struct
from pathlib import Path
from typing import Any

import pytest

from hardware.cameras.mains import Hertz, local_mains, set_power_line

ZONES = "# comment\nDE\t+5230+01322\tEurope/Berlin\tmost\nUS\t+404251-0740023\tAmerica/New_York\tEastern\n"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    world = tmp_path / "zoneinfo"
    for zone in ("Europe/Berlin", "America/New_York", "Etc/UTC"):
        (world / zone).parent.mkdir(parents=True, exist_ok=True)
        (world / zone).touch()
    (world / "zone.tab").write_text(ZONES)
    return world


@pytest.mark.parametrize(("zone", "hertz"), [("Europe/Berlin", 50), ("America/New_York", 60), ("Etc/UTC", 50)])
def test_the_frequency_follows_from_the_time_zone(world: Path, tmp_path: Path, zone: str, hertz: int) -> None:
    (tmp_path / "localtime").symlink_to(world / zone)
    assert local_mains(tmp_path / "localtime", world) == hertz


def test_a_machine_without_time_zones_gets_50_hz(world: Path, tmp_path: Path) -> None:
    (tmp_path / "localtime").write_bytes(b"TZif2")  # a copy instead of a link, as some installers make it
    assert local_mains(tmp_path / "localtime", world) == 50
    assert local_mains(tmp_path / "none", tmp_path / "nowhere") == 50


@pytest.mark.parametrize(("mains", "menu"), [(50, 1), (60, 2)])
def test_the_frequency_is_set_in_a_usb_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mains: Hertz, menu: int
) -> None:
    asked: list[tuple[int, tuple[int, ...]]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda wire, code, data: asked.append((code, struct.unpack("=Ii", data))))
    (tmp_path / "video0").touch()
    assert set_power_line(tmp_path / "video0", mains)
    assert asked == [(0xC008561C, (0x00980918, menu))]


def test_a_camera_without_that_control_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*asked: Any) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(fcntl, "ioctl", refuse)
    (tmp_path / "video0").touch()
    assert not set_power_line(tmp_path / "video0", 50)
    assert not set_power_line(tmp_path / "gone", 50)
