"""Replaces a camera watcher that hangs, for example in a reading, by a new one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from referee.observe.camera_watcher import CameraWatcher

log = logging.getLogger(__name__)
HUNG_S = 60.0  # a reading takes seconds on the slowest machine
CHECK_S = 5.0
MOST = 5  # watchers that may hang before no new one is started


class Watchdog:
    """Holds the watcher that counts, and starts another where it has done nothing for too long."""

    def __init__(self, make: Callable[[], CameraWatcher], clock: Callable[[], float] = time.monotonic) -> None:
        self._make, self._clock = make, clock
        self._stop = threading.Event()
        self._hung = 0
        self.watcher = make()

    def start(self) -> None:
        """Start the watcher, and watch it."""
        self.watcher.start()
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def check(self) -> None:
        """Replace the watcher where it hangs."""
        if self._clock() - self.watcher.alive_at < HUNG_S or self._hung >= MOST or self._stop.is_set():
            return
        log.error("reading hangs; a new watcher is started")
        self._hung += 1
        self.watcher.abandon()
        self.watcher = self._make()
        self.watcher.start()

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()
        self.watcher.close()

    def _run(self) -> None:
        while not self._stop.wait(CHECK_S):
            self.check()
