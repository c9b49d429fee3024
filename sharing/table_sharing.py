"""Whether this table is shared, for as long as it runs: settings that the host changes, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from referee.model.snapshot import Snapshot
from rules.core.phrases import Phrase, plural, sentences
from sharing.publisher import Publisher
from sharing.settings import FOLDER, ShareSettings, SharingError, load, save


class TableSharing:
    """Shares the table of a home as its settings say; any thread may call it."""

    def __init__(self, home: Path) -> None:
        """The table of *home*, not yet shared."""
        self._folder, self._lock = home / FOLDER, Lock()
        self._publisher: Publisher | None = None
        self._now: Callable[[], Snapshot] | None = None
        self._trouble = ""

    def start(self, now: Callable[[], Snapshot]) -> None:
        """Share the table if that is switched on; *now* gives its snapshot.  What goes wrong is said in `words`."""
        self._now = now
        with self._lock:
            self._restart()

    def tell(self, snapshot: Snapshot) -> None:
        """The table has changed; returns at once."""
        if publisher := self._publisher:
            publisher.tell(snapshot)

    @property
    def settings(self) -> ShareSettings:
        """The settings as they are kept.

        Raises:
            StoreError: where their file is damaged.
        """
        return load(self._folder, ShareSettings)

    @property
    def words(self) -> str:
        """How sharing goes, in words for the host."""
        publisher = self._publisher
        if publisher is None:
            return self._trouble or Phrase("This table is not shared.")
        waiting = plural(
            "{number} fact waits to be delivered.", "{number} facts wait to be delivered.", publisher.waiting
        )
        return sentences(publisher.words, waiting if publisher.waiting else "")

    def change(self, settings: ShareSettings) -> None:
        """Keep other settings and share by them from now on.

        Raises:
            SharingError: where the table cannot be shared so; then nothing is changed.
            StoreError: where the disk will not take it.
        """
        with self._lock:
            if settings.on:
                settings.check()
            save(self._folder, settings)
            self._restart()
            if self._trouble:
                raise SharingError(self._trouble)

    def close(self) -> None:
        """Stop sharing until the next start."""
        with self._lock:
            self._stop()

    def _restart(self) -> None:
        self._stop()
        self._trouble = ""
        try:
            settings = self.settings
            if settings.on and self._now:
                self._publisher = Publisher(settings, self._folder)
                self._publisher.tell(self._now())
        except ValueError as error:
            self._trouble = str(error)

    def _stop(self) -> None:
        publisher, self._publisher = self._publisher, None
        if publisher:
            publisher.close()
