"""The poses of camera and pieces in one training picture, in pure numpy.

World in mm: x right, y away from the players, z up, the table at z = 0. Camera as in `cv2.projectPoints`: x_cam = R x +
t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Floats = NDArray[np.float64]
#: Normals of the six faces of a die at rest: 1 up, the sticker (or 6) below, opposite faces sum up to seven.
NORMALS = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0], [0, 0, -1]], dtype=np.float64)
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64) / 2
_SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], dtype=np.float64) / 2
HELD_EVERY = 12
"""Sets with numbers divisible by this use held-out fonts and symbols, and are never trained on."""
UNIT_MM = 10.0
"""One Blender unit."""
TABLE_SIZE = (1920, 1080)
"""Width and height of the picture of a whole table, px."""
SCATTER_MM = 55.0
"""Stones of one cast lie at most this far from its centre, across and deep."""
LEVEL_DEG = 4.0
"""Largest tilt of a level die."""


@dataclass(frozen=True, eq=False)
class View:
    """A pinhole camera: matrix (3x3, px), rotation (3x3), translation (mm), width and height (px)."""

    matrix: Floats
    rotation: Floats
    translation: Floats
    size: tuple[int, int]

    def project(self, points: Floats) -> Floats:
        """Project world points (N x 3, mm) to px (N x 2)."""
        projected = (points @ self.rotation.T + self.translation) @ self.matrix.T
        return np.asarray(projected[:, :2] / projected[:, 2:])

    @property
    def position(self) -> Floats:
        """The position of the camera, mm."""
        return np.asarray(-self.rotation.T @ self.translation)


@dataclass(frozen=True, eq=False)
class Placed:
    """A piece on the table: position of its centre (mm), rotation (3x3), and edge or diameter (mm)."""

    position: Floats
    rotation: Floats
    edge_mm: float

    @property
    def up(self) -> int:
        """The face (0 to 5) that points up most."""
        return int((NORMALS @ self.rotation.T)[:, 2].argmax())

    @property
    def tilt_deg(self) -> float:
        """The angle in degrees between the upper face and the level."""
        return float(np.degrees(np.arccos(np.clip((NORMALS @ self.rotation.T)[self.up, 2], -1, 1))))

    def top_face(self) -> Floats:
        """Return the corners of the upper face (4 x 3, mm), in order around it."""
        normal = NORMALS[self.up]
        across = np.roll(np.abs(normal), 1)
        along = np.cross(normal, across)
        corners = (normal + 2 * (_SQUARE[:, :1] * across + _SQUARE[:, 1:] * along)) * self.edge_mm / 2
        return np.asarray(corners @ self.rotation.T + self.position)

    def corners(self) -> Floats:
        """Return all eight corners (8 x 3, mm)."""
        return np.asarray(_CORNERS * self.edge_mm @ self.rotation.T + self.position)


def any_view(rng: Rng, edge_mm: float) -> View:
    """Return a random camera 45 to 75 cm away, tilted by 0 to 35 degrees; a die appears 25 to 85 px large."""
    away, tilt, turn = rng.uniform(450, 750), np.radians(rng.uniform(0, 35)), rng.uniform(0, 2 * np.pi)
    roll = rng.choice([0, rng.normal(0, 0.1), rng.uniform(0, 2 * np.pi)])
    wide_deg = rng.uniform(50, 78)
    pixels = np.exp(rng.uniform(np.log(25), np.log(85)))
    focal = pixels * away / edge_mm
    wide = int(2 * focal * np.tan(np.radians(wide_deg) / 2))
    return _view(away, tilt, turn, float(roll), focal, (wide, int(wide * 0.75)))


def table_view(rng: Rng, markers: Floats) -> View:
    """Return a camera at the players' or at the far side of a table that sees all of the mat's markers (N x 2, mm)."""
    corners = np.column_stack([markers, np.zeros(len(markers))])
    while True:
        side = rng.choice([0.0, np.pi])
        turn, roll = side + rng.normal(0, 0.3), side + rng.normal(0, 0.05)
        focal = TABLE_SIZE[0] / 2 / np.tan(np.radians(rng.uniform(60, 72)) / 2)
        view = _view(rng.uniform(430, 700), np.radians(rng.uniform(0, 32)), turn, roll, focal, TABLE_SIZE)
        seen = view.project(corners)
        if (seen > 20).all() and (seen < np.array(TABLE_SIZE) - 20).all():
            return view


def _view(away: float, tilt: float, turn: float, roll: float, focal: float, size: tuple[int, int]) -> View:
    """Return a camera ``away`` mm from the centre of the table, tilted towards ``turn`` and rolled (radians)."""
    direction = np.array([np.sin(tilt) * np.sin(turn), np.sin(tilt) * np.cos(turn), np.cos(tilt)])
    forward = -direction
    right = np.array([np.cos(turn), -np.sin(turn), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return View(matrix, rotation, -rotation @ (direction * away), size)


def window(view: View, points: Floats, room_px: float) -> tuple[int, int, int, int]:
    """Return the part of the picture with these points (N x 3, mm) and a margin: left, top, right, bottom px."""
    projected = view.project(points)
    low = np.floor(projected.min(axis=0) - room_px).astype(int)
    high = np.ceil(projected.max(axis=0) + room_px).astype(int)
    left, top = (int(v) for v in np.maximum(low, 0))
    right, bottom = (int(v) for v in np.minimum(high, view.size))
    return left, top, right, bottom


def border(size: tuple[int, int], box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    """Return a part of a picture (left, top, right, bottom px) as Blender's border: least and greatest x, then y.

    Fractions of the picture's ``size``, y upwards. Blender multiplies them in single precision and drops what is left
    of a pixel, so that a fraction that ends at a pixel's edge would lose that pixel in one of twenty cases.
    """
    (wide, high), (left, top, right, bottom) = size, box
    return (left + 0.5) / wide, (right + 0.5) / wide, 1 - (bottom - 0.5) / high, 1 - (top - 0.5) / high


def cropped(view: View, box: tuple[int, int, int, int]) -> View:
    """Return the same camera for a part of its picture."""
    left, top, right, bottom = box
    matrix = view.matrix.copy()
    matrix[:2, 2] -= (left, top)
    return View(matrix, view.rotation, view.translation, (right - left, bottom - top))


def turned(axis: Floats, angle: float) -> Floats:
    """Return the rotation (3x3) about an axis by an angle (rad)."""
    return np.asarray(cv2.Rodrigues(axis / np.linalg.norm(axis) * angle)[0], dtype=np.float64)


def _side_up(side: int) -> Floats:
    """Return a rotation that turns face ``side`` (0 to 5) up."""
    normal, up = NORMALS[side], np.array([0.0, 0.0, 1.0])
    axis = np.cross(normal, up)
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if normal[2] > 0 else turned(np.array([1.0, 0, 0]), np.pi)
    return turned(axis, float(np.arccos(np.clip(normal @ up, -1, 1))))


def thrown(rng: Rng, dice: Sequence[tuple[float, Sequence[int]]], about: Floats, leaners: float = 0.3) -> list[Placed]:
    """Return random poses of thrown dice around a spot (2, mm): apart or touching, some of them leaning.

    ``dice``: for each its edge (mm) and the faces (0 to 5) that may come up. ``leaners``: proportion of throws in which
    dice may lean.
    """
    touching, leaning = rng.random() < 0.45, rng.random() < leaners
    laid: list[Placed] = []
    for edge, faces in dice:
        lean = leaning and rng.random() < 0.6
        for _ in range(60):
            placed = _laid(rng, edge, laid, about, int(rng.choice(faces)), touching, lean)
            if all(_apart(placed, other) for other in laid):
                laid.append(placed)
                break
    return laid


def scattered(rng: Rng, stones: Sequence[tuple[float, float]], about: Floats) -> list[Placed]:
    """Return poses of stones that lie flat around a spot (2, mm), either side up, none on another.

    ``stones``: diameter and thickness of each, mm.
    """
    laid: list[Placed] = []
    for diameter, thick in stones:
        while True:
            spot = about + rng.uniform(-1, 1, 2) * SCATTER_MM
            if all(np.linalg.norm(spot - one.position[:2]) > (diameter + one.edge_mm) / 2 for one in laid):
                break
        upper = np.diag([1.0, -1, -1]) if rng.random() < 0.5 else np.eye(3)
        rotation = turned(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi)) @ upper
        laid.append(Placed(np.array([*spot, thick / 2]), rotation, diameter))
    return laid


def _laid(
    rng: Rng, edge: float, laid: Sequence[Placed], about: Floats, face: int, touching: bool, lean: bool
) -> Placed:
    rotation = turned(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi)) @ _side_up(face)
    if lean:
        angle, heading = np.radians(rng.uniform(6, 45)), rng.uniform(0, 2 * np.pi)
        rotation = turned(np.array([np.cos(heading), np.sin(heading), 0.0]), angle) @ rotation
    low = (_CORNERS * edge @ rotation.T)[:, 2].min()
    if laid and touching:
        other = laid[int(rng.integers(len(laid)))]
        heading = rng.uniform(0, 2 * np.pi)
        away = rng.uniform(0.98, 1.45) * (edge + other.edge_mm) / 2
        spot = other.position[:2] + away * np.array([np.cos(heading), np.sin(heading)])
    else:
        spot = about + rng.uniform(-2, 2, 2) * edge * (len(laid) > 0)
    return Placed(np.array([*spot, -low]), rotation, edge)


def _apart(one: Placed, other: Placed) -> bool:
    """Whether two pieces do not intersect, by their outlines from above."""
    first, second = (cv2.convexHull(each.corners()[:, :2].astype(np.float32)) for each in (one, other))
    return cv2.intersectConvexConvex(first, second)[0] < 0.5


def mirror_direction(view: View, spot: Floats) -> Floats:
    """Return the direction from which a level face at a spot (3, mm) reflects light into the camera."""
    ray = spot - view.position
    ray /= np.linalg.norm(ray)
    return np.asarray(ray * [1, 1, -1])
