"""Threads that an unforeseen exception does not end; the pages report it until somebody has seen it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from rules.core.phrases import plural

log = logging.getLogger(__name__)
RETRY_S = 5.0


class Failures(logging.Handler):
    """Counts the exceptions that were logged and that nobody has seen on a page yet."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._number = 0

    @property
    def words(self) -> str:
        """The failures in two sentences; empty where there are none.

        They quote nothing of the log, which is English whatever the reader's language.
        """
        if not self._number:
            return ""
        return plural(
            "Something inside Owleye failed and goes on. The log says what it was.",
            "Something inside Owleye failed {number} times and goes on. The log says what it was.",
            self._number,
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Count the exception of a record; called by `logging`."""
        if record.exc_info:
            self._number += 1

    def clear(self) -> None:
        """Forget all failures, because somebody has seen them."""
        self._number = 0


FAILURES = Failures()


def report_failures() -> None:
    """Report from now on what is logged with an exception, and what ends a thread of a library."""
    logging.getLogger().addHandler(FAILURES)
    threading.excepthook = lambda ended: log.error(
        "the thread “%s” ended", ended.thread and ended.thread.name, exc_info=ended.exc_value
    )


def keep_going(step: Callable[[], bool], closed: threading.Event) -> None:
    """Call *step* until it returns False; after an exception again in `RETRY_S`, unless *closed* is set.

    Only the first of several failures in a row is logged.
    """
    has_failed = False
    while True:
        try:
            if not step():
                return
            has_failed = False
        except Exception:
            if not has_failed:
                log.exception("the thread “%s” failed", threading.current_thread().name)
            has_failed = True
            if closed.wait(RETRY_S):
                return
