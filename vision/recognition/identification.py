"""Identify piece and side of every detection in a picture jointly, with margins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.recognition.assignment import FORBIDDEN, Assignment, Weights, assign, is_possible
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import POWER_VALUE, Fact, SideOption
from vision.recognition.sides import Side


@dataclass(frozen=True, slots=True)
class Identity:
    """The answer for one piece: a taught side, or None where only the side is recognised; margins in log odds.

    ``margin``: that of the whole answer; ``side_margin``: that of side and value, whichever piece it is.
    """

    taught: Side | None
    margin: float
    side_margin: float


def identify(
    table: Weights,
    options: Sequence[Sequence[SideOption]],
    gallery: Gallery,
    expected: bool,
    beside: Sequence[int] = (),
    others: Weights | float = -np.inf,
    strangers: Weights | float = -np.inf,
) -> list[Identity]:
    """Identify all pieces of a picture.

    Where the game says what it waits for (``expected``), jointly, each taught piece at most once; otherwise each on its
    own, because two pieces may have been taught as one. ``table`` (pieces x taught sides): log odds from
    `likelihood.log_odds_of`; ``options``: the sides of each piece as read untaught; ``beside``: rows of what lies
    beside the mat; ``others`` (pieces): log odds of being a taught piece that is not expected; ``strangers`` (pieces):
    least log odds of being a piece that was never taught.
    """
    if expected:
        nothing = np.maximum(_nothing(table, options, gallery, beside), strangers) + np.logaddexp(0.0, others)
        return _together(table, options, gallery, nothing)
    stranger = np.broadcast_to(np.maximum(0.0, strangers), len(table))
    return [_alone(*row, gallery) for row in zip(table, options, stranger.tolist(), strict=True)]


def _alone(weights: Weights, options: Sequence[SideOption], stranger: float, gallery: Gallery) -> Identity:
    """Identify one piece on its own: the likeliest taught piece against all others and against no taught piece.

    ``stranger``: log odds of being a piece that was never taught.
    """
    best = int(weights.argmax()) if len(weights) else -1
    known = best >= 0 and weights[best] > stranger
    side_margin = _side_margin(weights, stranger, options, gallery, best if known else -1)
    if not known:
        return Identity(None, side_margin, side_margin)
    same = gallery.designs == gallery.designs[best]
    margin = _total(weights[same]) - _total(np.append(weights[~same], stranger))
    return Identity(gallery.sides[best], min(margin, side_margin), side_margin)


def _nothing(
    table: Weights, options: Sequence[Sequence[SideOption]], gallery: Gallery, beside: Sequence[int]
) -> Weights:
    """Return for each piece how likely it is none of the expected ones (log odds).

    What lies beside the mat may well be none of them where as many pieces as are expected lie on it.
    """
    compared = is_possible(table)
    stones = compared[:, np.array([side.kind == "stone" for side in gallery.sides], bool)].any(axis=1)
    nothing = np.where(stones, -thresholds.STONE_NOT_EXPECTED, -thresholds.NOT_EXPECTED)
    due = {gallery.sides[column].piece for column in np.flatnonzero(compared.any(axis=0))}
    if sum(bool(each) for i, each in enumerate(options) if i not in beside) >= len(due):
        nothing[list(beside)] = 0.0
    return nothing


def _together(
    table: Weights, options: Sequence[Sequence[SideOption]], gallery: Gallery, nothing: Weights
) -> list[Identity]:
    """Identify all pieces jointly; each margin is the loss of total weight when the answer is forbidden."""
    pieces = gallery.pieces()
    owner = np.array([pieces.index(side.piece) for side in gallery.sides], np.int64)
    best, sides = _solve(table, nothing, owner, len(pieces))
    identities = []
    for row, column in enumerate(sides):
        without = _forbidding(table, nothing, row, column, gallery)
        margin = best.total - max(_solve(*one, owner, len(pieces))[0].total for one in without)
        side_margin = _side_margin(table[row], float(nothing[row]), options[row], gallery, column)
        identities.append(
            Identity(None if column < 0 else gallery.sides[column], min(margin, side_margin), side_margin)
        )
    return identities


def _solve(table: Weights, nothing: Weights, owner: NDArray[np.int64], pieces: int) -> tuple[Assignment, list[int]]:
    """Return the best assignment, and the taught side of every row (-1: none)."""
    weights = np.full((len(table), pieces), FORBIDDEN)
    np.maximum.at(weights.T, owner, table.T)
    best = assign(weights, nothing)
    sides = [
        -1 if p < 0 else int(np.argmax(np.where(owner == p, table[i], -np.inf))) for i, p in enumerate(best.columns)
    ]
    return best, sides


def _forbidding(
    table: Weights, nothing: Weights, row: int, column: int, gallery: Gallery
) -> list[tuple[Weights, Weights]]:
    """Return the weights with this answer forbidden: its fact for all rows, and a die also for its row alone.

    Only facts count (which piece shows which side), not which of two discs is which. A die is more than a fact: two
    dice that show the same side are still two dice, with rolls and pictures of their own.
    """
    if column < 0:
        refused = nothing.copy()
        refused[row] = FORBIDDEN
        return [(table, refused)]
    answer, same = gallery.sides[column], gallery.designs == gallery.designs[column]
    elsewhere, another = table.copy(), table.copy()
    elsewhere[:, same & [side.side == answer.side for side in gallery.sides]] = FORBIDDEN
    another[row, same] = FORBIDDEN
    return [(elsewhere, nothing), (another, nothing)] if answer.kind == "die" else [(elsewhere, nothing)]


def _side_margin(
    weights: Weights, nothing: float, options: Sequence[SideOption], gallery: Gallery, column: int
) -> float:
    """Return the margin of this side and value, for any piece, against all that contradict it: summed and pairwise.

    The sum alone would prefer the side with more taught pieces among similar ones. ``column``: the chosen taught side
    (-1: none, then the best option as read untaught).
    """
    facts = [(side.side, value_of(side, gallery)) for side in gallery.sides]
    chosen = facts[column] if column >= 0 else (options[0].side, options[0].value) if options else None
    if chosen is None:
        return 0.0
    facts += [(option.side, option.value) for option in options]
    odds = np.append(weights, [nothing + option.weight for option in options])
    agrees = np.array([_agree(chosen, fact) for fact in facts])
    whole = _total(odds[agrees]) - _total(odds[~agrees])
    best = float(odds[agrees].max() - odds[~agrees].max(initial=FORBIDDEN))
    return min(whole, best)


def _agree(one: Fact, other: Fact) -> bool:
    """Whether both facts may be true: the same side, and no two different values; a value may be unknown."""
    return one[0] == other[0] and (one[1] == other[1] or one[1] is None or other[1] is None)


def _total(weights: Weights) -> float:
    """Return the log of the sum of the exponentials of log odds."""
    most = float(weights.max(initial=FORBIDDEN))
    return most + float(np.log(np.exp(np.maximum(weights - most, -60)).sum())) if most > FORBIDDEN else FORBIDDEN


def value_of(side: Side, gallery: Gallery) -> int | None:
    """Return the number that a taught side shows: a stone's printed one, or that of a die's side (`POWER_VALUE`)."""
    if side.kind == "stone":
        return gallery.number(side.piece) if side.side == "number" else None
    return POWER_VALUE if side.side == "power" else int(side.side)
