"""Immutable values that describe the live table: the snapshot, what it is made of, and the last verdict to be heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from referee.model.progress import WizardProgress
from referee.model.tracks import Tracks
from rules.core.at_table import Countdown, Lamp
from rules.core.facts import Choose, Fact
from rules.core.fold import Entry, Table
from rules.core.game import Game
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling, audience
from vision.types import Reading

By = Literal["hand", "camera", "button", "clock"]
CameraState = Literal["starting", "watching", "hand", "moving", "reading", "settled", "trouble", "by hand"]
LOUD = ("compared", "wins", "drawn")  # rulings that decide, said in big words


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command, in words for the person who gave it.

    ``stale``: their page was out of date.  ``confirm``: refused, unless the same step is repeated as certain.
    ``lasts_s``: how long (s) a movement goes on that the command began.
    """

    ok: bool
    words: str
    stale: bool = False
    confirm: bool = False
    lasts_s: float = 0.0


BROKEN = Answer(False, Phrase("Something went wrong inside; nothing was changed. The log of `owleye run` says what."))
"""The answer to a command, a wizard's step or a backup that raised an unexpected exception, which is logged."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the log: number (from 1), fact, time (ISO 8601, UTC), source, and the id of the evidence."""

    seq: int
    fact: Fact
    when: str
    by: By
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class LastReading:
    """The last reading, the id of the kept picture, and when it was taken (ISO 8601, UTC)."""

    reading: Reading
    evidence: str
    when: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: ``key`` goes into the Reply, ``words`` on the button."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a player about an ambiguous piece; one tap (Reply) or the seat's button (first choice) answers it.

    ``piece`` is the index in the pieces of the last reading of what is meant.
    """

    id: str
    player: str
    words: str
    choices: tuple[Choice, ...]
    piece: int
    evidence: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for everybody, and the rules it rests on; ``trouble``: somebody has to do something.

    ``source`` names where it comes from, such as "camera" or "throw".
    """

    words: str
    trouble: bool = False
    rules: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One stored game, as the list of games shows it."""

    id: str
    game: str
    players: tuple[str, ...]
    started: str
    facts: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A step up or down (a Level) that a button proposed at *since* s; the seat's button pressed again confirms it.

    ``step`` is by how much, ``words`` say so to the table; after ``until`` s it is forgotten.
    """

    player: str
    choice: Choose
    step: int
    words: str
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The live table at one moment.

    ``version`` grows with every change a page could show; ``length`` is the number of facts logged, which every command
    about the game carries back as ``at``.  ``game_id``, ``game`` and ``table`` are None until a game begins.
    ``lamps`` has one word a seat, in the order of the players; ``expect`` are the pieces that readings look for,
    ``tracks`` how those lay that were counted already.
    ``countdown`` is the one that runs, ``proposals`` are the changes of Level that buttons asked for, the latest last.
    ``games`` are the stored games, the newest first, without the ``deleted`` ones, which can still be restored.
    ``panel`` counts presses and changes of the panel, so that pages that show it draw it anew.
    ``faults`` are the lasting troubles of the simulated table that are on; ``wizard`` is the open wizard.
    """

    version: int
    simulated: bool
    game_id: str | None = None
    game: Game | None = None
    table: Table | None = None
    log: tuple[LogEntry, ...] = ()
    eyes: CameraState = "starting"
    expect: tuple[str, ...] = ()
    tracks: Tracks = field(default_factory=dict)
    seen: LastReading | None = None
    question: Question | None = None
    countdown: Countdown | None = None
    proposals: tuple[Proposal, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    notices: tuple[Notice, ...] = ()
    games: tuple[GameSummary, ...] = ()
    deleted: tuple[GameSummary, ...] = ()
    faults: tuple[str, ...] = ()
    panel: int = 0
    wizard: WizardProgress = field(default_factory=WizardProgress)

    @property
    def length(self) -> int:
        """Number of facts in the log of the game on the table."""
        return self.table.length if self.table else 0

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(self.table.setup["players"]) if self.table else ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the play ``seq`` brought in one sentence or two, and how it sounds."""

    seq: int
    words: str
    tone: Literal["won", "decided", "noted"]


def last_said(snapshot: Snapshot, viewer: str | None) -> Entry | None:
    """The last play of which *viewer* (None: the whole table) hears anything; None before the first."""
    entries = snapshot.table.entries if snapshot.table else ()
    return next((entry for entry in reversed(entries) if audience(entry.rulings, viewer)), None)


def loudest(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling that matters most: one that decides, else the first; there must be one."""
    return next((ruling for ruling in rulings if ruling.key in LOUD), rulings[0])


def last_verdict(snapshot: Snapshot) -> Verdict | None:
    """The last verdict that everybody may hear; None before the first."""
    entry = last_said(snapshot, None)
    if entry is None:
        return None
    ruling = loudest(audience(entry.rulings, None))
    tone: Literal["won", "decided", "noted"] = (
        "won" if ruling.key == "wins" else "decided" if ruling.key in LOUD else "noted"
    )
    return Verdict(entry.seq, ruling.text, tone)


def is_news(verdict: Verdict, before: Verdict | None) -> bool:
    """Whether *verdict* was not heard yet: a later play, or the same one corrected; an undo uncovers nothing new."""
    if before is None or verdict.seq > before.seq:
        return True
    return verdict.seq == before.seq and verdict.words != before.words
