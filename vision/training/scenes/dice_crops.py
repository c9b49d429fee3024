"""Scenes of invented dice, some leaning, and their crops as input of the network of `vision.detection.die_stance`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.detector import Spot
from vision.detection.dice import die_on_plane
from vision.detection.die_stance import wide_crop
from vision.detection.refinement import refine_in_patches
from vision.geometry.cube import foot_px
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.thresholds import FIRST_SCORE, SECOND_SCORE
from vision.training.painted.light import mirrored
from vision.training.render.layout import LEVEL_DEG
from vision.training.scenes.canvas import Camera, Canvas, turn
from vision.training.scenes.canvas import VisiblePiece as Painted
from vision.training.scenes.crowds import (
    FINE,
    Stock,
    any_light,
    any_sticker,
    camera_over,
    glare,
    laid_out,
    laid_table,
)
from vision.training.scenes.photograph import SIDE, photographed
from vision.training.scenes.pieces import FACES, STICKER, Cube, paint_cube
from vision.training.scenes.surfaces import Texture, colour, ink, pipped, table_top
from vision.training.set_files import save_arrays

STORED = 72
"""Edge of a stored crop, with a margin for shifting."""
A_FILE = 3000
"""Crops in one file."""
PHOTOGRAPHS = 3
"""Photographs of each scene."""
NEAR_PX, FAR_PX = (40, 110), (14, 60)
"""Size of 25 mm in px: on a known plane, and without a plane."""
COCKED_DEG = 9.0
"""Least tilt of a cocked die; dice between LEVEL_DEG and this have no label."""
UNSAID = -1
"""The label of a property that is not known."""
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
Floats = NDArray[np.float64]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Mix:
    """The proportions (0..1) of tables seen from near, and of tables with clear dice."""

    near: float
    clear: float


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """The properties shared by the dice of one table.

    ``round``: radius of the edges, as a part of the side; ``ball``: as for `Cube`; ``clear``: 0 is opaque, up to 1;
    ``body`` and ``print``: their colours (None: another one for each die); ``printed``: probability that a face has
    pips instead of a sign; ``cocked``: probability that a die leans.
    """

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
    """One painted die: its top face, the pip count that is up (0: none), and its tilt (degrees)."""

    painted: Painted
    pips: int
    tipped: float


def materials(rng: Rng, tables: int = 160, signs: int = 300) -> Stock:
    """Make the textures: tables, signs, and pips of each count in turn."""
    tops = [table_top(rng) for _ in range(tables)]
    return Stock(tops, [], [ink(rng) for _ in range(signs)], [pipped(rng, 1 + k % 6) for k in range(6 * signs // 5)])


def any_kind(rng: Rng, clear_ones: float) -> Kind:
    """Return random properties: opaque or clear, sharp or round, of one or many colours, most with pips."""
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
    """Return a colour for the print, with high contrast or sometimes only another hue."""
    away = colour(rng, 0.6)
    near_enough = 0.12 if rng.random() < 0.4 else 0.25
    if np.abs(away - body).max() > 2 * near_enough or abs(float(away.mean() - body.mean())) > near_enough:
        return away
    return np.full(3, float(body.mean() < 0.5), np.float32)


def crowd(rng: Rng, textures: Stock, near: bool, clear_ones: float) -> tuple[Canvas, list[Die]]:
    """Paint one table of dice."""
    camera, span = camera_over(rng, *(NEAR_PX if near else FAR_PX))
    light = any_light(rng)
    canvas = Canvas(laid_table(rng, textures, camera, span), camera, light)
    kind = any_kind(rng, clear_ones)
    fits = max(1, min(10, int(0.5 * (span / 25) ** 2)))
    places = laid_out(rng, int(rng.integers(1, fits + 1)), span, kind.side_mm * rng.uniform(1.0, 1.3))
    glare(rng, canvas, 0.25)
    far_first = sorted(places, key=lambda place: -float(place[1]))
    dice = [_painted_die(rng, textures, canvas, kind, place[:2], i) for i, place in enumerate(far_first, 1)]
    glare(rng, canvas, 0.1)
    return canvas, dice


def _painted_die(rng: Rng, textures: Stock, canvas: Canvas, kind: Kind, at: Floats, owner: int) -> Die:
    """Paint one die, level or leaning, with a random side up."""
    tipped = np.radians(rng.uniform(COCKED_DEG, 45)) if rng.random() < kind.cocked else 0.0
    pose = turn(rng.uniform(0, 2 * np.pi), tipped, rng.uniform(0, 2 * np.pi)) @ any_side_up(rng)
    cube, numbers = _cube(rng, textures, kind, pose, at)
    painted = paint_cube(canvas, owner, cube, rng)
    up = int((FACES @ pose.T)[:, 2].argmax())
    if kind.glossy and not kind.clear:
        shine = mirrored(rng, cube.inks[up])
        canvas.print_face(_top(painted), np.ones((*shine.shape, 3), np.float32), shine)
    return Die(painted, numbers[up] if cube.sticker is None or up != STICKER else 0, float(np.degrees(tipped)))


def any_side_up(rng: Rng) -> Floats:
    """Return a random one of the six rotations with a side up."""
    normal = FACES[rng.integers(6)]
    across = np.roll(np.abs(normal), 1)
    return np.stack([across, np.cross(normal, across), normal])


def _cube(rng: Rng, textures: Stock, kind: Kind, pose: Floats, at: Floats) -> tuple[Cube, list[int]]:
    """Return the cube with its lowest corner on the table, and the pip counts of its faces."""
    body = colour(rng, 0.45) if kind.body is None else kind.body
    numbers = [int(n) if rng.random() < kind.printed else 0 for n in rng.integers(1, 7, 6)]
    inks = tuple(_pips(rng, textures, n) if n else textures.inks[rng.integers(len(textures.inks))] for n in numbers)
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
        any_sticker(rng, textures) if kind.clear and rng.random() < 0.6 else None,
        rng.uniform(0, 0.13),
        rng.uniform(0, 0.75),
        rng.uniform(0.3, 6),
    ), numbers


def _pips(rng: Rng, textures: Stock, number: int) -> Texture:
    """Return a random drawing of this pip count."""
    return textures.pips[6 * int(rng.integers(len(textures.pips) // 6)) + number - 1]


def _top(painted: Painted) -> Floats:
    return np.asarray(painted.middle + _SQUARE @ painted.axes.T)


def views(rng: Rng, textures: Stock, mix: Mix) -> Iterator[tuple[NDArray[np.uint8], int, int]]:
    """Yield crops of one scene under several noises, each with the pip count and whether it is level (or UNSAID).

    Near dice are cropped as on a known plane, with the outline of a level die; far dice, and sometimes near ones, as
    without a plane.
    """
    near = bool(rng.random() < mix.near)
    canvas, dice = crowd(rng, textures, near, mix.clear)
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
                    yield wide_crop(picture, outline, foot_px(outline, plane), STORED), _pip_label(die), _level(die)
                if die.tipped < LEVEL_DEG and (not near or rng.random() < 0.2):
                    spot = _with_errors(rng, spot)
                    outline = spot.middle + _SQUARE @ spot.axes.T
                    yield wide_crop(picture, outline, None, STORED), _pip_label(die), UNSAID


def _pip_label(die: Die) -> int:
    """Return the pip count that is up; UNSAID for a cocked die."""
    return die.pips if die.tipped < COCKED_DEG else UNSAID


def _level(die: Die) -> int:
    return 1 if die.tipped < LEVEL_DEG else 0 if die.tipped >= COCKED_DEG else UNSAID


def _plane(camera: Camera) -> Plane:
    """Return the painted camera as a plane for the finished picture."""
    middle = (camera.middle + 0.5) * SIDE / FINE - 0.5
    focal = camera.focal * SIDE / FINE
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    lens = Lens(matrix, np.zeros(5), (SIDE, SIDE))
    return Plane(lens, camera.rotation, camera.translation, {}, 0.0, lens_given=True)


def _in_sight(canvas: Canvas, owner: int, painted: Painted) -> bool:
    """Whether the top face is inside the picture and hardly covered by others."""
    top = _top(painted)
    if top.min() < 2 or top.max() > FINE - 3:
        return False
    face = np.zeros(canvas.owner.shape, np.uint8)
    cv2.fillConvexPoly(face, np.round(top).astype(np.int32), 1)
    return float((canvas.owner[face > 0] == owner).mean()) > 0.85


def _found(rng: Rng, picture: NDArray[np.uint8], painted: Painted) -> list[Spot]:
    """Return the die as the detector refines it from about the right place."""
    size = float(2 * np.sqrt(abs(np.linalg.det(painted.axes)))) * SIDE / FINE
    middle = (painted.middle + 0.5) * SIDE / FINE - 0.5 + rng.normal(0, 0.05, 2) * size
    first = Spot("die", 0.6, middle, np.eye(2) * size / 2 * np.exp(rng.normal(0, 0.15)), 0.0)
    return [spot for spot in refine_in_patches(picture, [first], (SECOND_SCORE, FIRST_SCORE)) if spot.kind == "die"]


def _with_errors(rng: Rng, spot: Spot) -> Spot:
    """Return a spot with random errors: between dice the detector may mix halves of two."""
    by = 0.02 if rng.random() < 0.7 else 0.09
    return replace(
        spot,
        middle=spot.middle + rng.normal(0, by, 2) * spot.size,
        shape=spot.shape * np.exp(rng.normal(0, by)),
        angle=spot.angle + rng.normal(0, by),
    )


def draw(path: Path, textures: Stock, seed: int, mix: Mix) -> None:
    """Draw one file of crops (N x STORED x STORED x 4) with their pip counts and levels (N)."""
    rng = np.random.default_rng(seed)
    samples: list[tuple[NDArray[np.uint8], int, int]] = []
    while len(samples) < A_FILE:
        samples += views(rng, textures, mix)
    crops, pips, level = zip(*samples[:A_FILE], strict=True)
    save_arrays(path, crops=np.stack(crops), pips=np.array(pips, np.int64), level=np.array(level, np.int64))
