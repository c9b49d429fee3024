"""Test-time augmentation for uncalibrated pictures: detect each candidate in several variants and combine them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import Spot, non_max_suppression
from vision.detection.refinement import AGAIN_PX, near_by, nearest

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

#: The augmentations: relative scale of the patch, and whether it is mirrored.
_AUGMENTATIONS = ((1.0, False), (1.0, True), (0.8, False))
#: Least score of a spot in a single augmentation; the vote decides.
_LEAST_SCORE = 0.15
#: Score bonus of the kind that makes up the whole picture; with equal shares there is none.
_KIND_BONUS = 0.3


def look_thrice(image: Image, candidates: list[Spot], largest: float) -> list[Spot]:
    """Refine each candidate in three augmented patches; small ones are enlarged by up to ``largest``."""
    augmented = [
        near_by(
            image,
            candidates,
            [min(largest, part * AGAIN_PX / spot.size) for spot in candidates],
            _LEAST_SCORE,
            mirrored,
        )
        for part, mirrored in _AUGMENTATIONS
    ]
    answers = list(zip(candidates, zip(*augmented, strict=True), strict=True))
    first = [_agreed(spot, spots, {}) for spot, spots in answers]
    bonus = _kind_bonus([spot for spot in first if spot is not None])
    agreed = [_agreed(spot, spots, bonus) for spot, spots in answers]
    return non_max_suppression([spot for spot in agreed if spot is not None])


def _kind_bonus(candidates: list[Spot]) -> dict[str, float]:
    """Return the score bonus of each kind by its share: pieces in one picture are mostly of one kind."""
    weight = {kind: sum(spot.score**2 for spot in candidates if spot.kind == kind) for kind in ("disc", "die")}
    whole = max(sum(weight.values()), 1e-6)
    return {kind: _KIND_BONUS * max(0.0, 2 * share / whole - 1) for kind, share in weight.items()}


def _agreed(spot: Spot, spots: Sequence[list[Spot]], bonus: Mapping[str, float]) -> Spot | None:
    """Return the mean of the spots of the kind with most votes; fewer votes lower its score. None without any."""
    answers = [nearest(spot, near, thresholds.FIRST_SCORE, bonus) for near in spots]
    votes = [answer for answer in answers if answer is not None]
    if not votes:
        return None
    kinds = {each.kind: sum(v.score + bonus.get(v.kind, 0.0) for v in votes if v.kind == each.kind) for each in votes}
    kind = max(kinds, key=lambda each: kinds[each])
    return _mean([vote for vote in votes if vote.kind == kind], len(answers))


def _mean(alike: list[Spot], looks: int) -> Spot:
    """Average spots of one kind, weighted by score; sizes in the log domain, angles modulo a quarter turn."""
    scores = np.array([spot.score for spot in alike])
    middle = np.average([spot.middle for spot in alike], axis=0, weights=scores)
    shape = _on_axes(np.exp, np.average([_on_axes(np.log, spot.shape) for spot in alike], axis=0, weights=scores))
    turn = np.angle(np.sum(scores * np.exp([4j * spot.angle for spot in alike]))) / 4
    return Spot(alike[0].kind, float(scores.mean() * np.sqrt(len(alike) / looks)), middle, shape, float(turn))


def _on_axes(function: Callable[[Floats], Floats], shape: Floats) -> Floats:
    """Apply a function to the eigenvalues (half axes) of a symmetric 2x2 matrix."""
    values, vectors = np.linalg.eigh(shape)
    return np.asarray(vectors @ np.diag(function(values)) @ vectors.T)
