"""Find dice that touch a fitted die and that the detector missed, by changes of the table without an explanation.

The detector reports only two or three of four clear dice that are pushed together.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.detection.change import ChangeMaps, change_maps
from vision.detection.cube_search import Start
from vision.detection.die_pose import DiePose, fit_beside
from vision.geometry.crops import box_around
from vision.geometry.cube import silhouette_px, top_px
from vision.geometry.plane import Plane

Image = NDArray[np.uint8]

# Undetected dice are searched up to this distance from a fitted one, in edges.
_REACH = 1.6
# Edge in px at the scale of the comparison, and the part of an edge over which the change is averaged.
_EDGE_PX, _PART = 28.0, 0.6
_TRIES = 4


def overlooked_dice(
    image: Image, plane: Plane, empty: Image | None, poses: Sequence[DiePose], others: Sequence[NDArray[np.float64]]
) -> list[DiePose]:
    """Return poses of undetected dice next to fitted ones in a BGR picture.

    ``poses``: the fitted dice; ``others``: outlines (Nx2 px) of the other detections, where no die is searched.
    """
    if not poses:
        return []
    known = [*(silhouette_px(pose.cube, plane) for pose in poses), *others]
    maps = _maps(image, plane, empty, poses, known)
    if not maps.explained:
        return []
    rest = maps.change.copy()
    for outline in known:
        _clear(rest, outline, maps)
    new: list[DiePose] = []
    for _ in range(_TRIES):
        start = _unexplained(rest, maps, plane, poses)
        if start is None:
            break
        pose = fitted_beside(image, plane, empty, [*poses, *new], start)
        if pose is not None and not is_on_any(pose, plane, others):
            new.append(pose)
            _clear(rest, silhouette_px(pose.cube, plane), maps)
        _clear(rest, silhouette_px(np.array([start.x, start.y, 0.0, start.edge * _PART]), plane), maps)
    return new


def is_on_any(pose: DiePose, plane: Plane, others: Sequence[NDArray[np.float64]]) -> bool:
    """Whether the centre of a cube's top face lies in one of the outlines (each Nx2 px)."""
    x, y = (float(v) for v in top_px(pose.cube, plane).mean(axis=0))
    return any(cv2.pointPolygonTest(one.astype(np.float32), (x, y), False) >= 0 for one in others)


def _maps(
    image: Image, plane: Plane, empty: Image | None, poses: Sequence[DiePose], known: Sequence[NDArray[np.float64]]
) -> ChangeMaps:
    """Return the change maps of the area around all poses; ``known``: outlines of all known pieces."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    px = plane.to_px(np.concatenate([pose.cube[:2] + square * (_REACH + 1) * pose.edge for pose in poses]))
    px_per_mm = 1 / float(plane.mm_per_px_at(plane.to_px(poses[0].cube[None, :2]))[0])
    box = box_around(px, image.shape)
    return change_maps(image, empty, box, px_per_mm, min(1.0, _EDGE_PX / (poses[0].edge * px_per_mm)), known)


def _clear(rest: NDArray[np.float32], outline: NDArray[np.float64], maps: ChangeMaps) -> None:
    """Set the change to zero inside an outline and within a pixel of it."""
    points = np.round(maps.to_map(outline)).astype(np.int32)
    cv2.fillPoly(rest, [points], 0.0)
    cv2.polylines(rest, [points], True, 0.0, 2)


def _unexplained(rest: NDArray[np.float32], maps: ChangeMaps, plane: Plane, poses: Sequence[DiePose]) -> Start | None:
    """Return the place of most remaining change within reach of a fitted die; None where there is hardly any."""
    edge = float(np.median([pose.edge for pose in poses]))
    wide = max(3, round(_PART * edge * maps.px_per_mm))
    level = cv2.blur(rest, (wide, wide))
    near = np.zeros(rest.shape, np.uint8)
    for pose in poses:
        middle = maps.to_map(plane.points_to_px(np.array([[pose.x, pose.y, pose.edge / 2]])))[0]
        cv2.circle(
            near, (round(float(middle[0])), round(float(middle[1]))), round(_REACH * edge * maps.px_per_mm), 1, -1
        )
    row, column = np.unravel_index(int((level * near).argmax()), rest.shape)
    if not near[row, column] or level[row, column] < thresholds.UNEXPLAINED_CHANGE:
        return None
    px = (np.array([[column, row]]) + 0.5) / maps.scale - 0.5 + maps.origin
    where = plane.to_mm(px, edge / 2)[0]
    return Start(float(where[0]), float(where[1]), (edge,), 0.9 * edge, 1.1 * edge)


def fitted_beside(
    image: Image, plane: Plane, empty: Image | None, poses: Sequence[DiePose], start: Start
) -> DiePose | None:
    """Return the cube of an undetected die, fitted next to the known ones; None where it is not certain."""
    near = [pose for pose in poses if np.hypot(pose.x - start.x, pose.y - start.y) < 2 * start.edge]
    pose = fit_beside(image, plane, empty, near, start).pose
    return pose if pose is not None and pose.certain and pose.score >= thresholds.OVERLOOKED_FIT_SCORE else None
