"""Who is who: all pieces in a picture are named together, each taught piece at most once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]
FORBIDDEN = -1e6
"""The weight of what cannot be."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """For every row the column it got (-1: none of them), and the total weight."""

    columns: tuple[int, ...]
    total: float


def assign(weights: Weights, nothing: Weights) -> Assignment:
    """The best way to give every row one column or ``nothing``, no column twice.

    ``weights`` (rows x columns) are log odds, ``nothing`` (rows) those of being none of the columns.  The Hungarian
    method with potentials (Kuhn 1955, Munkres 1957); every row has its own empty column besides.
    """
    rows, columns = weights.shape
    own = np.full((rows, rows), FORBIDDEN)
    np.fill_diagonal(own, nothing)
    whole = np.concatenate([weights, own], axis=1)
    taken = _hungarian(-whole)
    total = float(sum(whole[i, j] for i, j in enumerate(taken)))
    chosen = (j if j < columns and weights[i, j] > FORBIDDEN / 2 else -1 for i, j in enumerate(taken))
    return Assignment(tuple(chosen), total)


def _hungarian(cost: Weights) -> list[int]:
    """The cheapest column for every row (rows <= columns), all different."""
    rows, columns = cost.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, np.int64)
    for row in range(1, rows + 1):
        _augment(cost, row, row_price, column_price, owner)
    taken = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            taken[owner[column] - 1] = column - 1
    return taken


def _augment(cost: Weights, row: int, row_price: Weights, column_price: Weights, owner: NDArray[Any]) -> None:
    """Give one more row a column along the cheapest path of changes; row and column 0 stand for none."""
    columns = cost.shape[1]
    cheapest, came = np.full(columns + 1, np.inf), np.zeros(columns + 1, np.int64)
    done = np.zeros(columns + 1, bool)
    owner[0], here = row, 0
    while owner[here]:
        done[here] = True
        at = owner[here]
        reduced = cost[at - 1] - row_price[at] - column_price[1:]
        better = ~done[1:] & (reduced < cheapest[1:])
        cheapest[1:][better], came[1:][better] = reduced[better], here
        there = int(np.argmin(np.where(done, np.inf, np.where(np.arange(columns + 1) == 0, np.inf, cheapest))))
        step = cheapest[there]
        row_price[owner[done]] += step
        column_price[done] -= step
        cheapest[~done] -= step
        here = there
    while here:
        owner[here], here = owner[came[here]], int(came[here])
