"""Paint discs that lie, lean or stand into a training scene."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.scenes.canvas import RING, Canvas, Floats, Rng, Seen, hull
from vision.training.scenes.surfaces import FACE_PX, Texture

_SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Disc:
    """A disc: ``at``: centre mm; ``pose`` 3x3, third column the normal; sizes mm; shadow 0..1, its softness in px."""

    at: Floats
    pose: Floats
    radius: float
    thick: float
    face: Texture
    shadow: float
    soft: float


def paint_disc(canvas: Canvas, owner: int, disc: Disc, rng: Rng) -> Seen:
    """Paint a lying, leaning or standing disc with its face as a texture."""
    camera, light = canvas.camera, canvas.light
    normal = disc.pose[:, 2]
    up = normal if normal @ (camera.place - disc.at) > 0 else -normal
    ring = np.column_stack([RING * disc.radius, np.zeros(len(RING))]) @ disc.pose.T
    over, under = disc.at + ring + up * disc.thick / 2, disc.at + ring - up * disc.thick / 2
    canvas.cast_shadow(np.concatenate([over, under]), disc.shadow, disc.soft)
    side = disc.face.mean(axis=(0, 1)) * rng.uniform(0.3, 1.0)
    outline = hull(camera.see(np.concatenate([over, under])))
    canvas.lay(outline, side.astype(np.float32), owner)
    top = camera.see(over)
    corners = np.column_stack([_SQUARE * disc.radius, np.zeros(4)]) @ disc.pose.T + disc.at + up * disc.thick / 2
    canvas.print_face(camera.see(corners), disc.face, _disc_alpha(), light.on(up))
    standing = abs(normal[2]) < 0.6
    if standing:
        return Seen("leaner", *_box_axes(outline), flat=False)
    return Seen("disc", top.mean(axis=0), _ellipse_axes(top), flat=True)


def _ellipse_axes(points: Floats) -> Floats:
    """Return the half axes (2x2) of an ellipse from evenly spaced points on it."""
    about = points - points.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(points))
    return np.asarray(vectors * np.sqrt(np.maximum(values, 1e-9)))


def _box_axes(outline: Floats) -> tuple[Floats, Floats]:
    (x, y), (wide, high), angle = cv2.minAreaRect(outline.astype(np.float32))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([x, y]), np.array([[c * wide, -s * high], [s * wide, c * high]]) / 2


def _disc_alpha() -> Texture:
    y, x = np.mgrid[:FACE_PX, :FACE_PX] + 0.5 - FACE_PX / 2
    return np.asarray(np.clip(FACE_PX / 2 - np.hypot(x, y), 0, 1), dtype=np.float32)
