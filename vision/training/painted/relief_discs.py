"""Sets of invented discs, embossed or printed, as a near camera sees them under many lamps and windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.crops import CONTEXT, FINE
from vision.recognition.embedder import KINDS
from vision.training.painted.coins import coinage
from vision.training.painted.designs import FACE, Design, disc, glyph, stamp, stone_style, symbol_ink
from vision.training.painted.font_styles import random_style, styled
from vision.training.painted.glyphs import Atlas
from vision.training.painted.light import Chip, lit
from vision.training.painted.stones import A_SET, VIEWS, different_glyphs, numbered_discs
from vision.training.painted.surface import Picture, Rng, any_of, cloudy, floats, surface
from vision.training.set_files import LabelledCrops, save, waited

DRAWN = 144
"""Edge to which a side's drawing is enlarged, px."""
STORED = 136
"""Edge of a stored crop: that of a fine crop and a margin for shifting."""
REACH = CONTEXT * STORED / FINE
"""Edge of a stored crop in diameters."""
SETS = 60
"""Sets in one file."""
HELD = 2
"""Files of held-out fonts and symbols: one to fit weights on, one for `leads`."""
PRESSED = 0.6
"""Proportion of sets of coins; the others are of printed stones."""
CHIP = Chip(grey=0.08, coloured=0.04, packed=0.6, quality=40)
MISPLACED = 0.012
"""Standard deviation of the misplacement of a crop, in diameters."""


@dataclass(frozen=True, slots=True)
class Stuff:
    """The material of the discs of a set: ``metal`` (0..1), and ``dull`` (0: a mirror; up to 5)."""

    metal: float
    dull: float


@dataclass(frozen=True, slots=True)
class Sky:
    """The light sources above a table.

    ``lamps`` (N x 3): directions; ``narrow``: inverse of their apparent sizes; ``power``: strengths; ``even``: ambient
    light, brighter towards ``slope``; ``overhead``: how much light the camera itself blocks.
    """

    lamps: NDArray[np.float32]
    narrow: NDArray[np.float64]
    power: NDArray[np.float64]
    even: float
    slope: NDArray[np.float64]
    overhead: float


def any_sky(rng: Rng) -> Sky:
    """Return one to four random lamps or windows above the table."""
    count = int(rng.integers(1, 5))
    height, turn = rng.uniform(0.1, 1, count), rng.uniform(0, 2 * np.pi, count)
    aside = np.sqrt(1 - height * height)
    lamps = np.stack([aside * np.cos(turn), aside * np.sin(turn), height], axis=1)
    return Sky(
        lamps.astype(np.float32),
        np.exp(rng.uniform(np.log(2), np.log(60), count)),
        np.exp(rng.normal(0, 0.7, count)),
        float(rng.uniform(0.1, 0.7)),
        rng.normal(0, 0.3, 2),
        float(rng.uniform(0, 1)),
    )


def shaded(rng: Rng, colour: Picture, heights: Picture, material: Stuff) -> Picture:
    """Return a drawing (H x W x 3) with heights (H x W, px) as seen from above under random lamps and exposure."""
    sky = any_sky(rng)
    slopes = _slopes(rng, heights)
    soft = _soft(slopes, sky)
    mirrored = _mirrored(slopes, sky, material.dull)
    light = (1 - material.metal) * soft + material.metal * (0.35 * soft + mirrored)
    out = colour * light[..., None] + ((1 - material.metal) * rng.uniform(0, 0.08) * mirrored)[..., None]
    exposure = float(np.exp(rng.normal(np.log(0.4), 0.35))) / max(float(np.median(out)), 0.02)
    return floats(np.clip(out * exposure, 0, 1.3))


