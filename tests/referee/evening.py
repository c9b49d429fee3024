"""One evening of Munchkin on mock pins: time passes only when the test says so, and no thread runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hardware.cameras.camera import CameraTrouble, Frame, Glance
from hardware.panel import Panel, open_panel
from referee.devices import Devices
from referee.journal.journal import Journal
from referee.model.commands import Command, Enter
from referee.model.snapshot import Answer, Snapshot
from referee.observe.evidence import Evidence
from referee.observe.table_reading import VisionContext
from referee.panel.panel_controller import PanelController
from referee.table.controller import TableController
from rules.core.facts import Fact
from rules.games import GAMES
from tests.referee.kit import clock as noon
from tests.referee.simulated import Clock
from tests.rules.munchkin.play import facts


class Blind:
    """A camera that is never read."""

    name, simulated = "blind", True

    def glance(self, deadline_s: float = 2.0) -> Glance:
        raise CameraTrouble("Nobody looks here.")

    def frame(self, deadline_s: float = 5.0) -> Frame:
        raise CameraTrouble("Nobody looks here.")

    def adapt(self) -> None:
        pass

    def live_jpeg(self) -> tuple[int, bytes] | None:
        return None

    def trouble(self) -> str | None:
        return None

    def close(self) -> None:
        pass


class Evening:
    """Controllers, panel and clock of one evening; `wake` is called when it is due, as the writer thread does."""

    def __init__(self, home: Path) -> None:
        self.clock = Clock()
        self.clock.now = 1000.0
        self.wall_clock: Callable[[], str] = noon
        self.home = home
        self.panel: Panel = open_panel(home, simulated=True, clock=self.clock)
        self.panel_controller = PanelController(self.panel, home, uses=dict)
        self.controller = self._new_controller()
        self.around = Devices(self, VisionContext(home), Blind(), self.panel_controller, None)
        self.panel._on_press = self.around.on_press

    def _new_controller(self) -> TableController:
        journal, evidence = Journal(self.home / "owleye.sqlite"), Evidence(self.home / "evidence", 100)
        snapshot = Snapshot(version=1, simulated=True)
        return TableController(journal, evidence, GAMES, lambda: self.wall_clock(), snapshot)

    def submit(self, command: Command) -> Answer:
        answer = self.controller.do(command, self.clock())
        self.panel_controller.on_snapshot(self.now())
        return answer

    def now(self) -> Snapshot:
        return self.controller.now

    def pull_the_plug(self) -> None:
        """The controller of a new start, a good while later."""
        self.controller.close()
        self.pass_time(100.0, awake=False)
        self.controller = self._new_controller()
        self.controller.wake(self.clock())

    def pass_time(self, seconds: float, awake: bool = True) -> None:
        """Sample the pins every 20 ms, and wake the controller when it is due."""
        end = self.clock.now + seconds
        while self.clock.now < end - 1e-9:
            self.clock.now = min(end, self.clock.now + 0.02)
            self.panel.look()
            if awake and self.controller.due is not None and self.clock.now >= self.controller.due:
                self.controller.wake(self.clock.now)

    def push(self, button: str, held: bool = False) -> None:
        """Press a button now; it is released while time passes afterwards."""
        self.panel.push(button, bounces=3, held=held)

    def say(self, line: str) -> Answer:
        (fact,) = facts(line)
        return self.submit(Enter(fact, self.now().length))

    def logged(self) -> Sequence[Fact]:
        return [line.fact for line in self.now().log]

    def last(self) -> Fact:
        return self.now().log[-1].fact
