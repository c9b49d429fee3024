"""The thread that shares a table, switched on and off as the host's settings say.

The table's writer thread only queues snapshots for it and never waits.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock

from calibration.storage.damaged import without_damaged
from calibration.storage.files import StoreError
from referee.model.snapshot import Snapshot
from referee.startup.threads import keep_going
from rules.core.phrases import Phrase, plural, sentences
from sharing.link import Connected, Delivered, Disconnected, Link, LinkEvent
from sharing.messages import Message, topic_of
from sharing.outbox import Outbox
from sharing.publication import Publication
from sharing.settings import FOLDER, ShareSettings, SharingError, load, save

log = logging.getLogger(__name__)
LOOK_S = 1.0  # between two checks for messages that are due
RETRY_S = 10.0  # between two tries to open the outbox
OUTBOX = "outbox.sqlite"
OUTBOX_FAILS = Phrase(
    "Sharing waits, because its outbox cannot be written: "
    "make room on the disk, and see that this user may write there."
)
DISPLACED = Phrase("Another table has the same pairing code: pair this one again on the page of the hub.")


class Publisher:
    """Shares one table with the given settings until it is closed.

    ``waiting`` is how many events are not confirmed yet; ``is_displaced`` as in `Publication`.
    """

    def __init__(self, settings: ShareSettings, home: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Start sharing the table of *home*.

        Raises:
            SharingError: where the library is missing, or the settings cannot be used.
        """
        settings.check()
        self.waiting = 0
        self.is_displaced = False
        self._link_words: str = Phrase("Connecting to {broker} …", broker=settings.broker)
        self._disk_words = ""
        self._settings, self._home, self._clock = settings, home, clock
        self._work: SimpleQueue[Snapshot | LinkEvent | None] = SimpleQueue()
        topics = [topic_of(settings.id, "received")] if settings.key else []
        self._link = Link(settings, self._work.put, topics, lambda: self._publication.will())
        self._numbers: dict[int, int] = {}  # the link's message number -> the outbox's event number
        self._is_connected = False
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sharing", daemon=True)
        self._thread.start()

    @property
    def words(self) -> str:
        """The state of the outbox's disk, or else of the connection, in one sentence for the host."""
        return self._disk_words or self._link_words

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Queue a new snapshot; called by the table's writer thread, returns at once."""
        self._work.put(snapshot)

    def close(self) -> None:
        """Stop sharing; unconfirmed events stay in the outbox."""
        self._closed.set()
        self._work.put(None)
        self._thread.join()

    def _run(self) -> None:
        keep_going(self._share, self._closed)
        self._link.close()

    def _share(self) -> bool:
        """Open the outbox and share until the end; True where the disk does not allow it now."""
        try:
            with closing(without_damaged(self._home, self._outbox)) as outbox:
                self._publication = Publication(self._settings, outbox, self._clock())
                self._link.start()
                keep_going(self._share_next, self._closed)
                return False
        except (sqlite3.Error, OSError, StoreError) as error:
            self._note_disk(error)
            return not self._closed.wait(RETRY_S)

    def _outbox(self) -> Outbox:
        return Outbox(self._home / FOLDER / OUTBOX, self._settings.code)

    def _share_next(self) -> bool:
        """Handle what comes next; what the disk does not take is tried again with the next item."""
        goes_on = True
        try:
            goes_on = self._take_next()
            self._send_due()
            self._disk_words = ""
        except (sqlite3.Error, OSError) as error:
            self._note_disk(error)
        return goes_on

    def _take_next(self) -> bool:
        """Handle what comes next, if anything comes soon; returns False at the end."""
        try:
            item = self._work.get(timeout=LOOK_S)
        except Empty:
            return True
        if item is not None:
            self._handle(item)
        return item is not None

    def _send_due(self) -> None:
        if self._is_connected:
            for number, message in self._publication.due(self._clock()):
                self._numbers[self._link.send(message)] = number
        else:
            self._publication.fill()
        self.waiting = self._publication.waiting
        self.is_displaced = self._publication.is_displaced

    def _note_disk(self, error: Exception) -> None:
        if not self._disk_words:
            log.warning("sharing waits for the disk: %s", error)
        self._disk_words = OUTBOX_FAILS

    def _handle(self, item: Snapshot | LinkEvent) -> None:
        match item:
            case Snapshot():
                self._send(self._publication.take(item))
            case Connected():
                self._is_connected = True
                self._link_words = Phrase(
                    "Shared as “{table}” over {broker}.", table=self._settings.table, broker=self._settings.broker
                )
                self._send(self._publication.first_messages())
            case Disconnected(words):
                self._is_connected, self._link_words = False, words
            case Delivered(number) if number in self._numbers:
                self._publication.on_delivered(self._numbers.pop(number), self._clock())
            case Message():
                self._publication.on_hub_message(item, self._clock())

    def _send(self, messages: Sequence[Message]) -> None:
        for message in messages if self._is_connected else ():
            self._link.send(message)


class TableSharing:
    """Starts and stops the `Publisher` of a running table; safe to call from any thread."""

    def __init__(self, home: Path) -> None:
        """Prepare sharing for the table in *home*, without starting it."""
        self._home, self._folder, self._lock = home, home / FOLDER, Lock()
        self._publisher: Publisher | None = None
        self._now: Callable[[], Snapshot] | None = None
        self._trouble = sentences()

    def start(self, now: Callable[[], Snapshot]) -> None:
        """Share the table if that is switched on; *now* returns its snapshot.  `words` reports errors."""
        self._now = now
        with self._lock:
            self._restart()

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Pass a new snapshot on to the publisher; returns at once."""
        if publisher := self._publisher:
            publisher.on_snapshot(snapshot)

    @property
    def settings(self) -> ShareSettings:
        """The saved settings; a damaged file is set aside and reported.

        Raises:
            StoreError: where it cannot be moved.
        """
        return without_damaged(self._home, lambda: load(self._folder, ShareSettings))

    @property
    def words(self) -> str:
        """The state of sharing in one or two sentences for the host."""
        publisher = self._publisher
        if publisher is None:
            return self._trouble or Phrase("This table is not shared.")
        waiting = plural(
            "{number} fact waits to be delivered.", "{number} facts wait to be delivered.", publisher.waiting
        )
        why = DISPLACED if publisher.is_displaced else ""
        return sentences(publisher.words, waiting if publisher.waiting else "", why)

    def change(self, settings: ShareSettings) -> None:
        """Save other settings and share with them from now on.

        Raises:
            SharingError: where the table cannot be shared with these settings.
            StoreError: where the settings cannot be saved.
        """
        with self._lock:
            if settings.on:
                settings.check()
            save(self._folder, settings)
            self._restart()
            if self._trouble:
                raise SharingError(self._trouble)

    def close(self) -> None:
        """Stop sharing; the settings stay as they are."""
        with self._lock:
            self._stop()

    def _restart(self) -> None:
        self._stop()
        self._trouble = sentences()
        try:
            settings = self.settings
            if settings.on and self._now:
                self._publisher = Publisher(settings, self._home)
                self._publisher.on_snapshot(self._now())
        except ValueError as error:
            self._trouble = sentences(str(error))

    def _stop(self) -> None:
        publisher, self._publisher = self._publisher, None
        if publisher:
            publisher.close()
