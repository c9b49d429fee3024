"""Discs and cubes as a pinhole camera sees them, painted face by face into a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.surfaces import FACE_PX, Texture, colour

Floats = NDArray[np.float64]
Rng = np.random.Generator

_ROUND = np.linspace(0, 2 * np.pi, 40, endpoint=False)
_RING = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
_SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], dtype=np.float64)
_TEXTURE_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Camera:
    """x_cam = R X + t; px = focal x / z + middle.  World in mm, z up."""

    rotation: Floats
    translation: Floats
    focal: float
    middle: Floats

    def see(self, world: Floats) -> Floats:
        """Nx3 mm to Nx2 px."""
        seen = world @ self.rotation.T + self.translation
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + self.middle)

    @property
    def place(self) -> Floats:
        """Where the camera is, mm."""
        return np.asarray(-self.rotation.T @ self.translation)


@dataclass(frozen=True, eq=False)
class Seen:
    """A painted thing: ``kind`` "disc", "die", "leaner" or "junk"; middle px and half axes (2x2, columns, px)."""

    kind: str
    middle: Floats
    axes: Floats
    flat: bool


@dataclass(frozen=True, eq=False)
class Light:
    """Direction towards the light (unit, mm world) and how much comes from everywhere."""

    towards: Floats
    ambient: float

    def on(self, normal: Floats) -> float:
        """Brightness of a face, about 1 for one that faces the light."""
        return float(self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.towards)))


class Canvas:
    """A picture being painted, and which thing is on top at each pixel (0: none)."""

    def __init__(self, picture: Texture) -> None:
        self.picture = picture
        self.owner = np.zeros(picture.shape[:2], dtype=np.int16)

    def window(self, points: Floats, pad: int = 3) -> tuple[slice, slice, Floats] | None:
        """The part of the picture about these points, and its corner; None outside."""
        low = np.clip(np.floor(points.min(axis=0)).astype(int) - pad, 0, None)
        high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + pad + 1, self.picture.shape[1::-1])
        if (high - low < 2).any():
            return None
        return slice(low[1], high[1]), slice(low[0], high[0]), low.astype(np.float64)

    def shade(self, polygon: Floats, strength: float, soft: float) -> None:
        """Darken a polygon with a soft edge: a shadow."""
        if (part := self.window(polygon, int(3 * soft) + 2)) is None:
            return
        rows, columns, low = part
        mask = cv2.GaussianBlur(filled(self.picture[rows, columns].shape[:2], polygon - low), (0, 0), max(soft, 0.3))
        self.picture[rows, columns] *= (1 - strength * mask)[..., None]

    def lay(self, polygon: Floats, paint: Texture, owner: int, opacity: float = 1.0) -> None:
        """Fill a polygon with one colour."""
        if (part := self.window(polygon)) is None:
            return
        rows, columns, low = part
        mask = filled(self.picture[rows, columns].shape[:2], polygon - low)
        blend(self.picture[rows, columns], mask * opacity, paint)
        if owner >= 0:
            self.owner[rows, columns][mask > 0.5] = owner

    def print_face(self, quad: Floats, face: Texture, alpha: Texture, gain: float = 1.0) -> None:
        """Warp a square texture onto a quadrilateral (corners as the texture's, clockwise from its top left)."""
        if (part := self.window(quad)) is None:
            return
        rows, columns, low = part
        side = max(8.0, float(np.sqrt(cv2.contourArea(quad.astype(np.float32)))))
        small = min(1.0, 1.3 * side / FACE_PX)
        if small < 0.8:
            wanted = (max(4, round(FACE_PX * small)),) * 2
            face = np.asarray(cv2.resize(face, wanted, interpolation=cv2.INTER_AREA), np.float32)
            alpha = np.asarray(cv2.resize(alpha, wanted, interpolation=cv2.INTER_AREA), np.float32)
        corners = _TEXTURE_CORNERS * alpha.shape[0] - 0.5
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), (quad - low).astype(np.float32))
        size = self.picture[rows, columns].shape[1::-1]
        mask = cv2.warpPerspective(alpha, warp, size, flags=cv2.INTER_LINEAR)
        paint = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        blend(self.picture[rows, columns], np.asarray(mask, np.float32), np.asarray(paint * gain, np.float32))


