"""Recognise dice by a sticker on one of the sides that the camera sees.

A die that shows 2 to 5 has its sticker on a side. A camera that looks at it from an angle sees one or two sides, so
that a die may be recognised of which only the sticker was taught.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.eyes import Eyes
from vision.geometry.crops import cut
from vision.geometry.cube import visible_sides_px, whole_outline_px
from vision.geometry.plane import Plane
from vision.recognition.assignment import Weights
from vision.recognition.embedder import KINDS
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import other_stickers
from vision.recognition.sides import is_sticker, shows_appearance
from vision.types import Detection

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


def side_sticker_odds(
    image: Image, detections: Sequence[Detection], rows: Sequence[int], eyes: Eyes, allowed: NDArray[np.bool_]
) -> Weights:
    """Return log odds (pieces x taught sides) from stickers on the sides of the dice in *rows*, against the mean die.

    They count for the sides of a die beside which its sticker can be seen. ``allowed`` (sides): those that the game
    expects. Zeros without a known plane, and for dice whose cube was not fitted.
    """
    gallery = eyes.gallery.with_numbers
    odds = np.zeros((len(detections), len(gallery.sides)))
    plane = eyes.plane_of(image)
    seen = [(row, side) for row in rows for side in _uncovered_sides(row, detections, plane)]
    if seen and len({side.piece for side, is_due in zip(gallery.sides, allowed, strict=True) if is_due}) > 1:
        crops = np.stack([cut(image, side, "die") for _, side in seen])
        np.add.at(odds, [row for row, _ in seen], _odds(crops, eyes, gallery, allowed))
    return odds


def _uncovered_sides(row: int, detections: Sequence[Detection], plane: Plane | None) -> list[Floats]:
    """Return the visible sides (4x2 px) of a die that are large enough and not covered by another piece."""
    die = detections[row]
    if plane is None or die.edge_mm is None:
        return []
    outline = np.asarray(die.outline_px)
    least = thresholds.SIDE_AREA * _area(outline)
    others = [whole_outline_px(np.asarray(one.outline_px), plane) for i, one in enumerate(detections) if i != row]
    sides = [side for side in visible_sides_px(outline, die.edge_mm, plane) if _area(side) >= least]
    return [side for side in sides if all(_shared(side, other) <= thresholds.SIDE_COVERED for other in others)]


def _area(outline: Floats) -> float:
    return float(cv2.contourArea(outline.astype(np.float32)))


def _shared(side: Floats, other: Floats) -> float:
    """Return the part of a side (0..1) that another outline covers."""
    covered, _ = cv2.intersectConvexConvex(side.astype(np.float32), other.astype(np.float32))
    return float(covered) / max(_area(side), 1.0)


def _odds(crops: Image, eyes: Eyes, gallery: Gallery, allowed: NDArray[np.bool_]) -> Weights:
    """Return log odds (crops x taught sides): a side shows the die's own sticker, or none, which is no evidence."""
    predictions = eyes.predict(crops, ["die"] * len(crops))
    chance = np.minimum(predictions.kind[:, KINDS.index("picture")], 1 - thresholds.NO_STICKER)
    alike = eyes.embedder.log_odds(gallery.likeness(predictions.embedding))
    alike += other_stickers(crops, gallery, allowed)
    likely = _of_dice(1 - chance[:, None] + chance[:, None] * np.exp(alike), gallery, allowed)
    mean = np.mean(list(likely.values()), axis=0)
    odds = np.zeros(alike.shape)
    for column in np.flatnonzero(allowed):
        if shows_appearance(gallery.sides[column]):  # The sticker is opposite the 1, and else on a side.
            odds[:, column] = np.log(likely[gallery.sides[column].piece] / mean)
    return odds


def _of_dice(likely: Weights, gallery: Gallery, allowed: NDArray[np.bool_]) -> dict[str, Floats]:
    """Return the likelihood (per crop) of each allowed die from that of its sticker (crops x taught sides).

    An unknown sticker is as likely as the likeliest known one.
    """
    sides = [(gallery.sides[column], column) for column in np.flatnonzero(allowed)]
    known = {side.piece: likely[:, column] for side, column in sides if is_sticker(side)}
    best = np.max(list(known.values()), axis=0) if known else np.ones(len(likely))
    return {side.piece: known.get(side.piece, best) for side, _ in sides}
