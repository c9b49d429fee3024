"""Safe start: after two starts that failed, the table starts without its devices, so that people can play by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Timer

from calibration.storage.files import StoreError, load_json, save_json

FILE = "starts.json"
MOST = 2  # failed starts in a row, then a safe one
STEADY_S = 30.0  # after the pages answer; a start that lasts so long has not failed
NO_WORD = "it ended without a word, as after a power cut or a crash"


class NotAFailedStartError(OSError):
    """The start failed for a reason that a safe start would not cure."""


@dataclass(frozen=True, slots=True)
class Starts:
    """How many starts have failed in a row, and why the last one did."""

    failed: int = 0
    why: str = NO_WORD


class StartCount:
    """Counts the failed starts of a home, also those that end with a power cut."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE
        try:
            self.known = load_json(self._path, lambda kept: Starts(int(kept["failed"]), str(kept["why"])), Starts(), "")
        except StoreError:
            self.known = Starts()

    @property
    def safe_words(self) -> str:
        """Why this start is a safe one, and how to leave it; empty for an ordinary start."""
        if self.known.failed < MOST:
            return ""
        return (
            f"Safe start: the last {self.known.failed} starts failed ({self.known.why.rstrip('.')}). "
            "Camera, buttons and small screen are off; play by hand. "
            "To try again with everything, press “Start normally” on the page “Host”."
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

    def steady_soon(self) -> None:
        """Count this start as a good one in STEADY_S seconds, unless the program ends before."""
        timer = Timer(STEADY_S, self.steady)
        timer.daemon = True
        timer.start()

    def steady(self) -> None:
        """Count this start as a good one."""
        self._path.unlink(missing_ok=True)

    def _write(self, starts: Starts) -> None:
        """Keep the count; on a full disk it is not worth a refusal to start."""
        try:
            save_json(self._path, asdict(starts))
        except StoreError:
            return
