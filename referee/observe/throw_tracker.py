"""The state of observation: tracks, the throw that waits for an answer, and the evidence of both."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

from calibration.storage.files import StoreError
from referee.model.commands import ReadingOccasion, Saw
from referee.model.snapshot import LastReading, Question
from referee.model.tracks import Track, Tracks, renamed, updated, with_already_there, with_counted, with_taken_marked
from referee.observe.association import associate
from referee.observe.edge_cast import leaning
from referee.observe.evidence import Evidence
from referee.observe.interpretation import PossibleThrow, expected, settle
from referee.observe.irregular import NoThrow, names_of
from referee.observe.questions import question_for
from referee.observe.verdicts import Verdict, disturbed, verdict
from rules.core.fold import Table
from vision.types import Piece, Reading

log = logging.getLogger(__name__)
FULL = "Pictures cannot be kept: free some space on the disk. The game goes on."


@dataclass(frozen=True, slots=True)
class Pending:
    """A throw that waits for the players' answer, and the reading it was seen in."""

    thrown: PossibleThrow
    seen: LastReading


@dataclass(frozen=True, slots=True)
class Observation:
    """What one reading means: the verdict, a warning about pieces that were disturbed, and the kept picture.

    ``repeated``: it repeats the question that is open already.
    """

    verdict: Verdict
    warning: NoThrow
    seen: LastReading
    repeated: bool = False


class ThrowTracker:
    """Turns readings into verdicts for one table, and remembers how the pieces lay."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._asked = 0
        self.trouble = ""
        self.forget()

    def forget(self) -> None:
        """Forget everything: another game is on the table."""
        self.tracks: Tracks = {}
        self.pending: Pending | None = None
        self._dice: tuple[Piece, ...] = ()
        self._dice_before: tuple[Piece, ...] = ()
        self._leaner: PossibleThrow | None = None

    def saw_before(self, table: Table | None, saw: Saw) -> None:
        """Track what lies on the table before a throw."""
        reading = self._named(table, saw, self.tracks)
        self.tracks = with_taken_marked(with_already_there(self.tracks, reading), reading, saw.looked_for)

    def observe(self, table: Table | None, saw: Saw, when: str, game: str | None) -> Observation:
        """Judge a reading of the resting table, and keep its picture unless it only repeats an open question."""
        asks = table.asks if table else ()
        tracks = self.tracks
        if saw.why == "asked":  # Somebody says that what is due lies there; all other tracks stay.
            tracks = {name: rest for name, rest in tracks.items() if name not in expected(asks)}
            self._dice = ()
        reading = self._named(table, saw, tracks)
        means = self._means(table, reading, tracks, saw.why) if table else NoThrow()
        warning = disturbed(table, reading, tracks) if table else NoThrow()
        self.tracks = updated(tracks, reading, saw.looked_for, expected(asks))
        if isinstance(means, PossibleThrow) and self.pending and _same(self.pending.thrown, means):
            return Observation(means, warning, self.pending.seen, repeated=True)
        record = {"reading": reading.to_json(), "when": when, "game": game, "camera": dict(saw.meta)}
        return Observation(means, warning, LastReading(reading, self._keep(saw, record), when))

    def _means(self, table: Table, reading: Reading, tracks: Tracks, why: ReadingOccasion) -> Verdict:
        """The verdict; a stone that still stands on its edge at the second reading counts as leaning."""
        means = verdict(table, reading, tracks, why in ("rest", "again"))
        before, self._leaner = self._leaner, None
        if not isinstance(means, NoThrow):
            return means
        self._leaner = leaning(table, reading, tracks, names_of(table))
        return self._leaner if self._leaner and self._leaner == before else means

    def ambiguities(self, pending: Pending) -> None:
        """Ask about *pending*."""
        self._asked += 1
        self.pending = pending

    def counted(self, pending: Pending) -> None:
        """Track the pieces of *pending*, which was counted or said to be no throw."""
        self.tracks = with_counted(self.tracks, pending.seen.reading, dict(pending.thrown.shown))
        self.pending = None

    def corrected(self, piece: str, side: str) -> None:
        """Correct a track: *piece* shows *side*, and was read wrong."""
        rest = self.tracks.get(piece)
        if rest is not None:
            self.tracks = {**self.tracks, piece: Track(side, replace(rest.seen, side=side, sure=False))}

    def question(self, table: Table | None) -> Question | None:
        """The question to the players; None where none is open."""
        if self.pending is None or table is None:
            return None
        names = names_of(table).pieces
        return question_for(self.pending.thrown, str(self._asked), self.pending.seen.evidence, names)

    def note(self, evidence: str, came_of_it: dict[str, Any]) -> None:
        """Add to the record of a kept picture what was ruled on it."""
        if not evidence:
            return
        try:
            self._evidence.note(evidence, came_of_it)
        except StoreError as error:
            log.warning("a record could not be completed: %s", error)

    def _named(self, table: Table | None, saw: Saw, tracks: Tracks) -> Reading:
        """The reading with identities for unidentified dice; a second reading knows no more than the first did."""
        if saw.why != "again":
            self._dice_before = self._dice
        asks = table.asks if table else ()
        only_numbers = table is not None and any(table.at_table.only_numbers_count(ask) for ask in asks)
        watched = table.at_table.watched(table) if table else ()
        known = associate(saw.reading, asks, tracks, watched, self._dice_before, only_numbers)
        self._dice = tuple(piece for piece in known.pieces if piece.kind == "die")
        return known

    def _keep(self, saw: Saw, record: dict[str, Any]) -> str:
        """Keep the picture and return its name; a full disk costs the picture, never the game."""
        try:
            name = self._evidence.keep(saw.image, record)
        except StoreError as error:
            log.warning("a picture could not be kept: %s", error)
            self.trouble = FULL
            return ""
        self.trouble = ""
        return name


def answered(pending: Pending, pick: tuple[str, str] | None) -> Pending:
    """*pending* with its first ambiguity resolved; the piece in the picture gets the name that the players chose."""
    seen, ambiguity = pending.seen, pending.thrown.ambiguities[0]
    if pick is not None:
        seen = replace(seen, reading=renamed(seen.reading, ambiguity.index, pick[0]))
    return Pending(settle(pending.thrown, pick), seen)


def _same(one: PossibleThrow, other: PossibleThrow) -> bool:
    """Whether a fresh look only repeats the question that is open."""
    return one.player == other.player and _candidates(one) == _candidates(other)


def _candidates(thrown: PossibleThrow) -> set[tuple[tuple[str, str], ...]]:
    return {ambiguity.candidates for ambiguity in thrown.ambiguities}
