"""Crowds of invented dice, some of them leaning, and each as `vision.detection.die_attitude` is shown it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Spot
from vision.detection.dice import die_on_plane
from vision.detection.die_attitude import wide_crop
from vision.detection.refinement import look_again
from vision.geometry.cube import foot_px
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.thresholds import FIRST_SCORE, SECOND_SCORE
from vision.training.painted.gloss import mirrored
from vision.training.scenes.canvas import Camera, Canvas, turn
from vision.training.scenes.canvas import Seen as Painted
from vision.training.scenes.crowds import (
    FINE,
    SIDE,
    Stock,
    any_light,
    any_sticker,
    camera_over,
    glare,
    laid_out,
    laid_table,
    photographed,
)
from vision.training.scenes.cubes import FACES, STICKER, Cube, paint_cube
from vision.training.scenes.surfaces import Texture, colour, ink, pipped, table_top
from vision.training.set_files import save_arrays

STORED = 72
"""Edge of a stored crop, some of it spare for shifting."""
A_FILE = 3000
"""Crops in one file."""
PHOTOGRAPHS = 3
"""How often each crowd is photographed."""
NEAR_PX, FAR_PX = (40, 110), (14, 60)
"""How many px 25 mm are at a table whose plane is known, and where nothing is known."""
LEVEL_DEG, COCKED_DEG = 4.0, 9.0
"""A die that is tipped by less lies level; by more it is cocked; of what lies between nothing is said."""
UNSAID = -1
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
Floats = NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Mix:
    """How many tables (0..1) are seen from near, and on how many the dice are clear."""

    near: float
    clear: float


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What the dice of one table have in common."""

    side_mm: float
    round: float
    ball: float
    clear: float
    glossy: bool
    body: Texture | None
    print: Texture | None
    printed: float
    cocked: float


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """One die of a crowd: what was painted, the pips that are up (0: none), how far it is tipped (degrees)."""

    painted: Painted
    pips: int
    tipped: float


