"""Which pieces touch, which lie one on another, and which reach beyond the picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.types import Found, Note

Image = NDArray[np.uint8]


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
    if apart_px > thresholds.NEIGHBOUR_SIZES * (one.size_px + other.size_px):
        return []
    a, b = (np.array(f.outline_px, dtype=np.float32) for f in (one, other))
    shared = cv2.intersectConvexConvex(a, b)[0] / min(cv2.contourArea(a), cv2.contourArea(b))
    if one.kind == other.kind == "stone" and shared > thresholds.STACKED_PART:
        return [Note.STACKED]
    gap = -max(cv2.pointPolygonTest(b, (float(x), float(y)), True) for x, y in a)
    return [Note.TOUCHING] if gap < thresholds.TOUCHING_SIZES * one.size_px else []


def with_cut_note(one: Found, image: Image) -> Found:
    """The same detection, noted as "cut" where it reaches beyond the picture."""
    outline = np.array(one.outline_px)
    inside = (outline >= -0.5).all() and (outline <= (image.shape[1] - 0.5, image.shape[0] - 0.5)).all()
    return one if inside else replace(one, notes=(*one.notes, Note.CUT))
