"""Optimal assignment of the pieces in a picture to taught pieces, each taught piece at most once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]
FORBIDDEN = -1e6
"""The weight of an impossible pair."""


def is_possible(weights: Weights) -> NDArray[np.bool_]:
    """Whether each pair is possible; one whose weight is a sum with `FORBIDDEN` is not."""
    return weights > FORBIDDEN / 2


@dataclass(frozen=True, slots=True)
class Assignment:
    """The column assigned to each row (-1: none of them), and the total weight."""

    columns: tuple[int, ...]
    total: float


def assign(weights: Weights, nothing: Weights) -> Assignment:
    """Return the assignment of largest total weight: each row gets one column or ``nothing``, no column twice.

    ``weights`` (rows x columns) are log odds, ``nothing`` (rows) those of no column. The Hungarian method with
    potentials (Kuhn 1955, Munkres 1957); every row has its own empty column in addition.
    """
    rows, columns = weights.shape
    empty = np.full((rows, rows), FORBIDDEN)
    np.fill_diagonal(empty, nothing)
    padded = np.concatenate([weights, empty], axis=1)
    taken = _hungarian(-padded)
    total = float(sum(padded[i, j] for i, j in enumerate(taken)))
    possible = is_possible(weights)
    chosen = (j if j < columns and possible[i, j] else -1 for i, j in enumerate(taken))
    return Assignment(tuple(chosen), total)


def _hungarian(cost: Weights) -> list[int]:
    """Return the columns of least total cost, one for each row (rows <= columns)."""
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
    """Assign one more row along the shortest augmenting path; row and column 0 stand for none."""
    columns = cost.shape[1]
    distance, previous = np.full(columns + 1, np.inf), np.zeros(columns + 1, np.int64)
    visited = np.zeros(columns + 1, bool)
    owner[0], column = row, 0
    while owner[column]:
        visited[column] = True
        visiting = owner[column]
        reduced = cost[visiting - 1] - row_price[visiting] - column_price[1:]
        better = ~visited[1:] & (reduced < distance[1:])
        distance[1:][better], previous[1:][better] = reduced[better], column
        next_column = int(np.argmin(np.where(visited, np.inf, np.where(np.arange(columns + 1) == 0, np.inf, distance))))
        step = distance[next_column]
        row_price[owner[visited]] += step
        column_price[visited] -= step
        distance[~visited] -= step
        column = next_column
    while column:
        owner[column], column = owner[previous[column]], int(previous[column])
