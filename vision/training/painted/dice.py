"""Views of invented dice: opaque, translucent, or clear with things inside, from above or tilted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.designs import FACE, Design
from vision.training.painted.discs import relief
from vision.training.painted.light import mirrored
from vision.training.painted.surface import Picture, Rng, any_colour, blend, darken, floats

SCENE = 128
"""Edge of the drawn scene, px."""
VIEW = 80
"""Edge of the view cut from it, px."""
REACH = 1.35
"""Edge of the view in edges of the die: the reader's context and a margin for shifting."""
MIRRORING = 0.45
"""Probability that the top side of a die reflects the lamps."""
SIDES = (
    ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
    ((-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)),
    ((1, -1, 1), (1, 1, 1), (1, 1, -1), (1, -1, -1)),
    ((1, 1, 1), (-1, 1, 1), (-1, 1, -1), (1, 1, -1)),
    ((-1, 1, 1), (-1, -1, 1), (-1, -1, -1), (-1, 1, -1)),
    ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)),
)
"""Corners of a cube's faces, seen from outside, clockwise: top, four round about, bottom."""
Quad = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Body:
    """The material of a die: colour, transparency and roundness of its edges (0..1)."""

    colour: Picture
    clear: float
    rounding: float


@dataclass(frozen=True, slots=True)
class Pose:
    """The projected corners of the six faces (px), and which faces are visible."""

    quads: tuple[Quad, ...]
    visible: tuple[bool, ...]


def pose(rng: Rng, tilt: float, edge_px: float) -> Pose:
    """Return a cube in random rotation on the table, viewed by a camera ``tilt`` radians from the vertical."""
    yaw, about = rng.uniform(0, 2 * np.pi, 2)
    spin = _about_z(yaw)
    lean = _about_z(about) @ _about_x(tilt) @ _about_z(-about)
    corners = np.array(SIDES, np.float64) / 2 @ spin.T @ lean.T
    distance = np.exp(rng.uniform(np.log(6), np.log(40)))
    depth = distance - corners[..., 2]
    flat = corners[..., :2] / depth[..., None] * distance * edge_px * (1, -1)
    quads = (flat + SCENE / 2 - flat.reshape(-1, 2).mean(axis=0)).astype(np.float32)
    (x, y), (u, v) = (quads[:, 1] - quads[:, 0]).T, (quads[:, 2] - quads[:, 1]).T
    return Pose(tuple(quads), tuple(bool(a > 3) for a in x * v - y * u))


def _about_z(turn: float) -> NDArray[np.float64]:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _about_x(turn: float) -> NDArray[np.float64]:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _onto(texture: Picture, quad: Quad) -> Picture:
    """Warp a drawing onto a quadrilateral of the scene."""
    square = floats([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]])
    turn = cv2.getPerspectiveTransform(square, np.asarray(quad, np.float32))
    return np.asarray(cv2.warpPerspective(texture, turn, (SCENE, SCENE), flags=cv2.INTER_LINEAR), np.float32)


def _shrunk(quad: Quad, by: float) -> Quad:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * by, np.float32)


