"""The service of the live table: a queue of commands and the one thread that carries them out.

Camera, buttons and pages submit commands; only the writer thread changes the table, and everybody else reads immutable
snapshots.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.journal.errors import JournalError
from referee.journal.journal import StoredGame
from referee.journal.replay import lines_of
from referee.model.commands import Command, Trouble
from referee.model.snapshot import BROKEN, Answer, Snapshot
from referee.observe.evidence import Evidence
from referee.panel.dot_display import Translate, as_png, picture
from referee.table.controller import TableController
from rules.core.phrases import Phrase
from vision.types import Reading

log = logging.getLogger(__name__)
T = TypeVar("T")
CLOSED = Answer(False, Phrase("The table is being closed; nothing was changed. Start Owleye again, then go on."))
RETRY_S = 5.0  # pause before what was due is tried again after a failure


class TableService:
    """The live table for other threads: they submit commands and read snapshots."""

    def __init__(
        self,
        controller: TableController,
        evidence: Evidence,
        listeners: Sequence[Callable[[Snapshot], None]] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the writer thread; it calls each of *listeners* with every new snapshot, so they must return quickly.

        *clock* is a steady clock (s), and the panel's too: a press counts at the time at which the button went down.
        """
        self._evidence, self._listeners, self._clock = evidence, listeners, clock
        self._work: SimpleQueue[tuple[Callable[[TableController], Any], Future[Any]] | None] = SimpleQueue()
        self._news = threading.Condition()
        self._controller = controller
        self._now = controller.now
        self._retry_at: float | None = None  # None while what is due can be done
        self._closing, self._is_closed = threading.Lock(), False
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def submit(self, command: Command) -> Answer:
        """Carry out *command*; a fact is on the disk when this returns.  Once the table is closed, it is refused."""
        return self._run(lambda controller: controller.do(command, self._clock()), BROKEN, CLOSED)

    def now(self) -> Snapshot:
        """The latest snapshot."""
        return self._now

    def settle(self) -> None:
        """Block until the writer has carried out all commands submitted so far; for ever if it hangs."""
        self._run(lambda controller: None, None, None)

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Wait at most *timeout_s* for a snapshot of another version than *version*; returns the latest one."""
        with self._news:
            self._news.wait_for(lambda: self._now.version != version, timeout_s)
        return self._now

    def seconds_left(self) -> float | None:
        """The time left of the countdown (s); None where none runs."""
        countdown = self._now.countdown
        return None if countdown is None else countdown.left(self._clock())

    def dot_picture(self, translate: Translate = str) -> bytes:
        """The present picture of the dot display (128 x 64 dots), as PNG."""
        return as_png(picture(self._now, self._clock(), translate))

    def picture(self, evidence: str) -> bytes | None:
        """The picture with this id as JPEG; None where it does not exist or was removed to make room."""
        return self._evidence.picture(evidence)

    def image(self, evidence: str) -> NDArray[np.uint8] | None:
        """The picture with this id (BGR); None like `picture`, and for a damaged file."""
        return self._evidence.image(evidence)

    def evidence(self, evidence: str) -> Mapping[str, Any] | None:
        """The record of this picture (docs/cli.md, "evidence"); None where it does not exist or is damaged."""
        before = self._evidence.damaged
        record = self._evidence.record(evidence)
        if self._evidence.damaged != before:
            self.submit(Trouble("damaged pictures", _damaged_words(self._evidence.damaged)))
        return record

    def reading(self, evidence: str) -> Reading | None:
        """The reading made in this picture; None where there is none, or its record is damaged."""
        record = self.evidence(evidence)
        return None if record is None or record.get("reading") is None else Reading.from_json(record["reading"])

    def export(self, game: str) -> str:
        """A stored game as JSON lines, the set-up first.

        Raises:
            KeyError: where there is no such game.
            JournalError: like `stored_game`.
        """
        stored = self.stored_game(game)
        if stored is None:
            raise KeyError(game)
        return "".join(f"{line}\n" for line in lines_of(stored))

    def stored_game(self, game: str) -> StoredGame | None:
        """A stored game with its whole log; None where there is no such game, and once the table is closed.

        Raises:
            JournalError: where the journal cannot be read, perhaps for a moment only.
        """
        return self._run(lambda controller: controller.stored(game), None, None)

    def close(self) -> None:
        """Carry out the commands that are on the queue, then stop the writer thread and close the journal."""
        with self._closing:
            self._is_closed = True
            self._work.put(None)
        self._thread.join()

    def _run(self, work: Callable[[TableController], T], broken: T, closed: T) -> T:
        done: Future[T] = Future()
        with self._closing:
            if self._is_closed:
                return closed
            self._work.put((work, done))
        try:
            return done.result()
        except JournalError:
            raise
        except Exception:
            log.exception("a command failed")
            return broken

    def _write(self) -> None:
        self._wake()
        while self._write_next():
            pass
        self._controller.close()

    def _write_next(self) -> bool:
        """Carry out the next item of the queue; returns False at its end.

        A method of its own, so that the item (a reading with a whole picture) is freed before the next one is awaited.
        """
        item = self._next()
        if item is None:
            return False
        work, done = item
        try:
            result = work(self._controller)
        except Exception as error:
            done.set_exception(error)
        else:
            self._publish()
            done.set_result(result)
        return True

    def _next(self) -> tuple[Callable[[TableController], Any], Future[Any]] | None:
        """Wait for the next item of the queue; whenever something is due before it comes, the controller is woken."""
        while True:
            due = self._controller.due
            try:
                next_s = None if due is None else max(due, self._retry_at or due) - self._clock()
                return self._work.get(timeout=None if next_s is None else max(0.0, next_s))
            except Empty:
                self._wake()

    def _wake(self) -> None:
        try:
            self._controller.wake(self._clock())
            self._retry_at = None
        except Exception:
            if self._retry_at is None:
                log.exception("what was due could not be done; it is tried every %g s", RETRY_S)
            self._retry_at = self._clock() + RETRY_S
        self._publish()

    def _publish(self) -> None:
        if self._controller.now is self._now:
            return
        with self._news:
            self._now = self._controller.now
            self._news.notify_all()
        for listener in self._listeners:
            try:
                listener(self._now)
            except Exception:
                log.exception("a snapshot could not be passed on")


def _damaged_words(names: Collection[str]) -> str:
    if len(names) == 1:
        return Phrase(
            "Picture {name} cannot be shown, because its file is damaged. The verdict stands: play on.", name=min(names)
        )
    return Phrase(
        "{number} pictures cannot be shown, because their files are damaged. The verdicts stand: play on.",
        number=len(names),
    )
