"""Several near looks at each candidate, each a little different, and what they agree on: for where nothing is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import Spot, non_max_suppression
from vision.detection.refinement import AGAIN_PX, near_by, nearest

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

#: Each look: how large the picture is drawn, beside the usual, and whether it is mirrored.
_LOOKS = ((1.0, False), (1.0, True), (0.8, False))
#: What one of the looks may see but faintly, the others decide.
_LEAST = 0.15
#: In a picture that shows only dice, a spot counts so much surer as a die; in one of all sorts nothing is added.
_LIKED = 0.3


def look_thrice(image: Image, seen: list[Spot], largest: float) -> list[Spot]:
    """Look at each candidate near by, in three ways; small ones are drawn larger than they are, up to ``largest``."""
    looks = [
        near_by(image, seen, [min(largest, part * AGAIN_PX / spot.size) for spot in seen], _LEAST, mirrored)
        for part, mirrored in _LOOKS
    ]
    heard = list(zip(seen, zip(*looks, strict=True), strict=True))
    alone = [_agreed(spot, said, {}) for spot, said in heard]
    liked = _liked([spot for spot in alone if spot is not None])
    told = [_agreed(spot, said, liked) for spot, said in heard]
    return non_max_suppression([spot for spot in told if spot is not None])


def _liked(seen: list[Spot]) -> dict[str, float]:
    """Pieces in one picture are mostly of one kind: how much surer each kind counts, by its share."""
    weight = {kind: sum(spot.score**2 for spot in seen if spot.kind == kind) for kind in ("disc", "die")}
    whole = max(sum(weight.values()), 1e-6)
    return {kind: _LIKED * max(0.0, 2 * share / whole - 1) for kind, share in weight.items()}


def _agreed(spot: Spot, said: Sequence[list[Spot]], liked: Mapping[str, float]) -> Spot | None:
    """The kind that most looks are for, and the mean of their outlines; the fewer they are, the less sure."""
    answers = [nearest(spot, near, thresholds.FIRST_SCORE, liked) for near in said]
    votes = [answer for answer in answers if answer is not None]
    if not votes:
        return None
    kinds = {one.kind: sum(v.score + liked.get(v.kind, 0.0) for v in votes if v.kind == one.kind) for one in votes}
    kind = max(kinds, key=lambda one: kinds[one])
    return _mean([vote for vote in votes if vote.kind == kind], len(answers))


def _mean(alike: list[Spot], looks: int) -> Spot:
    """Spots of one kind, weighed by how sure they are; sizes are averaged as logarithms, angles by quarter turns."""
    sure = np.array([spot.score for spot in alike])
    middle = np.average([spot.middle for spot in alike], axis=0, weights=sure)
    shape = _each(np.exp, np.average([_each(np.log, spot.shape) for spot in alike], axis=0, weights=sure))
    turn = np.angle(np.sum(sure * np.exp([4j * spot.angle for spot in alike]))) / 4
    return Spot(alike[0].kind, float(sure.mean() * np.sqrt(len(alike) / looks)), middle, shape, float(turn))


def _each(function: Callable[[Floats], Floats], shape: Floats) -> Floats:
    """A function of a symmetric 2x2, taken of its two half axes."""
    values, vectors = np.linalg.eigh(shape)
    return np.asarray(vectors @ np.diag(function(values)) @ vectors.T)