def filled(shape: tuple[int, ...], polygon: Floats) -> Texture:
    """A mask 0..1 of a convex or simple polygon, with smooth edges."""
    mask = np.zeros(shape[:2], dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(polygon * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255)


def blend(under: Texture, mask: Texture, paint: Texture) -> None:
    """Lay paint over a part of a picture, in place."""
    under += mask[..., None] * (paint - under)


def hull(points: Floats) -> Floats:
    """Convex hull of Nx2 px."""
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), dtype=np.float64)


def turn(yaw: float, tilt: float = 0.0, about: float = 0.0) -> Floats:
    """Turn about z by yaw, then tip by tilt about a level axis at angle ``about``; radians."""
    c, s = np.cos(yaw), np.sin(yaw)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    axis = np.array([np.cos(about), np.sin(about), 0.0]) * tilt
    return np.asarray(cv2.Rodrigues(axis)[0] @ spin, dtype=np.float64)


def cast_shadow(canvas: Canvas, camera: Camera, light: Light, world: Floats, strength: float, soft: float) -> None:
    """Shadow on the table of a convex thing given by Nx3 mm."""
    slope = light.towards[:2] / max(light.towards[2], 0.25)
    ground = np.column_stack([world[:, :2] - world[:, 2:] * slope, np.zeros(len(world))])
    canvas.shade(hull(camera.see(ground)), strength * 0.7, soft)
    canvas.shade(hull(camera.see(world * (1, 1, 0))), strength * 0.5, soft * 0.5 + 0.5)


def ellipse_axes(points: Floats) -> Floats:
    """Half axes (2x2) of the ellipse through evenly spread points about it."""
    about = points - points.mean(axis=0)
    values, vectors = np.linalg.eigh(2 * about.T @ about / len(points))
    return np.asarray(vectors * np.sqrt(np.maximum(values, 1e-9)))


def paint_disc(canvas: Canvas, camera: Camera, light: Light, owner: int, disc: Disc, rng: Rng) -> Seen:
    """A disc lying, leaning or standing; its face as a texture."""
    normal = disc.pose[:, 2]
    up = normal if normal @ (camera.place - disc.at) > 0 else -normal
    ring = np.column_stack([_RING * disc.radius, np.zeros(len(_RING))]) @ disc.pose.T
    over, under = disc.at + ring + up * disc.thick / 2, disc.at + ring - up * disc.thick / 2
    cast_shadow(canvas, camera, light, np.concatenate([over, under]), disc.shadow, disc.soft)
    side = disc.face.mean(axis=(0, 1)) * rng.uniform(0.3, 1.0)
    outline = hull(camera.see(np.concatenate([over, under])))
    canvas.lay(outline, side.astype(np.float32), owner)
    top = camera.see(over)
    corners = np.column_stack([_SQUARE * disc.radius, np.zeros(4)]) @ disc.pose.T + disc.at + up * disc.thick / 2
    canvas.print_face(camera.see(corners), disc.face, _disc_alpha(), light.on(up))
    standing = abs(normal[2]) < 0.6
    if standing:
        return Seen("leaner", *_box_axes(outline), flat=False)
    return Seen("disc", top.mean(axis=0), ellipse_axes(top), flat=True)


def _box_axes(outline: Floats) -> tuple[Floats, Floats]:
    (x, y), (wide, high), angle = cv2.minAreaRect(outline.astype(np.float32))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([x, y]), np.array([[c * wide, -s * high], [s * wide, c * high]]) / 2


def _disc_alpha() -> Texture:
    y, x = np.mgrid[:FACE_PX, :FACE_PX] + 0.5 - FACE_PX / 2
    return np.asarray(np.clip(FACE_PX / 2 - np.hypot(x, y), 0, 1), dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Disc:
    """at: middle mm; pose 3x3, its third column the normal; sizes mm; shadow 0..1 and its softness in px."""

    at: Floats
    pose: Floats
    radius: float
    thick: float
    face: Texture
    shadow: float
    soft: float


@dataclass(frozen=True, eq=False)
class Cube:
    """at: middle mm; ``round``: radius of edges as a part of the side; inks: six one-channel faces; clear: 0 opaque.

    ``ball``: where below 0.9, the cube is cut by a ball of this radius (in sides).  ``inset``: how much smaller than
    its face the sticker is, at each edge.
    """

    at: Floats
    pose: Floats
    side: float
    round: float
    ball: float
    body: Texture
    print: Texture
    inks: tuple[Texture, ...]
    clear: float
    sticker: Texture | None
    inset: float
    shadow: float
    soft: float


FACES = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], dtype=np.float64)


