"""The workbench: gives each step to the wizard that is open.

Knows no threads: whoever owns the bench brings the steps in order (referee/workshop.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Protocol

from calibration.files import StoreError
from hardware.camera import CameraTrouble
from referee.bench import FINE, MOVED_ON, Bench
from referee.calibrating import Calibrating
from referee.preparation import Preparation, Task
from referee.proving import Proving
from referee.snapshot import Answer
from referee.steps import Forget, Open, Rested, Seen, Shut, SimulatedShow, Step
from referee.teaching import Teaching, forget
from referee.teaching_die import TeachingDie

log = logging.getLogger(__name__)
BROKEN = Answer(False, "Something went wrong inside; nothing was changed. The log of `owleye run` says what.")
NOTHING: Mapping[str, None] = dict.fromkeys(("lesson", "die", "trial", "sighting"))
STARTING = Answer(False, "The owl is still opening its eyes: wait a moment, then begin.")
BUSY = Answer(False, "The simulated hand is still at it: wait until it is away.")
SHUT = Answer(False, "Open the wizard first.")


class Wizard(Protocol):
    """One way of making the table ready, step by step."""

    def begin(self) -> None:
        """It was opened: show how far it is."""

    def do(self, step: Step) -> Answer:
        """One step."""

    def look(self) -> None:
        """Nothing was asked for: show what the camera sees."""

    def rested(self) -> None:
        """Something moved and has come to rest."""


class Workbench:
    """All wizards of one home, at most one of them open."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        kinds: Mapping[Task, Callable[[Bench], Wizard]] = {
            "calibrate": Calibrating,
            "teach": Teaching,
            "die": TeachingDie,
            "prove": Proving,
        }
        self._wizards = {task: kind(bench) for task, kind in kinds.items()}

    @property
    def state(self) -> Preparation:
        """What pages show."""
        return self._bench.state

    def do(self, step: Step) -> Answer:
        """Carry out one step; what people can meet is told in words."""
        try:
            answer = self._do(step)
        except (CameraTrouble, StoreError, ValueError) as trouble:
            answer = Answer(False, str(trouble))
        except Exception:
            log.exception("a step failed")
            answer = BROKEN
        if isinstance(step, Rested):
            self._bench.show(busy="")
        else:
            self._bench.show(busy="", words=answer.words, ok=answer.ok)
        return answer

    def look(self) -> None:
        """What the camera would see now, where a wizard is open."""
        wizard = self._wizards.get(self.state.task)
        if wizard is None:
            return
        try:
            wizard.look()
        except (CameraTrouble, ValueError) as trouble:
            self._bench.show(words=str(trouble), ok=False)
        except Exception:
            log.exception("a look failed")
            self._bench.show(words=BROKEN.words, ok=False)

    def _do(self, step: Step) -> Answer:
        wizard = self._wizards.get(self.state.task)
        match step:
            case Seen(what, stamp):
                leads_on = isinstance(what, Open | Shut) or stamp == self.state.stamp
                return self._do(what) if leads_on else MOVED_ON
            case SimulatedShow() if self._bench.table is not None and self._bench.table.busy:
                return BUSY
            case Open() if self._bench.starting:
                return STARTING
            case Open(task):
                self._bench.show(task=task, hints=(), **NOTHING)
                self._wizards[task].begin()
                return FINE
            case Shut():
                self._bench.show(task="", hints=(), **NOTHING)
                return FINE
            case Forget(piece):
                return forget(self._bench.home, piece, self._bench.sight.eyes().gallery)
            case Rested():
                if wizard is not None:
                    wizard.rested()
                return FINE
        return wizard.do(step) if wizard is not None else SHUT
