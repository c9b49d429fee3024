"""Decide whether dice lie level: from the network for whole dice, and from tilted cubes fitted to the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_search import Start
from vision.detection.die_attitude import look as look_at_dice
from vision.detection.die_attitude import wide_crop
from vision.detection.die_pose import maps_about
from vision.detection.die_tilt import tilt_lead
from vision.geometry.cube import as_high_as_wide, foot_px
from vision.geometry.plane import Plane
from vision.types import Found, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def with_attitude(
    detections: list[Found], image: Image, plane: Plane | None = None, empty: Image | None = None
) -> list[Found]:
    """Return the detections, dice with pip probabilities and, on a plane, with the note "cocked" or "faint".

    ``empty``: picture of the empty table from the same camera.
    """
    dice = {
        i: np.array(detection.outline_px)
        for i, detection in enumerate(detections)
        if detection.kind == "die" and Note.COCKED not in detection.notes
    }
    feet = [None if plane is None else foot_px(outline, plane) for outline in dice.values()]
    pips, level = look_at_dice([wide_crop(image, *each) for each in zip(dice.values(), feet, strict=True)])
    out = list(detections)
    for i, counted, flat in zip(dice, pips.tolist(), level.tolist(), strict=True):
        notes = () if plane is None else _stance(i, flat, detections, image, plane, empty)
        out[i] = replace(detections[i], pips=tuple(counted), notes=tuple(dict.fromkeys((*notes, *detections[i].notes))))
    return out


def _stance(
    index: int, level: float, detections: list[Found], image: Image, plane: Plane, empty: Image | None
) -> tuple[Note, ...]:
    """Return the notes of a die that lies level with a probability, according to the network."""
    die = detections[index]
    if level >= thresholds.LEVEL_CHANCE:
        return ()
    lead = None if Note.FAINT in die.notes else _lead(die, image, plane, empty)
    if lead is None:
        beside = _may_lean(die, detections)
        return _notes(level, thresholds.UNSTEADY_CHANCE_BESIDE if beside else thresholds.UNSTEADY_CHANCE)
    odds = level / (1 - level) * float(np.exp(-thresholds.TILT_WEIGHT * lead))
    return _notes(odds / (1 + odds), thresholds.TILTED_CHANCE)


def _notes(level: float, least: float) -> tuple[Note, ...]:
    return (Note.COCKED,) if level < thresholds.COCKED_CHANCE else (Note.FAINT,) if level < least else ()


def _lead(die: Found, image: Image, plane: Plane, empty: Image | None) -> float | None:
    """Return by how much a tilted cube fits better than the level one (`tilt_lead`).

    None where the empty table is not known well enough.
    """
    edge, corners = as_high_as_wide(np.array(die.outline_px), plane)
    x, y = (float(v) for v in corners.mean(axis=0))
    maps = maps_about(image, plane, empty, (Start.of_edge(x, y, edge),))
    along = corners[1] - corners[0]
    cube = np.array([x, y, np.arctan2(along[1], along[0]), edge])
    return tilt_lead(cube, maps, plane) if maps.explained else None


def _may_lean(die: Found, detections: list[Found]) -> bool:
    """Whether another piece is so near that the die may rest on it."""
    x, y = die.centre_px
    others = (other.centre_px for other in detections if other is not die)
    return any(float(np.hypot(px - x, py - y)) < thresholds.BESIDE_SIZES * die.size_px for px, py in others)