def face_corners(normal: Floats, inset: float = 0.0) -> Floats:
    """The four corners (4x3) of a unit cube's face, side 1, clockwise from outside."""
    u = np.roll(normal, 1) if abs(normal[2]) < 0.5 else np.array([1.0, 0, 0])
    v = np.cross(normal, u)
    half = 0.5 - inset
    return np.array([normal / 2 + half * (a * u + b * v) for a, b in _SQUARE])


def paint_cube(canvas: Canvas, camera: Camera, light: Light, owner: int, cube: Cube, rng: Rng) -> Seen:
    """A die, opaque or clear."""
    corners = np.concatenate([face_corners(n) for n in FACES[:2]]) * cube.side @ cube.pose.T + cube.at
    cast_shadow(canvas, camera, light, corners, cube.shadow * (1 - 0.6 * cube.clear), cube.soft)
    normals = FACES @ cube.pose.T
    facing = [i for i in range(6) if normals[i] @ (camera.place - cube.at - normals[i] * cube.side / 2) > 0]
    facing.sort(key=lambda i: normals[i][2])
    outline = _rounded_outline(camera, cube)
    if (part := canvas.window(outline, 4)) is not None:
        (_paint_clear if cube.clear > 0 else _paint_body)(canvas, camera, light, cube, facing, normals, outline, part)
        rows, columns, low = part
        mask = filled(canvas.picture[rows, columns].shape, outline - low)
        canvas.owner[rows, columns][mask > 0.5] = owner
        for i in facing:
            _print(
                canvas,
                camera,
                light,
                cube,
                i,
                normals[i],
                1.0 if i == facing[-1] or not cube.clear else rng.uniform(0.1, 0.6),
            )
        _shine(canvas, outline, rng)
    top = camera.see(face_corners(FACES[facing[-1]]) * cube.side @ cube.pose.T + cube.at)
    axes = np.column_stack([(top[1] - top[0] + top[2] - top[3]) / 4, (top[3] - top[0] + top[2] - top[1]) / 4])
    return Seen("die", top.mean(axis=0), axes, flat=bool(normals[facing[-1]][2] > 0.98))


def _rounded_outline(camera: Camera, cube: Cube) -> Floats:
    inset = cube.round
    inner = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (0.5 - inset) * cube.side
    seen = camera.see(inner @ cube.pose.T + cube.at)
    per_mm = camera.focal / float((camera.rotation @ cube.at + camera.translation)[2])
    outline = hull((seen[:, None] + _RING[::3] * inset * cube.side * per_mm).reshape(-1, 2))
    if cube.ball < 0.9:
        ball = camera.see(cube.at[None])[0] + _RING * cube.ball * cube.side * per_mm
        both = cv2.intersectConvexConvex(outline.astype(np.float32), hull(ball).astype(np.float32))[1]
        if both is not None and len(both) > 3:
            outline = np.asarray(both.reshape(-1, 2), dtype=np.float64)
    return outline


def _paint_body(
    canvas: Canvas,
    camera: Camera,
    light: Light,
    cube: Cube,
    facing: list[int],
    normals: Floats,
    outline: Floats,
    part: tuple[slice, slice, Floats],
) -> None:
    rows, columns, low = part
    under = canvas.picture[rows, columns]
    shade = np.full(under.shape[:2], light.ambient, dtype=np.float32)
    for i in facing:
        quad = camera.see(face_corners(FACES[i]) * cube.side @ cube.pose.T + cube.at) - low
        cv2.fillConvexPoly(shade, np.round(quad * 16).astype(np.int32), light.on(normals[i]), cv2.LINE_AA, 4)
    pixel = cube.round * np.sqrt(cv2.contourArea(outline.astype(np.float32)))
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.4, 0.5 * float(pixel))), np.float32)
    blend(under, filled(under.shape, outline - low), cube.body * shade[..., None])


