"""Immutable values that describe the live table: the snapshot, its parts, and the last public verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from typing import Literal

from referee.model.progress import WizardProgress
from referee.model.tracks import Tracks
from rules.core.at_table import Countdown, Lamp
from rules.core.facts import Choose, Fact
from rules.core.fold import Entry, Table
from rules.core.game import Game
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling, audience
from vision.types import Piece, Reading

By = Literal["hand", "camera", "button", "clock"]
CameraState = Literal["starting", "watching", "hand", "moving", "reading", "settled", "trouble", "by hand"]
WON = ("wins", "wins-basic", "won", "won-epic")  # keys of rulings that name the winner of a game
DECISIVE = (*WON, "drawn", "compared", "wins-round", "wins-by-power")
"""The keys of rulings that decide a game, a fight or a Round, the weightiest first; they are shown in large letters."""
OUTCOMES = (*DECISIVE, "second-cast", "chooses", "draft-tie", "first", "first-tie", "first-basic")
"""The keys of rulings that say what a play led to, the weightiest first; the others only say what was done."""
PARTS = ("first-roll", "tie-roll")
"""The keys of rulings on one of several dice: any other says more than they do, and the last more than the first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command, with a sentence for the person who gave it.

    ``stale``: the page was out of date.  ``confirm``: refused unless the same step is repeated with a confirmation.
    ``lasts_s``: duration (s) of a movement that the command began.
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
    """One entry of the log: number (from 1), fact, time (ISO 8601, UTC), source, and the id of its evidence, if any."""

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
    """One answer to a question: ``key`` goes into the Reply, ``words`` on the button.

    ``player`` can give it with the button of the seat; empty: no button gives it.
    """

    key: str
    words: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an ambiguous piece, answered by one tap (`Reply`) or a seat's button (own or first choice).

    ``player`` is who is thought to have thrown; ``piece`` is the index of the piece in the last reading.  ``given`` is
    the key of the answer that waits until the same was seen once more; empty: none was given.
    """

    id: str
    player: str
    words: str
    choices: tuple[Choice, ...]
    piece: int
    evidence: str
    given: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """Whose seats are asked: those with an answer of their own, else the thrower's."""
        return tuple(choice.player for choice in self.choices if choice.player) or (self.player,)


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for everybody, with the rules behind it; ``trouble``: somebody has to act.

    ``source`` is the part that reports it, such as "camera" or "throw"; a new notice replaces the last of its source.
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

    ``version`` grows with every change a page could show; ``start`` is a random name of this start of the program,
    because versions begin again with each.  ``length`` is the number of facts logged, which every command about the
    game carries back as ``at``.
    ``game_id``, ``game`` and ``table`` are None until a game begins.
    ``eyes`` is what the watched picture shows.  ``expect`` are the pieces that a reading must identify, ``entered``
    those of throws entered by hand that no reading has looked for yet, ``tracks`` the pieces on the table and how each
    was counted, ``strange`` the unidentified stones that lay there before the throw that is due.  ``lamps`` has the
    pattern of each seat's lamp, in the order of the players.
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
    entered: tuple[str, ...] = ()
    tracks: Tracks = field(default_factory=dict)
    strange: tuple[Piece, ...] = ()
    last_reading: LastReading | None = None
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
    start: str = field(default_factory=partial(token_hex, 4), compare=False)

    @property
    def length(self) -> int:
        """Number of facts in the log of the game on the table."""
        return self.table.length if self.table else 0

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(self.table.setup["players"]) if self.table else ()


Tone = Literal["won", "decided", "noted"]
"""How a verdict sounds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on play ``seq`` in one or two sentences, and the sound that pages play for it."""

    seq: int
    words: str
    tone: Tone


def last_ruled_entry(snapshot: Snapshot, viewer: str | None) -> Entry | None:
    """The last entry with rulings that *viewer* may see, with None those that everybody may; None before the first."""
    entries = snapshot.table.entries if snapshot.table else ()
    return next((entry for entry in reversed(entries) if audience(entry.rulings, viewer)), None)


def most_important(rulings: Sequence[Ruling]) -> Ruling:
    """The first of `weightiest_first`; *rulings* must not be empty."""
    return weightiest_first(rulings)[0]


def weightiest_first(rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings of a play, those in `OUTCOMES` before the others, and those in `PARTS` after them, the last first."""
    others = sorted((one for one in rulings if one.key not in PARTS), key=lambda one: _weight(one.key))
    return [*others, *(one for one in reversed(rulings) if one.key in PARTS)]


def _weight(key: str) -> int:
    return OUTCOMES.index(key) if key in OUTCOMES else len(OUTCOMES)


def last_verdict(snapshot: Snapshot) -> Verdict | None:
    """The last public verdict; None before the first."""
    entry = last_ruled_entry(snapshot, None)
    if entry is None:
        return None
    ruling = most_important(audience(entry.rulings, None))
    tone: Tone = "won" if ruling.key in WON else "decided" if ruling.key in DECISIVE else "noted"
    return Verdict(entry.seq, ruling.text, tone)


def taken_back(table: Table) -> str:
    """What the last undo took back, as everybody may read it; empty where nothing can be brought back."""
    entries = table.retracted.entries if table.retracted else ()
    if len(entries) > 1:
        return Phrase("{count} steps are taken back.", count=len(entries))
    rulings = [ruling for entry in entries for ruling in audience(entry.rulings, None)]
    if rulings:
        return Phrase("Taken back: {what}", what=most_important(rulings).text)
    return Phrase("The last step is taken back.") if entries else ""


def is_news(verdict: Verdict, before: Verdict | None) -> bool:
    """Whether to announce *verdict*: it is about a later play than *before*, or about the same play, corrected."""
    if before is None or verdict.seq > before.seq:
        return True
    return verdict.seq == before.seq and verdict.words != before.words
