"""Note which pieces touch, lie on one another, or reach beyond the picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.types import Found, Note

Image = NDArray[np.uint8]


def with_neighbours(found: list[Found], phantom: float = 0.0) -> list[Found]:
    """Return the detections with the notes "touching" and "stacked".

    A detection whose score is below ``phantom`` may be no piece; it adds no note to a detection with a higher score.
    """
    noted = []
    for detection in found:
        notes = list(detection.notes)
        for other in found:
            is_piece = other.score >= min(detection.score, phantom)
            if other is not detection and is_piece and "unknown" not in (detection.kind, other.kind):
                notes += _mutual_notes(detection, other)
        noted.append(replace(detection, notes=tuple(dict.fromkeys(notes))))
    return noted


def _mutual_notes(one: Found, other: Found) -> list[Note]:
    apart_px = float(np.hypot(one.centre_px[0] - other.centre_px[0], one.centre_px[1] - other.centre_px[1]))
    if apart_px > thresholds.NEIGHBOUR_SIZES * (one.size_px + other.size_px):
        return []
    a, b = (np.array(f.outline_px, dtype=np.float32) for f in (one, other))
    shared = cv2.intersectConvexConvex(a, b)[0] / min(cv2.contourArea(a), cv2.contourArea(b))
    if one.kind == other.kind == "stone" and shared > thresholds.STACKED_PART:
        return [Note.STACKED]
    gap = -max(cv2.pointPolygonTest(b, (float(x), float(y)), True) for x, y in a)
    return [Note.TOUCHING] if gap < thresholds.TOUCHING_SIZES * one.size_px else []


def with_cut_note(detection: Found, image: Image) -> Found:
    """Return the detection, with the note "cut" where it reaches beyond the picture."""
    outline = np.array(detection.outline_px)
    inside = (outline >= -0.5).all() and (outline <= (image.shape[1] - 0.5, image.shape[0] - 0.5)).all()
    return detection if inside else replace(detection, notes=(*detection.notes, Note.CUT))
