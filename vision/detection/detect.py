"""Detects discs and dice on a known table plane: each candidate must have the size of a piece at its place."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Spot
from vision.detection.die_attitude import look as look_at_dice
from vision.detection.die_attitude import wide_crop
from vision.detection.disc_tilt import squeezed
from vision.detection.refinement import ANYWHERE, WHERE_NEW, look, look_again
from vision.geometry.cube import as_high_as_wide, edges, foot_px
from vision.geometry.plane import Plane
from vision.types import Found, Kind, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STONE_MM, STONE_THICK_MM = 25.0, 3.0
#: A stone may be found this much smaller or larger than it is; coins of 24 and 26 mm pass for stones.
_STONE_RANGE_MM = (21.5, 28.5)
#: A stone whose rim is narrower than this (of its length, beside one that lies flat) leans by 20 degrees or more.
_LEANS = 0.905
#: One that lies on another, or beneath it, is the likelier to lean: then by 18 degrees, just beyond the noise.
_LEANS_ON = 0.95
_DIE_RANGE_MM = (11.0, 33.0)
#: A die that lies level with less than this chance is cocked.
_COCKED = 0.1
#: With less than these nobody can say how it lies: where it stands alone, and where it may lean on another piece, whose
#: middle is nearer than so many sizes.
_UNSTEADY, _UNSTEADY_BESIDE, _BESIDE = 0.25, 0.6, 1.7
#: Found this large it is a Dicer, whose true side is in the middle: of clear ones the edges are hard to see.
_DICER_MM = (22.0, 31.5)
#: Less sure than this the outline may be wrong: such a die is asked about; off the mat, or too large, it is nothing.
_FAINT = 0.25
#: And of a die less sure than this nobody is told that it does not lie flat.
_ASKEW = 0.5
_ROUND_MARGIN_MM = 30.0
#: Pieces are looked for at a scale at which a stone is this large.
_BEST_PX = 24.0
# Two stones share more of their area than this only where one lies on the other.
_SHARED = 0.06
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
_CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])


def find_on_plane(image: Image, plane: Plane, empty: Image | None = None) -> tuple[Found, ...]:
    """Detect the pieces in a BGR picture, highest score first.

    ``empty`` is the picture of the empty table from the same camera: what looks the same there is no piece.
    Raises PlaneError for a picture of another shape than the plane's.
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    spots = [spot for spot in _on_plane(image, plane, empty) if not _marker(spot, plane)]
    placed = [one for one in (_placed(spot, plane, image) for spot in spots) if not _is_nothing(one)]
    found = with_attitude([_propped(one, image) for one in with_neighbours(placed)], image, plane)
    return tuple(with_cut_note(one, image) for one in found)


def _on_plane(image: Image, plane: Plane, empty: Image | None) -> list[Spot]:
    """Look once, at the scale at which a stone has its best size."""
    left, top, right, bottom = _round(plane, image.shape)
    middle = plane.play_area.mean(axis=0)[None]
    scale = min(1.0, float(_BEST_PX * plane.mm_per_px_at(plane.to_px(middle))[0] / STONE_MM))
    before = empty[top:bottom, left:right] if empty is not None and empty.shape == image.shape else None
    seen = look(image[top:bottom, left:right], scale, before)
    least = ANYWHERE if before is None else WHERE_NEW
    return look_again(image, [spot.moved(1.0, np.array([left, top])) for spot in seen], least=least)


