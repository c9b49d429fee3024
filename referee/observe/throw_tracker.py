"""Decides whether a reading is a throw, and why a die was counted or not.

Each reading passes `ThrowTracker.observe`: association with tracks, identity, verdict, new tracks, each in its module.
The tracks and the throw that waits for an answer are kept here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.model.commands import Saw
from referee.model.snapshot import LastReading, Question
from referee.model.tracks import Tracks, is_uncounted
from referee.observe.association import Association, associate_reading
from referee.observe.evidence import Evidence
from referee.observe.identity import Awaited, Hypothesis, hypotheses, may_be_thrown
from referee.observe.interpretation import NoThrow, context_of
from referee.observe.questions import PendingThrow, has_more, question_for, stays_open
from referee.observe.tracker import (
    after_reading,
    all_confirmed,
    as_entered,
    as_they_lie,
    hardly_moved,
    moved_dice,
    with_counted,
    with_entered,
    with_guessed_name,
    with_held,
    with_present,
    without_due,
)
from referee.observe.verdicts import Verdict, again_as_entered, verdict_over, warning_of_disturbance
from rules.core.asks import pieces_due
from rules.core.facts import Throw
from rules.core.fold import Table
from rules.core.phrases import Phrase
from vision.types import Piece, Reading

MISSED = Phrase(
    "Pieces came to rest while the camera was moved, and do not count. "
    "Throw again, or press “Read the table now” if that was the throw."
)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one reading means: the verdict, a warning about disturbed pieces, and the reading with its kept picture.

    ``repeated``: the reading leaves the question open that is open already.  ``readings`` as in `PendingThrow`.
    """

    verdict: Verdict
    warning: NoThrow
    last_reading: LastReading
    repeated: bool = False
    readings: tuple[tuple[str, Reading], ...] = ()


