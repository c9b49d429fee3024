"""Pairs the stones of two pictures, between which each was turned over in place (minimum-cost assignment)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.recognition.assignment import FORBIDDEN, assign

Floats = NDArray[np.float64]
STRANGE = 0.4
"""Cost, as a share of the reach, of pairing two sides that cannot belong to one stone (two colours, two numbers)."""
CLEAR, ROOM = 1.5, 0.25
"""A pair is sure where every other partner is CLEAR times as far away plus ROOM of the reach."""


@dataclass(frozen=True, slots=True)
class Couple:
    """Index in the first picture, index in the second, and whether no other partner comes into question."""

    first: int
    second: int
    sure: bool


def couples(first: Floats, second: Floats, reach: float, strange: NDArray[np.bool_]) -> tuple[Couple, ...]:
    """Pair places (Nx2 and Mx2, one unit) so that all together have moved least; what moved beyond *reach* has no pair.

    ``strange`` (N x M) marks sides that hardly belong to one stone.  The result is in the order of the first picture.
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
