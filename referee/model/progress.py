"""Values that describe the set-up of a table: the open wizard, its progress, and how far the table is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calibration.table.accuracy import AccuracyReport
from calibration.table.hints import Hint
from calibration.teaching.die_lesson import DieLesson
from calibration.teaching.stone_lesson import Lesson
from rules.core.phrases import Phrase

Task = Literal["", "calibrate", "teach", "die", "prove"]


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """One piece of a throw that waits to be judged: ``key`` of its crop, ``words`` for what was read, whether sure.

    ``wrong``: the page ticks it as read wrong to begin with, which only the simulated table can know.
    """

    key: str
    words: str
    sure: bool
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The prove wizard: number of throws wanted, and ``accuracy`` so far.

    ``names`` are the (id, name) pairs of all taught pieces.  ``thrown`` is the throw that waits to be judged, None
    where none does; ``overlooked`` is how many pieces of it were not detected, 0 on a real table, where nobody knows.
    """

    wanted: int = 0
    accuracy: AccuracyReport | None = None
    names: tuple[tuple[str, str], ...] = ()
    thrown: tuple[ReadPiece, ...] | None = None
    overlooked: int = 0


@dataclass(frozen=True, slots=True)
class Meter:
    """One quantity on the calibration page: name, value with its unit, whether it is good enough, and advice."""

    name: str
    figure: str
    well: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class CalibrationView:
    """The calibration wizard: meters, and a sentence each about the calibration in use and the lens.

    ``pieces`` is how many things lie on the mat; ``views`` counts the pictures of the lens sheet, of which ``wanted``
    are needed.  ``done``: the last step calibrated the table.
    """

    meters: tuple[Meter, ...] = ()
    pieces: int = 0
    in_use: str = ""
    lens: str = ""
    views: int = 0
    wanted: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class SetupStatus:
    """How far a table is set up: calibration error in mm (None: not calibrated), pieces taught, and accuracy.

    ``other_light``: the light now is much unlike that of the proof.
    """

    error_mm: float | None = None
    stones: int = 0
    dice: int = 0
    accuracy: AccuracyReport | None = None
    other_light: bool = False

    @property
    def taught(self) -> int:
        """Pieces of all kinds."""
        return self.stones + self.dice

    @property
    def proven(self) -> bool:
        """Whether anything was judged under the calibration in use."""
        return self.accuracy is not None and self.accuracy.whole.total > 0

    @property
    def words(self) -> str:
        """How reliable the readings are in the light of now, in a sentence; empty where nothing was judged."""
        if self.accuracy is None or not self.proven:
            return ""
        if not self.other_light:
            return self.accuracy.words
        return Phrase("Proven in other light: throw a few again. In that light: {words}", words=self.accuracy.words)


@dataclass(frozen=True, slots=True)
class WizardProgress:
    """The open wizard (``task``, empty: none; no throw counts while one is open) and its progress.

    ``busy`` is a sentence while a step takes long, else empty.  ``words`` is the outcome of the last step, ``ok``
    whether it succeeded, ``confirm`` whether it was refused unless it is repeated as certain.  ``hints`` are about the
    present picture of ``size`` (width, height) px, in which ``pieces`` pieces lie flat on the mat.  ``stamp`` changes
    with the pictures of the lesson.  Of ``lesson`` (stones), ``die``, ``trial`` (prove) and ``sighting`` (calibrate)
    only that of the open wizard is set.
    """

    task: Task = ""
    busy: str = ""
    words: str = ""
    ok: bool = True
    confirm: bool = False
    hints: tuple[Hint, ...] = ()
    size: tuple[int, int] = (0, 0)
    pieces: int = 0
    stamp: int = 0
    lesson: Lesson | None = None
    die: DieLesson | None = None
    trial: ProofProgress | None = None
    sighting: CalibrationView | None = None
