"""Whole training scenes: tables, pieces that touch, overlap or lean, other objects, light and camera noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.canvas import Camera, Canvas, Light, VisiblePiece, hull, turn
from vision.training.scenes.distractors import distractors
from vision.training.scenes.photograph import SIDE, photographed
from vision.training.scenes.pieces import Cube, Disc, paint_cube, paint_disc
from vision.training.scenes.surfaces import TABLE_PX, Texture, colour, disc_face, ink, table_top

Floats = NDArray[np.float64]
Rng = np.random.Generator

FINE = 2 * SIDE
"""Side of a painted scene in px; it is shrunk to the training picture."""


@dataclass(frozen=True, eq=False)
class Stock:
    """Textures that are made once and used in every scene."""

    tables: list[Texture]
    discs: list[Texture]
    inks: list[Texture]
    pips: list[Texture]


@dataclass(frozen=True, eq=False)
class Target:
    """One piece in a finished picture: kind, centre px, half axes 2x2 px, visible part 0..1."""

    kind: str
    middle: Floats
    axes: Floats
    visible: float


@dataclass(frozen=True, eq=False)
class Scene:
    """A finished picture (SIDE x SIDE x 3 uint8 BGR) and the pieces in it."""

    picture: NDArray[np.uint8]
    targets: list[Target]


def stock(rng: Rng, scale: float = 1.0) -> Stock:
    """Make the textures: about half a minute at scale 1."""
    return Stock(
        [table_top(rng) for _ in range(int(160 * scale))],
        [disc_face(rng) for _ in range(int(900 * scale))],
        [ink(rng) for _ in range(int(400 * scale))],
        [ink(rng, pips=True) for _ in range(int(200 * scale))],
    )


def scene(rng: Rng, textures: Stock) -> Scene:
    """Paint one scene."""
    camera, span = camera_over(rng)
    light = any_light(rng)
    canvas = Canvas(laid_table(rng, textures, camera, span), camera, light)
    painted = _paint_pieces(rng, textures, canvas, span)
    targets = [t for i, s in enumerate(painted, 1) if (t := _target(canvas, i, s)) is not None]
    return Scene(photographed(rng, canvas.picture), targets)


def camera_over(rng: Rng, least_px: float = 14, most_px: float = 66) -> tuple[Camera, float]:
    """Return a random camera in whose finished picture 25 mm are ``least_px`` to ``most_px``, and its view in mm."""
    pixels = float(np.exp(rng.uniform(np.log(least_px), np.log(most_px))))
    per_mm = 2 * pixels / 25
    steep = rng.random() < 0.6
    tilt = rng.uniform(0, 22) if steep else rng.uniform(15, 52)
    roll = rng.uniform(0, 360) if steep and rng.random() < 0.7 else rng.normal(0, 8)
    lean = cv2.Rodrigues(np.array([np.radians(tilt), 0.0, 0.0]))[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(roll)]))[0]
    rotation = np.asarray(spin @ lean @ np.diag([1.0, -1.0, -1.0]))
    away = float(np.exp(rng.uniform(np.log(250), np.log(1100))))
    focal = per_mm * away
    aside = rng.uniform(-0.4, 0.4, 2) * (focal if steep else 0.4 * focal)
    ray = np.append(-aside / focal, 1.0)
    return Camera(rotation, ray * away, focal, FINE / 2 + aside), FINE / per_mm


def any_light(rng: Rng) -> Light:
    """Return one random lamp above the table, with a random part of ambient light."""
    slant, way = np.radians(rng.uniform(5, 60)), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.sin(slant) * np.cos(way), np.sin(slant) * np.sin(way), np.cos(slant)])
    return Light(towards, rng.uniform(0.3, 0.85))


def laid_table(rng: Rng, textures: Stock, camera: Camera, span: float) -> Texture:
    """Return the table top as the camera sees it, sometimes with the edge of another one on it."""
    first = _laid(rng, textures, camera, span * rng.uniform(0.7, 3.0))
    if rng.random() < 0.25:
        edge = rng.uniform(-0.6, 0.6, 2) * span
        way = turn(rng.uniform(0, 2 * np.pi))[:2, :2]
        far = 6 * span
        board = np.array([[0, -far], [far, -far], [far, far], [0, far]]) @ way + edge
        quad = camera.see(np.column_stack([board, np.zeros(4)]))
        if np.abs(quad).max() < 3e4:
            mask = np.zeros((FINE, FINE), dtype=np.uint8)
            cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255, cv2.LINE_AA)
            first = np.where(mask[..., None] > 127, _laid(rng, textures, camera, span * rng.uniform(0.7, 3)), first)
    return np.ascontiguousarray(first)


def _laid(rng: Rng, textures: Stock, camera: Camera, wide_mm: float) -> Texture:
    top = textures.tables[rng.integers(len(textures.tables))]
    turned = turn(rng.uniform(0, 2 * np.pi))[:2, :2] * wide_mm / 2
    quad = np.column_stack([np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) @ turned, np.zeros(4)])
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32) * TABLE_PX
    warp = cv2.getPerspectiveTransform(corners, camera.see(quad).astype(np.float32))
    picture = cv2.warpPerspective(top, warp, (FINE, FINE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(picture * rng.uniform(0.6, 1.15), 0, 1), np.float32)


def _paint_pieces(rng: Rng, textures: Stock, canvas: Canvas, span: float) -> list[VisiblePiece]:
    """Paint other objects and pieces, far ones first; piece i of the result has owner i + 1."""
    sizes = _sizes(rng)
    fits = max(1, min(16, int(0.5 * (span / 25) ** 2)))
    count = 0 if rng.random() < 0.04 else int(rng.integers(1, fits + 1))
    places = laid_out(rng, count, span, 25.0)
    order = sorted(places, key=lambda p: -float(p[1]) + 1000 * float(p[2] > 0))
    painted: list[VisiblePiece] = []
    glare(rng, canvas, 0.25)
    _distractors(rng, canvas, span, 0.5)
    for x, y, z in order:
        owner = len(painted) + 1
        shadow, soft = rng.uniform(0, 0.75), rng.uniform(0.3, 6)
        at = np.array([x, y, z])
        if rng.random() < sizes["discs"]:
            disc = _disc(rng, textures, at, sizes["disc"], shadow, soft)
            painted.append(paint_disc(canvas, owner, disc, rng))
        else:
            cube = _cube(rng, textures, at, sizes, shadow, soft)
            painted.append(paint_cube(canvas, owner, cube, rng))
    _distractors(rng, canvas, span, 0.12, over=True)
    glare(rng, canvas, 0.15)
    return painted


def _sizes(rng: Rng) -> dict[str, float]:
    """Return random properties of the pieces of this table, which are shared by its set."""
    return {
        "discs": float(rng.choice([0.0, 1.0, 0.5, rng.random()], p=[0.38, 0.38, 0.12, 0.12])),
        "disc": rng.uniform(10, 14),
        "spread": rng.choice([0.0, 0.25]),
        "side": rng.uniform(14, 27),
        "round": rng.uniform(0.02, 0.26),
        "ball": rng.uniform(0.66, 0.8) if rng.random() < 0.25 else 1.0,
        "clear": 1 - 0.7 * rng.random() ** 1.5 if rng.random() < 0.45 else 0.0,
        "pips": float(rng.random() < 0.6),
    }


def laid_out(rng: Rng, count: int, span: float, piece: float) -> list[Floats]:
    """Return centres in mm (x, y, height of the support): apart, touching, sometimes on top of another."""
    places: list[Floats] = []
    cling = rng.choice([0.0, 0.4, 0.8])
    for _ in range(count * 6):
        if len(places) == count:
            break
        if places and rng.random() < cling:
            way, on_top = rng.uniform(0, 2 * np.pi), rng.random() < 0.1
            gap = piece * (rng.uniform(0.35, 0.9) if on_top else rng.uniform(1.0, 1.12))
            at = places[rng.integers(len(places))] + (gap * np.cos(way), gap * np.sin(way), 0)
            at[2] = 2.5 if on_top else 0.0
        else:
            at, on_top = np.append(rng.uniform(-0.55, 0.55, 2) * span, 0.0), False
        near = 0.3 if on_top else 1.0
        if all(np.hypot(*(at - other)[:2]) >= near * piece for other in places):
            places.append(at)
    return places


def _disc(rng: Rng, textures: Stock, at: Floats, radius: float, shadow: float, soft: float) -> Disc:
    face = textures.discs[rng.integers(len(textures.discs))]
    face = np.clip(face * rng.uniform(0.7, 1.2), 0, 1).astype(np.float32)
    thick = rng.uniform(0.4, 4.0)
    radius = radius * rng.uniform(0.88, 1.02)
    standing = rng.random() < 0.07 and at[2] == 0
    tilt = np.radians(rng.uniform(62, 90)) if standing else (np.radians(rng.uniform(2, 10)) if at[2] > 0 else 0.0)
    pose = turn(rng.uniform(0, 2 * np.pi), tilt, rng.uniform(0, 2 * np.pi))
    height = radius * np.sin(tilt) if standing else at[2] + thick / 2
    return Disc(np.array([at[0], at[1], height]), pose, radius, thick, face, shadow, soft)


def _cube(rng: Rng, textures: Stock, at: Floats, sizes: dict[str, float], shadow: float, soft: float) -> Cube:
    side = sizes["side"] * (1 + sizes["spread"] * rng.uniform(-1, 0))
    cocked = rng.random() < 0.05
    tilt = np.radians(rng.uniform(6, 28)) if cocked else 0.0
    pose = turn(rng.uniform(0, 2 * np.pi), tilt, rng.uniform(0, 2 * np.pi))
    body = colour(rng, 0.45)
    away = colour(rng, 0.6)
    printed = away if abs(float(away.mean() - body.mean())) > 0.25 else np.full(3, float(body.mean() < 0.5), np.float32)
    bank = textures.pips if rng.random() < (0.97 if sizes["pips"] else 0.06) else textures.inks
    inks = tuple(bank[i] for i in rng.integers(0, len(bank), 6))
    if sizes["clear"] and rng.random() < 0.5:
        pose = pose[:, [0, 2, 1]] * (1, 1, -1)
        pose = pose if rng.random() < 0.5 else pose[:, [0, 2, 1]] * (1, -1, 1)
    sticker = any_sticker(rng, textures) if sizes["clear"] and rng.random() < 0.8 else None
    side = max(side, rng.uniform(21, 28)) if sizes["clear"] else side
    lift = side / 2 * (1 + 0.5 * np.sin(tilt)) + at[2]
    place = np.array([at[0], at[1], lift])
    return Cube(
        place,
        pose,
        side,
        sizes["round"],
        sizes["ball"],
        body,
        printed,
        inks,
        sizes["clear"],
        sticker,
        rng.uniform(0, 0.13),
        shadow,
        soft,
    )


def any_sticker(rng: Rng, textures: Stock) -> Texture:
    """Return a picture on coloured paper, sometimes with a border."""
    face = np.empty((96, 96, 3), dtype=np.float32)
    face[:] = colour(rng, 0.2)
    for _ in range(int(rng.integers(1, 5))):
        mark = textures.inks[rng.integers(len(textures.inks))]
        face += mark[..., None] * (colour(rng, 0.3) - face)
    edge = int(rng.integers(0, 9))
    if edge:
        cv2.rectangle(face, (0, 0), (95, 95), [float(v) for v in colour(rng, 0.3)], edge)
    return face


def _distractors(rng: Rng, canvas: Canvas, span: float, likely: float, over: bool = False) -> None:
    """Paint objects that are no pieces; ``over``: objects that cover pieces."""
    if rng.random() > likely:
        return
    for _ in range(int(rng.integers(1, 3 if over else 6))):
        at = np.append(rng.uniform(-0.6, 0.6, 2) * span, 0.0)
        way = turn(rng.uniform(0, 2 * np.pi))
        thing = [(part @ way.T + at, paint) for part, paint in distractors(rng, over)]
        solid = np.concatenate([part for part, _ in thing])
        canvas.cast_shadow(solid, rng.uniform(0, 0.6), rng.uniform(0.5, 5))
        for part, paint in thing:
            outline = hull(canvas.camera.see(part))
            if np.abs(outline).max() < 3e4:
                canvas.fill(outline, paint, 0)


def glare(rng: Rng, canvas: Canvas, likely: float) -> None:
    """Paint bright spots, in place, where the table mirrors lamps."""
    while rng.random() < likely:
        reach = FINE * float(np.exp(rng.uniform(np.log(0.01), np.log(0.2))))
        at = rng.uniform(0, FINE, 2)
        y, x = np.ogrid[:FINE, :FINE]
        squash = rng.uniform(0.5, 1)
        glow = np.exp(-0.5 * (((x - at[0]) / reach) ** 2 + ((y - at[1]) / (reach * squash)) ** 2))
        amount = np.clip(glow * rng.uniform(0.3, 2.5), 0, 1).astype(np.float32)[..., None]
        canvas.picture += amount * (np.float32(1.0) - canvas.picture)


def _target(canvas: Canvas, owner: int, painted: VisiblePiece) -> Target | None:
    """Return the label of a painted piece; None where too little of it is visible."""
    whole = float(np.pi if painted.kind == "disc" else 4) * abs(float(np.linalg.det(painted.axes)))
    visible = min(1.0, float((canvas.owner == owner).sum()) / max(whole, 1.0))
    if visible <= 0.08:
        return None
    kind = painted.kind if painted.kind != "die" or painted.flat or visible > 0.7 else "junk"
    return Target(kind, (painted.middle + 0.5) / 2 - 0.5, painted.axes / 2, visible)
