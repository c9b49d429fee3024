"""Two monitoring threads: one replaces a hung camera watcher, one reports weak power, heat and a worn-out card."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from hardware.machine import Finding, findings
from referee.model.commands import Inform, Trouble
from referee.model.words import finding_words
from referee.observe.camera_watcher import CameraWatcher, CommandSink
from referee.startup.threads import keep_going
from rules.core.phrases import sentences

log = logging.getLogger(__name__)
HUNG_S = 60.0  # a reading takes seconds on the slowest machine
CHECK_S = 5.0
PERIOD_S = 60.0  # time between two examinations of the machine
MOST = 5  # hung watchers after which no new one is started


class Watchdog:
    """Runs one camera watcher, and replaces it when it has shown no progress for `HUNG_S`.

    That time is counted in checks: while the whole process is stopped, the watcher is not to blame.
    """

    def __init__(self, make: Callable[[], CameraWatcher]) -> None:
        self._make = make
        self._stop = threading.Event()
        self._hung = 0
        self.watcher = make()
        self._alive_at, self._silent_checks = self.watcher.alive_at, 0

    def start(self) -> None:
        """Start the watcher, and the thread that checks it every `CHECK_S` seconds."""
        self.watcher.start()
        threading.Thread(target=keep_going, args=(self._watch, self._stop), name="watchdog", daemon=True).start()

    def check(self) -> None:
        """Replace the watcher if it hangs; called every `CHECK_S` seconds."""
        alive_at = self.watcher.alive_at
        self._silent_checks = self._silent_checks + 1 if alive_at == self._alive_at else 0
        self._alive_at = alive_at
        if self._silent_checks * CHECK_S < HUNG_S or self._hung >= MOST or self._stop.is_set():
            return
        log.error("reading hangs; a new watcher is started")
        self._hung, self._silent_checks = self._hung + 1, 0
        before, self.watcher = self.watcher, self._make()
        before.abandon()
        self.watcher.go_on_after(before)
        self.watcher.start()

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()
        self.watcher.close()

    def _watch(self) -> bool:
        if self._stop.wait(CHECK_S):
            return False
        self.check()
        return True


class MachineWatch:
    """Examines the machine once a minute and reports findings to the table: weak power, heat, a worn-out card.

    A grave finding is reported as a trouble, any other as a note, whenever they change.
    """

    def __init__(self, home: Path, live: CommandSink, look: Callable[[Path], tuple[Finding, ...]] = findings) -> None:
        """*look* returns the findings for the machine with the home folder *home*."""
        self._home, self._live, self._look = home, live, look
        self._reported: tuple[str, str] = ("", "")
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=keep_going, args=(self._watch, self._closed), name="machine", daemon=True
        )

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def once(self) -> None:
        """Examine the machine once, and report what has changed."""
        found = self._look(self._home)
        trouble = sentences(*(finding_words(finding) for finding in found if finding.grave))
        note = sentences(*(finding_words(finding) for finding in found if not finding.grave))
        if (trouble, note) != self._reported:
            self._reported = trouble, note
            self._live.submit(Trouble("machine", trouble))
            self._live.submit(Inform("machine note", note))

    def _watch(self) -> bool:
        self.once()
        return not self._closed.wait(PERIOD_S)
