"""The process of a table: what systemd is told (sd_notify(3), sd_watchdog_enabled(3)), and how memory is given back."""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import threading
from collections.abc import Callable, Mapping


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send *state*, such as "READY=1", to systemd; nothing happens where systemd is not listening."""
    path = environment.get("NOTIFY_SOCKET")
    if path:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.connect("\0" + path[1:] if path.startswith("@") else path)  # "@" is Linux's abstract name space
            wire.send(state.encode())


class Heartbeat:
    """A thread that tells systemd twice in each watchdog period that the table works.

    Where the table hangs, it falls silent, and systemd starts the service anew.
    """

    def __init__(self, check: Callable[[], object], environment: Mapping[str, str] = os.environ) -> None:
        """Begin at once where systemd set a watchdog; *check* returns while the table works, and may block for ever."""
        self._check, self._environment = check, environment
        self._closed = threading.Event()
        period_us = int(environment.get("WATCHDOG_USEC", "0"))
        if period_us:
            threading.Thread(target=self._beat, args=(period_us / 2e6,), name="heartbeat", daemon=True).start()

    def close(self) -> None:
        """No more beats."""
        self._closed.set()

    def _beat(self, pause_s: float) -> None:
        while not self._closed.is_set():
            self._check()
            notify("WATCHDOG=1", self._environment)
            self._closed.wait(pause_s)


_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # mallopt(3)
LARGE_BYTES = 1 << 20
HEAPS = 1


def tune_malloc() -> None:
    """Have the C library return large arrays to the system when they are freed, and keep one heap for all threads.

    Left alone, it learns to keep blocks of up to 32 MB, and every thread its own.  Where there is no such library
    (not Linux, or another one than GNU's), nothing happens.
    """
    try:
        tune = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return
    tune(_MMAP_THRESHOLD, LARGE_BYTES)
    tune(_ARENA_MAX, HEAPS)
