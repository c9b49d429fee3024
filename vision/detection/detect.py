"""Detect discs and dice on a known table plane, each with the size of a piece at its place; note which ones touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change_mask import ChangeMask
from vision.detection.detector import Spot
from vision.detection.dice import die_on_plane, with_fitted_outlines
from vision.detection.die_stance import with_attitude
from vision.detection.overlooked_dice import with_overlooked_dice
from vision.detection.piece_by_shape import with_pieces_by_shape
from vision.detection.refinement import (
    detect_at_scale,
    detect_changes_at_scale,
    refine_in_patches,
    unconfirmed_dice,
)
from vision.detection.stones import STONE_MM, leaning_on_another, stone_on_plane
from vision.geometry.crops import box_around
from vision.geometry.plane import Plane
from vision.types import Detection, Note

Image = NDArray[np.uint8]

_MARGIN_MM = 30.0
#: Diameter of a stone in px at the scale at which the picture is searched.
_BEST_PX = 24.0
#: Side of the paper of a marker, in sides of the marker.
_PAPER = 1.5


def find_on_plane(
    image: Image, plane: Plane, empty: Image | None = None, edges_mm: Sequence[float] = ()
) -> tuple[Detection, ...]:
    """Detect the pieces in a BGR picture, in no particular order.

    ``empty``: picture of the empty table from the same camera; unchanged places hold no piece. ``edges_mm``: edges of
    the dice that may lie there; empty where they are not known. Raises PlaneError for a picture whose aspect ratio
    differs from the plane's.
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    spots, doubtful, changes = _on_plane(image, plane, empty)
    sized = [
        die_on_plane(spot, plane) if spot.kind == "die" else stone_on_plane(spot, plane, image, empty) for spot in spots
    ]
    if empty is not None:
        points = [spot.middle for spot in doubtful]
        sized = with_pieces_by_shape(sized, points, image, plane, empty, edges_mm)
    fitted = with_fitted_outlines(sized, image, plane, empty, edges_mm)
    if changes is not None:
        fitted = with_overlooked_dice(fitted, changes, image, plane, empty, edges_mm)
    placed = with_neighbours([_placed(one, plane) for one in fitted if not _is_nothing(one, plane)])
    lying = with_attitude([leaning_on_another(one, image) for one in placed], image, plane, empty)
    return tuple(with_cut_note(one, image) for one in lying)


def _on_plane(image: Image, plane: Plane, empty: Image | None) -> tuple[list[Spot], list[Spot], ChangeMask | None]:
    """Return the refined candidates of a picture, the dice that the second pass did not confirm, and what changed.

    The picture is scaled to the size of a stone for which the detector is best. Without an empty table nothing
    unconfirmed is returned, and None for what changed.
    """
    left, top, right, bottom = _search_box(plane, image.shape)
    middle = plane.play_area.mean(axis=0)[None]
    scale = min(1.0, float(_BEST_PX * plane.mm_per_px_at(plane.to_px(middle))[0] / STONE_MM))
    part, corner = image[top:bottom, left:right], np.array([left, top])
    changes = None
    if empty is not None and empty.shape == image.shape:
        papers = [_paper(marker, plane) - corner for marker in plane.markers.values()]
        candidates, in_part = detect_changes_at_scale(part, empty[top:bottom, left:right], scale, papers)
        changes = replace(in_part, corner=(left, top))
    else:
        candidates = detect_at_scale(part, scale)
    placed = [spot.moved(1.0, corner) for spot in candidates]
    refined = refine_in_patches(image, placed, _second_pass(changes is not None))
    doubtful = unconfirmed_dice(placed, refined) if changes is not None else []
    return _without_markers(refined, plane), _without_markers(doubtful, plane), changes


def _paper(marker: NDArray[np.float64], plane: Plane) -> NDArray[np.float64]:
    """Return the corners (4x2 px) of a marker's paper; its black and white change with the exposure, not its place."""
    middle = marker.mean(axis=0)
    return plane.to_px(middle + _PAPER * (marker - middle))


def _without_markers(spots: list[Spot], plane: Plane) -> list[Spot]:
    return [spot for spot in spots if not _is_marker(spot, plane)]


