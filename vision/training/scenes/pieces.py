"""Paint pieces into a training scene: discs, and opaque and clear dice face by face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.scenes.canvas import RING, Camera, Canvas, Floats, Rng, VisiblePiece, Window, blend, filled, hull
from vision.training.scenes.surfaces import FACE_PX, Texture, colour

_SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], dtype=np.float64)
FACES = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], dtype=np.float64)
"""The outward normals of a cube's six faces."""
STICKER = 5
"""Index of the face with the sticker."""


@dataclass(frozen=True, eq=False)
class Cube:
    """A die: centre (mm), pose (3x3), side (mm), and its appearance.

    ``round``: radius of its edges, as a part of the side; ``inks``: six one-channel faces; ``clear``: 0 is opaque;
    ``ball``: below 0.9, the cube is cut by a ball of this radius (in sides); ``inset``: margin of the sticker at each
    edge, in sides.
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

    @property
    def normals(self) -> Floats:
        """The outward normals of its faces in the world, 6 x 3."""
        return FACES @ self.pose.T

    def corners(self, face: int, inset: float = 0.0, shrink: float = 1.0) -> Floats:
        """Return a face's corners (4 x 3 mm), ``inset`` sides inside its edges, of the cube scaled by ``shrink``."""
        return np.asarray(face_corners(FACES[face], inset) * shrink * self.side @ self.pose.T + self.at)


def face_corners(normal: Floats, inset: float = 0.0) -> Floats:
    """Return the corners (4x3) of a face of a unit cube, clockwise from outside."""
    u = np.roll(normal, 1) if abs(normal[2]) < 0.5 else np.array([1.0, 0, 0])
    v = np.cross(normal, u)
    half = 0.5 - inset
    return np.array([normal / 2 + half * (a * u + b * v) for a, b in _SQUARE])


def paint_cube(canvas: Canvas, owner: int, cube: Cube, rng: Rng) -> VisiblePiece:
    """Paint a die, opaque or clear."""
    base = np.concatenate([cube.corners(0), cube.corners(1)])
    canvas.cast_shadow(base, cube.shadow * (1 - 0.6 * cube.clear), cube.soft)
    normals = cube.normals
    facing = [i for i in range(6) if normals[i] @ (canvas.camera.place - cube.at - normals[i] * cube.side / 2) > 0]
    facing.sort(key=lambda i: normals[i][2])
    outline = _rounded_outline(canvas.camera, cube)
    if (window := canvas.window(outline, 4)) is not None:
        (_paint_clear if cube.clear > 0 else _paint_body)(canvas, cube, facing, outline, window)
        rows, columns, low = window
        mask = filled(canvas.picture[rows, columns].shape, outline - low)
        canvas.owner[rows, columns][mask > 0.5] = owner
        for i in facing:
            is_plain = i == facing[-1] or not cube.clear
            _print(canvas, cube, i, 1.0 if is_plain else rng.uniform(0.1, 0.6))
        _shine(canvas, outline, rng)
    top = canvas.camera.see(cube.corners(facing[-1]))
    axes = np.column_stack([(top[1] - top[0] + top[2] - top[3]) / 4, (top[3] - top[0] + top[2] - top[1]) / 4])
    return VisiblePiece("die", top.mean(axis=0), axes, flat=bool(normals[facing[-1]][2] > 0.98))


def _rounded_outline(camera: Camera, cube: Cube) -> Floats:
    inset = cube.round
    inner = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (0.5 - inset) * cube.side
    projected = camera.see(inner @ cube.pose.T + cube.at)
    per_mm = camera.px_per_mm(cube.at)
    outline = hull((projected[:, None] + RING[::3] * inset * cube.side * per_mm).reshape(-1, 2))
    if cube.ball < 0.9:
        ball = camera.see(cube.at[None])[0] + RING * cube.ball * cube.side * per_mm
        both = cv2.intersectConvexConvex(outline.astype(np.float32), hull(ball).astype(np.float32))[1]
        if both is not None and len(both) > 3:
            outline = np.asarray(both.reshape(-1, 2), dtype=np.float64)
    return outline


def _paint_body(canvas: Canvas, cube: Cube, facing: list[int], outline: Floats, window: Window) -> None:
    rows, columns, low = window
    under = canvas.picture[rows, columns]
    shade = np.full(under.shape[:2], canvas.light.ambient, dtype=np.float32)
    for i in facing:
        quad = canvas.camera.see(cube.corners(i)) - low
        light = canvas.light.on(cube.normals[i])
        cv2.fillConvexPoly(shade, np.round(quad * 16).astype(np.int32), light, cv2.LINE_AA, 4)
    pixel = cube.round * np.sqrt(cv2.contourArea(outline.astype(np.float32)))
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), max(0.4, 0.5 * float(pixel))), np.float32)
    blend(under, filled(under.shape, outline - low), cube.body * shade[..., None])


def _paint_clear(canvas: Canvas, cube: Cube, facing: list[int], outline: Floats, window: Window) -> None:
    """Paint the tinted table behind a clear die, then its inside and far sides, then its edges."""
    rows, columns, low = window
    under = canvas.picture[rows, columns]
    mask = filled(under.shape, outline - low)
    blend(under, mask, under * (0.35 + 0.6 * cube.clear) + cube.body * (1 - cube.clear) * canvas.light.ambient)
    rng = np.random.default_rng(int(abs(cube.at[0]) * 1000) + 7)
    for i in (j for j in range(6) if j not in facing):
        if rng.random() < 0.7:
            _print(canvas, cube, i, rng.uniform(0.1, 0.6), shrink=rng.uniform(0.6, 0.95))
    _figure(canvas, cube, rng)
    for i in facing:
        _mirror(canvas, canvas.camera.see(cube.corners(i)), rng)
    _edges(canvas, cube, facing, mask, window, rng)


