"""A throw that waits for the players' answer: how answers change it, and which readings leave it open.  Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from referee.model.snapshot import By, LastReading
from referee.model.tracks import Track
from referee.observe.interpretation import NoThrow, PossibleThrow, settle
from referee.observe.questions import pick_of, thrower_of
from referee.observe.verdicts import Verdict
from vision.types import Note, Reading


@dataclass(frozen=True, slots=True)
class Pending:
    """A throw that waits for the players' answer, and the reading it was seen in.

    Where the question is who threw, ``readings`` pairs each player with the reading in which the dice are that
    player's.  ``answer`` is an answer that was given while the table moved, as the key of a choice and its source: it
    counts once the same was seen there again.
    """

    thrown: PossibleThrow
    last_reading: LastReading
    readings: tuple[tuple[str, Reading], ...] = ()
    answer: tuple[str, By] | None = None


def with_answer(pending: Pending, key: str) -> Pending:
    """*pending* with its first ambiguity resolved by the choice *key*.

    The die in the picture gets the name that the players chose; a name for which only one die is left is resolved too.
    """
    thrown, last_reading = pending.thrown, pending.last_reading
    player = thrower_of(key)
    if player is not None:
        chosen = next(throw for throw in thrown.ambiguities[0].throws if throw.player == player)
        return Pending(chosen, replace(last_reading, reading=dict(pending.readings)[player]))
    picked = _picked(pending, pick_of(key))
    only = picked.thrown.ambiguities[0].candidates if picked.thrown.ambiguities else ()
    return _picked(picked, only[0]) if len(only) == 1 else picked


def _picked(pending: Pending, pick: tuple[str, str] | None) -> Pending:
    last_reading, ambiguity = pending.last_reading, pending.thrown.ambiguities[0]
    if pick is not None:
        index = _index_of(pick, ambiguity.index, last_reading.reading)
        last_reading = replace(last_reading, reading=renamed(last_reading.reading, index, pick[0]))
    return Pending(settle(pending.thrown, pick), last_reading)


def _index_of(pick: tuple[str, str], index: int, reading: Reading) -> int:
    """Which piece was picked: the one in question at *index*, or another die that came and shows the picked side.

    Where more dice came than are due, the question is about one of them, and names a due die that may be another.
    """
    if reading.pieces[index].side == pick[1]:
        return index
    came = (i for i, piece in enumerate(reading.pieces) if piece.piece is None and Note.UNIDENTIFIED in piece.notes)
    return next((i for i in came if reading.pieces[i].side == pick[1]), index)


def renamed(reading: Reading, index: int, name: str) -> Reading:
    """*reading* with another name for the piece at *index*, whose old name goes to the piece that had it."""
    pieces, other = list(reading.pieces), reading.by_name().get(name)
    if other is not None:
        at = pieces.index(other)
        pieces[at] = replace(other, piece=pieces[index].piece)
    notes = tuple(note for note in pieces[index].notes if note != Note.UNIDENTIFIED)
    pieces[index] = replace(pieces[index], piece=name, notes=notes)
    return replace(reading, pieces=tuple(pieces))


def has_more(reading: Reading, than: Reading, due: Collection[str]) -> bool:
    """Whether a piece of *reading*, due or not identified, lies where no piece of *than* lay on the same side."""
    asked = [piece for piece in reading.pieces if piece.piece is None or piece.piece in due]
    return any(all(Track(old.side or "", old).differs(piece) for old in than.pieces) for piece in asked)


def stays_open(pending: Pending, verdict: Verdict) -> bool:
    """Whether the question stays open after a reading with this *verdict* and without a further piece."""
    if isinstance(verdict, PossibleThrow):
        return _same(pending.thrown, verdict)
    is_answered = pending.answer is not None
    return isinstance(verdict, NoThrow) and (is_answered or pending.thrown.ambiguities[0].is_whether_thrown)


def _same(one: PossibleThrow, other: PossibleThrow) -> bool:
    """Whether a new reading leads to the same question as the open one."""
    return one.player == other.player and _candidates(one) == _candidates(other)


def _candidates(thrown: PossibleThrow) -> set[tuple[object, ...]]:
    return {(ambiguity.candidates, frozenset(t.shown for t in ambiguity.throws)) for ambiguity in thrown.ambiguities}