def _second_pass(is_new: bool) -> tuple[float, float]:
    """Return the least scores at the second pass; ``is_new``: only what differs from the empty table is considered."""
    if is_new:
        return thresholds.SECOND_SCORE_WHERE_NEW, thresholds.FIRST_SCORE_WHERE_NEW
    return thresholds.SECOND_SCORE, thresholds.FIRST_SCORE


def _search_box(plane: Plane, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return the box of the play area with a margin, clipped to the picture: left, top, right, bottom px."""
    area = plane.play_area
    out = area - area.mean(axis=0)
    corners = plane.to_px(area + out / np.linalg.norm(out, axis=1, keepdims=True) * _MARGIN_MM)
    return box_around(corners, shape)


def _is_marker(spot: Spot, plane: Plane) -> bool:
    """Whether a candidate is one of the mat's own markers, which look like dice."""
    at = plane.to_mm(spot.middle[None])[0]
    sides = ((corners.mean(axis=0) - at, np.linalg.norm(corners[1] - corners[0])) for corners in plane.markers.values())
    return spot.kind == "die" and any(np.linalg.norm(away) < thresholds.MARKER_SIDES * side for away, side in sides)


def _is_nothing(one: Detection, plane: Plane) -> bool:
    """Whether a faint detection is no piece: it has not the size of one, or lies outside the play area."""
    return one.score < thresholds.FAINT_SCORE and (Note.SIZE in one.notes or not _is_inside(one, plane))


def _placed(one: Detection, plane: Plane) -> Detection:
    """Return the detection, with the note "off" where its centre is outside the play area."""
    return one if _is_inside(one, plane) else replace(one, notes=(*one.notes, Note.OFF))


def _is_inside(one: Detection, plane: Plane) -> bool:
    x, y = (float(v) for v in plane.to_mm(np.array([one.centre_px]))[0])
    return cv2.pointPolygonTest(plane.play_area.astype(np.float32), (x, y), False) >= 0


def with_neighbours(detections: list[Detection], phantom: float = 0.0) -> list[Detection]:
    """Return the detections with the notes "touching" and "stacked".

    A detection whose score is below ``phantom`` may be no piece; it adds no note to a detection with a higher score.
    """
    noted = []
    for detection in detections:
        notes = list(detection.notes)
        for other in detections:
            is_piece = other.score >= min(detection.score, phantom)
            if other is not detection and is_piece and "unknown" not in (detection.kind, other.kind):
                notes += _mutual_notes(detection, other)
        noted.append(replace(detection, notes=tuple(dict.fromkeys(notes))))
    return noted


def _mutual_notes(one: Detection, other: Detection) -> list[Note]:
    apart_px = float(np.hypot(one.centre_px[0] - other.centre_px[0], one.centre_px[1] - other.centre_px[1]))
    if apart_px > thresholds.NEIGHBOUR_SIZES * (one.size_px + other.size_px):
        return []
    a, b = (np.array(f.outline_px, dtype=np.float32) for f in (one, other))
    shared = cv2.intersectConvexConvex(a, b)[0] / min(cv2.contourArea(a), cv2.contourArea(b))
    if one.kind == other.kind == "stone" and shared > thresholds.STACKED_PART:
        return [Note.STACKED]
    gap = min(_gap(a, b), _gap(b, a))
    return [Note.TOUCHING] if gap < thresholds.TOUCHING_SIZES * max(one.size_px, other.size_px) else []


def _gap(points: NDArray[np.float32], outline: NDArray[np.float32]) -> float:
    """Return the distance of the nearest of the points (Nx2 px) from an outline; negative inside it."""
    return -max(cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in points)


def with_cut_note(detection: Detection, image: Image) -> Detection:
    """Return the detection, with the note "cut" where it reaches beyond the picture."""
    outline = np.array(detection.outline_px)
    inside = (outline >= -0.5).all() and (outline <= (image.shape[1] - 0.5, image.shape[0] - 0.5)).all()
    return detection if inside else replace(detection, notes=(*detection.notes, Note.CUT))