class ThrowTracker:
    """Turns the readings of one table into verdicts, with a track of each piece between readings."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._asked = 0
        self.reset()

    def reset(self) -> None:
        """Drop all tracks and the pending throw, because another game is on the table."""
        self.tracks: Tracks = {}
        self.strange: tuple[Piece, ...] = ()  # unidentified stones that lay there before the throw that is due
        self.pending: PendingThrow | None = None
        self.has_moved = False  # whether anything moved since the table was compared with the open question
        self._entered: tuple[int, ...] = ()  # numbers of the throws entered by hand since the last reading
        self._as_entered: Mapping[str, str] = {}  # due pieces that lay as entered by hand in the last reading
        self._moved: tuple[Piece, ...] = ()  # unidentified dice that seemed to be pushed when dice came to rest

    def track_before_throw(self, table: Table | None, saw: Saw) -> NoThrow:
        """Track the pieces that are on the table before a throw.

        Returns a notice where pieces came to rest while the camera was moved, else an empty one.
        """
        due = pieces_due(table.asks) if table else ()
        self._find_entered(table, saw.reading)
        pieces, found = self._associated(saw.reading.pieces, ())
        new_pieces = [
            piece
            for i, piece in enumerate(pieces)
            if may_be_thrown(i, piece, self.tracks, found) or (piece.piece in due and is_uncounted(piece, self.tracks))
        ]
        tracks = with_present(self.tracks, pieces, found)
        self.tracks = with_held(tracks, {piece.piece or "" for piece in pieces}, saw.looked_for)
        self.strange = _strange_stones(pieces)
        self._compare_with_question(saw.reading, due)
        return NoThrow(MISSED) if saw.why == "back" and due and new_pieces else NoThrow()

    def observe(self, table: Table | None, saw: Saw, when: str, game: str | None) -> Observation:
        """Judge a reading of the resting table; its picture is kept unless it only repeats the open question."""
        due = pieces_due(table.asks) if table else ()
        entered = self._find_entered(table, saw.reading)
        if saw.why == "asked":
            self.tracks = without_due(self.tracks, due)
        pieces, found = self._associated(saw.reading.pieces, due)
        if saw.why != "again":  # which compares with the table before the first reading
            self._moved = moved_dice(pieces, self.tracks, found)
        possible = hypotheses(pieces, self.tracks, found, _awaited(table)) if table else [Hypothesis(tuple(pieces))]
        readings = [replace(saw.reading, pieces=hypothesis.pieces) for hypothesis in possible]
        outcome = verdict_over(table, possible, readings, self.tracks, found, saw.why) if table else NoThrow()
        if table and outcome == NoThrow():
            outcome = again_as_entered(table.asks, readings[0], entered) or outcome
        warning = warning_of_disturbance(table, readings[0], self.tracks) if table else NoThrow()
        self.strange = self.strange[: len(_strange_stones(pieces))]  # perhaps some were taken away
        tracks = after_reading(self.tracks, pieces, found, saw.looked_for, due)
        self.tracks = tracks if due else all_confirmed(tracks)
        asked = self.pending
        if self._compare_with_question(readings[0], due) and asked and stays_open(asked, outcome):
            return Observation(outcome, warning, asked.last_reading, repeated=True)
        record = {"reading": readings[0].to_json(), "when": when, "game": game, "camera": dict(saw.meta)}
        by = tuple(
            (hypothesis.player, reading)
            for hypothesis, reading in zip(possible, readings, strict=True)
            if hypothesis.player
        )
        last_reading = LastReading(readings[0], self._evidence.keep(saw.image, record), when)
        return Observation(outcome, warning, last_reading, readings=by)

    def _compare_with_question(self, reading: Reading, due: Sequence[str]) -> bool:
        """Compare *reading* with the picture of the open question; returns whether no piece came since.

        A late answer is dropped where a piece came or is gone: it may be about what is in a hand, or lies there now.
        """
        self.has_moved = False
        asked = self.pending.last_reading.reading if self.pending else reading
        came = has_more(reading, asked, due)
        if self.pending and (came or has_more(asked, reading, due)):
            self.pending = replace(self.pending, answer=None)
        return not came

    def _associated(self, pieces: Sequence[Piece], due: Sequence[str]) -> tuple[list[Piece], Association]:
        """The pieces with the identities of their tracks, and which track each belongs to."""
        named, found, self.tracks = associate_reading(pieces, self.tracks, due)
        return named, found

    def _find_entered(self, table: Table | None, reading: Reading) -> Mapping[str, str]:
        """Compare the throws that were entered by hand with the first reading after them, and track their pieces.

        Returns the sides by piece of those throws whose pieces all lie on the mat as entered; of a throw that may be
        made again in part, of those that do, because a piece that is missing tells nothing about them.
        """
        asks = table.asks if table else ()
        again = {piece for ask in asks if ask.some for piece, _ in ask.pieces}
        lying = dict(self._as_entered) if self.pending else {}
        whole: dict[str, str] = {}
        for sides in self._entered_throws(table):
            partly = again >= sides.keys()
            if there := as_entered(reading, sides, partly):
                self.tracks = with_counted(self.tracks, replace(reading, pieces=there), sides)
                places = {piece.centre_px for piece in there}  # a die that many look like is found for one throw only
                reading = replace(reading, pieces=tuple(p for p in reading.pieces if p.centre_px not in places))
                seen = {name: sides[name] for piece in there if (name := piece.piece) is not None}
                lying.update(seen)
                whole.update(seen if partly or len(there) == len(sides) else {})
        self._as_entered = {piece: side for piece, side in lying.items() if piece in pieces_due(asks)}
        self._entered = ()
        return whole

    def entered_pieces(self, table: Table | None) -> tuple[str, ...]:
        """The pieces of the throws that were entered by hand, for which the next reading looks."""
        return tuple(piece for sides in self._entered_throws(table) for piece in sides)

    def _entered_throws(self, table: Table | None) -> Sequence[Mapping[str, str]]:
        """The sides of these throws by piece, as corrected since, without throws that were taken back."""
        plays = [entry.play for entry in (table.entries if table else ()) if entry.seq in self._entered]
        return as_they_lie([dict(play.shown) for play in plays if isinstance(play, Throw)])

    def ask_about(self, pending: PendingThrow) -> None:
        """Open a question about the first ambiguity of *pending*."""
        self._asked += 1
        self.has_moved = False
        self.pending = pending

    def ask_about_rest(self, table: Table, last_reading: LastReading, player: str) -> None:
        """Ask about pieces that are due still, beside those that *player* threw, and may be thrown to where they lay.

        In a tie of Dicers both dice are thrown, and one may show the same number again: in the place where it lay,
        or anywhere if that roll was entered by hand.  Where only the numbers count, a die that seems to be pushed may
        be another one that was thrown to its side.
        """
        asks, reading = [ask for ask in table.asks if ask.some], last_reading.reading
        if _awaited(table).only_numbers:
            own = pieces_due([ask for ask in asks if ask.player == player])
            reading, there = with_guessed_name(reading, self._moved, own, self.tracks)
            last_reading = replace(last_reading, reading=reading)
        else:
            there = hardly_moved(reading, self.tracks)
        if rest := again_as_entered(asks, reading, {**self._as_entered, **there}):
            self.ask_about(PendingThrow(rest, last_reading))

    def mark_counted(self, pending: PendingThrow) -> None:
        """Mark the pieces of *pending* as counted: the throw was logged, or the players said that it was none."""
        sides = dict(pending.thrown.shown)
        self.tracks = with_counted(self.tracks, pending.last_reading.reading, sides)
        self._as_entered = {piece: side for piece, side in self._as_entered.items() if piece not in sides}
        self.pending = None

    def mark_entered(self, throw: Throw, seq: int, may_lie: bool) -> None:
        """Mark the pieces of throw number *seq*, entered by hand, as counted; *may_lie*: they may be on the mat."""
        self.tracks = with_entered(self.tracks, dict(throw.shown))
        self._entered = (*self._entered, seq) if may_lie else ()

    def see_bare_mat(self) -> None:
        """Forget the throws entered by hand, which do not lie on a bare mat, and a late answer about what is gone."""
        self._entered = ()
        self.has_moved = False
        if self.pending:
            self.pending = replace(self.pending, answer=None)

    def correct(self, piece: str, side: str) -> None:
        """Correct the track, if there is one, of a piece that was read wrong: *piece* shows *side*.

        A piece that is held stays so: the correction is about the throw, and not about where the piece is now.
        """
        track = self.tracks.get(piece)
        if track is not None:
            last_piece = replace(track.last_piece, side=side, sure=False)
            self.tracks = {**self.tracks, piece: replace(track, side=side, last_piece=last_piece)}

    def question(self, table: Table | None) -> Question | None:
        """The question to the players; None where none is open."""
        if self.pending is None or table is None:
            return None
        thrown, evidence, given = self.pending.thrown, self.pending.last_reading.evidence, self.pending.answer
        question = question_for(thrown, str(self._asked), evidence, context_of(table))
        return replace(question, given=given[0]) if question and given else question


def _strange_stones(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The unidentified stones; an unidentified die has a track of its own."""
    return tuple(piece for piece in pieces if piece.kind == "stone" and piece.piece is None)


def _awaited(table: Table) -> Awaited:
    rules, asks = table.at_table, table.asks
    return Awaited(asks, rules.watched(table), any(rules.only_numbers_count(ask) for ask in asks))
