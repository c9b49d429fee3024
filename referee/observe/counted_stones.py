"""Stones of Casting Stones that have been counted: they are not to turn, and a stone cast again moves.  Pure."""

from __future__ import annotations

from collections.abc import Iterator

from referee.model.piece_names import side_words
from referee.model.tracks import Track, Tracks, by_name
from referee.observe.interpretation import expected
from referee.observe.irregular import Names, NoThrow
from rules.casting_stones.casts import SIDES
from rules.casting_stones.state import State
from rules.core.fold import Table
from vision.types import Piece, Reading

NOT_CAST = (
    "{stone} shows its {now}, but lies where it lay: a stone that is kept is not turned, and one that is cast again "
    "moves. Turn it back, or cast it."
)
TURNED = "{stone} was turned after it was counted: turn it back. It counts with its {side}."


def turned_in_place(table: Table, reading: Reading, tracks: Tracks, names: Names) -> NoThrow | None:
    """What to say before a second cast is judged: a stone has turned where it lay, so nobody cast it."""
    due = expected(table.asks) if any(ask.kind == "second" for ask in table.asks) else ()
    for stone, track, piece in _counted(table, reading, tracks):
        if stone in due and track.lies_at(piece.centre_px, piece.centre_mm):
            words = NOT_CAST.format(stone=names.of(stone), now=side_words(piece.side or ""))
            return NoThrow(words, ("CST-B-34", "CST-B-35"))
    return None


def disturbed(table: Table, reading: Reading, tracks: Tracks, names: Names) -> NoThrow:
    """What to say of a counted stone that nobody is to cast now and that shows its other side."""
    due = expected(table.asks)
    for stone, track, _ in _counted(table, reading, tracks):
        if stone not in due:
            words = TURNED.format(stone=names.of(stone), side=side_words(track.side))
            return NoThrow(words, ("CST-B-34", "CST-B-37"))
    return NoThrow()


def _counted(table: Table, reading: Reading, tracks: Tracks) -> Iterator[tuple[str, Track, Piece]]:
    """The stones counted in this turn that surely show another side now; the eyes must have read them well before."""
    state = table.state
    if not isinstance(state, State):
        return
    counted = {stone: side for sides in state.sides.values() for stone, side in sides.items() if side in SIDES}
    for stone, piece in by_name(reading).items():
        track = tracks.get(stone)
        if track is None or counted.get(stone) != track.side or piece.side not in SIDES:
            continue
        if track.seen.sure and track.seen.side == track.side and track.turned(piece):
            yield stone, track, piece
