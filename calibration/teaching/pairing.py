"""Pair the sides of stones in two pictures, between which each stone was turned over in its place.

A pair becomes a row of the lesson: which side is the number, which taught stone it resembles, what to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from calibration.table.hints import Words
from rules.core.phrases import Phrase, listing
from vision.detection.stones import STONE_MM
from vision.eyes import Eyes
from vision.recognition.assignment import FORBIDDEN, assign
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.types import Point

Floats = NDArray[np.float64]
PictureName = Literal["first", "second"]
STRANGE = 0.4
"""Cost, as a part of the reach, of matching two sides that hardly belong to one stone (two colours, two numbers)."""
CLEAR, ROOM = 1.5, 0.25
"""A match is sure if every other candidate is farther than CLEAR times its distance plus ROOM times the reach."""
SURE_SIDES = 1.5
"""Margin (log odds) from which a side counts as the number side."""
REACH = 1.2
"""Largest displacement of a turned stone, in diameters."""
KNOWN = 0.8
"""Cosine similarity from which a side counts as one that was taught before."""
UNTURNED = 0.85
"""Cosine similarity from which both pictures of a stone show the same side.  In the renders the two sides of a stone
reach 0.74, and another picture of the same side at least 0.95."""
SAME = 0.95
"""Usual cosine similarity of two pictures of the same symbol."""

NOT_TURNED = Phrase(
    "Both pictures show the same side, so I leave it out: teach it again later, and turn it over before the second"
    " picture."
)


class SeenStone(BaseModel):
    """One side of a stone in a picture: its place, and what was recognised.

    ``index``: its place in the picture's reading order. ``outline``, ``centre`` and ``size`` (diameter) in px.
    ``number_odds``: log odds of being a number side; ``value``: the likeliest number. ``embedding``: unit vector (128).
    """

    model_config = ConfigDict(frozen=True)
    picture: PictureName
    index: int
    outline: tuple[Point, ...]
    centre: Point
    size: float
    number_odds: float
    value: int
    value_sure: bool
    colour: str
    embedding: tuple[float, ...]

    @property
    def key(self) -> str:
        """The name of its cut-out, such as first-3."""
        return f"{self.picture}-{self.index}"


class StoneRow(BaseModel):
    """One stone of the lesson: its two sides, what was recognised, and what the owner entered.

    ``sure``: whether the sides surely belong together, and which is the number. ``known``: the taught piece that it
    resembles. ``remarks``: sentences about what the owner should check. ``keep``: whether it is learnt, at first unless
    both pictures show the same side; ``afresh``: whether it replaces what was taught of its piece.
    """

    model_config = ConfigDict(frozen=True)
    symbol: SeenStone
    number: SeenStone
    sure: bool
    value: int | None
    colour: str | None
    known: str | None = None
    remarks: tuple[Words, ...] = ()
    piece: str = ""
    name: str = ""
    keep: bool = True
    afresh: bool = False


def paired(
    first: Sequence[SeenStone], second: Sequence[SeenStone], eyes: Eyes
) -> tuple[tuple[StoneRow, ...], tuple[SeenStone, ...]]:
    """Pair the sides of two pictures; returns a row for each stone, and the sides without a match."""
    matches = _matches(first, second, eyes)
    rows = [_row(first[match.first], second[match.second], match.sure, eyes.gallery) for match in matches]
    alone = [side for i, side in enumerate(first) if i not in {match.first for match in matches}]
    alone += [side for j, side in enumerate(second) if j not in {match.second for match in matches}]
    return _with_likeness(rows, eyes) if rows else (), tuple(alone)


def _matches(first: Sequence[SeenStone], second: Sequence[SeenStone], eyes: Eyes) -> tuple[Couple, ...]:
    sides = np.array([[a.number_odds * b.number_odds > 0 for b in second] for a in first], bool)
    colours = np.array([[a.colour != b.colour for b in second] for a in first], bool)
    first_places, second_places = (
        np.array([s.centre for s in side], np.float64).reshape(-1, 2) for side in (first, second)
    )
    reach = REACH * float(np.median([s.size for s in (*first, *second)] or [1.0]))
    if eyes.plane is not None:
        first_places, second_places, reach = (
            eyes.plane.to_mm(first_places),
            eyes.plane.to_mm(second_places),
            REACH * STONE_MM,
        )
    return couples(first_places, second_places, reach, (sides | colours).reshape(len(first), len(second)))


def _row(one: SeenStone, other: SeenStone, sure: bool, gallery: Gallery) -> StoneRow:
    symbol, number = sorted((one, other), key=lambda each: each.number_odds)
    apart = number.number_odds - symbol.number_odds > SURE_SIDES
    if not apart and (taught := _as_taught(symbol, number, gallery)):
        (symbol, number), apart = taught, True
    known = _known(symbol, gallery)
    value = number.value if number.value_sure else gallery.number(known) if known else None
    taught_side = next(iter(gallery.of(known)), None) if known else None
    turned = float(np.dot(one.embedding, other.embedding)) < UNTURNED
    return StoneRow(
        symbol=symbol,
        number=number,
        sure=sure and apart and turned,
        value=value,
        colour=taught_side.colour if taught_side else symbol.colour if symbol.colour == number.colour else None,
        known=known,
        remarks=tuple(_remarks(symbol, number, sure, apart, value)) if turned else (NOT_TURNED,),
        piece=known or "",
        name=(taught_side.name or "") if taught_side else "",
        keep=turned,
    )


def _remarks(symbol: SeenStone, number: SeenStone, sure: bool, apart: bool, value: int | None) -> list[str]:
    """What the owner should check; *apart*: which side is the number is clear, *value*: the number that was read."""
    remarks: list[str] = []
    if not sure:
        remarks.append(Phrase("Do these two sides belong together? It lay close to another one."))
    if not apart:
        remarks.append(Phrase("Which side is the number? Look whether I have them the right way round."))
    if symbol.colour != number.colour:
        remarks.append(
            Phrase(
                "Its colour looks {one} on one side and {other} on the other.",
                one=Phrase(symbol.colour),
                other=Phrase(number.colour),
            )
        )
    if value is None:
        remarks.append(Phrase("I cannot read its number for certain. Is it {number}?", number=number.value))
    return remarks


def _as_taught(one: SeenStone, other: SeenStone, gallery: Gallery) -> tuple[SeenStone, SeenStone] | None:
    """Return symbol and number side as taught, where exactly one order matches a taught stone; else None."""
    places = {(side.piece, side.side): i for i, side in enumerate(gallery.sides) if side.kind == "stone"}
    pieces = [piece for piece, side in places if side == "symbol" and (piece, "number") in places]
    pairs = [(places[piece, "symbol"], places[piece, "number"]) for piece in pieces]
    near = gallery.likeness(np.array([one.embedding, other.embedding], np.float32))
    fits = [any(min(near[a, i], near[b, j]) > KNOWN for i, j in pairs) for a, b in ((0, 1), (1, 0))]
    if fits[0] == fits[1]:
        return None
    return (one, other) if fits[0] else (other, one)


def _known(symbol: SeenStone, gallery: Gallery) -> str | None:
    near = gallery.likeness(np.array([symbol.embedding], np.float32))[0]
    listed = [
        (float(likeness), side.piece) for likeness, side in zip(near, gallery.sides, strict=True) if _is_symbol(side)
    ]
    likeness, piece = max(listed, default=(0.0, ""))
    return piece if likeness > KNOWN else None


def _is_symbol(side: Side) -> bool:
    return side.kind == "stone" and side.side == "symbol"


def _with_likeness(rows: Sequence[StoneRow], eyes: Eyes) -> tuple[StoneRow, ...]:
    """Return the rows, with a remark where a symbol is too similar to another one to be distinguished."""
    alike = SAME - eyes.threshold / eyes.embedder.scale
    symbols = np.array([row.symbol.embedding for row in rows], np.float32)
    near, taught = symbols @ symbols.T, eyes.gallery.likeness(symbols)
    known = [(i, side) for i, side in enumerate(eyes.gallery.sides) if _is_symbol(side)]
    remarked = []
    for i, row in enumerate(rows):
        similar: list[str] = [
            Phrase("stone {number}", number=j + 1) for j in range(len(rows)) if j != i and near[i, j] > alike
        ]
        mine = {row.known, *(rows[j].known for j in range(len(rows)) if near[i, j] > alike)}
        similar += [s.name or s.piece for k, s in known if s.piece not in mine and taught[i, k] > alike]
        remark = Phrase(
            "I mix it up with {similar}: show them again, nearer to the middle and sharper.",
            similar=listing(similar[:3]),
        )
        remarked.append(row.model_copy(update={"remarks": (*row.remarks, remark)}) if similar else row)
    return tuple(remarked)


@dataclass(frozen=True, slots=True)
class Couple:
    """Indices of a stone in the first and in the second picture, and whether no other match is plausible."""

    first: int
    second: int
    sure: bool


def couples(first: Floats, second: Floats, reach: float, strange: NDArray[np.bool_]) -> tuple[Couple, ...]:
    """Match positions (Nx2 and Mx2, one unit) with the least total movement; none moves farther than *reach*.

    ``strange`` (N x M) marks pairs of sides that hardly belong to one stone. The result is in the order of the first
    picture.
    """
    if not len(first) or not len(second):
        return ()
    away = np.linalg.norm(first[:, None] - second[None], axis=2)
    weights = np.where(away < reach, reach - away - STRANGE * reach * strange, FORBIDDEN)
    columns = assign(weights, np.full(len(first), -reach)).columns
    return tuple(Couple(i, j, _is_clear(away, i, j, reach)) for i, j in enumerate(columns) if j >= 0)


def _is_clear(away: Floats, row: int, column: int, reach: float) -> bool:
    rivals = np.append(np.delete(away[row], column), np.delete(away[:, column], row))
    return bool(rivals.size == 0 or rivals.min() > CLEAR * away[row, column] + ROOM * reach)