def _paint_clear(
    canvas: Canvas,
    camera: Camera,
    light: Light,
    cube: Cube,
    facing: list[int],
    normals: Floats,
    outline: Floats,
    part: tuple[slice, slice, Floats],
) -> None:
    """The table shows through, tinted; then what is inside and behind, then the edges."""
    rows, columns, low = part
    under = canvas.picture[rows, columns]
    mask = filled(under.shape, outline - low)
    blend(under, mask, under * (0.35 + 0.6 * cube.clear) + cube.body * (1 - cube.clear) * light.ambient)
    rng = np.random.default_rng(int(abs(cube.at[0]) * 1000) + 7)
    for i in (j for j in range(6) if j not in facing):
        if rng.random() < 0.7:
            _print(canvas, camera, light, cube, i, normals[i], rng.uniform(0.1, 0.6), shrink=rng.uniform(0.6, 0.95))
    _figure(canvas, camera, cube, rng)
    for i in facing:
        quad = camera.see(face_corners(FACES[i]) * cube.side @ cube.pose.T + cube.at)
        canvas.lay(quad, np.full(3, rng.choice([0.05, 1.0]), dtype=np.float32), -1, rng.uniform(0, 0.2) ** 1.5)
        if rng.random() < 0.5:
            canvas.lay(_band(quad, rng), np.ones(3, dtype=np.float32), -1, rng.uniform(0, 0.5))
    edge = np.clip(cube.body * rng.uniform(0.2, 2.0), 0, 1).astype(np.float32)
    strong = rng.uniform(0.02, 0.9) ** 1.5
    wide = max(1, round(0.03 * float(np.sqrt(mask.sum()))))
    lines = np.zeros(under.shape[:2], dtype=np.uint8)
    for i in range(6):
        quad = camera.see(face_corners(FACES[i], cube.round * 0.5) * cube.side @ cube.pose.T + cube.at) - low
        see = 255 if i in facing else 90
        cv2.polylines(lines, [np.round(quad * 16).astype(np.int32)], True, see, wide, cv2.LINE_AA, 4)
    blend(under, np.asarray(lines * (strong / 255) * mask, np.float32), edge)


def _band(quad: Floats, rng: Rng) -> Floats:
    """A strip along one side of a face, where light is thrown back."""
    a, b, c, d = np.roll(quad, int(rng.integers(4)), axis=0)
    start, end = sorted(rng.uniform(0, 0.5, 2))
    return np.array([a + (d - a) * start, b + (c - b) * start, b + (c - b) * end, a + (d - a) * end])


def _figure(canvas: Canvas, camera: Camera, cube: Cube, rng: Rng) -> None:
    for _ in range(int(rng.integers(0, 5))):
        at = camera.see((rng.uniform(-0.2, 0.2, 3) * cube.side + cube.at)[None])[0]
        per_mm = camera.focal / float((camera.rotation @ cube.at + camera.translation)[2])
        blob = at + _RING @ rng.normal(0, 0.14 * cube.side * per_mm, (2, 2))
        canvas.lay(hull(blob), colour(rng, 0.4), -1, rng.uniform(0.3, 1))


def _print(
    canvas: Canvas,
    camera: Camera,
    light: Light,
    cube: Cube,
    i: int,
    normal: Floats,
    opacity: float,
    shrink: float = 1.0,
) -> None:
    inset = cube.round * 0.3 + (cube.inset if i == 5 else 0.0)
    quad = camera.see(face_corners(FACES[i], inset) * shrink * cube.side @ cube.pose.T + cube.at)
    if i == 5 and cube.sticker is not None:
        whole = np.full((FACE_PX, FACE_PX), opacity if opacity > 0.9 else 0.9, dtype=np.float32)
        canvas.print_face(quad, cube.sticker, whole, light.on(normal))
    else:
        paint = np.empty((FACE_PX, FACE_PX, 3), dtype=np.float32)
        paint[:] = cube.print
        canvas.print_face(quad, paint, cube.inks[i] * opacity, light.on(normal))


def _shine(canvas: Canvas, outline: Floats, rng: Rng) -> None:
    if rng.random() < 0.4:
        weights = rng.dirichlet(np.full(len(outline), 0.4))
        reach = np.sqrt(cv2.contourArea(outline.astype(np.float32))) * rng.uniform(0.03, 0.16)
        spot = weights @ outline + _RING @ rng.normal(0, reach, (2, 2))
        canvas.lay(hull(spot), np.ones(3, dtype=np.float32), -1, rng.uniform(0.3, 1))
