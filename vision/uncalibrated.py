"""Detection in pictures without a mat: neither scale nor tilt is known, and test-time augmentation confirms pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detect import with_cut_note, with_neighbours
from vision.detection.detector import Spot, detection_of, non_max_suppression
from vision.detection.die_stance import with_attitude
from vision.detection.refinement import AGAIN_PX, detect_at_scale, near_by, nearest
from vision.types import Detection

Image = NDArray[np.uint8]

# Size of a piece in px at the best scale of the detector, and the factors of two further scales.
_BEST_PX = 34.0
_TIMES_BEST = (0.8, 1.3)
#: Number of usual sizes that are tried.
_SIZES = 2
#: Die spots farther apart than this, in sides, both go to the second pass, which decides between faces of one die.
_FACES = 0.5
#: Largest enlargement of small pieces, at which the network detects them better.
_LARGER = 2.0
_COARSE_TO_FINE_PX = (224, 512, 1280)
#: Vertical stretch factors that are tried: from a low camera discs are flat ellipses.
_STRETCHES = (1.4, 1.9)
Floats = NDArray[np.float64]

#: The augmentations: relative scale of the patch, and whether it is mirrored.
_AUGMENTATIONS = ((1.0, False), (1.0, True), (0.8, False))
#: Least score of a spot in a single augmentation; the vote decides.
_LEAST_SCORE = 0.15
#: Score bonus of the kind that makes up the whole picture; with equal shares there is none.
_KIND_BONUS = 0.3


def find_anywhere(image: Image) -> tuple[Detection, ...]:
    """Detect the pieces in a BGR picture of unknown scale and tilt, highest score first."""
    found = with_neighbours([detection_of(spot) for spot in detect_spots(image)], thresholds.PHANTOM_SCORE)
    return tuple(with_cut_note(one, image) for one in with_attitude(found, image))


def detect_spots(image: Image) -> list[Spot]:
    """Return the candidates in a BGR picture, in its own pixels."""
    coarse = {stretch: _coarsely(_stretched(image, stretch)) for stretch in (1.0, *_STRETCHES)}
    evidence = {
        stretch: _sum_of_squares(spots) / (1.0 if stretch == 1 else thresholds.MUCH_BETTER)
        for stretch, spots in coarse.items()
    }
    best = max(evidence, key=lambda stretch: evidence[stretch])
    return [_flattened(spot, best) for spot in _finely(_stretched(image, best), coarse[best])]


def _stretched(image: Image, stretch: float) -> Image:
    if stretch == 1:
        return image
    size = (image.shape[1], round(image.shape[0] * stretch))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _flattened(spot: Spot, stretch: float) -> Spot:
    """Convert a spot of the stretched picture into the original picture."""
    if stretch == 1:
        return spot
    flat = np.diag([1.0, 1 / stretch])
    turned, sizes, back = np.linalg.svd(flat @ spot.axes)
    angle = float(np.arctan2(*(turned @ back)[[1, 0], 0]))
    middle = (spot.middle + 0.5) @ flat - 0.5
    return Spot(spot.kind, spot.score, middle, turned @ np.diag(sizes) @ turned.T, angle)


def _sum_of_squares(spots: list[Spot]) -> float:
    """Return the sum of the squared scores of the spots that lie flat."""
    return sum(spot.score**2 for spot in spots if spot.kind != "leaner")


def _coarsely(image: Image) -> list[Spot]:
    """Detect candidates at a few scales and merge them."""
    longest = max(image.shape[:2])
    least, largest = thresholds.DETECTOR_PX
    gathered: list[Spot] = []
    for side in _COARSE_TO_FINE_PX:
        if side < longest * thresholds.ENLARGED:
            scale = min(1.0, side / longest)
            gathered += [s for s in detect_at_scale(image, scale) if least < s.size * scale < largest]
    return _merged(gathered)


def _finely(image: Image, coarse: list[Spot]) -> list[Spot]:
    """Estimate the usual sizes from the coarse candidates and detect again at the best scale for each.

    If several sizes are likely (tokens and fields, dice and specks on cloth), the one with the largest sum of squared
    scores is used.
    """
    by_size = [_sized(image, usual) for usual in _usual_sizes(coarse)]
    return max(by_size, key=_sum_of_squares, default=[])


def _sized(image: Image, usual: float) -> list[Spot]:
    refined = refine_augmented(image, _at_best_scales(image, usual), _LARGER)
    return _confident(
        [spot for spot in refined if thresholds.USUAL_RANGE[0] < spot.size / usual < thresholds.USUAL_RANGE[1]]
    )


def _at_best_scales(image: Image, usual: float) -> list[Spot]:
    """Return candidates at the best scale for pieces of the usual size, and the surer ones at other scales."""
    best, *others = dict.fromkeys(min(_LARGER, times * _BEST_PX / usual) for times in (1.0, *_TIMES_BEST))
    largest = thresholds.USUAL_RANGE[1] * usual
    gathered = detect_at_scale(image, best, largest=largest, faces=_FACES)
    for scale in others:
        spots = detect_at_scale(image, scale, largest=largest, faces=_FACES)
        gathered += [spot for spot in spots if spot.score > thresholds.SCORE_ELSEWHERE]
    return _merged(gathered, _FACES)


def _merged(gathered: list[Spot], faces: float = 0.75) -> list[Spot]:
    """Merge candidates without those that are only a part of another; ``faces``: see `non_max_suppression`."""
    return non_max_suppression([spot for spot in gathered if not _is_part(spot, gathered)], faces)


def _confident(spots: list[Spot]) -> list[Spot]:
    """Drop spots with low scores; spots of a minority kind need a higher score."""
    weight = {kind: sum(s.score**2 for s in spots if s.kind == kind) for kind in ("disc", "die", "leaner")}
    most = max(weight, key=lambda kind: weight[kind])
    return [s for s in spots if s.score > (thresholds.SCORE_OF_MOST if s.kind == most else thresholds.SCORE_OF_FEW)]


def _is_part(spot: Spot, others: list[Spot]) -> bool:
    """Whether a spot is a part of a larger one: a pip of a die, or a sign on a disc with a higher score."""
    for other in others:
        away = float(np.hypot(*(spot.middle - other.middle))) / other.size
        pip = away < thresholds.PIP_SIZES and other.kind == "die" and spot.kind == "disc"
        part = away < thresholds.PART_SIZES and other.score > spot.score
        if spot.size < thresholds.PART_SIZE * other.size and (pip or part):
            return True
    return False


def _usual_sizes(spots: list[Spot]) -> list[float]:
    """Return the size (px) on which most spots agree, and a second one with at least half as much support."""
    sizes, weights = np.array([s.size for s in spots]), np.array([s.score**2 for s in spots])
    near = np.abs(np.log(sizes[:, None] / sizes[None])) < thresholds.USUAL_LOG
    usual: list[float] = []
    least = 0.0
    while len(usual) < _SIZES and (support := (near * weights).sum(axis=1)).max(initial=0.0) > least:
        best = near[int(support.argmax())]
        usual.append(float(np.exp(np.average(np.log(sizes[best]), weights=weights[best]))))
        least = max(least, 0.5 * float(support.max()))
        weights = np.where(best, 0.0, weights)
    return usual


def refine_augmented(image: Image, candidates: list[Spot], largest: float) -> list[Spot]:
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
    first = [_voted(spot, spots, {}) for spot, spots in answers]
    bonus = _kind_bonus([spot for spot in first if spot is not None])
    agreed = [_voted(spot, spots, bonus) for spot, spots in answers]
    return non_max_suppression([spot for spot in agreed if spot is not None])


def _kind_bonus(candidates: list[Spot]) -> dict[str, float]:
    """Return the score bonus of each kind by its share: pieces in one picture are mostly of one kind."""
    weight = {kind: sum(spot.score**2 for spot in candidates if spot.kind == kind) for kind in ("disc", "die")}
    whole = max(sum(weight.values()), 1e-6)
    return {kind: _KIND_BONUS * max(0.0, 2 * share / whole - 1) for kind, share in weight.items()}


def _voted(spot: Spot, spots: Sequence[list[Spot]], bonus: Mapping[str, float]) -> Spot | None:
    """Return the mean of the spots of the kind with most votes; fewer votes lower its score. None without any."""
    answers = [nearest(spot, near, thresholds.FIRST_SCORE, bonus) for near in spots]
    votes = [answer for answer in answers if answer is not None]
    if not votes:
        return None
    kinds = {each.kind: sum(v.score + bonus.get(v.kind, 0.0) for v in votes if v.kind == each.kind) for each in votes}
    kind = max(kinds, key=lambda each: kinds[each])
    return _mean([vote for vote in votes if vote.kind == kind], len(answers))


def _mean(alike: list[Spot], passes: int) -> Spot:
    """Average spots of one kind, weighted by score; sizes in the log domain, angles modulo a quarter turn."""
    scores = np.array([spot.score for spot in alike])
    middle = np.average([spot.middle for spot in alike], axis=0, weights=scores)
    shape = _on_axes(np.exp, np.average([_on_axes(np.log, spot.shape) for spot in alike], axis=0, weights=scores))
    turn = np.angle(np.sum(scores * np.exp([4j * spot.angle for spot in alike]))) / 4
    return Spot(alike[0].kind, float(scores.mean() * np.sqrt(len(alike) / passes)), middle, shape, float(turn))


def _on_axes(function: Callable[[Floats], Floats], shape: Floats) -> Floats:
    """Apply a function to the eigenvalues (half axes) of a symmetric 2x2 matrix."""
    values, vectors = np.linalg.eigh(shape)
    return np.asarray(vectors @ np.diag(function(values)) @ vectors.T)


def close_up(image: Image) -> tuple[Detection, ...]:
    """Return one detection that covers the whole picture if it is too small to show a table, else none."""
    high, wide = image.shape[:2]
    if max(high, wide) > thresholds.CLOSE_UP_PX:
        return ()
    right, low = wide - 1.0, high - 1.0
    corners = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))
    return (Detection("unknown", (right / 2, low / 2), corners, float(max(high, wide)), 1.0, ()),)
