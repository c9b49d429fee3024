"""Faults of the machine that disturb play are troubles of the table, others are notes; each is reported once."""

from __future__ import annotations

from pathlib import Path

from hardware.machine import Finding
from referee.model.commands import Command, Inform, Trouble
from referee.model.snapshot import Answer, Snapshot
from referee.observe.watchdog import MachineWatch


class Listener:
    """A live table that only records commands."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def submit(self, command: Command) -> Answer:
        self.commands.append(command)
        return Answer(True, "")

    def now(self) -> Snapshot:
        return Snapshot(version=1, simulated=False)


def test_each_change_of_the_machine_is_reported_once(tmp_path: Path) -> None:
    listener, found = Listener(), list[Finding]()
    watch = MachineWatch(tmp_path, listener, lambda home: tuple(found))
    watch.once()
    assert listener.commands == []
    found[:] = [Finding("Heat", "Hot.", True), Finding("Network", "No network.", False)]
    watch.once()
    watch.once()
    assert listener.commands == [Trouble("machine", "Hot."), Inform("machine note", "No network.")]
    found.clear()
    watch.once()
    assert listener.commands[2:] == [Trouble("machine", ""), Inform("machine note", "")]
