"""The steps that pages, the command line and the watcher submit to the wizards."""

from __future__ import annotations

from dataclasses import dataclass

from referee.model.progress import Task


@dataclass(frozen=True, slots=True)
class Open:
    """Open a wizard; no throw counts until it is closed."""

    task: Task


@dataclass(frozen=True, slots=True)
class Close:
    """Close the wizard; what it stored stays, and a lesson can be continued later."""


@dataclass(frozen=True, slots=True)
class TakePicture:
    """Take the picture that the open wizard waits for."""


@dataclass(frozen=True, slots=True)
class StartOver:
    """Delete the open lesson and begin a new one; pieces taught before stay."""


@dataclass(frozen=True, slots=True)
class StoneEntry:
    """The owner's entry for one stone, as typed: ``type`` is a kind of stone, such as "element".

    ``keep``: learn it.  ``afresh`` removes its older pictures, ``swap`` exchanges its two sides.
    """

    name: str
    number: str
    type: str
    keep: bool = True
    afresh: bool = False
    swap: bool = False


@dataclass(frozen=True, slots=True)
class KeepStones:
    """Learn the stones as entered, one entry for each stone of the lesson in its order.

    ``certain``: also where the edition's list has another number, or two stones have one name.
    """

    entries: tuple[StoneEntry, ...]
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget a taught piece."""

    piece: str


@dataclass(frozen=True, slots=True)
class JudgeThrow:
    """The owner's judgement of the throw that waits: indices of wrong readings, and how many pieces were overlooked.

    ``count`` False drops the throw without counting it.
    """

    wrong: frozenset[int]
    count: bool = True
    overlooked: int = 0


@dataclass(frozen=True, slots=True)
class BeginDie:
    """Teach the die of this name; ``look`` is a key of FACES (calibration/teaching/die_lesson.py)."""

    name: str
    look: str


@dataclass(frozen=True, slots=True)
class ConfirmFace:
    """Keep the picture although it does not look like the face that was asked for."""


@dataclass(frozen=True, slots=True)
class DropLastPicture:
    """Delete the last picture."""


@dataclass(frozen=True, slots=True)
class TurnPicture:
    """Turn the picture of the Power side by a quarter."""


@dataclass(frozen=True, slots=True)
class KeepDie:
    """Learn the die from the pictures of the lesson."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Calibrate with the present picture; ``certain``: even if something seems to lie on the mat."""

    certain: bool = False


@dataclass(frozen=True, slots=True)
class Adapt:
    """Let the camera adjust focus and exposure again, and lock them."""


@dataclass(frozen=True, slots=True)
class LensPicture:
    """Take one more picture of the lens sheet."""


@dataclass(frozen=True, slots=True)
class MeasureLens:
    """Measure the lens from the pictures of the sheet."""


@dataclass(frozen=True, slots=True)
class Settled:
    """From the watcher: the table has come to rest, so that the wizard may look at what lies there."""


@dataclass(frozen=True, slots=True)
class SimulatedShow:
    """On a simulated table: do what the wizard asks for next."""


@dataclass(frozen=True, slots=True)
class FromPage:
    """A step from a page that was drawn when the progress had this ``stamp``; refused where it has another one now.

    A second click then takes no second picture.
    """

    step: Step
    stamp: int


Step = (
    Open
    | Close
    | TakePicture
    | StartOver
    | KeepStones
    | BeginDie
    | ConfirmFace
    | DropLastPicture
    | TurnPicture
    | KeepDie
    | Forget
    | JudgeThrow
    | Calibrate
    | Adapt
    | LensPicture
    | MeasureLens
    | Settled
    | SimulatedShow
    | FromPage
)
