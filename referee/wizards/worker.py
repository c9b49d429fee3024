"""Passes each step to the open wizard (`WizardDispatch`), in a separate thread (`WizardWorker`)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Protocol

from calibration.storage.damaged import without_damaged
from hardware.cameras.camera import CameraTrouble
from referee.model.progress import Task, WizardProgress
from referee.model.snapshot import BROKEN, Answer
from referee.model.wizard_commands import Close, Forget, FromPage, Open, Settled, SimulatedShow, Step
from referee.model.words import sentence_of
from referee.wizards.calibrate import CalibrateWizard
from referee.wizards.prove import ProveWizard
from referee.wizards.session import FINE, MOVED_ON, WizardSession
from referee.wizards.teach_die import TeachDieWizard
from referee.wizards.teach_stones import TeachStonesWizard, forget
from rules.core.phrases import Phrase

log = logging.getLogger(__name__)
NOTHING: Mapping[str, None] = dict.fromkeys(("lesson", "die", "trial", "sighting"))
STARTING = Answer(False, Phrase("Owleye is still starting: wait a moment, then begin."))
BUSY = Answer(False, Phrase("The simulated hand is still moving: wait until it is away."))
CLOSED = Answer(False, Phrase("Open the wizard first."))
LOOK_S = 2.0  # Between two updates of the hints while a wizard is open.
PATIENCE_S = 0.7  # How long a page waits for the outcome of a step before it shows that the step is running.
LEFT_S = 900.0  # A wizard without a step for a quarter of an hour is closed, so that throws count again.


class Wizard(Protocol):
    """A wizard: calibrate, teach stones, teach a die, or prove."""

    def begin(self) -> None:
        """Start, and show how far an earlier session came."""

    def do(self, step: Step) -> Answer:
        """Carry out one step."""

    def look(self) -> None:
        """Show what the camera sees, while no step is asked for."""

    def on_rest(self) -> None:
        """Go on after something has come to rest on the table."""


class WizardDispatch:
    """All wizards of one home, at most one of them open."""

    def __init__(self, session: WizardSession) -> None:
        self._session = session
        kinds: Mapping[Task, Callable[[WizardSession], Wizard]] = {
            "calibrate": CalibrateWizard,
            "teach": TeachStonesWizard,
            "die": TeachDieWizard,
            "prove": ProveWizard,
        }
        self._wizards = {task: kind(session) for task, kind in kinds.items()}

    @property
    def state(self) -> WizardProgress:
        """The progress that pages show."""
        return self._session.state

    def do(self, step: Step) -> Answer:
        """Carry out one step; an expected failure becomes a sentence."""
        home = self._session.home
        try:
            answer = without_damaged(home, lambda: self._do(step))
        except (CameraTrouble, ValueError) as trouble:
            answer = Answer(False, sentence_of(trouble))
        except Exception:
            log.exception("a step failed")
            answer = BROKEN
        if isinstance(step, Settled):
            self._session.show(busy="")
        else:
            self._session.show(busy="", words=answer.words, ok=answer.ok, confirm=answer.confirm)
        return answer

    def look(self) -> None:
        """Show what the camera sees, where a wizard is open."""
        wizard = self._wizards.get(self.state.task)
        if wizard is None:
            return
        try:
            wizard.look()
        except (CameraTrouble, ValueError) as trouble:
            self._session.show(words=sentence_of(trouble), ok=False, confirm=False)
        except Exception:
            log.exception("a look failed")
            self._session.show(words=BROKEN.words, ok=False, confirm=False)

    def _do(self, step: Step) -> Answer:
        wizard = self._wizards.get(self.state.task)
        match step:
            case FromPage(what, stamp):
                leads_on = isinstance(what, Open | Close) or stamp == self.state.stamp
                return self._do(what) if leads_on else MOVED_ON
            case SimulatedShow() if self._session.table is not None and self._session.table.busy:
                return BUSY
            case Open() if self._session.starting:
                return STARTING
            case Open(task):
                self._session.show(task=task, hints=(), **NOTHING)
                self._wizards[task].begin()
                return FINE
            case Close():
                self._session.show(task="", hints=(), **NOTHING)
                return FINE
            case Forget(piece):
                return forget(self._session.vision, piece)
            case Settled():
                if wizard is not None:
                    wizard.on_rest()
                return FINE
        return wizard.do(step) if wizard is not None else CLOSED


class WizardWorker:
    """The thread that carries out steps in turn, and updates the hints between them."""

    def __init__(self, wizards: WizardDispatch) -> None:
        """Start the thread."""
        self._wizards = wizards
        self._untouched_s = 0.0
        self._work: SimpleQueue[tuple[Step, Future[Answer]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="wizards", daemon=True)
        self._thread.start()

    def do(self, step: Step) -> Answer:
        """Carry out a step; where it takes longer than PATIENCE_S, the answer says that it is still running."""
        try:
            return self._put(step).result(PATIENCE_S)
        except TimeoutError:
            return Answer(True, self._wizards.state.busy or Phrase("Working on it."))

    def on_rest(self) -> None:
        """Tell the open wizard that something has come to rest."""
        self._put(Settled())

    def close(self) -> None:
        """Finish the current step and stop."""
        self._work.put(None)
        self._thread.join(10)

    def _put(self, step: Step) -> Future[Answer]:
        done: Future[Answer] = Future()
        self._work.put((step, done))
        return done

    def _run(self) -> None:
        while True:
            try:
                item = self._work.get(timeout=LOOK_S if self._wizards.state.task else None)
            except Empty:
                self._idle()
                continue
            if item is None:
                return
            step, done = item
            self._untouched_s *= isinstance(step, Settled)
            done.set_result(self._wizards.do(step))

    def _idle(self) -> None:
        self._untouched_s += LOOK_S
        if self._untouched_s > LEFT_S:
            self._wizards.do(Close())
        else:
            self._wizards.look()
