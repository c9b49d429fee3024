"""systemd gets its watchdog signals, and none while the table hangs."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.startup.systemd import Heartbeat, notify


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(tmp_path / "notify"))
        wire.settimeout(60)
        yield wire


def environment(systemd: socket.socket, period_s: float) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": str(int(period_s * 1e6))}


def test_a_working_table_sends_watchdog_signals_until_it_is_closed(systemd: socket.socket) -> None:
    heart = Heartbeat(lambda: None, environment(systemd, 0.01))
    assert [systemd.recv(99) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    heart.close()


def test_a_table_that_hangs_sends_no_watchdog_signals(systemd: socket.socket) -> None:
    asked, hangs = threading.Event(), threading.Event()

    def check() -> None:
        asked.set()
        hangs.wait(60)

    heart = Heartbeat(check, environment(systemd, 0.01))
    assert asked.wait(60)
    systemd.setblocking(False)
    with pytest.raises(BlockingIOError):
        systemd.recv(99)
    heart.close()
    hangs.set()


def test_names_in_the_abstract_name_space_are_understood(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(f"\0{tmp_path}")
        wire.settimeout(60)
        notify("READY=1", {"NOTIFY_SOCKET": f"@{tmp_path}"})
        assert wire.recv(99) == b"READY=1"


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "gone")})
    Heartbeat(lambda: pytest.fail("nobody asked"), {}).close()
