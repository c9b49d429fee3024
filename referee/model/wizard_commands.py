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
    """Throw the open lesson away and begin it anew; what was taught before stays."""


@dataclass(frozen=True, slots=True)
class StoneEntry:
    """What its owner says of one stone of the lesson; ``afresh`` forgets its older pictures, ``swap`` turns it over."""

    name: str
    number: str
    type: str
    keep: bool = True
    afresh: bool = False
    swap: bool = False


@dataclass(frozen=True, slots=True)
class KeepStones:
    """Learn the stones of the lesson as told, in the order of its rows; ``certain``: even against the concordance."""

    told: tuple[StoneEntry, ...]
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget a taught piece."""

    piece: str


@dataclass(frozen=True, slots=True)
class JudgeThrow:
    """In the throw that waits these pieces were read wrong; ``overlooked`` more were not seen at all.

    ``count`` false: it was no throw.
    """

    wrong: frozenset[int]
    count: bool = True
    overlooked: int = 0


@dataclass(frozen=True, slots=True)
class BeginDie:
    """Teach the die of this name; ``look`` is what stands on its faces (calibration/teaching/die_lesson.py, FACES)."""

    name: str
    look: str


@dataclass(frozen=True, slots=True)
class ConfirmFace:
    """The face was the one that was asked, whatever it looks like."""


@dataclass(frozen=True, slots=True)
class DropLastPicture:
    """Throw the last picture away."""


@dataclass(frozen=True, slots=True)
class TurnPicture:
    """Turn the picture of the Power side by a quarter."""


@dataclass(frozen=True, slots=True)
class KeepDie:
    """Learn the die as it was shown."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Keep the mat as the camera sees it now; ``certain``: even if something seems to lie on it."""

    certain: bool = False


@dataclass(frozen=True, slots=True)
class Adapt:
    """Let the camera focus and get used to the light anew, and hold that."""


@dataclass(frozen=True, slots=True)
class LensPicture:
    """Take one more picture of the lens sheet."""


@dataclass(frozen=True, slots=True)
class MeasureLens:
    """Measure the lens from the pictures of the sheet."""


@dataclass(frozen=True, slots=True)
class Settled:
    """From the watcher: something has come to rest."""


@dataclass(frozen=True, slots=True)
class SimulatedShow:
    """The simulated hand does what the wizard asks for next."""


@dataclass(frozen=True, slots=True)
class FromPage:
    """A step from a page drawn at ``stamp``: a second click must not take a second picture."""

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
