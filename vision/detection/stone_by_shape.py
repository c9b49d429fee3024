"""Stones that the detection network took for something else: what changed on the table shows them by their shape.

A strong pattern of the table confuses the network, but not the comparison with the empty table. A detection of which
the network is not sure is a stone where a level disc explains the change well, and better than a cube.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_search import Start
from vision.detection.detector import CIRCLE, detection_from
from vision.detection.dice import start_at, start_of
from vision.detection.die_pose import fit_dice
from vision.detection.disc_fit import level_disc
from vision.detection.stones import STONE_MM, STONE_THICK_MM, half_axes
from vision.geometry.plane import Plane
from vision.types import Detection

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def with_stones_by_shape(
    detections: Sequence[Detection], doubtful: Sequence[Floats], image: Image, plane: Plane, empty: Image
) -> tuple[list[Detection], list[Floats]]:
    """Return the detections and the doubtful points (each 2 px), with a flat stone in place of each that is one.

    Unsure dice and discs of a wrong size are replaced; ``doubtful``: where the network did not confirm a piece.
    ``plane`` is for pictures of this size.
    """
    out = list(detections)
    for i, one in enumerate(detections):
        if one.kind == "unknown" or (one.kind == "die" and one.score < thresholds.ASKEW_SCORE):
            out[i] = _stone(np.array(one.centre_px), start_of(one, plane, ()), out, image, plane, empty) or one
    points = []
    for point in doubtful:
        x, y = (float(v) for v in plane.to_mm(point[None])[0])
        stone = _stone(point, start_at(x, y, ()), out, image, plane, empty)
        out += [stone] if stone else []
        points += [] if stone else [point]
    return out, points


def _stone(
    point: Floats, start: Start, known: Sequence[Detection], image: Image, plane: Plane, empty: Image
) -> Detection | None:
    """Return the flat stone near a point (2 px); None where none explains the change, or only a known stone.

    ``start``: the die that may lie there instead.
    """
    near = plane.to_mm(point[None], STONE_THICK_MM)[0]
    disc = level_disc(image, plane, empty, near, (STONE_MM, STONE_THICK_MM))
    least, most = thresholds.DISC_RANGE_MM
    if disc is None or disc.score < thresholds.DISC_SCORE or not least <= disc.diameter_mm <= most:
        return None
    rim = plane.to_px(disc.at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    stone = detection_from("stone", rim, float(2 * np.sqrt(np.linalg.det(half_axes(rim)))), thresholds.ASKEW_SCORE)
    apart = (np.hypot(*np.subtract(stone.centre_px, one.centre_px)) for one in known if one.kind == "stone")
    if min(apart, default=np.inf) < stone.size_px / 2:
        return None
    (fit,) = fit_dice(image, plane, empty, [start])
    return stone if fit.pose is None or disc.score - fit.pose.score > thresholds.DISC_LEAD else None
