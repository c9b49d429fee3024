"""What play suffers from is a trouble of the table, the rest a note; each is told once."""

from __future__ import annotations

from pathlib import Path

from hardware.board import Finding
from referee.model.commands import Command, Inform, Trouble
from referee.model.snapshot import Answer, Snapshot
from referee.observe.watchdog import BoardWatch


class Heard:
    """A live table that only listens."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def submit(self, command: Command) -> Answer:
        self.commands.append(command)
        return Answer(True, "")

    def now(self) -> Snapshot:
        return Snapshot(version=1, simulated=False)


def test_what_changes_is_told_once(tmp_path: Path) -> None:
    heard, found = Heard(), list[Finding]()
    watch = BoardWatch(tmp_path, heard, lambda home: tuple(found))
    watch.once()
    assert heard.commands == []
    found[:] = [Finding("Heat", "Hot.", True), Finding("Network", "No network.", False)]
    watch.once()
    watch.once()
    assert heard.commands == [Trouble("machine", "Hot."), Inform("machine note", "No network.")]
    found.clear()
    watch.once()
    assert heard.commands[2:] == [Trouble("machine", ""), Inform("machine note", "")]