def _round(plane: Plane, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The box of the play area and a margin about it, within the picture: left, top, right, bottom px."""
    area = plane.play_area
    out = area - area.mean(axis=0)
    corners = plane.to_px(area + out / np.linalg.norm(out, axis=1, keepdims=True) * _ROUND_MARGIN_MM)
    low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)) + 1, (shape[1], shape[0])).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def described(spot: Spot) -> Found:
    """The detection of a spot as it is seen, without a plane."""
    if spot.kind == "die":
        return _found("die", spot.middle + _SQUARE @ spot.axes.T, spot.size, spot.score)
    notes = (Note.LEANER,) if spot.kind == "leaner" else ()
    return _found("stone", spot.middle + _CIRCLE @ spot.shape, spot.size, spot.score, notes)


def _found(kind: Kind, outline: Floats, size: float, score: float, notes: tuple[Note, ...] = ()) -> Found:
    centre = outline.mean(axis=0)
    points = tuple((float(x), float(y)) for x, y in outline)
    return Found(kind, (float(centre[0]), float(centre[1])), points, size, score, notes)


def _marker(spot: Spot, plane: Plane) -> bool:
    """Is this one of the mat's own markers?  They look like dice."""
    at = plane.to_mm(spot.middle[None])[0]
    sides = ((corners.mean(axis=0) - at, np.linalg.norm(corners[1] - corners[0])) for corners in plane.markers.values())
    return spot.kind == "die" and any(np.linalg.norm(away) < 0.4 * side for away, side in sides)


def _placed(spot: Spot, plane: Plane, image: Image) -> Found:
    """The same on the plane: its true size, whether it lies flat, and where it is in the play area."""
    found = die_on_plane(spot, plane) if spot.kind == "die" else _stone_on_plane(spot, plane, image)
    where = plane.to_mm(np.array([found.centre_px]))[0]
    inside = cv2.pointPolygonTest(plane.play_area.astype(np.float32), (float(where[0]), float(where[1])), False)
    return found if inside >= 0 else replace(found, notes=(*found.notes, Note.OFF))


def _is_nothing(one: Found) -> bool:
    return one.score < _FAINT and not {Note.OFF, Note.SIZE}.isdisjoint(one.notes)


def _stone_on_plane(spot: Spot, plane: Plane, image: Image) -> Found:
    if spot.kind == "leaner":
        return described(spot)
    at = plane.to_mm(spot.middle[None], STONE_THICK_MM)
    lying = plane.to_px(at + _CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    like_true = np.linalg.solve(_axes(lying), spot.shape)
    ratio = float(np.sqrt(abs(np.linalg.det(like_true))))
    if not _STONE_RANGE_MM[0] <= STONE_MM * ratio <= _STONE_RANGE_MM[1]:
        return replace(described(spot), kind="unknown", notes=(Note.SIZE,))
    stretch = np.linalg.svd(like_true, compute_uv=False)
    if stretch[1] < 0.8 * stretch[0] or (squeezed(image, spot.middle, _axes(lying)) or 1.0) < _LEANS:
        return replace(described(spot), notes=(Note.LEANER,))
    return _found("stone", lying - lying.mean(axis=0) + spot.middle, spot.size / ratio, spot.score)


def _axes(ring: Floats) -> Floats:
    """The symmetric half axes (2x2) of an ellipse given by evenly spread points."""
    about = ring - ring.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(ring))
    return np.asarray(vectors @ np.diag(np.sqrt(values)) @ vectors.T)


def die_on_plane(spot: Spot, plane: Plane) -> Found:
    """The top face is a square at the height of its own side."""
    quad = spot.middle + _SQUARE @ spot.axes.T
    side, corners = as_high_as_wide(quad, plane)
    if _DICER_MM[0] <= side <= _DICER_MM[1]:
        side = float(np.mean(_DICER_MM))
        corners = plane.to_mm(quad, side)
    if not _DIE_RANGE_MM[0] <= side <= _DIE_RANGE_MM[1]:
        return replace(described(spot), kind="unknown", notes=(Note.SIZE,))
    across, deep = edges(corners)
    axes = np.column_stack([across, deep]) / 4
    stretch = np.linalg.svd(axes, compute_uv=False)
    if stretch[1] < 0.8 * stretch[0]:
        return replace(described(spot), notes=(Note.COCKED if spot.score >= _ASKEW else Note.FAINT,))
    u, _, v = np.linalg.svd(axes)
    square = corners.mean(axis=0) + _SQUARE @ (u @ v).T * side / 2
    return _found("die", plane.to_px(square, side), spot.size, spot.score, (Note.FAINT,) if spot.score < _FAINT else ())


def with_neighbours(found: list[Found], phantom: float = 0.0) -> list[Found]:
    """The same detections, with the notes "touching" and "stacked".

    A detection whose score is below ``phantom`` may be no piece; it adds no note to one with a higher score.
    """
    told = []
    for one in found:
        notes = list(one.notes)
        for other in found:
            is_there = other.score >= min(one.score, phantom)
            if other is not one and is_there and "unknown" not in (one.kind, other.kind):
                notes += _neighbourly(one, other)
        told.append(replace(one, notes=tuple(dict.fromkeys(notes))))
    return told


def _neighbourly(one: Found, other: Found) -> list[Note]:
    apart_px = float(np.hypot(one.centre_px[0] - other.centre_px[0], one.centre_px[1] - other.centre_px[1]))
    if apart_px > 0.75 * (one.size_px + other.size_px):
        return []
    a, b = (np.array(f.outline_px, dtype=np.float32) for f in (one, other))
    shared = cv2.intersectConvexConvex(a, b)[0] / min(cv2.contourArea(a), cv2.contourArea(b))
    if one.kind == other.kind == "stone" and shared > _SHARED:
        return [Note.STACKED]
    gap = -max(cv2.pointPolygonTest(b, (float(x), float(y)), True) for x, y in a)
    return [Note.TOUCHING] if gap < 0.08 * one.size_px else []


def _propped(one: Found, image: Image) -> Found:
    """The same, as a leaner where it is stacked and its rim is a little narrow."""
    if Note.STACKED not in one.notes or Note.LEANER in one.notes:
        return one
    rim = np.array(one.outline_px)
    narrow = squeezed(image, rim.mean(axis=0), _axes(rim))
    return one if narrow is None or narrow >= _LEANS_ON else replace(one, notes=(Note.LEANER, *one.notes))


def with_attitude(found: list[Found], image: Image, plane: Plane | None = None) -> list[Found]:
    """The same detections, dice with their pip counts; with a plane also with "cocked" or "faint"."""
    dice = {
        i: np.array(one.outline_px) for i, one in enumerate(found) if one.kind == "die" and Note.COCKED not in one.notes
    }
    feet = [None if plane is None else foot_px(outline, plane) for outline in dice.values()]
    pips, level = look_at_dice([wide_crop(image, *each) for each in zip(dice.values(), feet, strict=True)])
    told = list(found)
    for i, counted, flat in zip(dice, pips.tolist(), level.tolist(), strict=True):
        notes = () if plane is None else _stance(flat, _may_lean(found[i], found))
        told[i] = replace(found[i], pips=tuple(counted), notes=(*notes, *found[i].notes))
    return told


def _may_lean(die: Found, found: list[Found]) -> bool:
    """Is there another piece so near that the die may rest on it?"""
    x, y = die.centre_px
    others = (one.centre_px for one in found if one is not die)
    return any(float(np.hypot(px - x, py - y)) < _BESIDE * die.size_px for px, py in others)


def _stance(level: float, may_lean: bool) -> tuple[Note, ...]:
    """What to note of a die that lies level with this chance."""
    least = _UNSTEADY_BESIDE if may_lean else _UNSTEADY
    return (Note.COCKED,) if level < _COCKED else (Note.FAINT,) if level < least else ()


def with_cut_note(one: Found, image: Image) -> Found:
    """The same detection, noted as "cut" where it reaches beyond the picture."""
    outline = np.array(one.outline_px)
    inside = (outline >= -0.5).all() and (outline <= (image.shape[1] - 0.5, image.shape[0] - 0.5)).all()
    return one if inside else replace(one, notes=(*one.notes, Note.CUT))
