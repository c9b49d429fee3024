"""A backup or a restore that runs in a thread of its own, while pages show how far it is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock, Thread

from referee.backup.archive import BackupError, Progress
from referee.model.snapshot import BROKEN

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stand:
    """The progress of a backup or restore: ``percent`` while it runs, then its outcome in ``words``."""

    running: bool = False
    percent: int = 0
    words: str = ""
    ok: bool = True


class Job:
    """Runs at most one backup or restore in a thread; ``stand`` is its progress."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.stand = Stand()

    def start(self, what: str, work: Callable[[Progress], str]) -> bool:
        """Run *work*, which returns a sentence; False if a job is running already.  *what* is shown meanwhile."""
        with self._lock:
            if self.stand.running:
                return False
            self.stand = Stand(True, 0, what)
        Thread(target=self._run, args=(what, work), name="backup", daemon=True).start()
        return True

    def _run(self, what: str, work: Callable[[Progress], str]) -> None:
        def progress(done: int, total: int) -> None:
            self.stand = Stand(True, 100 * done // max(total, 1), what)

        try:
            self.stand = Stand(words=work(progress))
        except BackupError as error:
            self.stand = Stand(words=str(error), ok=False)
        except Exception:
            log.exception("a backup failed")
            self.stand = Stand(words=BROKEN.words, ok=False)
