"""Dice without a name, asks for dice, and readings under the likeliest hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.model.tracks import Tracks
from referee.observe.association import associate_reading
from referee.observe.identity import Awaited, Hypothesis, hypotheses
from rules.core.asks import Ask
from tests.referee.kit import lying_there, piece, reading
from vision.types import Piece, Reading

RUN = Ask("Ana", "escape", "Ana runs.", ("X",), pieces=(("die:munchkin", ("1", "2", "3", "4", "5", "6", "power")),))
CAST = replace(RUN, kind="cast", pieces=(("die:1", ("1", "2", "3", "4", "5", "power")),))


def pips(side: str, x: float = 100.0, *notes: str, sure: bool = True, other: str = "") -> Piece:
    """An unidentified die; *other* is a second side that it may show."""
    candidates = tuple((None, side_up, score) for side_up, score in ((side, 0.6), (other, 0.3)) if side_up)
    return replace(piece(None, side, (x, 100.0), sure, notes, candidates), kind="die")


def ways(observed: Reading, awaited: Awaited, tracks: Tracks) -> list[Hypothesis]:
    """The hypotheses about a reading."""
    pieces, found, tracks = associate_reading(observed.pieces, tracks, tuple(awaited.sides))
    return hypotheses(pieces, tracks, found, awaited)


def identified(
    observed: Reading,
    asks: Sequence[Ask],
    tracks: Tracks,
    watched: Sequence[str] = (),
    known: Sequence[Piece] = (),
    only_numbers: bool = False,
) -> Reading:
    """The reading under the likeliest hypothesis; *known* lay there before."""
    there = lying_there(tracks, known)
    return reading(*ways(observed, Awaited(asks, watched, only_numbers), there)[0].pieces)