def _mirror(canvas: Canvas, quad: Floats, rng: Rng) -> None:
    """Paint a bright or dark reflection in a clear face, sometimes with a bright strip."""
    canvas.fill(quad, np.full(3, rng.choice([0.05, 1.0]), dtype=np.float32), -1, rng.uniform(0, 0.2) ** 1.5)
    if rng.random() < 0.5:
        canvas.fill(_band(quad, rng), np.ones(3, dtype=np.float32), -1, rng.uniform(0, 0.5))


def _edges(canvas: Canvas, cube: Cube, facing: list[int], mask: Texture, window: Window, rng: Rng) -> None:
    """Paint the edges of a clear cube, those in front stronger."""
    rows, columns, low = window
    under = canvas.picture[rows, columns]
    edge = np.clip(cube.body * rng.uniform(0.2, 2.0), 0, 1).astype(np.float32)
    strong = rng.uniform(0.02, 0.9) ** 1.5
    wide = max(1, round(0.03 * float(np.sqrt(mask.sum()))))
    lines = np.zeros(under.shape[:2], dtype=np.uint8)
    for i in range(6):
        quad = canvas.camera.see(cube.corners(i, cube.round * 0.5)) - low
        see = 255 if i in facing else 90
        cv2.polylines(lines, [np.round(quad * 16).astype(np.int32)], True, see, wide, cv2.LINE_AA, 4)
    blend(under, np.asarray(lines * (strong / 255) * mask, np.float32), edge)


def _band(quad: Floats, rng: Rng) -> Floats:
    """Return a strip along one side of a face, where light is reflected."""
    a, b, c, d = np.roll(quad, int(rng.integers(4)), axis=0)
    start, end = sorted(rng.uniform(0, 0.5, 2))
    return np.array([a + (d - a) * start, b + (c - b) * start, b + (c - b) * end, a + (d - a) * end])


def _figure(canvas: Canvas, cube: Cube, rng: Rng) -> None:
    for _ in range(int(rng.integers(0, 5))):
        at = canvas.camera.see((rng.uniform(-0.2, 0.2, 3) * cube.side + cube.at)[None])[0]
        blob = at + RING @ rng.normal(0, 0.14 * cube.side * canvas.camera.px_per_mm(cube.at), (2, 2))
        canvas.fill(hull(blob), colour(rng, 0.4), -1, rng.uniform(0.3, 1))


def _print(canvas: Canvas, cube: Cube, face: int, opacity: float, shrink: float = 1.0) -> None:
    """Paint the sticker or the drawing of a face."""
    inset = cube.round * 0.3 + (cube.inset if face == STICKER else 0.0)
    quad = canvas.camera.see(cube.corners(face, inset, shrink))
    light = canvas.light.on(cube.normals[face])
    if face == STICKER and cube.sticker is not None:
        whole = np.full((FACE_PX, FACE_PX), opacity if opacity > 0.9 else 0.9, dtype=np.float32)
        canvas.print_face(quad, cube.sticker, whole, light)
    else:
        paint = np.empty((FACE_PX, FACE_PX, 3), dtype=np.float32)
        paint[:] = cube.print
        canvas.print_face(quad, paint, cube.inks[face] * opacity, light)


def _shine(canvas: Canvas, outline: Floats, rng: Rng) -> None:
    if rng.random() < 0.4:
        weights = rng.dirichlet(np.full(len(outline), 0.4))
        reach = np.sqrt(cv2.contourArea(outline.astype(np.float32))) * rng.uniform(0.03, 0.16)
        spot = weights @ outline + RING @ rng.normal(0, reach, (2, 2))
        canvas.fill(hull(spot), np.ones(3, dtype=np.float32), -1, rng.uniform(0.3, 1))


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


def paint_disc(canvas: Canvas, owner: int, disc: Disc, rng: Rng) -> VisiblePiece:
    """Paint a lying, leaning or standing disc with its face as a texture."""
    camera, light = canvas.camera, canvas.light
    normal = disc.pose[:, 2]
    up = normal if normal @ (camera.place - disc.at) > 0 else -normal
    ring = np.column_stack([RING * disc.radius, np.zeros(len(RING))]) @ disc.pose.T
    over, under = disc.at + ring + up * disc.thick / 2, disc.at + ring - up * disc.thick / 2
    canvas.cast_shadow(np.concatenate([over, under]), disc.shadow, disc.soft)
    side = disc.face.mean(axis=(0, 1)) * rng.uniform(0.3, 1.0)
    outline = hull(camera.see(np.concatenate([over, under])))
    canvas.fill(outline, side.astype(np.float32), owner)
    top = camera.see(over)
    corners = np.column_stack([_SQUARE * disc.radius, np.zeros(4)]) @ disc.pose.T + disc.at + up * disc.thick / 2
    canvas.print_face(camera.see(corners), disc.face, _disc_alpha(), light.on(up))
    standing = abs(normal[2]) < 0.6
    if standing:
        return VisiblePiece("leaner", *_box_axes(outline), flat=False)
    return VisiblePiece("disc", top.mean(axis=0), _ellipse_axes(top), flat=True)


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
