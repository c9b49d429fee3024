"""Pieces that the detection network took for something else: what changed on the table shows them by their shape.

A strong pattern of the table confuses the network, but not the comparison with the empty table. Where the network is
not sure, a level disc and a level cube are compared: the one that explains the change clearly better is the piece.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.detector import CIRCLE, detection_from
from vision.detection.dice import fitted_outline, start_at
from vision.detection.die_pose import DiePose, fit_dice
from vision.detection.disc_fit import LevelDisc, level_disc
from vision.detection.stones import STONE_MM, STONE_THICK_MM, half_axes
from vision.geometry.cube import as_high_as_wide
from vision.geometry.plane import Plane
from vision.types import Detection, Kind, Note

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def with_pieces_by_shape(
    detections: Sequence[Detection],
    doubtful: Sequence[Floats],
    image: Image,
    plane: Plane,
    empty: Image,
    edges_mm: Sequence[float],
) -> list[Detection]:
    """Return the detections and the pieces at the doubtful points; what is clearly another piece is replaced by it.

    Compared are dice and leaning stones of which the network is not sure, and what has a wrong size. ``doubtful``:
    where the network did not confirm a piece, px. ``plane`` is for pictures of this size; ``edges_mm``: as for
    `find_on_plane`, where given no stone is awaited.
    """
    shapes = _Shapes(image, plane, empty, edges_mm)
    out = list(detections)
    for i, one in enumerate(detections):
        kinds = _other_kinds(one, plane)
        if kinds:
            out[i] = shapes.piece_at(np.array(one.centre_px), kinds, [*out[:i], *out[i + 1 :]]) or one
    for point in doubtful:
        piece = shapes.piece_at(point, frozenset({"stone", "die"}), out)
        out += [piece] if piece else []
    return out


def _other_kinds(one: Detection, plane: Plane) -> frozenset[Kind]:
    """Return what a detection may be in truth, a stone or a die: nothing where the network is sure.

    A small die may be a side, a pip or the figure of a larger one, and so may a stone on its edge.
    """
    if one.kind == "unknown" or Note.SIZE in one.notes:
        return frozenset({"stone", "die"})
    if one.score >= thresholds.ASKEW_SCORE:
        return frozenset()
    if one.kind == "stone":
        return frozenset({"die"} if Note.LEANER in one.notes else {})
    side, _ = as_high_as_wide(np.array(one.outline_px), plane)
    return frozenset({"stone", "die"} if side < thresholds.CLEAR_RANGE_MM[0] else {"stone"})


@dataclass(frozen=True, eq=False)
class _Shapes:
    """The discs and cubes that explain the changes of a picture; the fields as for `with_pieces_by_shape`."""

    image: Image
    plane: Plane
    empty: Image
    edges_mm: Sequence[float]

    def piece_at(self, point: Floats, kinds: Set[Kind], known: Sequence[Detection]) -> Detection | None:
        """Return the piece of one of these kinds near a point (2 px).

        None where no shape explains the change clearly better than the other, or where the piece is a known one.
        """
        x, y = (float(v) for v in self.plane.to_mm(point[None], STONE_THICK_MM)[0])
        disc = self._disc(x, y)
        stone = _stone(disc, self.plane) if disc and "stone" in kinds else None
        if stone is None and "die" not in kinds:
            return None
        (fit,) = fit_dice(self.image, self.plane, self.empty, [start_at(x, y, self.edges_mm)])
        lead = (disc.score if disc else 0.0) - (fit.pose.score if fit.pose else 0.0)
        piece = None
        if lead > thresholds.DISC_LEAD:
            piece = stone
        elif "die" in kinds and fit.pose is not None and -lead > thresholds.CUBE_LEAD:
            piece = _die(fit.pose, self.plane)
        return None if piece is None or any(_are_one(piece, one) for one in known) else piece

    def _disc(self, x: float, y: float) -> LevelDisc | None:
        """Return the disc near a place (mm); None where the game waits for dice, and no stone lies."""
        if self.edges_mm:
            return None
        return level_disc(self.image, self.plane, self.empty, np.array([x, y]), (STONE_MM, STONE_THICK_MM))


def _stone(disc: LevelDisc, plane: Plane) -> Detection | None:
    least, most = thresholds.DISC_RANGE_MM
    if disc.score < thresholds.DISC_SCORE or not least <= disc.diameter_mm <= most:
        return None
    rim = plane.to_px(disc.at + CIRCLE * STONE_MM / 2, STONE_THICK_MM)
    return detection_from("stone", rim, float(2 * np.sqrt(np.linalg.det(half_axes(rim)))), thresholds.ASKEW_SCORE)


def _die(pose: DiePose, plane: Plane) -> Detection | None:
    return fitted_outline(pose, plane, thresholds.ASKEW_SCORE) if pose.certain_undetected else None


def _are_one(piece: Detection, known: Detection) -> bool:
    """Whether a known detection is the same piece."""
    apart = float(np.hypot(*np.subtract(piece.centre_px, known.centre_px)))
    return piece.kind == known.kind and apart < piece.size_px / 2