def silhouette(where: Pose, rounding: float) -> Picture:
    """Return the coverage (0..1) of the die's outline with rounded corners."""
    points = np.concatenate(where.quads)
    edge = float(np.linalg.norm(where.quads[0][1] - where.quads[0][0]))
    radius = max(1, int(edge * rounding * 0.3))
    hull = cv2.convexHull(_shrunk(points, 1 - 2 * radius / edge / 1.3)).astype(np.float32)
    mask = np.zeros((SCENE, SCENE), np.uint8)
    cv2.fillConvexPoly(mask, (hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    return cv2.dilate(mask, disc).astype(np.float32) / 255


def opaque(rng: Rng, scene: Picture, sides: Sequence[Design], body: Body, where: Pose) -> None:
    """Draw a plastic die: silhouette, shaded sides and their drawings; a translucent one shows its far pips."""
    outline = silhouette(where, body.rounding)
    _shadow(rng, scene, outline)
    blend(scene, body.colour * rng.uniform(0.6, 1.0), outline * (1 - 0.6 * body.clear))
    if body.clear > 0.05:
        for i in (5, 1, 2, 3, 4):
            if not where.visible[i]:
                _far_side(rng, scene, sides[i], where.quads[i], body)
    shades = rng.uniform(0.45, 1.05, 6)
    shades[0] = rng.uniform(0.85, 1.1)
    light = rng.uniform(0, 2 * np.pi)
    for i in (1, 2, 3, 4, 0):
        if where.visible[i]:
            _near_side(rng, scene, sides[i], where.quads[i], float(shades[i]), light, body)
    if rng.random() < MIRRORING:
        _mirror(rng, scene, sides[0].alpha, where.quads[0], outline)
    _edge_shine(rng, scene, where, 0.25)


def _near_side(rng: Rng, scene: Picture, side: Design, quad: Quad, shade: float, light: float, body: Body) -> None:
    """Draw one visible side: its material fades at the rounded edges, its ink does not."""
    flat = _soft_square(body.rounding)
    layer = _onto(np.dstack([relief(side, light, rng) * shade, np.maximum(flat * (1 - body.clear), side.alpha)]), quad)
    blend(
        scene,
        layer[..., :3] / np.maximum(_onto(np.ones((FACE, FACE), np.float32), quad)[..., None], 0.2),
        layer[..., 3],
    )


def _soft_square(rounding: float) -> Picture:
    edge = np.clip((FACE / 2 - np.abs(np.arange(FACE) - FACE / 2)) / (1 + FACE * 0.12 * rounding), 0, 1)
    return np.asarray(np.minimum.outer(edge, edge), np.float32)


def _far_side(rng: Rng, scene: Picture, side: Design, quad: Quad, body: Body) -> None:
    """Draw a side seen through the die: faint, blurred and mirrored."""
    soft = cv2.GaussianBlur(np.dstack([side.colour, side.alpha]), (0, 0), rng.uniform(1.5, 5))
    layer = _onto(soft, _shrunk(quad, rng.uniform(0.7, 0.95)))
    tint = layer[..., :3] * 0.5 + body.colour * 0.5
    blend(scene, tint, layer[..., 3] * rng.uniform(0.2, 0.7))


def _shadow(rng: Rng, scene: Picture, outline: Picture) -> None:
    soft = cv2.GaussianBlur(outline, (0, 0), rng.uniform(2, 9))
    moved = np.roll(soft, rng.integers(-10, 11, 2), axis=(0, 1))
    darken(scene, rng.uniform(0, 0.6) * moved)


def _edge_shine(rng: Rng, scene: Picture, where: Pose, often: float) -> None:
    """Draw bright or dark lines where edges reflect the lamp."""
    sheet: Picture = np.zeros((SCENE, SCENE), np.float32)
    for quad in (where.quads[0], where.quads[5]):
        for k in range(4):
            if rng.random() < often:
                a, b = quad[k], quad[(k + 1) % 4]
                ends = np.sort(rng.uniform(0, 1, 2))
                start, stop = (tuple((a + (b - a) * e).astype(int).tolist()) for e in ends)
                cv2.line(sheet, start, stop, 1.0, int(rng.integers(1, 3)), cv2.LINE_AA)
    sheet = cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.5, 2))
    blend(scene, np.full(3, rng.choice([0.05, 0.95, 1.0]), np.float32), sheet * rng.uniform(0.3, 1.0))


def clear(rng: Rng, scene: Picture, sides: Sequence[Design], body: Body, where: Pose) -> None:
    """Draw a clear cube: the refracted table, the far sides from behind, a figure inside, and the sharp top side."""
    outline = silhouette(where, body.rounding * 0.4)
    _shadow(rng, scene, outline)
    bent = cv2.GaussianBlur(np.roll(scene, rng.integers(-18, 19, 2), axis=(0, 1)), (0, 0), rng.uniform(1, 5))
    blend(scene, bent * rng.uniform(0.4, 1.0) + body.colour * rng.uniform(0, 0.25), outline * rng.uniform(0.6, 1.0))
    seen_top = where.quads[0]
    floor = _shrunk(seen_top, rng.uniform(0.6, 0.92)) + rng.normal(0, 3, 2).astype(np.float32)
    if sides[5].kind == "picture" or rng.random() < 0.4:
        mirrored = floor[[1, 0, 3, 2]]
        _far_side(rng, scene, sides[5], _shrunk(mirrored, 1.1), body)
    _patches(rng, scene, floor)
    _figure(rng, scene, floor)
    for i in (1, 2, 3, 4):
        slant = floats([seen_top[i - 1], seen_top[i % 4], floor[i % 4], floor[i - 1]])
        if rng.random() < 0.5:
            _far_side(rng, scene, sides[i], slant, body)
    _edge_shine(rng, scene, where, 0.6)
    _ink(rng, scene, sides[0], seen_top)
    if rng.random() < MIRRORING:
        _mirror(rng, scene, np.zeros_like(sides[0].alpha), seen_top, outline)


