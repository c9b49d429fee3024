"""Find a die that is known to lie alone on the mat, without the detector: where the table changed most."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.cube_search import DICER_MM, Start
from vision.detection.dice import fitted_outline
from vision.detection.die_pose import fit_dice
from vision.detection.outline import found
from vision.geometry.cube import top_px
from vision.geometry.plane import Plane
from vision.motion.change_maps import change_maps
from vision.types import Found, Note

Image = NDArray[np.uint8]

# Edge of a Dicer in px at the scale at which the whole mat is compared.
_EDGE_PX = 12.0
_LEAST_MM, _MOST_MM = 11.0, 30.0


def lone_die(image: Image, plane: Plane, empty: Image | None) -> Found | None:
    """Return the die in a BGR picture, with the note "faint" where its pose is not certain.

    ``plane`` and ``empty`` as for `die_pose.fit_dice`. None where the mat did not change.
    """
    plane = plane.resized((image.shape[1], image.shape[0]))
    place = _most_changed(image, plane, empty)
    if place is None:
        return None
    x, y = (float(v) for v in place)
    (fit,) = fit_dice(image, plane, empty, [Start(x, y, (DICER_MM,), _LEAST_MM, _MOST_MM)])
    if fit.pose is not None and fit.pose.certain:
        return fitted_outline(fit.pose, plane, score=1.0)
    outline = top_px(np.array([x, y, 0.0, DICER_MM]), plane)
    return found("die", outline, float(np.ptp(outline[:, 0])), 0.0, (Note.FAINT,))


def _most_changed(image: Image, plane: Plane, empty: Image | None) -> NDArray[np.float64] | None:
    """Return the point of the play area (2 mm) about which the table changed most, averaged over the size of a die."""
    corners = plane.to_px(plane.play_area)
    low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)) + 1, (image.shape[1], image.shape[0])).astype(int)
    px_per_mm = 1 / float(plane.mm_per_px_at(corners.mean(axis=0)[None])[0])
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    maps = change_maps(image, empty, box, px_per_mm, min(1.0, _EDGE_PX / (DICER_MM * px_per_mm)))
    inside = np.zeros(maps.change.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(maps.to_map(corners)).astype(np.int32), 1)
    for marker in plane.markers.values():
        cv2.fillConvexPoly(inside, np.round(maps.to_map(plane.to_px(marker))).astype(np.int32), 0)
    change = cv2.blur(maps.change, (round(_EDGE_PX), round(_EDGE_PX))) * inside
    row, column = np.unravel_index(int(change.argmax()), change.shape)
    if change[row, column] < thresholds.MAP_CHANGED:
        return None
    px = (np.array([[column, row]]) + 0.5) / maps.scale - 0.5 + maps.origin
    return np.asarray(plane.to_mm(px, DICER_MM / 2)[0])
