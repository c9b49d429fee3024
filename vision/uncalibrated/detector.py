"""Looking for pieces in a picture of which nothing is known: neither their size in it nor the camera's slant."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import Spot, non_max_suppression
from vision.detection.dice import with_attitude
from vision.detection.neighbours import with_cut_note, with_neighbours
from vision.detection.outline import described
from vision.detection.refinement import look
from vision.types import Found
from vision.uncalibrated.augmentation import look_thrice

Image = NDArray[np.uint8]

# Without a plane there is no second opinion, so be surer.
_BEST_PX = 34.0
_TIMES_BEST = (0.8, 1.3)
#: So many sizes are tried.
_SIZES = 2
#: Two faces of a die, further apart than this, are both looked at from near before one is taken for its top.
_FACES = 0.5
#: Small pieces are drawn up to so much larger: the network sees more in them, though the picture holds no more.
_LARGER = 2.0
_COARSE_TO_FINE_PX = (224, 512, 1280)
#: Seen from low down, discs are flat ellipses; drawn so much taller the picture is as seen from further up.
_TALLER = (1.4, 1.9)


def find_anywhere(image: Image) -> tuple[Found, ...]:
    """Detect the pieces in a BGR picture of which neither scale nor tilt is known, highest score first."""
    seen = with_neighbours([described(spot) for spot in look_anywhere(image)], thresholds.PHANTOM_SCORE)
    return tuple(with_cut_note(one, image) for one in with_attitude(seen, image))


def look_anywhere(image: Image) -> list[Spot]:
    """Candidates in a BGR picture, in its own pixels."""
    seen = {taller: _coarsely(_drawn(image, taller)) for taller in (1.0, *_TALLER)}
    shown = {
        taller: _sum_of_squares(spots) / (1.0 if taller == 1 else thresholds.MUCH_BETTER)
        for taller, spots in seen.items()
    }
    best = max(shown, key=lambda taller: shown[taller])
    return [_flattened(spot, best) for spot in _finely(_drawn(image, best), seen[best])]


def _drawn(image: Image, taller: float) -> Image:
    if taller == 1:
        return image
    size = (image.shape[1], round(image.shape[0] * taller))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _flattened(spot: Spot, taller: float) -> Spot:
    """A spot of the taller picture in the picture as it is."""
    if taller == 1:
        return spot
    flat = np.diag([1.0, 1 / taller])
    turned, sizes, back = np.linalg.svd(flat @ spot.axes)
    angle = float(np.arctan2(*(turned @ back)[[1, 0], 0]))
    middle = (spot.middle + 0.5) @ flat - 0.5
    return Spot(spot.kind, spot.score, middle, turned @ np.diag(sizes) @ turned.T, angle)


def _sum_of_squares(spots: list[Spot]) -> float:
    """How much a look shows: pieces that lie flat, the surer the more."""
    return sum(spot.score**2 for spot in spots if spot.kind != "leaner")


def _coarsely(image: Image) -> list[Spot]:
    """What is seen at a few scales, each thing once."""
    longest = max(image.shape[:2])
    least, largest = thresholds.DETECTOR_PX
    gathered: list[Spot] = []
    for side in _COARSE_TO_FINE_PX:
        if side < longest * thresholds.ENLARGED:
            scale = min(1.0, side / longest)
            gathered += [s for s in look(image, scale) if least < s.size * scale < largest]
    return _whole(gathered)


def _finely(image: Image, coarse: list[Spot]) -> list[Spot]:
    """Learn from the coarse look how large the pieces are, and look again where that was not their best size.

    Where two sizes are likely (tokens on fields, specks on cloth about dice), the one at which more is sure is right.
    """
    looks = [_sized(image, usual) for usual in _usual_sizes(coarse)]
    return max(looks, key=_sum_of_squares, default=[])


def _sized(image: Image, usual: float) -> list[Spot]:
    seen = look_thrice(image, _about(image, usual), _LARGER)
    return _alike([spot for spot in seen if thresholds.USUAL_RANGE[0] < spot.size / usual < thresholds.USUAL_RANGE[1]])


def _about(image: Image, usual: float) -> list[Spot]:
    """Candidates at the best scale for pieces of the usual size, and the surer ones that other scales show."""
    best, *others = dict.fromkeys(min(_LARGER, times * _BEST_PX / usual) for times in (1.0, *_TIMES_BEST))
    largest = thresholds.USUAL_RANGE[1] * usual
    gathered = look(image, best, largest=largest, faces=_FACES)
    for scale in others:
        seen = look(image, scale, largest=largest, faces=_FACES)
        gathered += [spot for spot in seen if spot.score > thresholds.SCORE_ELSEWHERE]
    return _whole(gathered, _FACES)


def _whole(gathered: list[Spot], faces: float = 0.75) -> list[Spot]:
    """Each thing once, without what is only a part of another; ``faces``: see `non_max_suppression`."""
    return non_max_suppression([spot for spot in gathered if not _inside(spot, gathered)], faces)


def _alike(seen: list[Spot]) -> list[Spot]:
    """Pieces in one picture are mostly of one kind: a spot of another kind must be surer."""
    weight = {kind: sum(s.score**2 for s in seen if s.kind == kind) for kind in ("disc", "die", "leaner")}
    most = max(weight, key=lambda kind: weight[kind])
    return [s for s in seen if s.score > (thresholds.SCORE_OF_MOST if s.kind == most else thresholds.SCORE_OF_FEW)]


def _inside(spot: Spot, others: list[Spot]) -> bool:
    """Is this a part of something larger: a pip of a die, or a sign on a disc that is surer?"""
    for other in others:
        away = float(np.hypot(*(spot.middle - other.middle))) / other.size
        pip = away < thresholds.PIP_SIZES and other.kind == "die" and spot.kind == "disc"
        part = away < thresholds.PART_SIZES and other.score > spot.score
        if spot.size < thresholds.PART_SIZE * other.size and (pip or part):
            return True
    return False


def _usual_sizes(seen: list[Spot]) -> list[float]:
    """The size that most of the sure ones agree on within a third; and the next, where it has half as much for it."""
    sizes, weights = np.array([s.size for s in seen]), np.array([s.score**2 for s in seen])
    near = np.abs(np.log(sizes[:, None] / sizes[None])) < thresholds.USUAL_LOG
    likely: list[float] = []
    least = 0.0
    while len(likely) < _SIZES and (for_it := (near * weights).sum(axis=1)).max(initial=0.0) > least:
        best = near[int(for_it.argmax())]
        likely.append(float(np.exp(np.average(np.log(sizes[best]), weights=weights[best]))))
        least = max(least, 0.5 * float(for_it.max()))
        weights = np.where(best, 0.0, weights)
    return likely
