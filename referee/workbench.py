"""The workbench: what comes of each step of the wizards that make a table ready.

Knows no threads: whoever owns the bench brings the steps in order (referee/workshop.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from calibration.files import StoreError
from calibration.hints import HAND, hints
from calibration.lesson import Lesson
from calibration.teach import ELSEWHERE
from hardware.camera import Camera, CameraTrouble
from hardware.simulated.table import SimulatedTable
from referee.preparation import Preparation, Task
from referee.sight import Sight
from referee.snapshot import Answer, Eyes
from referee.steps import Forget, KeepStones, Open, Rested, Shut, SimulatedShow, StartOver, Step, TakePicture
from referee.teaching import Lessons
from vision.find import find

log = logging.getLogger(__name__)
BUSY = {"lay": "I look at the stones …", "flip": "I look at the other sides and pair them …"}
MOVING = Answer(False, "Something still moves: take your hand away, then once more.")
BROKEN = Answer(False, "Something went wrong inside; nothing was changed. The log of `owleye run` says what.")


class Workbench:
    """The wizards of one home.  ``state`` is what pages show; it changes only between the calls."""

    def __init__(
        self,
        sight: Sight,
        camera: Camera,
        tell: Callable[[Preparation], Any],
        watched: Callable[[], Eyes],
        table: SimulatedTable | None = None,
    ) -> None:
        """*tell* hears of every change; *watched* is the word of the eyes now."""
        self.state = Preparation()
        self._sight, self._camera, self._tell, self._watched, self._table = sight, camera, tell, watched, table
        self._lessons = Lessons(sight.home, table)

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
            self._show(busy="")
        else:
            self._show(busy="", words=answer.words, ok=answer.ok)
        return answer

    def _do(self, step: Step) -> Answer:
        match step:
            case Open(task):
                return self._open(task)
            case Shut():
                self._show(task="", hints=(), lesson=None)
                return Answer(True, "")
            case Forget(piece):
                return self._lessons.forget(piece, self._sight.eyes().gallery)
            case Rested():
                self.look()
                return Answer(True, "")
            case _:
                return self._teach(step)

    def _open(self, task: Task) -> Answer:
        self._show(task=task, lesson=self._lessons.under_way(), hints=())
        return Answer(True, "")

    def _teach(self, step: Step) -> Answer:
        lesson = self.state.lesson
        if lesson is None:
            return Answer(False, "Open the lesson first.")
        match step:
            case TakePicture() if lesson.stage != "name":
                return self._photograph(lesson)
            case StartOver():
                self._show(lesson=self._lessons.start_over())
                return Answer(True, "")
            case KeepStones() if lesson.stage == "name":
                self._show(busy="I learn the stones …")
                lesson, answer = self._lessons.told(lesson, step, self._sight.eyes())
                self._show(lesson=lesson)
                return answer
            case SimulatedShow() if self._table is not None:
                return _show_stones(self._table, lesson)
        return Answer(False, "The lesson has moved on: look again.")

    def _photograph(self, lesson: Lesson) -> Answer:
        if self._watched() in ("hand", "moving"):
            return MOVING
        self._show(busy=BUSY[lesson.stage], words="")
        after = self._lessons.photographed(lesson, self._camera.frame().image, self._sight.eyes())
        self._show(lesson=after, stamp=self.state.stamp + 1)
        return Answer(not after.words, " ".join(after.words))

    def look(self) -> None:
        """What the camera would see now, as hints."""
        moving = self._watched() in ("hand", "moving")
        self._show(**({"hints": (HAND,)} if moving else self._hints()))

    def _hints(self) -> dict[str, Any]:
        try:
            image, eyes = self._camera.frame().image, self._sight.eyes()
        except (CameraTrouble, StoreError) as trouble:
            return {"words": str(trouble), "ok": False}
        found = find(image, eyes.plane, eyes.empty)
        flat = [one for one in found if one.kind != "unknown" and not ELSEWHERE.intersection(one.notes)]
        size = (image.shape[1], image.shape[0])
        return {"hints": hints(image, found, eyes.plane), "pieces": len(flat), "size": size}

    def _show(self, **changes: Any) -> None:
        state = replace(self.state, **changes)
        if state != self.state:
            self.state = state
            self._tell(state)


def _show_stones(table: SimulatedTable, lesson: Lesson) -> Answer:
    """The simulated hand lays all stones down, or turns them over."""
    if lesson.stage == "flip":
        table.turn_over()
        return Answer(True, "The hand turns every stone over.")
    table.throw([name for name, piece in table.pieces.items() if piece.kind == "stone"])
    return Answer(True, "The hand lays the stones down.")
