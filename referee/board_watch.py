"""Tells the table while a game runs how the machine fares: weak power, heat, a card that cannot be written."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from hardware.board import Finding, findings
from referee.model.commands import Inform, Trouble
from referee.observe.camera_watcher import CommandSink

PERIOD_S = 60.0
TROUBLE, NOTE = "machine", "machine note"


class BoardWatch:
    """A thread that looks once a minute."""

    def __init__(self, home: Path, live: CommandSink, look: Callable[[Path], tuple[Finding, ...]] = findings) -> None:
        self._home, self._live, self._look = home, live, look
        self._told: tuple[str, str] = ("", "")
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="board", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def close(self) -> None:
        """No more looks."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def once(self) -> None:
        """Look, and tell what changed: what play suffers from as a trouble, the rest as a note."""
        found = self._look(self._home)
        trouble = " ".join(finding.words for finding in found if finding.grave)
        note = " ".join(finding.words for finding in found if not finding.grave)
        if (trouble, note) != self._told:
            self._told = trouble, note
            self._live.submit(Trouble(TROUBLE, trouble))
            self._live.submit(Inform(NOTE, note))

    def _watch(self) -> None:
        while not self._closed.is_set():
            self.once()
            self._closed.wait(PERIOD_S)
