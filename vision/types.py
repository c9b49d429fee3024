"""The values that readings consist of: plain data, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

Kind = Literal["stone", "die", "unknown"]
Point = tuple[float, float]


class Note(StrEnum):
    """What is unusual about a piece; part of the JSON format, so the values never change."""

    TOUCHING = "touching"  # next to another piece, without a gap
    STACKED = "stacked"  # one piece on another
    LEANER = "leaner"  # a stone on its edge
    COCKED = "cocked"  # a die that does not lie flat
    FAINT = "faint"  # a die whose outline or stance is not certain
    CUT = "cut"  # partly out of the picture
    OFF = "off"  # its centre is outside the play area
    SIZE = "size"  # an unknown object that has not the size of a piece
    GLARE = "glare"  # much of the face is overexposed
    OVEREXPOSED = "overexposed"  # nothing can be seen on the face
    UNCLEAR = "unclear"  # no face, or too little of one, can be seen
    STILL = "still"  # its picture has not changed since the last reading
    GUESSED = "guessed"  # a die with its likeliest identity, because only its number counts
    UNIDENTIFIED = "unidentified"  # a die whose side is sure and whose identity is one of its candidates


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible identity of a piece: a taught piece (None: not taught), its side, and its probability (0..1)."""

    piece: str | None
    side: str
    score: float


@dataclass(frozen=True, slots=True)
class Piece:
    """The reading of one piece.

    ``side`` is "symbol" or "number" for stones, "1".."6" or "power" for dice, None where nothing can be read. ``value``
    is the number shown (power counts 6). Pixels are those of the picture as read, (0, 0) the centre of the first;
    millimetres are those of the mat: origin in the middle, x right, y away from the players. ``sure``: ``margin``
    reaches the threshold of this table and no note requires a question. ``margin``: by how many log odds the answer
    leads all that contradict it, -30 to 30 (0: not recorded); ``confidence``: the same as a probability, rounded.
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
class Detection:
    """A piece detected in a picture, before it is read.

    ``outline_px``: for a stone 24 points about the ellipse of its upper face, for a die the 4 corners of its top face,
    clockwise in the picture. ``size_px``: the stone's diameter or the side of the face (geometric mean of both
    directions). ``score`` 0..1. ``pips``: for a die the probabilities of no pips and of one to six, from the network
    for whole dice. ``edge_mm``: edge of the cube that was fitted to a die.
    """

    kind: Kind
    centre_px: Point
    outline_px: tuple[Point, ...]
    size_px: float
    score: float
    notes: tuple[Note, ...] = ()
    pips: tuple[float, ...] = ()
    edge_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The readings of one picture; ``problems``: sentences for people, ``ms``: times of detection and reading."""

    pieces: tuple[Piece, ...]
    problems: tuple[str, ...]
    ms: dict[str, float]

    def by_name(self) -> dict[str, Piece]:
        """The pieces with a known identity, by name."""
        return {piece.piece: piece for piece in self.pieces if piece.piece is not None}

    def to_json(self) -> dict[str, Any]:
        """Return the object that `owleye read --json` prints, without the picture's name (docs/cli.md)."""
        body = asdict(self)
        for piece in body["pieces"]:
            piece["candidates"] = [[c["piece"], c["side"], round(c["score"], 4)] for c in piece["candidates"]]
        return body

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Reading:
        """Read the object of `to_json`."""
        return cls(tuple(_piece(piece) for piece in body["pieces"]), tuple(body["problems"]), dict(body["ms"]))


def _piece(body: Mapping[str, Any]) -> Piece:
    candidates = tuple(Candidate(*candidate) for candidate in body["candidates"])
    outline = tuple(_point(point) for point in body["outline_px"])
    mm = None if body["centre_mm"] is None else _point(body["centre_mm"])
    points = {"centre_px": _point(body["centre_px"]), "outline_px": outline, "centre_mm": mm}
    return Piece(**{**body, **points, "candidates": candidates, "notes": tuple(map(Note, body["notes"]))})


def _point(body: Sequence[float]) -> Point:
    return (body[0], body[1])
