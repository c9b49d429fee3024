"""Messages to systemd, which starts the service again when they stop (sd_notify(3), sd_watchdog_enabled(3))."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send *state*, such as "READY=1", to systemd; nothing happens where systemd is not listening."""
    path = environment.get("NOTIFY_SOCKET")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.connect("\0" + path[1:] if path.startswith("@") else path)  # "@" is Linux's abstract name space
            wire.send(state.encode())


class Heartbeat:
    """A thread that reports twice in each watchdog period to systemd that the table works.

    When the table hangs, the reports stop, and systemd restarts the service.
    """

    def __init__(self, check: Callable[[], object], environment: Mapping[str, str] = os.environ) -> None:
        """Begin at once where systemd set a watchdog; *check* returns while the table works, and may block for ever."""
        self._check, self._environment = check, environment
        self._closed = threading.Event()
        period_us = int(environment.get("WATCHDOG_USEC", "0"))
        if period_us:
            threading.Thread(target=self._beat, args=(period_us / 2e6,), name="heartbeat", daemon=True).start()

    def close(self) -> None:
        """Stop the reports."""
        self._closed.set()

    def _beat(self, pause_s: float) -> None:
        while not self._closed.is_set():
            self._check()
            notify("WATCHDOG=1", self._environment)
            self._closed.wait(pause_s)
