"""Keeps the dot display up to date, in a thread of its own because the I2C bus is slow."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import numpy as np

from hardware.display import Display
from referee.model.snapshot import Snapshot
from referee.panel.dot_picture import picture
from referee.panel.font import Dots

log = logging.getLogger(__name__)
BEAT_S = 0.1  # Between two pictures while a countdown runs.


class DotDisplayThread:
    """One display; `tell` returns at once and may be called from any thread."""

    def __init__(self, display: Display, clock: Callable[[], float] = time.monotonic) -> None:
        self._display, self._clock = display, clock
        self._now: Snapshot | None = None
        self._shown: Dots | None = None
        self._news = threading.Condition()
        self._stop = False
        self._thread = threading.Thread(target=self._work, name="small screen", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        if self._display.words:
            log.info("%s", self._display.words)
        self._thread.start()

    def tell(self, now: Snapshot) -> None:
        """Show this snapshot as soon as possible."""
        with self._news:
            self._now = now
            self._news.notify_all()

    def refresh(self) -> None:
        """Draw the current snapshot, unless the display shows it already."""
        now = self._now
        if now is None:
            return
        dots = picture(now, self._clock())
        if self._shown is None or not np.array_equal(dots, self._shown):
            self._display.show(dots)
            self._shown = dots

    def close(self) -> None:
        """Stop the thread and clear the display."""
        with self._news:
            self._stop = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(5)
        self._display.close()

    def _work(self) -> None:
        seen: Snapshot | None = None
        while not self._stop:
            seen = self._next(seen)
            try:
                self.refresh()
            except Exception:
                log.exception("the small screen could not be drawn")

    def _next(self, seen: Snapshot | None) -> Snapshot | None:
        """The next snapshot that differs from *seen*, at the latest when the countdown needs a new picture."""
        with self._news:
            running = seen is not None and seen.countdown is not None
            self._news.wait_for(lambda: self._stop or self._now is not seen, BEAT_S if running else None)
            return self._now