def _mirror(rng: Rng, scene: Picture, hollows: Picture, top: Quad, outline: Picture) -> None:
    """Draw lamps reflected by a smooth top side; ``hollows`` (FACE x FACE): what is engraved in it."""
    shine = _onto(mirrored(rng, hollows), top)
    blend(scene, np.ones(3, np.float32), shine * np.minimum(outline, 1))


def _ink(rng: Rng, scene: Picture, side: Design, quad: Quad) -> None:
    """Draw the print of the top side, sharp and sometimes not fully opaque."""
    drawn = _onto(np.dstack([side.colour * side.alpha[..., None], side.alpha]), quad)
    strength = 1.0 if side.kind == "picture" else rng.uniform(0.6, 1.0)
    blend(scene, drawn[..., :3] / np.maximum(drawn[..., 3:], 0.05), strength * drawn[..., 3])


def _patches(rng: Rng, scene: Picture, floor: Quad) -> None:
    """Draw grey and bright patches: reflections of the inner sides."""
    low, high = floor.min(axis=0), floor.max(axis=0)
    sheet = np.zeros((SCENE, SCENE), np.float32)
    for _ in range(rng.integers(0, 4)):
        corners = rng.uniform(low, high, (4, 2))
        cv2.fillConvexPoly(sheet, cv2.convexHull(corners.astype(np.float32)).astype(np.int32), 1.0)
    blend(scene, any_colour(rng) * 0.3 + 0.35, cv2.GaussianBlur(sheet, (0, 0), 1.5) * rng.uniform(0.1, 0.6))


def _figure(rng: Rng, scene: Picture, floor: Quad) -> None:
    """Draw a small figure inside, seen from above, as a few soft blobs."""
    middle, reach = floor.mean(axis=0), float(np.ptp(floor[:, 0]))
    for _ in range(rng.integers(0, 4)):
        sheet = np.zeros((SCENE, SCENE), np.float32)
        at = (middle + rng.normal(0, reach * 0.12, 2)).astype(int)
        axes = tuple(np.maximum(rng.uniform(0.03, 0.16, 2) * reach, 2).astype(int).tolist())
        cv2.ellipse(sheet, at.tolist(), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        blend(scene, any_colour(rng), cv2.GaussianBlur(sheet, (0, 0), rng.uniform(1, 4)) * rng.uniform(0.3, 0.9))


def cut_out(rng: Rng, scene: Picture, where: Pose) -> Picture:
    """Return the view as the detector would crop it: mostly by the top side, else by the box of the whole die."""
    top = where.quads[0]
    way = rng.random()
    everything = np.concatenate([q for q, visible in zip(where.quads, where.visible, strict=True) if visible])
    quad: Quad
    if way < 0.6:
        quad = np.roll(top, rng.integers(4), axis=0) + rng.normal(0, 1.5, (4, 2))
    elif way < 0.7:
        quad = cv2.boxPoints(cv2.minAreaRect(everything.astype(np.float32)))
    else:
        box = everything if way < 0.85 else top
        (left, up), (right, down) = box.min(axis=0), box.max(axis=0)
        quad = np.array([[left, up], [right, up], [right, down], [left, down]])
    quad = floats(quad)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    middle = quad.mean(axis=0) + rng.normal(0, 0.03 if rng.random() < 0.65 else 0.09, 2) * size
    wide = 1 + rng.normal(0, 0.06) if way < 0.6 else rng.uniform(0.92, 1.5)
    quad = middle + (quad - quad.mean(axis=0)) * REACH * wide
    square = floats([[0, 0], [VIEW, 0], [VIEW, VIEW], [0, VIEW]])
    turn = cv2.getPerspectiveTransform(floats(quad), square)
    view = cv2.warpPerspective(scene, turn, (VIEW, VIEW), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.float32)
