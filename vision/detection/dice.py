"""Dice on a known plane: size and outline of the top face, the fitted pose, and whether the die lies level.

A die that is known to lie alone on the mat is found without the detector: where the table changed most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change import change_maps
from vision.detection.cube_search import DICER_MM, Start
from vision.detection.detector import SQUARE, Spot, detection_from, detection_of, quad
from vision.detection.die_pose import DiePose, Fit, fit_beside, fit_dice, may_overlap
from vision.geometry.crops import box_around
from vision.geometry.cube import as_high_as_wide, edges, silhouette_px, top_px
from vision.geometry.plane import Plane
from vision.types import Detection, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
# Edge of a Dicer in px at the scale at which the whole mat is compared.
_EDGE_PX = 12.0
_LEAST_MM, _MOST_MM = 11.0, 30.0
# Range of the edge of an undetected die, relative to those of the dice near it.
_LIKE_NEAR = (0.9, 1.1)
# Edges in which dice are sold, and that of a Dicer.
_USUAL_MM = (12.0, 16.0, 19.0, 22.0, DICER_MM)


def die_on_plane(spot: Spot, plane: Plane) -> Detection:
    """Return the detection of a die, whose top face is a square at the height of its own edge.

    Notes: "size" where the edge is out of the range of dice, "cocked" or "faint" where the face is no square.
    """
    side, corners = _sized(spot, plane)
    if not thresholds.DIE_RANGE_MM[0] <= side <= thresholds.DIE_RANGE_MM[1]:
        return replace(detection_of(spot), notes=(Note.SIZE,))
    across, deep = edges(corners)
    axes = np.column_stack([across, deep]) / 4
    stretch = np.linalg.svd(axes, compute_uv=False)
    if stretch[1] < thresholds.NARROW * stretch[0]:
        return replace(detection_of(spot), notes=(Note.COCKED if spot.score >= thresholds.ASKEW_SCORE else Note.FAINT,))
    u, _, v = np.linalg.svd(axes)
    square = corners.mean(axis=0) + SQUARE @ (u @ v).T * side / 2
    return detection_from(
        "die",
        plane.to_px(square, side),
        spot.size,
        spot.score,
        (Note.FAINT,) if spot.score < thresholds.FAINT_SCORE else (),
    )


def _sized(spot: Spot, plane: Plane) -> tuple[float, Floats]:
    """Return the edge of a detected die in mm and the corners of its top face (4x2 mm)."""
    side, corners = as_high_as_wide(quad(spot), plane)
    if not thresholds.DICER_RANGE_MM[0] <= side <= thresholds.DICER_RANGE_MM[1]:
        return side, corners
    side = float(np.mean(thresholds.DICER_RANGE_MM))
    return side, plane.to_mm(quad(spot), side)


def with_fitted_outlines(
    detections: Sequence[Detection],
    image: Image,
    plane: Plane,
    empty: Image | None,
    edges_mm: Sequence[float] = (),
) -> list[Detection]:
    """Return the detections, with the outlines of dice replaced by those of level cubes fitted to the picture.

    Where the fit is not certain, the detected outline stays and the die gets the note "faint" unless it is cocked; what
    has not the size of a die becomes unknown. A detected die is dropped where the table hardly changed, where it is
    another face of a fitted die, and where its cube is fitted to a likelier stone beside it. Where dice alone are
    awaited, a stone on its edge may become the die of which it is a numeral. ``edges_mm``: known edges of the dice,
    where no stone is awaited; empty where they are not known.
    """
    dice = [i for i, detection in enumerate(detections) if can_be_fitted(detection, plane)]
    starts = [start_of(detections[i], plane, edges_mm) for i in dice]
    fits = dict(zip(dice, fit_dice(image, plane, empty, starts), strict=True))
    on_stones = {i for i, fit in fits.items() if _is_on_stone(detections[i], fit, detections, plane)}
    certain = {i: fit.pose for i, fit in fits.items() if fit.pose is not None and fit.certain and i not in on_stones}
    certain |= _under_numerals(detections, list(certain.values()), image, plane, empty, edges_mm)
    hulls = [silhouette_px(pose.cube, plane).astype(np.float32) for pose in certain.values()]
    out = []
    for i, detection in enumerate(detections):
        if i in certain:
            out.append(with_pose(detection, certain[i], plane))
        elif i not in fits:
            out.append(replace(detection, kind="unknown") if Note.SIZE in detection.notes else detection)
        elif i not in on_stones and not _is_no_die(detection, fits[i], hulls):
            out.append(_unfitted(detection))
    return out


def _under_numerals(
    detections: Sequence[Detection],
    poses: Sequence[DiePose],
    image: Image,
    plane: Plane,
    empty: Image | None,
    edges_mm: Sequence[float],
) -> dict[int, DiePose]:
    """Return the dice of which a numeral was detected as a stone on its edge, by its index.

    Only where their edges are known, so that dice alone are awaited; ``poses``: the other dice.
    """
    new: dict[int, DiePose] = {}
    for i, detection in enumerate(detections):
        if edges_mm and Note.LEANER in detection.notes:
            x, y = (float(v) for v in plane.to_mm(np.array([detection.centre_px]), max(edges_mm))[0])
            pose = _beside(image, plane, empty, [*poses, *new.values()], _measured(x, y, edges_mm))
            if pose is not None and _is_on_top(detection, pose, plane):
                new[i] = pose
    return new


def _beside(image: Image, plane: Plane, empty: Image | None, poses: Sequence[DiePose], start: Start) -> DiePose | None:
    """Return the cube of an undetected die, fitted next to the known ones; None where it is not certain."""
    near = [pose for pose in poses if np.hypot(pose.x - start.x, pose.y - start.y) < 2 * start.edge]
    pose = fit_beside(image, plane, empty, near, start).pose
    return pose if pose is not None and pose.certain_undetected else None


def _is_on_top(detection: Detection, pose: DiePose, plane: Plane) -> bool:
    return cv2.pointPolygonTest(top_px(pose.cube, plane).astype(np.float32), detection.centre_px, False) >= 0


def _measured(x: float, y: float, edges_mm: Sequence[float]) -> Start:
    """Return a start at this place (mm) for dice whose edges were measured."""
    least, most = thresholds.KNOWN_EDGE
    return Start(x, y, tuple(edges_mm), least * min(edges_mm), most * max(edges_mm), thresholds.KNOWN_EDGE_SPREAD)


def _is_on_stone(detection: Detection, fit: Fit, others: Sequence[Detection], plane: Plane) -> bool:
    """Whether the cube of a detected die was fitted to a stone that is likelier than the die."""
    stones = [np.array(o.outline_px) for o in others if o.kind == "stone" and o.score > detection.score]
    return fit.pose is not None and is_on_any(fit.pose, plane, stones)


def is_on_any(pose: DiePose, plane: Plane, others: Sequence[Floats]) -> bool:
    """Whether the centre of a cube's top face lies in one of the outlines (each Nx2 px)."""
    x, y = (float(v) for v in top_px(pose.cube, plane).mean(axis=0))
    return any(cv2.pointPolygonTest(one.astype(np.float32), (x, y), False) >= 0 for one in others)


