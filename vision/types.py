"""What the eyes hand out: plain values, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

Kind = Literal["stone", "die", "unknown"]
Point = tuple[float, float]


class Note(StrEnum):
    """What is unusual about a piece.  Readings carry these words in JSON, so they stay the same."""

    TOUCHING = "touching"  # beside another piece, without a gap
    STACKED = "stacked"  # one piece on another
    LEANER = "leaner"  # a stone on its edge
    COCKED = "cocked"  # a die that does not lie flat
    FAINT = "faint"  # a die whose outline is not clear either
    CUT = "cut"  # partly out of the picture
    OFF = "off"  # its middle is outside of the play area
    SIZE = "size"  # an unknown thing, not as large as any piece
    GLARE = "glare"  # much of the face is overexposed
    UNCLEAR = "unclear"  # no face, or too little of one, can be seen
    STILL = "still"  # lies as at the last look: its picture has not changed
    GUESSED = "guessed"  # a die whose name is only the likeliest, because only its number counts
    UNIDENTIFIED = "unidentified"  # a die whose side is sure; its name is one of those of its candidates


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing a piece may be: a taught piece (None: not taught), its side, and how likely (0..1)."""

    piece: str | None
    side: str
    score: float


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table.

    ``side`` is "symbol" or "number" for stones, "1".."6" or "power" for dice, None where nothing can be said.
    ``value`` is the number shown (power counts 6).  Pixels are those of the picture as it was read, (0, 0) the centre
    of the first; millimetres are those of the mat: origin in the middle, x right, y away from the players.
    ``sure`` is the promise: ``margin`` reaches the threshold of this table and nothing is unusual about the piece.
    ``margin`` is by how many log odds the answer leads all that contradict it, -30 to 30 (0: not recorded);
    ``confidence`` is the same as a share of 1, rounded.
    """

    kind: Kind
    piece: str | None
    side: str | None
    value: int | None
    colour: str | None
    confidence: float
    sure: bool
    candidates: tuple[Candidate, ...]
    centre_px: Point
    outline_px: tuple[Point, ...]
    centre_mm: Point | None
    notes: tuple[Note, ...] = ()
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """One thing on the table.

    ``outline_px``: of a stone 24 points about the ellipse of its upper face, of a die the 4 corners of its top face,
    clockwise in the picture.  ``size_px``: the stone's diameter or the side of the face (geometric mean of both
    directions).  ``score`` 0..1.
    ``pips``: of a die the chances of no pips and of one to six, counted on the whole die.
    """

    kind: Kind
    centre_px: Point
    outline_px: tuple[Point, ...]
    size_px: float
    score: float
    notes: tuple[Note, ...] = ()
    pips: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was seen in one picture; ``problems`` are sentences, ``ms`` what finding and reading took."""

    pieces: tuple[Piece, ...]
    problems: tuple[str, ...]
    ms: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """The object that `owleye read --json` prints, less the picture's name (docs/cli.md)."""
        body = asdict(self)
        for piece in body["pieces"]:
            piece["candidates"] = [[c["piece"], c["side"], round(c["score"], 4)] for c in piece["candidates"]]
        return body

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Reading:
        """Read back what `to_json` wrote."""
        return cls(tuple(_piece(piece) for piece in body["pieces"]), tuple(body["problems"]), dict(body["ms"]))


def _piece(body: Mapping[str, Any]) -> Piece:
    candidates = tuple(Candidate(*candidate) for candidate in body["candidates"])
    outline = tuple(_point(point) for point in body["outline_px"])
    mm = None if body["centre_mm"] is None else _point(body["centre_mm"])
    points = {"centre_px": _point(body["centre_px"]), "outline_px": outline, "centre_mm": mm}
    return Piece(**{**body, **points, "candidates": candidates, "notes": tuple(map(Note, body["notes"]))})


def _point(body: Sequence[float]) -> Point:
    return (body[0], body[1])
