"""Find the dice that the detector missed: cubes are fitted where the table changed and no detection explains it.

Of clear dice that are pushed together the detector reports only some, and on a strong pattern none. The missing ones
are fitted jointly with their neighbours, of which a first fit may straddle two dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change_mask import ChangeMask, without_gaps
from vision.detection.cube_search import DICER_MM, Start
from vision.detection.dice import (
    can_be_fitted,
    fitted_outline,
    is_inside_any,
    is_on_any,
    start_beside,
    start_of,
    with_pose,
)
from vision.detection.die_pose import DiePose, Fit, fit_dice, may_overlap
from vision.detection.die_stance import predict_dice, wide_crop
from vision.geometry.cube import foot_px, silhouette_px, top_px, whole_outline_px
from vision.geometry.plane import Plane
from vision.types import Detection, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# Distance between the places at which dice are searched, in edges, and how many at most.
_APART, _MOST_PLACES = 0.8, 8


def with_overlooked_dice(
    detections: Sequence[Detection],
    changes: ChangeMask,
    image: Image,
    plane: Plane,
    empty: Image | None,
    edges_mm: Sequence[float],
) -> list[Detection]:
    """Return the detections with the dice that explain the remaining changes, and new fits of the dice beside these.

    Faint dice are dropped where they lie on a new one with a certain pose. ``edges_mm``: as for `find_on_plane`.
    """
    edge = max(edges_mm or [one.edge_mm for one in detections if one.edge_mm is not None] or [DICER_MM])
    places = _unexplained_mm(detections, changes, plane, edge)
    if not places:
        return list(detections)
    dice = {i: start_of(one, plane, edges_mm) for i, one in enumerate(detections) if can_be_fitted(one, plane)}
    fitted = {i: start for i, start in dice.items() if not _is_unfitted(detections[i])}
    known = [(start, detections[i].edge_mm) for i, start in fitted.items()]
    starts = [start_beside(x, y, edges_mm, known) for x, y in places]
    near = _connected(starts, list(dice.values()))
    joint = _connected(list(fitted.values()), starts)
    beside = [i for i, start in fitted.items() if start in joint]
    fits = fit_dice(image, plane, empty, [*(fitted[i] for i in beside), *starts])
    again, first = dict(zip(beside, fits, strict=False)), fits[len(beside) :]
    new = [_likely(fit.pose, start in near, image, plane) for fit, start in zip(first, starts, strict=True)]
    return _with_new_dice(_refitted(detections, again, plane), [pose for pose in new if pose is not None], plane)


def _refitted(detections: Sequence[Detection], fits: Mapping[int, Fit], plane: Plane) -> list[Detection]:
    """Return the detections, with the outlines of new fits (by index) where these are certain."""
    out = list(detections)
    for i, fit in fits.items():
        if fit.pose is not None and fit.certain:
            out[i] = with_pose(out[i], fit.pose, plane)
    return out


def _with_new_dice(detections: Sequence[Detection], poses: Sequence[DiePose], plane: Plane) -> list[Detection]:
    """Return the detections with new dice, instead of unfitted ones; those not certain get the note "faint"."""
    known = _outlines(one for one in detections if not _is_unfitted(one))
    new = [pose for pose in poses if not is_on_any(pose, plane, known)]
    hulls = [silhouette_px(pose.cube, plane).astype(np.float32) for pose in new if pose.certain_undetected]
    out = [one for one in detections if not (_is_unfitted(one) and is_inside_any(one, hulls))]
    remaining = _outlines(out)
    for pose in new:
        die = fitted_outline(pose, plane, thresholds.ASKEW_SCORE)
        if pose.certain_undetected:
            out.append(die)
        elif not is_on_any(pose, plane, remaining):
            out.append(replace(die, notes=(Note.FAINT,)))
    return out


def _likely(pose: DiePose | None, is_near: bool, image: Image, plane: Plane) -> DiePose | None:
    """Return a pose that explains the picture well enough and at which the network for whole dice sees a level one.

    Parts of cards and boxes are fitted by cubes too, but the network hardly takes them for level dice. ``is_near``:
    whether a detected die lies near; elsewhere the network must be surer.
    """
    if pose is None or pose.clipped or pose.score < thresholds.OVERLOOKED_LIKELY_SCORE:
        return None
    outline = top_px(pose.cube, plane)
    _, level = predict_dice([wide_crop(image, outline, foot_px(outline, plane))])
    least = thresholds.OVERLOOKED_LEVEL_CHANCE if is_near else thresholds.LONE_LEVEL_CHANCE
    return pose if level[0] >= least else None


def _outlines(detections: Iterable[Detection]) -> list[Floats]:
    return [np.array(one.outline_px) for one in detections]


def _is_unfitted(one: Detection) -> bool:
    """Whether a detection is a die that seems level but has no certain pose; a cocked one needs none."""
    return one.kind == "die" and Note.FAINT in one.notes


def _connected(starts: Sequence[Start], others: Sequence[Start]) -> list[Start]:
    """Return the starts that are near one of the others, directly or through one another."""
    reached = list(others)
    for one in reached:
        reached += [start for start in starts if start not in reached and may_overlap(one, start)]
    return [start for start in starts if start in reached]


def _unexplained_mm(
    detections: Sequence[Detection], changes: ChangeMask, plane: Plane, edge: float
) -> list[tuple[float, float]]:
    """Return the places (mm) at which a die of this edge (mm) may explain what the detections leave of the changes."""
    px_per_mm = 1 / float(plane.mm_per_px_at(plane.to_px(plane.play_area.mean(axis=0)[None]))[0])
    edge_px = edge * px_per_mm * changes.scale
    places = _places(_rest(detections, changes, plane), edge_px)
    if not places:
        return []
    return [(float(x), float(y)) for x, y in plane.to_mm(changes.to_px(np.array(places)), edge / 2)]


def _rest(detections: Sequence[Detection], changes: ChangeMask, plane: Plane) -> Image:
    """Return the changes (0 or 1) on the play area that no detection explains; an unfitted die explains nothing."""
    rest = without_gaps(changes.changed)
    for one in detections:
        if not _is_unfitted(one):
            cv2.fillConvexPoly(rest, changes.to_mask(_explained_px(one, plane)), 0)
    area = np.zeros_like(rest)
    cv2.fillConvexPoly(area, changes.to_mask(plane.to_px(plane.play_area)), 1)
    return rest & area


def _explained_px(one: Detection, plane: Plane) -> Floats:
    """Return the outline (Nx2 px) of what a detection may have changed: a die with its sides, and a shadow."""
    outline, factor = np.array(one.outline_px), thresholds.COVERED_BY_DISC
    if one.kind == "die":
        outline, factor = whole_outline_px(outline, plane), thresholds.COVERED_BY_CUBE
    middle = outline.mean(axis=0)
    return np.asarray(middle + factor * (outline - middle), np.float64)


def _places(rest: Image, edge_px: float) -> list[tuple[int, int]]:
    """Return points of the rest about an edge (px) apart, beginning at its rim; none where it is too narrow or large.

    What is narrow is the rim or the shadow of a piece, what is much larger a hand, a card or a book.
    """
    wide = thresholds.OVERLOOKED_WIDE * edge_px
    if float(_depth(rest).max()) < wide / 2:
        return []
    rest, places, step = _piece_sized(rest, wide, edge_px), list[tuple[int, int]](), _APART * edge_px
    for _ in range(_MOST_PLACES):
        depth = np.minimum(_depth(rest), step / 2)
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
        if depth[row, column] < thresholds.OVERLOOKED_DEPTH * edge_px:
            break
        places.append((int(column), int(row)))
        cv2.circle(rest, places[-1], round(step), 0, -1)
    return places


def _depth(rest: Image) -> NDArray[np.float32]:
    """Return the distance (px) of each pixel of a mask from its outside, which begins beyond the border."""
    framed = cv2.copyMakeBorder(rest, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1], np.float32)


def _piece_sized(rest: Image, wide: float, edge_px: float) -> Image:
    """Return the regions of a mask that are nowhere narrower than ``wide`` (px) and not too large to be dice."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(wide) | 1, round(wide) | 1))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(rest, cv2.MORPH_OPEN, disc))
    fitting = stats[:, cv2.CC_STAT_AREA] <= thresholds.OVERLOOKED_AREA * edge_px**2
    fitting[0] = False
    return np.asarray(fitting[labels], np.uint8)
