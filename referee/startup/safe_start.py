"""Counts the starts of a table that failed: after two of them a safe start leaves out the devices.

People can then still play by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Timer

from calibration.storage.files import NO_STEP, StoreError, load_json, save_json
from rules.core.phrases import Phrase

FILE = "starts.json"
MOST = 2  # failed starts in a row, then a safe one
STEADY_S = 30.0  # a start has succeeded this long after the pages began to answer
NO_WORD = Phrase("it ended without a word, as after a power cut or a crash")


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
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _write(self, starts: Starts) -> None:
        """Save the count; errors such as a full disk are ignored, so that the table starts all the same."""
        try:
            save_json(self._path, asdict(starts))
        except StoreError:
            return
