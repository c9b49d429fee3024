"""The process of a table: messages to the terminal and to systemd (sd_notify(3), sd_watchdog_enabled(3)), safe start.

After two failed starts a safe start leaves out the devices, so that people can still play.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Timer

from calibration.storage.files import NO_STEP, StoreError, load_json, save_json
from referee.startup.terminal import say
from rules.core.phrases import Phrase

FILE = "starts.json"
MOST = 2  # failed starts in a row, then a safe one
STEADY_S = 30.0  # a start has succeeded this long after the pages began to answer
NO_WORD = Phrase("it ended without a word, as after a power cut or a crash")


def announce(words: str) -> None:
    """Print *words*; where they cannot be printed, such as to a pipe whose reader has gone, go on without."""
    try:
        say(words)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send *state*, such as "READY=1", to systemd; nothing happens where systemd is not listening."""
    path = environment.get("NOTIFY_SOCKET")
    if path:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
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


class NotAFailedStartError(OSError):
    """The start failed for a reason that a safe start cannot avoid."""


@dataclass(frozen=True, slots=True)
class Starts:
    """How many starts of the program have failed one after another, and why the last one did (empty: unknown)."""

    failed: int = 0
    why: str = ""


class StartCount:
    """Counts the failed starts of a home, including those that end with a power cut."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE
        try:
            self.known = load_json(
                self._path, lambda body: Starts(int(body["failed"]), str(body["why"])), Starts(), NO_STEP
            )
        except StoreError:
            self.known = Starts()

    @property
    def safe_words(self) -> str:
        """Why this start is a safe one, and how to start normally; empty for a normal start."""
        if self.known.failed < MOST:
            return ""
        return Phrase(
            "Safe start: the last {number} starts failed ({why}). Camera, buttons and small screen are off; play by "
            "hand. To try again with everything, press “Start normally” on the page “Host”.",
            number=self.known.failed,
            why=self.known.why.rstrip(".") or NO_WORD,
        )

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a start as failed until it is `steady` or ends well."""
        self._write(Starts(self.known.failed + 1))
        try:
            yield
        except KeyboardInterrupt:
            self.steady()
            raise
        except NotAFailedStartError:
            self._write(self.known)
            raise
        except Exception as error:
            self._write(Starts(self.known.failed + 1, str(error) or type(error).__name__))
            raise
        self.steady()

    def steady_soon(self, works: Callable[[], bool]) -> None:
        """Count this start as successful if it *works* after STEADY_S seconds, or once it does."""
        timer = Timer(STEADY_S, self._steady_if, (works,))
        timer.daemon = True
        timer.start()

    def _steady_if(self, works: Callable[[], bool]) -> None:
        if works():
            self.steady()
        else:
            self.steady_soon(works)

    def steady(self) -> None:
        """Count this start as successful, as far as the disk allows it."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _write(self, starts: Starts) -> None:
        """Save the count; errors such as a full disk are ignored, so that the table starts all the same."""
        try:
            save_json(self._path, asdict(starts))
        except StoreError:
            return
