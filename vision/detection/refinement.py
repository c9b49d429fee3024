"""Run the detection network twice: on the reduced picture or its changed part, then on a patch about each candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change_mask import ChangeMask, what_changed, without_gaps
from vision.detection.detector import CIRCLE, Spot, non_max_suppression, spots, spots_in

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]

# Size of a piece in the patch of the second pass, and the side of the patch.
AGAIN_PX, _PATCH_PX = 44.0, 96
_ROOM_PX = 24
# Score of a changed region that the network did not detect as a piece.
_FAINT = 0.2
# Narrower rests of a change (px at the scale of the first pass) are no piece.
_AS_WIDE = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))


def detect_at_scale(image: Image, scale: float, largest: float = np.inf, faces: float = 0.75) -> list[Spot]:
    """Detect candidates in a picture at a scale; return them in the picture's own pixels.

    ``largest``: larger candidates (px) are dropped before they can suppress smaller ones. ``faces``: see
    `non_max_suppression`.
    """
    small = shrunk(image, scale)
    fitting = [spot for spot in spots(small, thresholds.SCORE) if spot.size < largest * scale]
    return _enlarged(non_max_suppression(fitting, faces), small, image)


def detect_changes_at_scale(
    image: Image, empty: Image, scale: float, ignored: Sequence[Floats] = ()
) -> tuple[list[Spot], ChangeMask]:
    """Detect candidates where a picture differs from the same view of the empty table; return them in its own pixels.

    Return also where it differs. ``ignored``: convex outlines (Nx2 px) inside which a change is no candidate by itself,
    but only where the network detects a piece.
    """
    small = shrunk(image, scale)
    changed = what_changed(small, shrunk(empty, scale))
    detected = _new_ones(small, changed)
    for outline in ignored:
        cv2.fillConvexPoly(changed, np.round(outline * _ratio(small, image)).astype(np.int32), 0)
    return _enlarged(_overlooked(changed, detected), small, image), ChangeMask(changed, _ratio(small, image))


def _enlarged(found: list[Spot], small: Image, image: Image) -> list[Spot]:
    return [spot.moved(1 / _ratio(small, image), np.zeros(2)) for spot in found]


def _ratio(small: Image, image: Image) -> float:
    return float(np.sqrt(small.shape[0] * small.shape[1] / (image.shape[0] * image.shape[1])))


def _new_ones(small: Image, changed: Image) -> list[Spot]:
    """Return what the network detects where a small picture has changed (H x W, 0 or 1)."""
    left, top, wide, high = cv2.boundingRect(cv2.erode(changed, np.ones((3, 3), dtype=np.uint8)))
    if wide == 0:
        return []
    left, top, right, bottom = (
        max(0, left - _ROOM_PX),
        max(0, top - _ROOM_PX),
        min(small.shape[1], left + wide + _ROOM_PX),
        min(small.shape[0], top + high + _ROOM_PX),
    )
    detected = non_max_suppression(spots(small[top:bottom, left:right], thresholds.SCORE_WHERE_NEW))
    placed = [spot.moved(1.0, np.array([left, top])) for spot in detected]
    return [spot for spot in placed if _part_inside(changed, spot) > thresholds.CHANGED_PART]


def _overlooked(changed: Image, detected: list[Spot]) -> list[Spot]:
    """Return the candidates and, for each other change as large as a piece, a faint candidate for the second pass.

    A change without a candidate may be no more than a rim. What the candidates leave of a change must be as wide as a
    piece: the rest of a shadow or of a front is narrower.
    """
    joined = without_gaps(changed)
    explained = _explained(joined.shape, detected)
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    with_candidate = np.zeros(count, np.uint8)
    with_candidate[labels[explained > 0]] = 1
    shared = joined & with_candidate[labels]
    rest = cv2.morphologyEx(shared & ~explained, cv2.MORPH_OPEN, _AS_WIDE)
    least, most = thresholds.OVERLOOKED_PX
    return detected + [
        Spot("die", _FAINT, middle, np.eye(2) * size / 2, 0.0)
        for middle, size in (*_regions(joined ^ shared), *_regions(np.asarray(rest, np.uint8)))
        if least < size < most
    ]


def _explained(shape: tuple[int, ...], detected: Sequence[Spot]) -> Image:
    """Return a mask (0 or 1) of what the candidates may have changed, with their fronts and shadows."""
    mask = np.zeros(shape, np.uint8)
    for spot in detected:
        half_axes = thresholds.COVERED_BY_DIE if spot.kind == "die" else thresholds.COVERED_BY_DISC
        cv2.fillConvexPoly(mask, np.round(spot.middle + half_axes * CIRCLE @ spot.shape).astype(np.int32), 1)
    return mask


def _regions(mask: Image) -> list[tuple[Floats, float]]:
    """Return the centre (2 px) and the root of the area (px) of each connected region of a mask."""
    _, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return [(middle, float(np.sqrt(box[cv2.CC_STAT_AREA]))) for box, middle in zip(stats[1:], middles[1:], strict=True)]


def shrunk(picture: Image, scale: float) -> Image:
    """Return a picture at another scale: halved as often as possible (quick and smooth), then interpolated."""
    high, wide = picture.shape[:2]
    size = (max(16, round(wide * scale)), max(16, round(high * scale)))
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(
            cv2.resize(picture[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8
        )
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _part_inside(mask: Image, spot: Spot) -> float:
    """Return the part (0..1) of a spot's outline that is set in a mask."""
    outline = np.round(spot.middle + CIRCLE @ spot.shape).astype(np.int32)
    left, top, wide, high = cv2.boundingRect(outline)
    here = np.zeros((high, wide), dtype=np.uint8)
    cv2.fillConvexPoly(here, outline - (left, top), 1)
    rows, columns = slice(max(top, 0), top + high), slice(max(left, 0), left + wide)
    part = mask[rows, columns]
    here = here[rows.start - top :, columns.start - left :][: part.shape[0], : part.shape[1]]
    return float((part & here).sum() / max(1, here.sum()))


