"""How a table is being made ready, as pages show it: which wizard is open, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calibration.hints import Hint
from calibration.lesson import Lesson

Task = Literal["", "teach"]


@dataclass(frozen=True, slots=True)
class Preparation:
    """The open wizard (``task``, empty: none; the eyes judge no throw while one is open) and how far it is.

    ``busy`` is a sentence while something takes its time; ``words`` what came of the last step, ``ok`` whether it went
    well.  ``hints`` are about the picture now, of ``size`` (width, height) px, in which ``pieces`` lie flat on the mat.
    ``stamp`` changes with the pictures of the lesson.
    """

    task: Task = ""
    busy: str = ""
    words: str = ""
    ok: bool = True
    hints: tuple[Hint, ...] = ()
    size: tuple[int, int] = (0, 0)
    pieces: int = 0
    stamp: int = 0
    lesson: Lesson | None = None