def _is_no_die(detection: Detection, fit: Fit, hulls: Sequence[NDArray[np.float32]]) -> bool:
    """Whether a detection without a fit is no die: it lies on a fitted die, or the table hardly changed there."""
    return is_inside_any(detection, hulls) or (
        fit.changed < thresholds.MAP_CHANGED and detection.score < thresholds.ASKEW_SCORE
    )


def is_inside_any(detection: Detection, hulls: Sequence[NDArray[np.float32]]) -> bool:
    """Whether the centre of a detection lies inside one of the outlines (each Nx2 px)."""
    return any(cv2.pointPolygonTest(hull, detection.centre_px, False) > 0 for hull in hulls)


def _unfitted(detection: Detection) -> Detection:
    """Return the detection with its own outline and the note "faint"; unknown where its size is not that of a die."""
    if Note.SIZE in detection.notes:
        return replace(detection, kind="unknown")
    return (
        detection
        if Note.COCKED in detection.notes
        else replace(detection, notes=tuple(dict.fromkeys((*detection.notes, Note.FAINT))))
    )


def can_be_fitted(detection: Detection, plane: Plane) -> bool:
    """Whether a detection is a die on the play area or hardly beside it."""
    if detection.kind != "die":
        return False
    where = plane.to_mm(np.array([detection.centre_px]))[0]
    area = plane.play_area.astype(np.float32)
    return cv2.pointPolygonTest(area, (float(where[0]), float(where[1])), True) > -thresholds.FIT_OUTSIDE_MM


