"""Which piece and which side: the joint answer for one picture, and how far it leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.assign import NEVER, Assignment, Weights, assign, each
from vision.evidence import Fact, Shown
from vision.gallery import Gallery, Side

STRANGER = 3.0
"""Log odds against a piece that the game does not wait for, when it says what it waits for."""


@dataclass(frozen=True, slots=True)
class Name:
    """The answer for one piece: a taught side or (None) only what is shown; leads in log odds.

    ``lead`` is that of the whole answer; ``side_lead`` that of side and value, whoever the piece may be.
    """

    taught: Side | None
    lead: float
    side_lead: float


def name_all(table: Weights, said: Sequence[Sequence[Shown]], gallery: Gallery, expected: bool) -> list[Name]:
    """Name all pieces of a picture.

    Where the game says what it waits for (``expected``), together, each taught piece at most once; else each by itself,
    for two pieces may have been taught as one.
    ``table`` (pieces x taught sides) as from `evidence.weigh`; ``said`` what each piece shows untaught.
    """
    nothing = np.full(len(said), -STRANGER if expected else 0.0)
    pieces = gallery.pieces()
    owner = np.array([pieces.index(side.piece) for side in gallery.sides], np.int64)
    way = assign if expected else each
    best, sides = _solve(table, nothing, owner, len(pieces), way)
    facts = [(side.side, value_of(side, gallery)) for side in gallery.sides]
    names = []
    for row, one in enumerate(said):
        column = sides[row]
        taught = None if column < 0 else gallery.sides[column]
        rival = _barred(table, nothing, row, column, gallery, expected)
        lead = best.total - _solve(*rival, owner, len(pieces), way)[0].total
        here = facts[column] if column >= 0 else (one[0].side, one[0].value) if one else None
        side_lead = _side_lead(table[row], float(nothing[row]), one, facts, here)
        own = _shown_lead(one) if taught is None else side_lead
        names.append(Name(taught, min(lead, own), side_lead))
    return names


def _solve(
    table: Weights,
    nothing: Weights,
    owner: NDArray[np.int64],
    pieces: int,
    way: Callable[[Weights, Weights], Assignment],
) -> tuple[Assignment, list[int]]:
    """The best naming, and for every row the taught side it got (-1: none)."""
    weights = np.full((len(table), pieces), NEVER)
    np.maximum.at(weights.T, owner, table.T)
    best = way(weights, nothing)
    sides = [
        -1 if p < 0 else int(np.argmax(np.where(owner == p, table[i], -np.inf))) for i, p in enumerate(best.columns)
    ]
    return best, sides


def _barred(
    table: Weights, nothing: Weights, row: int, column: int, gallery: Gallery, expected: bool
) -> tuple[Weights, Weights]:
    """The table without this answer.

    Where the game says what it waits for, only the facts count (which piece shows which side), not which of two discs
    is which; so the fact is barred for all rows.  Else it is barred for this row.
    """
    table, nothing = table.copy(), nothing.copy()
    if column < 0:
        nothing[row] = NEVER
        return table, nothing
    same = np.array([_alike(gallery.sides[column], side, with_side=expected) for side in gallery.sides])
    if expected:
        table[:, same] = NEVER
    else:
        table[row, same] = NEVER
    return table, nothing


def _alike(one: Side, other: Side, with_side: bool) -> bool:
    """Two taught sides that nobody minds confusing: of one piece, or of two pieces of one name."""
    piece = one.piece == other.piece or (
        one.name is not None and (one.name, one.kind, one.number) == (other.name, other.kind, other.number)
    )
    return piece and (one.side == other.side or not with_side)


def _side_lead(
    weights: Weights, nothing: float, said: Sequence[Shown], facts: Sequence[Fact], here: Fact | None
) -> float:
    """How far the best explanation with this side and value leads the best with another."""
    if here is None:
        return 0.0
    chances: dict[Fact, float] = {(one.side, one.value): nothing + one.weight for one in said}
    for fact, weight in zip(facts, weights.tolist(), strict=True):
        chances[fact] = max(chances.get(fact, NEVER), weight)
    others = [weight for fact, weight in chances.items() if fact != here]
    return chances.get(here, NEVER) - max(others, default=NEVER)


def value_of(side: Side, gallery: Gallery) -> int | None:
    """The number that a taught side shows: of a stone the printed one, of a die the side's, the power side's is 6."""
    if side.kind == "stone":
        return gallery.number(side.piece) if side.side == "number" else None
    return 6 if side.side == "power" else int(side.side)


def _shown_lead(said: Sequence[Shown]) -> float:
    return said[0].weight - said[1].weight if len(said) > 1 else 0.0
