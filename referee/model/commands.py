"""The commands that camera, buttons and pages submit to the live table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from numpy import uint8
from numpy.typing import NDArray

from referee.model.progress import WizardProgress
from referee.model.snapshot import CameraState
from rules.core.facts import Fact
from vision.types import Reading

ReadingOccasion = Literal["rest", "again", "before", "back", "asked"]
"""Why a picture was read.

"rest": pieces have come to rest.  "again": the first reading of this rest led to nothing.  "before": a throw is newly
due, and the pieces on the table are no part of it.  "back": the camera was moved away and sees the table again.
"asked": somebody asked, so pieces count even if they have not moved.
"""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game with this set-up (line 1 of its file, docs/facts.md).

    ``instead``: the id of the game that was on the table when the page was drawn, empty for none; None: any.
    """

    setup: Mapping[str, Any]
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Continue a stored game."""

    game: str


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete a stored game that is not on the table; it can be restored for a while."""

    game: str


@dataclass(frozen=True, slots=True)
class RestoreGame:
    """List a deleted game again."""

    game: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Log a fact entered by hand; ``at`` is the length of the log that the page was drawn from."""

    fact: Fact
    at: int


@dataclass(frozen=True, slots=True)
class Correct:
    """In the throw numbered ``seq``, ``piece`` really showed ``side``; ``at`` as in `Enter`."""

    seq: int
    piece: str
    side: str
    at: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last play, or the last correction; ``at`` as in `Enter`."""

    at: int


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer the open question: ``question`` is its id, ``key`` that of the choice (referee/model/snapshot.py)."""

    question: str
    key: str


@dataclass(frozen=True, slots=True)
class Press:
    """The button of a seat (from 0, in the players' order) went down at ``t`` s of a monotonic clock (None: now)."""

    seat: int
    t: float | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """The button of a seat went down at ``since`` s of a monotonic clock, and is held for so long that it counts."""

    seat: int
    since: float


@dataclass(frozen=True, slots=True)
class Key:
    """One of the three buttons that belong to no seat was pressed: next, up or down."""

    word: Literal["next", "up", "down"]


@dataclass(frozen=True, slots=True)
class SimulatedThrow:
    """Throw the pieces that the game waits for on the simulated table.

    ``sides`` are (piece, side) pairs; the sides of the other pieces are random.  ``pieces``: which to throw where the
    ask allows a selection (empty: all).  ``mishap`` is one of this throw (hardware/simulated/script.py) or empty.
    ``player``: whose ask (empty: the first).  ``at`` as in `Enter` (None: any).
    """

    pieces: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    mishap: str = ""
    player: str = ""
    at: int | None = None


@dataclass(frozen=True, slots=True)
class SimulatedClear:
    """A hand takes everything off the simulated table."""


@dataclass(frozen=True, slots=True)
class SimulatedFault:
    """Switch a fault of the simulated table on or off: one of `hardware.simulated.disturbances.LASTING_FAULTS`."""

    name: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class SimulatedPress:
    """Press a button ("seat1", "next", ...) through its mock pin, or hold it for a while."""

    button: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Saw:
    """From the watcher's thread: nothing moves on the table, and its pieces were read.

    ``image`` is BGR, ``meta`` the exposure and so on, ``looked_for`` the pieces that the reading tried to identify.
    ``was_due``: a throw was due already when the picture was taken.
    """

    reading: Reading
    image: NDArray[uint8]
    meta: Mapping[str, Any]
    looked_for: tuple[str, ...] = ()
    why: ReadingOccasion = "rest"
    was_due: bool = True


@dataclass(frozen=True, slots=True)
class CameraStateChanged:
    """From the watcher's thread: what the watched picture shows now."""

    word: CameraState


@dataclass(frozen=True, slots=True)
class Trouble:
    """A trouble of ``source``, such as "camera", in one sentence; empty ``words`` end it.  From any thread."""

    source: str
    words: str


@dataclass(frozen=True, slots=True)
class Inform:
    """A note of ``source`` on which nobody has to act; empty ``words`` once it no longer applies."""

    source: str
    words: str


@dataclass(frozen=True, slots=True)
class FaultsChanged:
    """From the simulated table: the lasting faults that are on."""

    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WizardChanged:
    """From the wizards: the progress of the open one."""

    wizard: WizardProgress


@dataclass(frozen=True, slots=True)
class PanelChanged:
    """A button was pressed, or the panel was set up anew: pages that show it are drawn again."""


Simulated = SimulatedThrow | SimulatedClear | SimulatedFault | SimulatedPress
Command = (
    NewGame
    | Resume
    | DeleteGame
    | RestoreGame
    | Enter
    | Correct
    | Undo
    | Reply
    | Press
    | Hold
    | Key
    | Saw
    | CameraStateChanged
    | Trouble
    | Inform
    | FaultsChanged
    | WizardChanged
    | PanelChanged
)