def start_of(detection: Detection, plane: Plane, edges_mm: Sequence[float]) -> Start:
    """Return where the search for the pose of a die begins, and which edges it includes.

    The visible part of a clear die may look like a smaller die: a small detection has its own edge or a known one.
    """
    side, corners = as_high_as_wide(np.array(detection.outline_px), plane)
    x, y = (float(v) for v in corners.mean(axis=0))
    if side < thresholds.CLEAR_RANGE_MM[0]:
        return Start(
            x,
            y,
            (side, *(edges_mm or (DICER_MM,))),
            max(thresholds.CLEAR_SMALLER * side, thresholds.DIE_RANGE_MM[0]),
            thresholds.CLEAR_RANGE_MM[1],
        )
    return _measured(x, y, edges_mm) if edges_mm else Start(x, y, (DICER_MM,), *thresholds.CLEAR_RANGE_MM)


def start_beside(x: float, y: float, edges_mm: Sequence[float], dice: Sequence[tuple[Start, float | None]]) -> Start:
    """Return a start at this place (mm) with the known edges, that of the largest die near it, or clear dice's."""
    if edges_mm:
        return _measured(x, y, edges_mm)
    start = Start(x, y, (DICER_MM,), *thresholds.CLEAR_RANGE_MM)
    near = max((edge for one, edge in dice if edge is not None and may_overlap(start, one)), default=None)
    return start if near is None else Start(x, y, (near,), _LIKE_NEAR[0] * near, _LIKE_NEAR[1] * near)


def start_at(x: float, y: float, edges_mm: Sequence[float]) -> Start:
    """Return a start at this place (mm) with the known edges, or with all usual ones where none is known."""
    return _measured(x, y, edges_mm) if edges_mm else Start(x, y, _USUAL_MM, _LEAST_MM, _MOST_MM)


def with_pose(detection: Detection, pose: DiePose, plane: Plane) -> Detection:
    """Return the detection with the fitted outline, without the notes that its detected outline had raised."""
    notes = tuple(note for note in detection.notes if note not in (Note.COCKED, Note.FAINT, Note.SIZE, Note.LEANER))
    return replace(fitted_outline(pose, plane, detection.score), notes=notes)


def fitted_outline(pose: DiePose, plane: Plane, score: float) -> Detection:
    """Return the detection of a die from the top face of its fitted cube."""
    outline = top_px(pose.cube, plane)
    across, deep = edges(outline)
    size = float(np.sqrt(abs(across[0] * deep[1] - across[1] * deep[0])) / 2)
    return replace(detection_from("die", outline, size, score), edge_mm=pose.edge)


def lone_die(image: Image, plane: Plane, empty: Image | None) -> Detection | None:
    """Return the die in a BGR picture, with the note "faint" where its pose is not certain.

    ``plane`` and ``empty`` as for `die_pose.fit_dice`. None where the mat did not change.
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    place = _most_changed(image, plane, empty)
    if place is None:
        return None
    x, y = (float(v) for v in place)
    (fit,) = fit_dice(image, plane, empty, [Start(x, y, (DICER_MM,), _LEAST_MM, _MOST_MM)])
    if fit.pose is not None and fit.pose.certain:
        return fitted_outline(fit.pose, plane, score=1.0)
    outline = top_px(np.array([x, y, 0.0, DICER_MM]), plane)
    return detection_from("die", outline, float(np.ptp(outline[:, 0])), 0.0, (Note.FAINT,))


def _most_changed(image: Image, plane: Plane, empty: Image | None) -> NDArray[np.float64] | None:
    """Return the point of the play area (2 mm) about which the table changed most, averaged over the size of a die."""
    corners = plane.to_px(plane.play_area)
    px_per_mm = 1 / float(plane.mm_per_px_at(corners.mean(axis=0)[None])[0])
    maps = change_maps(
        image, empty, box_around(corners, image.shape), px_per_mm, min(1.0, _EDGE_PX / (DICER_MM * px_per_mm))
    )
    inside = np.zeros(maps.change.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(maps.to_map(corners)).astype(np.int32), 1)
    for marker in plane.markers.values():
        cv2.fillConvexPoly(inside, np.round(maps.to_map(plane.to_px(marker))).astype(np.int32), 0)
    change = cv2.blur(maps.change, (round(_EDGE_PX), round(_EDGE_PX))) * inside
    row, column = np.unravel_index(int(change.argmax()), change.shape)
    if change[row, column] < thresholds.MAP_CHANGED:
        return None
    px = (np.array([[column, row]]) + 0.5) / maps.scale - 0.5 + maps.origin
    return np.asarray(plane.to_mm(px, DICER_MM / 2)[0])
