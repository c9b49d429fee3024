"""The workshop: one thread at the workbench, so that a slow step keeps nobody waiting."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from referee.snapshot import Answer
from referee.steps import Rested, Shut, Step
from referee.workbench import Workbench

LOOK_S = 2.0  # Between two looks for hints while a wizard is open.
PATIENCE_S = 0.7  # So long a page waits for the outcome of a step; then it shows what is going on.
LEFT_S = 900.0  # A wizard that nobody has touched for so long is shut, so that the referee watches again.


class Workshop:
    """Carries out steps in turn, and between them looks what the camera would see."""

    def __init__(self, bench: Workbench) -> None:
        """Begin to work at *bench*."""
        self._bench = bench
        self._untouched_s = 0.0
        self._work: SimpleQueue[tuple[Step, Future[Answer]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="workshop", daemon=True)
        self._thread.start()

    def do(self, step: Step) -> Answer:
        """Carry out a step; what takes longer goes on, and the answer says so."""
        try:
            return self._put(step).result(PATIENCE_S)
        except TimeoutError:
            return Answer(True, self._bench.state.busy or "I am on it.")

    def rested(self) -> None:
        """Something came to rest: look at it in due course."""
        self._put(Rested())

    def close(self) -> None:
        """Finish the step at hand and stop."""
        self._work.put(None)
        self._thread.join(10)

    def _put(self, step: Step) -> Future[Answer]:
        done: Future[Answer] = Future()
        self._work.put((step, done))
        return done

    def _run(self) -> None:
        while True:
            try:
                item = self._work.get(timeout=LOOK_S if self._bench.state.task else None)
            except Empty:
                self._idle()
                continue
            if item is None:
                return
            step, done = item
            self._untouched_s *= isinstance(step, Rested)
            done.set_result(self._bench.do(step))

    def _idle(self) -> None:
        self._untouched_s += LOOK_S
        if self._untouched_s > LEFT_S:
            self._bench.do(Shut())
        else:
            self._bench.look()
