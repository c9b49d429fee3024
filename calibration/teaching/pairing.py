"""Match the stones of two pictures, between which each was turned over in place (minimum-cost assignment)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.recognition.assignment import FORBIDDEN, assign

Floats = NDArray[np.float64]
STRANGE = 0.4
"""Cost, as a part of the reach, of matching two sides that hardly belong to one stone (two colours, two numbers)."""
CLEAR, ROOM = 1.5, 0.25
"""A match is sure if every other candidate is farther than CLEAR times its distance plus ROOM times the reach."""


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
