"""What a reading of the table at rest means in the game that is played.  Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from referee.model.tracks import FAR_MM, Track, Tracks, by_name
from referee.observe.interpretation import Ambiguity, PossibleThrow, expected, interpret
from referee.observe.irregular import NoThrow, names_of, told
from rules.core.at_table import Counted, SeenPiece
from rules.core.facts import Choose
from rules.core.fold import Table
from vision.types import Note, Piece, Point, Reading

Verdict = PossibleThrow | Choose | NoThrow


def verdict(table: Table, reading: Reading, tracks: Tracks, fell: bool = True) -> Verdict:
    """A throw, a choice made by moving a piece, or nothing yet; *fell*: pieces were seen to come to rest."""
    seen = seen_pieces(reading, tracks)
    if advice := table.at_table.not_thrown(table, seen):
        return told(advice)
    if choice := table.at_table.choice(table, seen):
        return choice
    due = interpret(table.asks, reading, tracks, names_of(table))
    return due if isinstance(due, PossibleThrow) else _unexpected(table, reading, seen, fell) or due


def disturbed(table: Table, reading: Reading, tracks: Tracks) -> NoThrow:
    """What to say of pieces that were counted and are no longer as they were."""
    return told(table.at_table.disturbed(table, seen_pieces(reading, tracks)))


def looked_for(table: Table | None) -> tuple[str, ...]:
    """The pieces that must be told from all others: what is to be thrown, and what might be thrown by mistake."""
    return tuple(dict.fromkeys((*expected(table.asks), *table.at_table.watched(table)))) if table else ()


def seen_pieces(reading: Reading, tracks: Tracks) -> tuple[SeenPiece, ...]:
    """The pieces with a name as a game sees them, each compared with how it was last counted."""
    return tuple(_seen(name, piece, tracks.get(name)) for name, piece in by_name(reading).items())


def _seen(name: str, piece: Piece, track: Track | None) -> SeenPiece:
    still, away = Note.STILL in piece.notes, _from_middle(piece.centre_mm)
    return SeenPiece(name, piece.side, piece.sure, still, away, _counted(piece, track) if track else None)


def _counted(piece: Piece, track: Track) -> Counted:
    place = piece.centre_px, piece.centre_mm
    return Counted(
        track.side,
        track.seen.side,
        track.seen.sure,
        track.taken,
        moved=not track.lies_at(*place),
        far=not track.lies_at(*place, FAR_MM),
        from_middle_mm=_from_middle(track.seen.centre_mm),
    )


def _from_middle(mm: Point | None) -> float | None:
    return None if mm is None else hypot(*mm)


def _unexpected(table: Table, reading: Reading, seen: Sequence[SeenPiece], fell: bool) -> PossibleThrow | None:
    """The throw that nobody waited for; the players are asked where it may not have been one."""
    thrown = table.at_table.unexpected(table, seen, fell)
    if thrown is None:
        return None
    index = reading.pieces.index(by_name(reading)[thrown.piece])
    ambiguities = () if thrown.certain else (Ambiguity(index, ()),)
    return PossibleThrow(thrown.player, ((thrown.piece, thrown.side),), ambiguities)
