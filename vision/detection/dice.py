"""Dice on a known plane: size and outline of the top face, the pose fitted to the picture, and how they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.cube_search import CHANGED, DICER_MM, Start
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

_RANGE_MM = (11.0, 33.0)
#: Detected this large it is a Dicer, whose true edge is in the middle: of clear ones the edges are hard to see.
_DICER_RANGE_MM = (22.0, 31.5)
#: The edge of a clear die is fitted in this range.  One that was detected smaller may be as small as this times its
#: detected edge, or a clear one of which only the figure inside was detected.
_CLEAR_RANGE_MM, _SMALLER = (20.0, 30.0), 0.8
#: Below this chance of lying level a die is cocked.
_COCKED = 0.1
#: Below these chances nobody can say how a die lies: where it stands alone, and where it may lean on another piece,
#: whose centre is nearer than _BESIDE sizes.
_UNSTEADY, _UNSTEADY_BESIDE, _BESIDE = 0.25, 0.6, 1.7
#: Below this score the outline may be wrong: such a die is asked about.
FAINT = 0.25
#: Below this score nobody is told that a die does not lie flat.
_ASKEW = 0.5
#: Dice whose detected centre lies farther than this outside of the play area are not fitted.
_FIT_OUTSIDE_MM = 25.0


def die_on_plane(spot: Spot, plane: Plane) -> Found:
    """The detection of a die: its top face is a square at the height of its own edge.

    Noted as "size" where it is smaller or larger than any die, "cocked" or "faint" where it is no square.
    """
    side, corners = _sized(spot, plane)
    if not _RANGE_MM[0] <= side <= _RANGE_MM[1]:
        return replace(described(spot), notes=(Note.SIZE,))
    across, deep = edges(corners)
    axes = np.column_stack([across, deep]) / 4
    stretch = np.linalg.svd(axes, compute_uv=False)
    if stretch[1] < 0.8 * stretch[0]:
        return replace(described(spot), notes=(Note.COCKED if spot.score >= _ASKEW else Note.FAINT,))
    u, _, v = np.linalg.svd(axes)
    square = corners.mean(axis=0) + SQUARE @ (u @ v).T * side / 2
    return found("die", plane.to_px(square, side), spot.size, spot.score, (Note.FAINT,) if spot.score < FAINT else ())


def _sized(spot: Spot, plane: Plane) -> tuple[float, Floats]:
    """The edge of a detected die in mm, and the corners of its top face (4x2 mm)."""
    side, corners = as_high_as_wide(quad(spot), plane)
    if not _DICER_RANGE_MM[0] <= side <= _DICER_RANGE_MM[1]:
        return side, corners
    side = float(np.mean(_DICER_RANGE_MM))
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
    return [*out, *(fitted_outline(pose, plane, _ASKEW) for pose in more)]


def _is_no_die(one: Found, fit: Fit, hulls: Sequence[NDArray[np.float32]]) -> bool:
    """A detection that no cube fits is no die where it lies on a fitted die, or where the table hardly changed."""
    on_another = any(cv2.pointPolygonTest(hull, one.centre_px, False) > 0 for hull in hulls)
    return on_another or (fit.changed < CHANGED and one.score < _ASKEW)


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
    return cv2.pointPolygonTest(area, (float(where[0]), float(where[1])), True) > -_FIT_OUTSIDE_MM


def _start(one: Found, plane: Plane) -> Start:
    """Where the search for a die begins."""
    side, corners = as_high_as_wide(np.array(one.outline_px), plane)
    x, y = (float(v) for v in corners.mean(axis=0))
    if side < _CLEAR_RANGE_MM[0]:
        return Start(x, y, (side, DICER_MM), max(_SMALLER * side, _RANGE_MM[0]), _CLEAR_RANGE_MM[1])
    return Start(x, y, (DICER_MM,), *_CLEAR_RANGE_MM)


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
    return any(float(np.hypot(px - x, py - y)) < _BESIDE * die.size_px for px, py in others)


def _stance(level: float, may_lean: bool) -> tuple[Note, ...]:
    """The notes of a die that lies level with this chance."""
    least = _UNSTEADY_BESIDE if may_lean else _UNSTEADY
    return (Note.COCKED,) if level < _COCKED else (Note.FAINT,) if level < least else ()
