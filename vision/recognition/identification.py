"""Which piece and which side: the joint answer for one picture, and how far it leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.recognition.assignment import FORBIDDEN, Assignment, Weights, assign
from vision.recognition.gallery import Gallery, Side
from vision.recognition.likelihood import Fact, Shown


@dataclass(frozen=True, slots=True)
class Identity:
    """The answer for one piece: a taught side or (None) only what is shown; leads in log odds.

    ``margin`` is that of the whole answer; ``side_margin`` that of side and value, whoever the piece may be.
    """

    taught: Side | None
    margin: float
    side_margin: float


def identify(table: Weights, said: Sequence[Sequence[Shown]], gallery: Gallery, expected: bool) -> list[Identity]:
    """Name all pieces of a picture.

    Where the game says what it waits for (``expected``), together, each taught piece at most once; else each by itself,
    for two pieces may have been taught as one.
    ``table`` (pieces x taught sides) as from `evidence.weigh`; ``said`` what each piece shows untaught.
    """
    if expected:
        return _together(table, said, gallery)
    return [_alone(weights, one, gallery) for weights, one in zip(table, said, strict=True)]


def _alone(weights: Weights, said: Sequence[Shown], gallery: Gallery) -> Identity:
    """One piece by itself: the most likely taught piece against all others, and against being none of them."""
    best = int(weights.argmax()) if len(weights) else -1
    side_margin = _side_margin(weights, 0.0, said, gallery, best if best >= 0 and weights[best] > 0 else -1)
    if best < 0 or weights[best] <= 0:
        return Identity(None, side_margin, side_margin)
    same = np.array([_alike(gallery.sides[best], side, with_side=False) for side in gallery.sides])
    margin = _total(weights[same]) - _total(np.append(weights[~same], 0.0))
    return Identity(gallery.sides[best], min(margin, side_margin), side_margin)


def _together(table: Weights, said: Sequence[Sequence[Shown]], gallery: Gallery) -> list[Identity]:
    """The best joint naming; each answer's margin is what barring its fact would cost all of them."""
    nothing = np.full(len(said), -thresholds.NOT_EXPECTED)
    pieces = gallery.pieces()
    owner = np.array([pieces.index(side.piece) for side in gallery.sides], np.int64)
    best, sides = _solve(table, nothing, owner, len(pieces))
    names = []
    for row, column in enumerate(sides):
        margin = best.total - _solve(*_barred(table, nothing, row, column, gallery), owner, len(pieces))[0].total
        side_margin = _side_margin(table[row], -thresholds.NOT_EXPECTED, said[row], gallery, column)
        names.append(Identity(None if column < 0 else gallery.sides[column], min(margin, side_margin), side_margin))
    return names


def _solve(table: Weights, nothing: Weights, owner: NDArray[np.int64], pieces: int) -> tuple[Assignment, list[int]]:
    """The best naming, and for every row the taught side it got (-1: none)."""
    weights = np.full((len(table), pieces), FORBIDDEN)
    np.maximum.at(weights.T, owner, table.T)
    best = assign(weights, nothing)
    sides = [
        -1 if p < 0 else int(np.argmax(np.where(owner == p, table[i], -np.inf))) for i, p in enumerate(best.columns)
    ]
    return best, sides


def _barred(table: Weights, nothing: Weights, row: int, column: int, gallery: Gallery) -> tuple[Weights, Weights]:
    """The table without this answer.

    Only the facts count (which piece shows which side), not which of two discs is which: the fact is barred for all.
    """
    table, nothing = table.copy(), nothing.copy()
    if column < 0:
        nothing[row] = FORBIDDEN
    else:
        table[:, [_alike(gallery.sides[column], side, with_side=True) for side in gallery.sides]] = FORBIDDEN
    return table, nothing


def _alike(one: Side, other: Side, with_side: bool) -> bool:
    """Two taught sides that nobody minds confusing: of one piece, or of two pieces of one name."""
    piece = one.piece == other.piece or (
        one.name is not None and (one.name, one.kind, one.number) == (other.name, other.kind, other.number)
    )
    return piece and (one.side == other.side or not with_side)


def _side_margin(weights: Weights, nothing: float, said: Sequence[Shown], gallery: Gallery, column: int) -> float:
    """How far this side and value, whoever shows it, leads all that contradict it, summed and one against one.

    (Summed alone, the side that more pieces were taught with would win among pieces that all look alike.)
    ``column`` is the taught side that was chosen (-1: none, then what is shown untaught).
    """
    facts = [(side.side, value_of(side, gallery)) for side in gallery.sides]
    here = facts[column] if column >= 0 else (said[0].side, said[0].value) if said else None
    if here is None:
        return 0.0
    facts += [(one.side, one.value) for one in said]
    chances = np.append(weights, [nothing + one.weight for one in said])
    agrees = np.array([_agree(here, fact) for fact in facts])
    whole = _total(chances[agrees]) - _total(chances[~agrees])
    best = float(chances[agrees].max() - chances[~agrees].max(initial=FORBIDDEN))
    return min(whole, best)


def _agree(one: Fact, other: Fact) -> bool:
    """Whether both may be true: the same side, and no two different values; of some pieces the value is not told."""
    return one[0] == other[0] and (one[1] == other[1] or one[1] is None or other[1] is None)


def _total(weights: Weights) -> float:
    """The log odds of any of these: log of the sum of exponentials."""
    most = float(weights.max(initial=FORBIDDEN))
    return most + float(np.log(np.exp(np.maximum(weights - most, -60)).sum())) if most > FORBIDDEN else FORBIDDEN


def value_of(side: Side, gallery: Gallery) -> int | None:
    """The number that a taught side shows: of a stone the printed one, of a die the side's, the power side's is 6."""
    if side.kind == "stone":
        return gallery.number(side.piece) if side.side == "number" else None
    return 6 if side.side == "power" else int(side.side)
