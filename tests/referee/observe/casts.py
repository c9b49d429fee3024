"""Asks for casts of three stones, and stones as they lie."""

from __future__ import annotations

from referee.model.tracks import Tracks
from referee.observe import tracker
from referee.observe.interpretation import GameContext, NoThrow, PossibleThrow, interpret
from rules.core.asks import Ask
from rules.games import GAMES
from tests.referee.kit import piece, reading
from vision.types import Piece

BOTH = ("symbol", "number")
STONES = ("s:1", "s:2", "s:3")
FIRST = Ask("Ana", "cast", "Ana casts.", ("X",), pieces=tuple((name, BOTH) for name in STONES))
SECOND = Ask("Ana", "again", "Ana casts again.", ("X",), pieces=FIRST.pieces, some=True)
NAMES = GameContext(GAMES["casting-stones"].at_table, {}, {"s:1": "Owl", "s:2": "Cup", "s:3": "Ring"})


def lie(*sides: str, x: float = 0.0, names: tuple[str, ...] = STONES) -> tuple[Piece, ...]:
    """Stones side by side, 60 px apart, that show these sides."""
    return tuple(
        piece(name, side, (x + 60 * i, 50.0)) for i, (name, side) in enumerate(zip(names, sides, strict=False))
    )


def counted(*sides: str) -> Tracks:
    """The tracks after a cast with these sides was counted."""
    return tracker.with_counted({}, reading(*lie(*sides)), dict(zip(STONES, sides, strict=True)))


def second(tracks: Tracks, *pieces: Piece) -> PossibleThrow | NoThrow:
    """The verdict on a second cast."""
    return interpret([SECOND], reading(*pieces), tracks, NAMES)