def _slopes(rng: Rng, heights: Picture) -> Picture:
    """Return the unit normals (H x W x 3) of a disc that is slightly tilted."""
    tilt = rng.normal(0, 0.06, 2)
    across, down = (cv2.Sobel(floats(heights), cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    normals = np.dstack([tilt[0] - across, tilt[1] - down, np.ones_like(across)])
    return floats(normals / np.linalg.norm(normals, axis=2, keepdims=True))


def _soft(normals: Picture, sky: Sky) -> Picture:
    """Return the light scattered by a dull material."""
    facing = np.clip(normals @ sky.lamps.T, 0, 1)
    return floats(sky.even + 0.6 * facing @ sky.power)


def _mirrored(normals: Picture, sky: Sky, dull: float) -> Picture:
    """Return the light reflected by a polished material; the duller it is, the wider its reflections."""
    reflected = 2 * normals[..., 2:] * normals - floats([0, 0, 1])
    light = 0.6 * sky.even * (1 + reflected[..., :2] @ sky.slope)
    light = light * (1 - 0.6 * sky.overhead * np.clip(4 * reflected[..., 2] - 3, 0, 1))
    narrow = sky.narrow / (1 + 0.1 * dull * sky.narrow)
    lobes = np.exp(narrow * (reflected @ sky.lamps.T - 1)) * (0.4 + 0.25 * np.sqrt(narrow))
    return floats(light + 0.6 * lobes @ sky.power)


def coins(atlas: Atlas, rng: Rng, held: bool) -> tuple[list[Design], Stuff]:
    """Draw a set of coins of varied relief and wear, with writing along the rim and dirt in the hollows."""
    deep = float(np.exp(rng.normal(np.log(0.5), 0.5)))
    struck = coinage(atlas, rng, held, A_SET, aside=bool(rng.random() < 0.5))
    return [_worn(atlas, rng, held, one, deep) for one in struck], Stuff(rng.uniform(0.6, 1), rng.uniform(0.2, 3))


def _worn(atlas: Atlas, rng: Rng, held: bool, design: Design, deep: float) -> Design:
    heights: Picture = np.zeros((FACE, FACE), np.float32) if design.height is None else design.height * deep
    if rng.random() < 0.5:
        heights = (
            heights
            + cv2.GaussianBlur(_legend(atlas, rng, held), (0, 0), rng.uniform(0.5, 1)) * rng.uniform(1, 4) * deep
        )
    if rng.random() < 0.4:
        heights = heights + cloudy(rng, (FACE, FACE), int(rng.integers(3, 9))) * rng.uniform(0, 4) * deep
    heights = cv2.GaussianBlur(floats(heights), (0, 0), 0.3 + rng.uniform(0, 1) * rng.uniform(0, 1))
    hollow = np.clip(cv2.GaussianBlur(heights, (0, 0), 2) - heights, 0, 2) * rng.uniform(0, 0.35)
    return replace(design, colour=floats(design.colour * (1 - np.clip(hollow, 0, 0.7))[..., None]), height=heights)


def _legend(atlas: Atlas, rng: Rng, held: bool) -> Picture:
    """Draw signs along the rim, upright towards it."""
    ink = np.zeros((FACE, FACE), np.float32)
    size, first = rng.uniform(0.07, 0.13) * FACE, rng.uniform(0, 2 * np.pi)
    step = size / (0.42 * FACE) * rng.uniform(0.9, 1.3)
    for k in range(min(int(rng.integers(6, 26)), int(6 / step))):
        turn = first + k * step
        sign = glyph(atlas, rng, held)
        spin = cv2.getRotationMatrix2D(((len(sign) - 1) / 2,) * 2, -np.degrees(turn) - 90, 1.0)
        upright = np.asarray(cv2.warpAffine(sign, spin, sign.shape[::-1]), np.uint8)
        x, y = FACE / 2 + 0.42 * FACE * np.array([np.cos(turn), np.sin(turn)])
        stamp(ink, upright, (float(x), float(y)), size)
    return ink


def stones(atlas: Atlas, rng: Rng, held: bool) -> tuple[list[Design], Stuff]:
    """Draw a set of printed stones, more symbols than numbers; in some sets the print is embossed too."""
    styles = [stone_style(atlas, rng, held) for _ in range(rng.integers(1, 4))]
    designs = [
        disc(rng, any_of(rng, styles), symbol_ink(styled(mask, random_style(rng)), rng.uniform(0.38, 0.8)), "symbol")
        for mask in different_glyphs(atlas, rng, held, A_SET - 6)
    ]
    designs += numbered_discs(atlas, rng, styles, 6)
    depth = rng.uniform(-3, 3) if rng.random() < 0.35 else 0.0
    material = Stuff(rng.uniform(0.3, 1) if rng.random() < 0.5 else rng.uniform(0, 0.2), rng.uniform(0.3, 5))
    return [_embossed(rng, one, depth) for one in designs], material


def _embossed(rng: Rng, design: Design, depth: float) -> Design:
    """Return the stone with its print ``depth`` px high, or with the unevenness of any stone."""
    heights = 0.25 * cloudy(rng, (FACE, FACE), 16) if design.height is None else design.height * 0.6
    if depth:
        middle = design.colour[4:-4, 4:-4].reshape(-1, 3).mean(axis=0)
        ink = cv2.GaussianBlur(np.abs(design.colour - middle).sum(axis=2), (0, 0), 0.6)
        heights = heights + depth * ink / max(float(ink.max()), 1e-3)
    return replace(design, height=floats(heights))


def photographed(rng: Rng, design: Design, ground: Picture, material: Stuff) -> NDArray[np.uint8]:
    """Return one view of a disc with a slightly misplaced crop: STORED x STORED x 3, BGR."""
    size = (DRAWN, DRAWN)
    colour, heights, alpha = (
        cv2.resize(floats(part), size, interpolation=cv2.INTER_CUBIC)
        for part in (design.colour, design.height, design.alpha)
    )
    face = shaded(rng, np.clip(colour, 0, 1), heights * DRAWN / FACE, material)
    edge = round(DRAWN * REACH)
    x, y = rng.integers(0, ground.shape[0] - edge, 2)
    where = _place(rng, edge)
    cover = np.clip(cv2.warpAffine(alpha, where, (edge, edge)), 0, 1)[..., None]
    above = cv2.warpAffine(face, where, (edge, edge), borderMode=cv2.BORDER_REPLICATE)
    scene = np.clip(ground[y : y + edge, x : x + edge] * (1 - cover) + above * cover, 0, 1)
    return _photographed(rng, lit(rng, scene) if rng.random() < 0.6 else floats(scene))


def _place(rng: Rng, edge: int) -> Picture:
    """Return a random affine map from the drawing to the scene: rotation, small shift, scale and stretch."""
    whole = askew(rng, 0.03, 0.02)
    middle = (edge - 1) / 2 + rng.normal(0, MISPLACED, 2) * DRAWN
    return floats(np.column_stack([whole, middle - whole @ np.full(2, (DRAWN - 1) / 2)]))


def askew(rng: Rng, long: float, large: float) -> NDArray[np.float64]:
    """Return a random rotation with a stretch along a random axis and a change of scale (2 x 2)."""
    turn, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi)
    drawn_out = _spin(lean) @ np.diag([1, 1 + rng.normal(0, long)]) @ _spin(lean).T
    return np.asarray(drawn_out @ _spin(turn) * (1 + rng.normal(0, large)))


def _spin(turn: float) -> NDArray[np.float64]:
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _photographed(rng: Rng, scene: Picture) -> NDArray[np.uint8]:
    """Return the view of a sensor with 42 to 180 px per crop: blur, noise, sharpening, JPEG."""
    chip = int(np.clip(np.exp(rng.normal(4.55, 0.32)), 42, 180))
    soft = cv2.GaussianBlur(scene, (0, 0), 0.2 + rng.gamma(1.5, 0.5)) if rng.random() < 0.4 else scene
    way = cv2.INTER_AREA if chip < len(scene) else cv2.INTER_LINEAR
    small = cv2.resize(soft, (chip, chip), interpolation=way)
    bits = CHIP.bits(rng, small)
    way = cv2.INTER_AREA if chip > STORED else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(bits, (STORED, STORED), interpolation=way), np.uint8)


def a_set(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> LabelledCrops:
    """Return all views of one set (sides, views, STORED, STORED, 3), and kind, number and pips (-1) of its sides."""
    designs, material = (coins if rng.random() < PRESSED else stones)(atlas, rng, held)
    crops = [[photographed(rng, design, any_of(rng, grounds), material) for _ in range(VIEWS)] for design in designs]
    return np.array(crops), np.array([(KINDS.index(design.kind), design.number, -1) for design in designs])


def draw(path: Path, atlas: Atlas, seed: int, held: bool, sets: int = SETS) -> None:
    """Write one file of sets: crops (sets, sides, views, STORED, STORED, 3) and labels (sets, sides, 3)."""
    rng = np.random.default_rng(seed)
    grounds = [surface(rng) for _ in range(16)]
    save(path, [a_set(atlas, rng, held, grounds) for _ in range(sets)])


def fine_crops(path: Path) -> LabelledCrops:
    """Return the crops of a file at a table's size (sets, sides, views, FINE, FINE, 3), and the labels."""
    spare = (STORED - FINE) // 2
    crops, labels = waited(path)
    return crops[:, :, :, spare:-spare, spare:-spare], labels