def refine_in_patches(image: Image, candidates: list[Spot], least: tuple[float, float]) -> list[Spot]:
    """Refine each candidate in an enlarged patch; drop those that the network does not confirm there.

    Discs that overlap a refined disc, and that the first pass had merged with it, are added. ``least``: least score in
    the patch, and the score above which a candidate without confirmation stays.
    """
    answers = near_by(image, candidates, [min(1.0, AGAIN_PX / spot.size) for spot in candidates], least[0])
    refined = [nearest(spot, near, least[1]) for spot, near in zip(candidates, answers, strict=True)]
    pairs = [(spot, near) for spot, near in zip(refined, answers, strict=True) if spot is not None]
    overlapping = [each for spot, near in pairs for each in _overlapping(spot, near)]
    return non_max_suppression(overlapping, accepted=non_max_suppression([spot for spot, _ in pairs]))


def unconfirmed_dice(candidates: list[Spot], refined: list[Spot]) -> list[Spot]:
    """Return the dice of the first pass that the second pass did not confirm, and near which it found nothing else."""
    return [
        spot
        for spot in candidates
        if spot.kind == "die"
        and all(np.hypot(*(spot.middle - one.middle)) > thresholds.OVERLOOKED_APART * spot.size for one in refined)
    ]


def _overlapping(refined: Spot, answers: list[Spot]) -> list[Spot]:
    """Return the discs of a patch that overlap its refined disc and are about as large."""
    least, most = thresholds.OVERLAPPING_SIZES
    return [
        spot
        for spot in answers
        if "die" not in (spot.kind, refined.kind)
        and spot.score > thresholds.OVERLAPPING_SCORE
        and least < spot.size / refined.size < most
        and np.hypot(*(spot.middle - refined.middle)) < refined.size
    ]


def near_by(
    image: Image, candidates: list[Spot], scales: list[float], least: float, mirrored: bool = False
) -> list[list[Spot]]:
    """Run the detector on an enlarged patch around each candidate; return its detections in pixels of the picture."""
    if not candidates:
        return []
    patches = np.stack([_patch(image, spot.middle, scale) for spot, scale in zip(candidates, scales, strict=True)])
    detected = spots_in(patches[:, :, ::-1] if mirrored else patches, least)
    back = [[spot.mirrored(_PATCH_PX) for spot in near] if mirrored else near for near in detected]
    middle = np.full(2, _PATCH_PX / 2)
    return [
        [each.moved(1 / scale, spot.middle + 0.5 - middle / scale) for each in near]
        for spot, scale, near in zip(candidates, scales, back, strict=True)
    ]


def nearest(
    spot: Spot, answers: list[Spot], sure: float, liked: Mapping[str, float] = MappingProxyType({})
) -> Spot | None:
    """Return the best spot of a patch near its candidate, or a sure one farther away, with the mean of both scores.

    Without such a spot the candidate itself is returned if its score exceeds ``sure``, else None. ``liked``: bonus
    added to the score of each kind when the best is chosen.
    """
    near = _within(0.35 if spot.score <= _FAINT else 0.2, spot, answers)
    if not near:
        near = [s for s in _within(thresholds.FARTHER_SIZES, spot, answers) if s.score > thresholds.FARTHER_SCORE]
    if not near:
        return spot if spot.score > sure else None
    best = max(near, key=lambda s: s.score + 0.2 * (s.kind == spot.kind) + liked.get(s.kind, 0.0))
    return replace(best, score=(best.score + spot.score) / 2)


def _within(sizes: float, spot: Spot, answers: list[Spot]) -> list[Spot]:
    """Return the spots whose centres are nearer to a candidate than this many of its sizes."""
    return [answer for answer in answers if np.hypot(*(answer.middle - spot.middle)) < sizes * spot.size]


def _patch(image: Image, middle: Floats, scale: float) -> Image:
    """Return a square of _PATCH_PX about a point of the picture, drawn at this scale."""
    reach = _PATCH_PX / 2 / scale + 3
    left, top = (max(0, int(v - reach)) for v in middle)
    right, bottom = (max(0, int(v + reach) + 1) for v in middle)
    part, at = image[top:bottom, left:right], middle - (left, top)
    while scale <= 0.5 and min(part.shape[:2]) > 1:
        half = (part.shape[1] // 2, part.shape[0] // 2)
        part = np.asarray(cv2.resize(part[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8)
        scale, at = 2 * scale, (at + 0.5) / 2 - 0.5
    shift = (_PATCH_PX - 1) / 2 - scale * at
    warp = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    size = (_PATCH_PX, _PATCH_PX)
    return np.asarray(
        cv2.warpAffine(part, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
