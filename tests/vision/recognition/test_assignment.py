"""The joint assignment of all pieces is optimal, checked against brute force."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.recognition.assignment import FORBIDDEN, assign

Pixels = NDArray[Any]


def best_by_trying(weights: Pixels, nothing: Pixels) -> float:
    rows, columns = weights.shape
    totals = []
    for choice in product(range(-1, columns), repeat=rows):
        used = [c for c in choice if c >= 0]
        if len(used) == len(set(used)):
            totals.append(sum(nothing[i] if c < 0 else weights[i, c] for i, c in enumerate(choice)))
    return float(max(totals))


@pytest.mark.parametrize("seed", range(20))
def test_the_assignment_is_optimal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights, nothing = rng.normal(0, 3, (4, 3)), rng.normal(0, 3, 4)
    found = assign(weights, nothing)
    assert found.total == pytest.approx(best_by_trying(weights, nothing))
    used = [c for c in found.columns if c >= 0]
    assert len(used) == len(set(used))


def test_forbidden_pairs_are_never_assigned() -> None:
    found = assign(np.full((2, 2), FORBIDDEN), np.zeros(2))
    assert found.columns == (-1, -1)


def test_an_empty_assignment() -> None:
    assert assign(np.zeros((2, 0)), np.zeros(2)).columns == (-1, -1)
    assert assign(np.zeros((0, 3)), np.zeros(0)).columns == ()
