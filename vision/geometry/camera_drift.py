"""Check whether the camera still has the pose over the mat for which the table was calibrated."""

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
class DriftCheck:
    """The plane that applies now (None: nothing can be judged), and what people have to know or do, if anything."""

    plane: Plane | None
    trouble: PlaneError | None = None


def check_drift(plane: Plane, image: Image, upset: bool) -> DriftCheck:
    """Compare a BGR picture with the calibrated plane by the mat's markers.

    After a small movement the plane follows the mat; after a large one nothing may be judged until everything is back
    in place or calibrated again. Covered markers leave the plane unchanged, unless ``upset``: the whole table looks
    different from the empty one. Raises PlaneError for a picture whose aspect ratio differs from the plane's.
    """
    off = drift(plane, image)
    if off.by_mm and off.mm <= thresholds.CAMERA_STILL_MM:
        return DriftCheck(plane)
    if not off.by_mm and not upset and not find_markers(image):
        return DriftCheck(plane)
    try:
        now = follow(plane, image)
    except PlaneError as error:
        if off.by_mm and off.mm <= thresholds.CAMERA_NUDGED_MM:
            return DriftCheck(plane)
        return DriftCheck(None, PlaneError("The camera or the mat was moved, or the light is gone. {why}", why=error))
    distance_mm = moved_mm(plane, now)
    return DriftCheck(now if distance_mm <= thresholds.CAMERA_FAR_MM else None, trouble_of(distance_mm))


def trouble_of(away_mm: float) -> PlaneError | None:
    """Return what to tell people about a movement of the camera or the mat; None for a small one."""
    if away_mm > thresholds.CAMERA_FAR_MM:
        return PlaneError(
            "The camera or the mat was moved by {distance} cm. Put it back as it was, or calibrate again:"
            " nothing is judged until then.",
            distance=f"{away_mm / 10:.0f}",
        )
    if away_mm > thresholds.CAMERA_NUDGED_MM:
        return PlaneError("The camera was moved; I follow the mat. Calibrate again when you can.")
    return None


def moved_mm(before: Plane, now: Plane) -> float:
    """Return the mean distance (mm) over which the corners of the play area have moved."""
    before = before.resized(now.size)
    moved = before.to_mm(now.to_px(before.play_area))
    return float(np.linalg.norm(moved - before.play_area, axis=1).mean())


def carried(picture: Image, before: Plane, now: Plane) -> Image:
    """Warp a BGR picture of the table from the camera pose of the plane ``before`` to that of ``now``.

    Raises PlaneError for a picture whose aspect ratio differs from a plane's.
    """
    size = (picture.shape[1], picture.shape[0])
    old, new = (plane.resized(size).to_px(plane.play_area).astype(np.float32) for plane in (before, now))
    turn = cv2.getPerspectiveTransform(old[:4], new[:4])
    return np.asarray(cv2.warpPerspective(picture, turn, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
