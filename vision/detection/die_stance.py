"""Decide whether dice lie level, from the network for whole dice and from tilted cubes fitted to the picture.

The network reads each die in a crop wider than the crop of the reader, as four planes: the BGR picture about the
die, with its top face in the middle, and a mask of the outline that a level die would have there. It also estimates
which pip count is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_search import Start
from vision.detection.die_pose import maps_about
from vision.detection.die_tilt import tilt_margin
from vision.geometry.crops import around, drawn, onto
from vision.geometry.cube import as_high_as_wide, foot_px, whole_outline_px
from vision.geometry.plane import Plane
from vision.models.inference import geometric_mean, model_path, open_session, run
from vision.types import Detection, Note

SIZE = 64
"""Edge of a crop, px."""
REACH = 2.0
"""Edge of a crop in edges of the top face."""
_AT_ONCE = 4
"""Dice in one batch: limits the memory that inference keeps."""
_LEAST = 1e-4
"""Floor of the probabilities of one rotation, so that none can rule out an answer alone."""
Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Chances = NDArray[np.float32]


def wide_crop(image: Image, outline: Floats, foot: Floats | None = None, size: int = SIZE) -> Image:
    """Return the network's input for one die in a BGR picture (size x size x 4).

    ``outline`` (4x2 px): its top face. ``foot`` (4x2 px): its bottom face if it lies level; without it the fourth plane
    is empty.
    """
    square = around(np.asarray(outline, np.float32), REACH)
    level = np.zeros((size, size), np.uint8)
    if foot is not None:
        both = np.concatenate([outline, foot])[:, None].astype(np.float64)
        hull = cv2.convexHull(cv2.perspectiveTransform(both, onto(square, size)).astype(np.float32))
        cv2.fillConvexPoly(level, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.dstack([drawn(image, square, size), level])


@lru_cache(maxsize=1)
def _network() -> onnxruntime.InferenceSession:
    return open_session(model_path("dice"))


def predict_dice(crops: Sequence[Image]) -> tuple[Chances, Chances]:
    """Estimate for N wide crops the probabilities of 0 to 6 pips (N x 7) and of lying level (N).

    Each crop is evaluated in four rotations; the probabilities are geometric means over these.
    """
    batches = [_over_rotations(np.stack(crops[first : first + _AT_ONCE])) for first in range(0, len(crops), _AT_ONCE)]
    if not batches:
        return np.zeros((0, 7), np.float32), np.zeros(0, np.float32)
    return np.concatenate([pips for pips, _ in batches]), np.concatenate([level for _, level in batches])


def _over_rotations(crops: Image) -> tuple[Chances, Chances]:
    rotations = [np.ascontiguousarray(np.rot90(crops, turns, axes=(1, 2))) for turns in range(4)]
    outputs = [run(_network(), ["pips", "level"], {"crops": rotated}) for rotated in rotations]
    level = [np.column_stack([1 - flat, flat]) for _, flat in outputs]
    return geometric_mean([pips for pips, _ in outputs], _LEAST), geometric_mean(level, _LEAST)[:, 1]


def with_attitude(
    detections: list[Detection], image: Image, plane: Plane | None = None, empty: Image | None = None
) -> list[Detection]:
    """Return the detections, dice with pip probabilities and, on a plane, with the note "cocked" or "faint".

    ``empty``: picture of the empty table from the same camera.
    """
    dice = {
        i: np.array(detection.outline_px)
        for i, detection in enumerate(detections)
        if detection.kind == "die" and Note.COCKED not in detection.notes
    }
    feet = [None if plane is None else foot_px(outline, plane) for outline in dice.values()]
    pips, level = predict_dice([wide_crop(image, *each) for each in zip(dice.values(), feet, strict=True)])
    out = list(detections)
    for i, counted, flat in zip(dice, pips.tolist(), level.tolist(), strict=True):
        notes = () if plane is None else _stance(i, flat, detections, image, plane, empty)
        out[i] = replace(detections[i], pips=tuple(counted), notes=tuple(dict.fromkeys((*notes, *detections[i].notes))))
    return out


def _stance(
    index: int, level: float, detections: list[Detection], image: Image, plane: Plane, empty: Image | None
) -> tuple[Note, ...]:
    """Return the notes of a die that lies level with a probability, according to the network.

    A die stands aslant only against something: one without a neighbour is cocked or level, never faint.
    """
    die = detections[index]
    may_lean = _may_lean(die, detections)
    noted_below = thresholds.TILTED_CHANCE if may_lean else thresholds.COCKED_CHANCE
    if _level_chance(level, thresholds.MOST_TILT_MARGIN) >= noted_below:
        return ()
    margin = None if Note.FAINT in die.notes else _tilt_margin(die, detections, image, plane, empty)
    least = thresholds.UNSTEADY_CHANCE if margin is None else thresholds.TILTED_CHANCE
    chance = _level_chance(level, margin or 0.0)
    if chance < thresholds.COCKED_CHANCE:
        return (Note.COCKED,)
    return (Note.FAINT,) if chance < least and may_lean else ()


def _level_chance(level: float, margin: float) -> float:
    """Return the probability of lying level, from that of the network and the margin of a tilted cube."""
    return level / (level + (1 - level) * float(np.exp(thresholds.TILT_WEIGHT * margin)))


def _tilt_margin(
    die: Detection, detections: list[Detection], image: Image, plane: Plane, empty: Image | None
) -> float | None:
    """Return by how much a tilted cube fits better than the level one (`tilt_margin`).

    None where the empty table is not known well enough.
    """
    others = [whole_outline_px(np.array(each.outline_px), plane) for each in detections if each is not die]
    edge, corners = as_high_as_wide(np.array(die.outline_px), plane)
    x, y = (float(v) for v in corners.mean(axis=0))
    maps = maps_about(image, plane, empty, (Start.of_edge(x, y, edge),), others)
    along = corners[1] - corners[0]
    cube = np.array([x, y, np.arctan2(along[1], along[0]), edge])
    return tilt_margin(cube, maps, plane) if maps.explained else None


def _may_lean(die: Detection, detections: list[Detection]) -> bool:
    """Whether another piece is so near that the die may rest on it."""
    x, y = die.centre_px
    others = (other.centre_px for other in detections if other is not die)
    return any(float(np.hypot(px - x, py - y)) < thresholds.BESIDE_SIZES * die.size_px for px, py in others)