def materials(rng: Rng, tables: int = 160, signs: int = 300) -> Stock:
    """Textures made once: tables, signs, and of pips each number in turn."""
    tops = [table_top(rng) for _ in range(tables)]
    return Stock(tops, [], [ink(rng) for _ in range(signs)], [pipped(rng, 1 + k % 6) for k in range(6 * signs // 5)])


def any_kind(rng: Rng, clear_ones: float) -> Kind:
    """Solid or clear, sharp or round, of one colour or of many, most of them with pips."""
    clear = rng.random() < clear_ones
    body = colour(rng, 0.45) if rng.random() < 0.6 else None
    return Kind(
        side_mm=rng.uniform(26, 27.5) if clear or rng.random() < 0.4 else rng.uniform(12, 21.5),
        round=rng.uniform(0.02, 0.26) * (0.5 if clear else 1),
        ball=rng.uniform(0.66, 0.8) if rng.random() < 0.25 else 1.0,
        clear=1 - 0.7 * rng.random() ** 1.5 if clear else 0.0,
        glossy=bool(rng.random() < 0.55),
        body=body,
        print=None if body is None else _against(rng, body),
        printed=float(rng.choice([1.0, 0.8, 0.0], p=[0.6, 0.2, 0.2])),
        cocked=float(rng.choice([0.0, 0.25, 0.6], p=[0.25, 0.25, 0.5])),
    )


def _against(rng: Rng, body: Texture) -> Texture:
    """A colour for the print: often far from the die's own, now and then only another hue."""
    away = colour(rng, 0.6)
    near_enough = 0.12 if rng.random() < 0.4 else 0.25
    if np.abs(away - body).max() > 2 * near_enough or abs(float(away.mean() - body.mean())) > near_enough:
        return away
    return np.full(3, float(body.mean() < 0.5), np.float32)


def crowd(rng: Rng, have: Stock, near: bool, clear_ones: float) -> tuple[Canvas, list[Die]]:
    """Paint one table of dice."""
    camera, span = camera_over(rng, *(NEAR_PX if near else FAR_PX))
    light = any_light(rng)
    canvas = Canvas(laid_table(rng, have, camera, span), camera, light)
    kind = any_kind(rng, clear_ones)
    fits = max(1, min(10, int(0.5 * (span / 25) ** 2)))
    places = laid_out(rng, int(rng.integers(1, fits + 1)), span, kind.side_mm * rng.uniform(1.0, 1.3))
    glare(rng, canvas, 0.25)
    far_first = sorted(places, key=lambda place: -float(place[1]))
    dice = [_laid(rng, have, canvas, kind, place[:2], i) for i, place in enumerate(far_first, 1)]
    glare(rng, canvas, 0.1)
    return canvas, dice


def _laid(rng: Rng, have: Stock, canvas: Canvas, kind: Kind, at: Floats, owner: int) -> Die:
    """Paint one die, level or leaning, any side up."""
    tipped = np.radians(rng.uniform(COCKED_DEG, 45)) if rng.random() < kind.cocked else 0.0
    pose = turn(rng.uniform(0, 2 * np.pi), tipped, rng.uniform(0, 2 * np.pi)) @ any_side_up(rng)
    cube, numbers = _cube(rng, have, kind, pose, at)
    painted = paint_cube(canvas, owner, cube, rng)
    up = int((FACES @ pose.T)[:, 2].argmax())
    if kind.glossy and not kind.clear:
        shine = mirrored(rng, cube.inks[up])
        canvas.print_face(_top(painted), np.ones((*shine.shape, 3), np.float32), shine)
    return Die(painted, numbers[up] if cube.sticker is None or up != STICKER else 0, float(np.degrees(tipped)))


def any_side_up(rng: Rng) -> Floats:
    """One of the six ways to lay a cube down."""
    normal = FACES[rng.integers(6)]
    across = np.roll(np.abs(normal), 1)
    return np.stack([across, np.cross(normal, across), normal])


def _cube(rng: Rng, have: Stock, kind: Kind, pose: Floats, at: Floats) -> tuple[Cube, list[int]]:
    """The cube, its lowest corner on the table, and the pips on each of its faces."""
    body = colour(rng, 0.45) if kind.body is None else kind.body
    numbers = [int(n) if rng.random() < kind.printed else 0 for n in rng.integers(1, 7, 6)]
    inks = tuple(_pips(rng, have, n) if n else have.inks[rng.integers(len(have.inks))] for n in numbers)
    rounded = 1 - 2 * kind.round * (1 - 1 / np.sqrt(3))
    lift = kind.side_mm / 2 * max(1.0, float(np.abs(pose[2]).sum()) * rounded)
    return Cube(
        np.append(at, lift),
        pose,
        kind.side_mm,
        kind.round,
        kind.ball,
        body,
        _against(rng, body) if kind.print is None else kind.print,
        inks,
        kind.clear,
        any_sticker(rng, have) if kind.clear and rng.random() < 0.6 else None,
        rng.uniform(0, 0.13),
        rng.uniform(0, 0.75),
        rng.uniform(0.3, 6),
    ), numbers


def _pips(rng: Rng, have: Stock, number: int) -> Texture:
    """One of the drawings of this number."""
    return have.pips[6 * int(rng.integers(len(have.pips) // 6)) + number - 1]


def _top(painted: Painted) -> Floats:
    return np.asarray(painted.middle + _SQUARE @ painted.axes.T)


def views(rng: Rng, have: Stock, mix: Mix) -> Iterator[tuple[NDArray[np.uint8], int, int]]:
    """Crops of one crowd without end of noise, each with the pips up and whether it is level (or UNSAID).

    Near dice are cut out as on a known plane, with the outline that a level die would have; far ones, and sometimes
    near ones, as where nothing is known.
    """
    near = bool(rng.random() < mix.near)
    canvas, dice = crowd(rng, have, near, mix.clear)
    plane = _plane(canvas.camera)
    for _ in range(PHOTOGRAPHS):
        picture = photographed(rng, canvas.picture)
        for owner, die in enumerate(dice, 1):
            if not _in_sight(canvas, owner, die.painted):
                continue
            for spot in _found(rng, picture, die.painted):
                on_plane = die_on_plane(spot, plane)
                if near and on_plane.kind == "die" and not on_plane.notes:
                    outline = np.array(on_plane.outline_px)
                    yield wide_crop(picture, outline, foot_px(outline, plane), STORED), _told(die), _level(die)
                if die.tipped < LEVEL_DEG and (not near or rng.random() < 0.2):
                    spot = _worse(rng, spot)
                    outline = spot.middle + _SQUARE @ spot.axes.T
                    yield wide_crop(picture, outline, None, STORED), _told(die), UNSAID


def _told(die: Die) -> int:
    """The pips that are up; of a cocked die nobody can say."""
    return die.pips if die.tipped < COCKED_DEG else UNSAID


def _level(die: Die) -> int:
    return 1 if die.tipped < LEVEL_DEG else 0 if die.tipped >= COCKED_DEG else UNSAID


def _plane(camera: Camera) -> Plane:
    """The painted camera as the eyes know one, for the finished picture."""
    middle = (camera.middle + 0.5) * SIDE / FINE - 0.5
    focal = camera.focal * SIDE / FINE
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    lens = Lens(matrix, np.zeros(5), (SIDE, SIDE))
    return Plane(lens, camera.rotation, camera.translation, {}, 0.0, lens_given=True)


def _in_sight(canvas: Canvas, owner: int, painted: Painted) -> bool:
    """Is the top face inside of the picture, and hardly hidden by others?"""
    top = _top(painted)
    if top.min() < 2 or top.max() > FINE - 3:
        return False
    here = np.zeros(canvas.owner.shape, np.uint8)
    cv2.fillConvexPoly(here, np.round(top).astype(np.int32), 1)
    return float((canvas.owner[here > 0] == owner).mean()) > 0.85


def _found(rng: Rng, picture: NDArray[np.uint8], painted: Painted) -> list[Spot]:
    """The die as the finder draws it when it looks again at about the right place."""
    size = float(2 * np.sqrt(abs(np.linalg.det(painted.axes)))) * SIDE / FINE
    middle = (painted.middle + 0.5) * SIDE / FINE - 0.5 + rng.normal(0, 0.05, 2) * size
    first = Spot("die", 0.6, middle, np.eye(2) * size / 2 * np.exp(rng.normal(0, 0.15)), 0.0)
    return [spot for spot in look_again(picture, [first], (SECOND_SCORE, FIRST_SCORE)) if spot.kind == "die"]


def _worse(rng: Rng, spot: Spot) -> Spot:
    """A little off, now and then by more: in a crowd the finder may draw half of one die and half of another."""
    by = 0.02 if rng.random() < 0.7 else 0.09
    return replace(
        spot,
        middle=spot.middle + rng.normal(0, by, 2) * spot.size,
        shape=spot.shape * np.exp(rng.normal(0, by)),
        angle=spot.angle + rng.normal(0, by),
    )


def draw(path: Path, have: Stock, seed: int, mix: Mix) -> None:
    """Draw one file of crops (N x STORED x STORED x 4) with their pips and levels (N)."""
    rng = np.random.default_rng(seed)
    kept: list[tuple[NDArray[np.uint8], int, int]] = []
    while len(kept) < A_FILE:
        kept += views(rng, have, mix)
    crops, pips, level = zip(*kept[:A_FILE], strict=True)
    save_arrays(path, crops=np.stack(crops), pips=np.array(pips, np.int64), level=np.array(level, np.int64))
