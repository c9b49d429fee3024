"""The picture of a training scene during painting: its camera, its light, and the topmost piece at each pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.surfaces import FACE_PX, Texture

Floats = NDArray[np.float64]
Rng = np.random.Generator
Window = tuple[slice, slice, Floats]
"""A part of a picture: rows, columns and upper left corner (x, y)."""

_ROUND = np.linspace(0, 2 * np.pi, 40, endpoint=False)
RING = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
"""Points of the unit circle, 40 x 2."""
_TEXTURE_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera: x_cam = R X + t; px = focal x / z + middle.  World in mm, z up."""

    rotation: Floats
    translation: Floats
    focal: float
    middle: Floats

    def see(self, world: Floats) -> Floats:
        """Project points (Nx3 mm) to Nx2 px."""
        camera_points = world @ self.rotation.T + self.translation
        return np.asarray(self.focal * camera_points[:, :2] / camera_points[:, 2:] + self.middle)

    def px_per_mm(self, at: Floats) -> float:
        """Return the size of a millimetre in px at a point (mm)."""
        return self.focal / float((self.rotation @ at + self.translation)[2])

    @property
    def place(self) -> Floats:
        """The position of the camera, mm."""
        return np.asarray(-self.rotation.T @ self.translation)


@dataclass(frozen=True, eq=False)
class VisiblePiece:
    """A painted piece: ``kind`` "disc", "die", "leaner" or "junk"; centre px and half axes (2x2, columns, px)."""

    kind: str
    middle: Floats
    axes: Floats
    flat: bool


@dataclass(frozen=True, eq=False)
class Light:
    """The direction towards the light (unit, world) and the part of ambient light."""

    towards: Floats
    ambient: float

    def on(self, normal: Floats) -> float:
        """Return the brightness of a face, about 1 for one that faces the light."""
        return float(self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.towards)))


class Canvas:
    """A picture of ``camera`` in ``light`` while it is painted; ``owner``: the topmost piece at each pixel, or 0."""

    def __init__(self, picture: Texture, camera: Camera, light: Light) -> None:
        self.picture, self.camera, self.light = picture, camera, light
        self.owner = np.zeros(picture.shape[:2], dtype=np.int16)

    def window(self, points: Floats, pad: int = 3) -> Window | None:
        """Return the part of the picture around these points; None where they lie outside."""
        low = np.clip(np.floor(points.min(axis=0)).astype(int) - pad, 0, None)
        high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + pad + 1, self.picture.shape[1::-1])
        if (high - low < 2).any():
            return None
        return slice(low[1], high[1]), slice(low[0], high[0]), low.astype(np.float64)

    def shade(self, polygon: Floats, strength: float, soft: float) -> None:
        """Darken a polygon with a soft edge, as a shadow."""
        if (part := self.window(polygon, int(3 * soft) + 2)) is None:
            return
        rows, columns, low = part
        mask = cv2.GaussianBlur(filled(self.picture[rows, columns].shape[:2], polygon - low), (0, 0), max(soft, 0.3))
        self.picture[rows, columns] *= (1 - strength * mask)[..., None]

    def fill(self, polygon: Floats, paint: Texture, owner: int, opacity: float = 1.0) -> None:
        """Fill a polygon with one colour."""
        if (part := self.window(polygon)) is None:
            return
        rows, columns, low = part
        mask = filled(self.picture[rows, columns].shape[:2], polygon - low)
        blend(self.picture[rows, columns], mask * opacity, paint)
        if owner >= 0:
            self.owner[rows, columns][mask > 0.5] = owner

    def print_face(self, quad: Floats, face: Texture, alpha: Texture, gain: float = 1.0) -> None:
        """Warp a square texture onto a quadrilateral (corners clockwise from the texture's top left)."""
        if (part := self.window(quad)) is None:
            return
        rows, columns, low = part
        side = max(8.0, float(np.sqrt(cv2.contourArea(quad.astype(np.float32)))))
        small = min(1.0, 1.3 * side / FACE_PX)
        if small < 0.8:
            size_px = (max(4, round(FACE_PX * small)),) * 2
            face = np.asarray(cv2.resize(face, size_px, interpolation=cv2.INTER_AREA), np.float32)
            alpha = np.asarray(cv2.resize(alpha, size_px, interpolation=cv2.INTER_AREA), np.float32)
        corners = _TEXTURE_CORNERS * alpha.shape[0] - 0.5
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), (quad - low).astype(np.float32))
        size = self.picture[rows, columns].shape[1::-1]
        mask = cv2.warpPerspective(alpha, warp, size, flags=cv2.INTER_LINEAR)
        paint = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        blend(self.picture[rows, columns], np.asarray(mask, np.float32), np.asarray(paint * gain, np.float32))

    def cast_shadow(self, world: Floats, strength: float, soft: float) -> None:
        """Darken the table by the shadow of a convex body (Nx3 mm)."""
        slope = self.light.towards[:2] / max(self.light.towards[2], 0.25)
        ground = np.column_stack([world[:, :2] - world[:, 2:] * slope, np.zeros(len(world))])
        self.shade(hull(self.camera.see(ground)), strength * 0.7, soft)
        self.shade(hull(self.camera.see(world * (1, 1, 0))), strength * 0.5, soft * 0.5 + 0.5)


def filled(shape: tuple[int, ...], polygon: Floats) -> Texture:
    """Return an antialiased mask (0..1) of a convex or simple polygon."""
    mask = np.zeros(shape[:2], dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255)


def blend(under: Texture, mask: Texture, paint: Texture) -> None:
    """Blend paint over a part of a picture, in place."""
    under += mask[..., None] * (paint - under)


def hull(points: Floats) -> Floats:
    """Return the convex hull of Nx2 px."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), dtype=np.float64)


def turn(yaw: float, tilt: float = 0.0, about: float = 0.0) -> Floats:
    """Return a rotation about z by ``yaw``, then by ``tilt`` about a level axis at angle ``about``; radians."""
    c, s = np.cos(yaw), np.sin(yaw)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    axis = np.array([np.cos(about), np.sin(about), 0.0]) * tilt
    return np.asarray(cv2.Rodrigues(axis)[0] @ spin, dtype=np.float64)
