"""Does the camera still stand over the mat as when the table was calibrated?  Asked before anything is judged."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.geometry.markers import find_markers
from vision.geometry.plane import Plane, PlaneError, drift, follow

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Stand:
    """The plane that holds now (None: nothing can be judged), and a sentence where people should know."""

    plane: Plane | None
    words: str = ""


def stand(plane: Plane, image: Image, upset: bool) -> Stand:
    """Compare a picture (BGR) with the plane that was calibrated, by the mat's markers.

    Moved a little, the plane follows; moved a lot, nothing may be judged until all is in place again or calibrated.
    Covered markers say nothing, unless ``upset``: the whole table looks different from the empty one.
    """
    off = drift(plane, image)
    if off.by_mm and off.mm <= thresholds.CAMERA_STILL_MM:
        return Stand(plane)
    if not off.by_mm and not upset and not find_markers(image):
        return Stand(plane)
    try:
        now = follow(plane, image)
    except PlaneError as trouble:
        if off.by_mm and off.mm <= thresholds.CAMERA_NUDGED_MM:
            return Stand(plane)
        return Stand(None, f"The camera or the mat was moved, or the light is gone. {trouble}")
    away_mm = moved_mm(plane, now)
    return Stand(now if away_mm <= thresholds.CAMERA_FAR_MM else None, words_for(away_mm))


def words_for(away_mm: float) -> str:
    """What people should know about a camera or a mat that has moved so far."""
    if away_mm > thresholds.CAMERA_FAR_MM:
        return (
            f"The camera or the mat was moved by {away_mm / 10:.0f} cm. Put it back as it was, or calibrate again:"
            " nothing is judged until then."
        )
    return (
        "The camera was moved; I follow the mat. Calibrate again when you can."
        if away_mm > thresholds.CAMERA_NUDGED_MM
        else ""
    )


def moved_mm(before: Plane, now: Plane) -> float:
    """How far the mat has moved in the camera's eyes: mean over the corners of the play area, in mm."""
    before = before.resized(now.size)
    seen = before.to_mm(now.to_px(before.play_area))
    return float(np.linalg.norm(seen - before.play_area, axis=1).mean())


def carried(picture: Image, before: Plane, now: Plane) -> Image:
    """A picture of the table taken when ``before`` held, as it would look now that ``now`` holds."""
    size = (picture.shape[1], picture.shape[0])
    old, new = (plane.resized(size).to_px(plane.play_area).astype(np.float32) for plane in (before, now))
    turn = cv2.getPerspectiveTransform(old[:4], new[:4])
    return np.asarray(cv2.warpPerspective(picture, turn, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
