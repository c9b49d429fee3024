"""Switches the sharing of a running table on and off, as the host's settings say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from referee.model.snapshot import Snapshot
from rules.core.phrases import Phrase, plural, sentences
from sharing.publisher import Publisher
from sharing.settings import FOLDER, ShareSettings, SharingError, load, save


class TableSharing:
    """Starts and stops the `Publisher` of a running table; safe to call from any thread."""

    def __init__(self, home: Path) -> None:
        """Prepare sharing for the table in *home*, without starting it."""
        self._folder, self._lock = home / FOLDER, Lock()
        self._publisher: Publisher | None = None
        self._now: Callable[[], Snapshot] | None = None
        self._trouble = ""

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
        """The saved settings.

        Raises:
            StoreError: where their file is damaged.
        """
        return load(self._folder, ShareSettings)

    @property
    def words(self) -> str:
        """The state of sharing in one or two sentences for the host."""
        publisher = self._publisher
        if publisher is None:
            return self._trouble or Phrase("This table is not shared.")
        waiting = plural(
            "{number} fact waits to be delivered.", "{number} facts wait to be delivered.", publisher.waiting
        )
        return sentences(publisher.words, waiting if publisher.waiting else "")

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
        self._trouble = ""
        try:
            settings = self.settings
            if settings.on and self._now:
                self._publisher = Publisher(settings, self._folder)
                self._publisher.on_snapshot(self._now())
        except ValueError as error:
            self._trouble = str(error)

    def _stop(self) -> None:
        publisher, self._publisher = self._publisher, None
        if publisher:
            publisher.close()
