"""Dice on a known plane: size and outline of the top face, the pose fitted to the picture, and how they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_search import DICER_MM, Start
from vision.detection.detector import Spot
from vision.detection.die_attitude import look as look_at_dice
from vision.detection.die_attitude import wide_crop
from vision.detection.die_pose import DiePose, Fit, fit_dice
from vision.detection.outline import SQUARE, described, found, quad
from vision.detection.overlooked_dice import overlooked_dice
from vision.geometry.cube import as_high_as_wide, edges, foot_px, silhouette_px, top_px
from vision.geometry.plane import Plane
from vision.types import Found, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def die_on_plane(spot: Spot, plane: Plane) -> Found:
    """The detection of a die: its top face is a square at the height of its own edge.

    Noted as "size" where it is smaller or larger than any die, "cocked" or "faint" where it is no square.
    """
    side, corners = _sized(spot, plane)
    if not thresholds.DIE_RANGE_MM[0] <= side <= thresholds.DIE_RANGE_MM[1]:
        return replace(described(spot), notes=(Note.SIZE,))
    across, deep = edges(corners)
    axes = np.column_stack([across, deep]) / 4
    stretch = np.linalg.svd(axes, compute_uv=False)
    if stretch[1] < thresholds.NARROW * stretch[0]:
        return replace(described(spot), notes=(Note.COCKED if spot.score >= thresholds.ASKEW_SCORE else Note.FAINT,))
    u, _, v = np.linalg.svd(axes)
    square = corners.mean(axis=0) + SQUARE @ (u @ v).T * side / 2
    return found(
        "die",
        plane.to_px(square, side),
        spot.size,
        spot.score,
        (Note.FAINT,) if spot.score < thresholds.FAINT_SCORE else (),
    )


def _sized(spot: Spot, plane: Plane) -> tuple[float, Floats]:
    """The edge of a detected die in mm, and the corners of its top face (4x2 mm)."""
    side, corners = as_high_as_wide(quad(spot), plane)
    if not thresholds.DICER_RANGE_MM[0] <= side <= thresholds.DICER_RANGE_MM[1]:
        return side, corners
    side = float(np.mean(thresholds.DICER_RANGE_MM))
    return side, plane.to_mm(quad(spot), side)


def with_fitted_outlines(seen: Sequence[Found], image: Image, plane: Plane, empty: Image | None) -> list[Found]:
    """The same detections, dice with the outline of the level cube that was fitted to the picture.

    Where the fit is not certain, the detected outline stays and the die is noted as "faint"; it is left out where the
    table hardly changed, or where it is another face of a die that was fitted.  Dice that touch a fitted one and were
    not detected are added.
    """
    dice = [i for i, one in enumerate(seen) if _can_be_fitted(one, plane)]
    fits = dict(zip(dice, fit_dice(image, plane, empty, [_start(seen[i], plane) for i in dice]), strict=True))
    certain = {i: fit.pose for i, fit in fits.items() if fit.pose is not None and fit.certain}
    hulls = [silhouette_px(pose.cube, plane).astype(np.float32) for pose in certain.values()]
    out = []
    for i, one in enumerate(seen):
        if i in certain:
            out.append(_fitted(one, certain[i], plane))
        elif i not in fits:
            out.append(replace(one, kind="unknown") if Note.SIZE in one.notes else one)
        elif not _is_no_die(one, fits[i], hulls):
            out.append(_unfitted(one))
    others = [np.array(one.outline_px) for i, one in enumerate(seen) if i not in certain and Note.SIZE not in one.notes]
    more = overlooked_dice(image, plane, empty, list(certain.values()), others)
    return [*out, *(fitted_outline(pose, plane, thresholds.ASKEW_SCORE) for pose in more)]


def _is_no_die(one: Found, fit: Fit, hulls: Sequence[NDArray[np.float32]]) -> bool:
    """A detection that no cube fits is no die where it lies on a fitted die, or where the table hardly changed."""
    on_another = any(cv2.pointPolygonTest(hull, one.centre_px, False) > 0 for hull in hulls)
    return on_another or (fit.changed < thresholds.MAP_CHANGED and one.score < thresholds.ASKEW_SCORE)


def _unfitted(one: Found) -> Found:
    """The detection with its own outline, which may be wrong: unknown where it has not the size of a die."""
    if Note.SIZE in one.notes:
        return replace(one, kind="unknown")
    return one if Note.COCKED in one.notes else replace(one, notes=tuple(dict.fromkeys((*one.notes, Note.FAINT))))


def _can_be_fitted(one: Found, plane: Plane) -> bool:
    if one.kind != "die":
        return False
    where = plane.to_mm(np.array([one.centre_px]))[0]
    area = plane.play_area.astype(np.float32)
    return cv2.pointPolygonTest(area, (float(where[0]), float(where[1])), True) > -thresholds.FIT_OUTSIDE_MM


def _start(one: Found, plane: Plane) -> Start:
    """Where the search for a die begins."""
    side, corners = as_high_as_wide(np.array(one.outline_px), plane)
    x, y = (float(v) for v in corners.mean(axis=0))
    if side < thresholds.CLEAR_RANGE_MM[0]:
        return Start(
            x,
            y,
            (side, DICER_MM),
            max(thresholds.CLEAR_SMALLER * side, thresholds.DIE_RANGE_MM[0]),
            thresholds.CLEAR_RANGE_MM[1],
        )
    return Start(x, y, (DICER_MM,), *thresholds.CLEAR_RANGE_MM)


def _fitted(one: Found, pose: DiePose, plane: Plane) -> Found:
    """The detection with the fitted outline; what the detected outline alone had raised no longer counts."""
    notes = tuple(note for note in one.notes if note not in (Note.COCKED, Note.FAINT, Note.SIZE))
    return replace(fitted_outline(pose, plane, one.score), notes=notes)


def fitted_outline(pose: DiePose, plane: Plane, score: float) -> Found:
    """The detection of a die whose top face is that of a fitted cube."""
    outline = top_px(pose.cube, plane)
    across, deep = edges(outline)
    size = float(np.sqrt(abs(across[0] * deep[1] - across[1] * deep[0])) / 2)
    return found("die", outline, size, score)


def with_attitude(seen: list[Found], image: Image, plane: Plane | None = None) -> list[Found]:
    """The same detections, dice with their pip counts; with a plane also with "cocked" or "faint"."""
    dice = {
        i: np.array(one.outline_px) for i, one in enumerate(seen) if one.kind == "die" and Note.COCKED not in one.notes
    }
    feet = [None if plane is None else foot_px(outline, plane) for outline in dice.values()]
    pips, level = look_at_dice([wide_crop(image, *each) for each in zip(dice.values(), feet, strict=True)])
    out = list(seen)
    for i, counted, flat in zip(dice, pips.tolist(), level.tolist(), strict=True):
        notes = () if plane is None else _stance(flat, _may_lean(seen[i], seen))
        out[i] = replace(seen[i], pips=tuple(counted), notes=tuple(dict.fromkeys((*notes, *seen[i].notes))))
    return out


def _may_lean(die: Found, seen: list[Found]) -> bool:
    """Whether another piece is so near that the die may rest on it."""
    x, y = die.centre_px
    others = (one.centre_px for one in seen if one is not die)
    return any(float(np.hypot(px - x, py - y)) < thresholds.BESIDE_SIZES * die.size_px for px, py in others)


def _stance(level: float, may_lean: bool) -> tuple[Note, ...]:
    """The notes of a die that lies level with this chance."""
    least = thresholds.UNSTEADY_CHANCE_BESIDE if may_lean else thresholds.UNSTEADY_CHANCE
    return (Note.COCKED,) if level < thresholds.COCKED_CHANCE else (Note.FAINT,) if level < least else ()
