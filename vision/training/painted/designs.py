"""Drawings that are printed or embossed on one side of an invented piece."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.painted.font_styles import PLAIN, FontStyle, random_style, styled
from vision.training.painted.glyphs import EDGE, Atlas, Mask, number_mask
from vision.training.painted.surface import STONE_BASES, Picture, Rng, any_colour, cloudy, floats, ink_for, material

FACE = 96
"""Edge of a side's drawing, px; a disc touches its borders."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Design:
    """The drawing of one side (FACE x FACE): colours, coverage (0..1), and heights where it is embossed."""

    kind: str
    colour: Picture
    alpha: Picture
    height: Picture | None = None
    number: int = -1
    pips: int = -1
    metal: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """The properties shared by the pieces of one invented set.

    ``scale``: size of the signs in edges of the drawing. ``underline``: whether six and nine have a line below them.
    ``ring``: radius of a groove in radii (0: none). ``wear``: how much of the ink is worn off, 0 to 0.5. ``extra``:
    words for what else a number has: "dots", "letter", "point", or "rim", the line of ``underline`` below every number.
    """

    base: Picture
    ink: Picture
    font: int
    scale: float
    underline: bool
    ring: float
    wear: float
    extra: str = ""
    embossed: bool = False
    metal: bool = False
    font_style: FontStyle = PLAIN


def glyph(atlas: Atlas, rng: Rng, held: bool) -> Mask:
    """Return a random symbol of the vocabulary."""
    return np.asarray(atlas.symbols[rng.choice(np.flatnonzero(atlas.symbol_held == held))], np.uint8)


def font(atlas: Atlas, rng: Rng, held: bool) -> int:
    """Return a random font with digits."""
    return int(rng.choice(np.flatnonzero(atlas.number_held == held)))


def stone_style(atlas: Atlas, rng: Rng, held: bool) -> Style:
    """Return a random kind of disc: material, ink, font and decoration of numbers."""
    named = floats(list(STONE_BASES.values())[rng.integers(4)])
    base = (
        any_colour(rng) if rng.random() < 0.4 else np.clip(named * rng.uniform(0.7, 1.1) + rng.normal(0, 0.03, 3), 0, 1)
    )
    base = np.asarray(base, np.float32)
    extra = str(rng.choice(["", "dots", "letter", "dots letter", "rim"], p=[0.5, 0.2, 0.1, 0.1, 0.1]))
    return Style(
        base,
        ink_for(rng, base, rng.choice([0.14, 0.25, 0.4])),
        font(atlas, rng, held),
        rng.uniform(0.34, 0.72),
        bool(rng.random() < 0.55),
        rng.choice([0, 0, rng.uniform(0.78, 0.95)]),
        rng.choice([0, rng.uniform(0, 0.5)]),
        extra,
        bool(rng.random() < 0.15),
        bool(rng.random() < 0.25),
        random_style(rng),
    )


def stamp(sheet: Picture, mask: Mask, centre: tuple[float, float], size: float) -> None:
    """Draw a glyph on a sheet of ink; its larger side is ``size`` px."""
    scale = size / EDGE
    turn = np.array([[scale, 0, centre[0] - scale * EDGE / 2], [0, scale, centre[1] - scale * EDGE / 2]], np.float32)
    small = mask if scale > 0.5 else cv2.GaussianBlur(mask, (0, 0), 0.4 / scale)
    drawn = cv2.warpAffine(small, turn, (FACE, FACE), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    np.maximum(sheet, drawn, out=sheet)


def number_ink(atlas: Atlas, rng: Rng, style: Style, value: int) -> Picture:
    """Draw the ink of a number: the digits, and the mark that distinguishes six and nine where the style has one."""
    sheet = np.zeros((FACE, FACE), np.float32)
    mask = styled(number_mask(atlas.numbers, style.font, value), style.font_style)
    size = FACE * style.scale * (1.1 if value >= 10 else 0.95)
    x, y = FACE / 2 + rng.normal(0, 0.02, 2) * FACE
    stamp(sheet, mask, (x, y), size)
    below = y + size * (np.flatnonzero(mask.any(axis=1))[-1] / EDGE - 0.5)
    if style.underline and (value in (6, 9) or "rim" in style.extra):
        _line_below(sheet, rng, x, below, size)
    if "dots" in style.extra:
        _dots_below(sheet, rng, x, below, int(6 - abs(7 - value)) if 1 < value <= 12 else 1)
    if "letter" in style.extra:
        stamp(sheet, glyph(atlas, rng, False), (x, y - size * 0.5 - FACE * 0.1), FACE * rng.uniform(0.08, 0.13))
    if "point" in style.extra and value in (6, 9, 66, 68, 86, 89, 98, 99):
        at = x + size * 0.42, below - FACE * 0.02
        cv2.circle(sheet, (int(at[0]), int(at[1])), max(2, int(size * 0.06)), 1.0, -1, cv2.LINE_AA)
    return sheet


def _line_below(sheet: Picture, rng: Rng, x: float, below: float, size: float) -> None:
    y = int(below + FACE * rng.uniform(0.03, 0.07))
    half = int(size * rng.uniform(0.18, 0.35))
    cv2.line(sheet, (int(x) - half, y), (int(x) + half, y), 1.0, int(rng.integers(2, 5)), cv2.LINE_AA)


def _dots_below(sheet: Picture, rng: Rng, x: float, below: float, count: int) -> None:
    y, size = below + FACE * rng.uniform(0.06, 0.12), FACE * rng.uniform(0.018, 0.03)
    for k in range(count):
        at = x + (k - (count - 1) / 2) * 2.8 * size
        cv2.circle(sheet, (int(at), int(y)), max(1, round(size)), 1.0, -1, cv2.LINE_AA)


def symbol_ink(mask: Mask, scale: float) -> Picture:
    """Draw the ink of one symbol in the centre."""
    sheet = np.zeros((FACE, FACE), np.float32)
    stamp(sheet, mask, (FACE / 2, FACE / 2), FACE * scale)
    return sheet


def disc(rng: Rng, style: Style, ink: Picture, kind: str, number: int = -1) -> Design:
    """Draw a side of a stone, printed or embossed."""
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32) - (FACE - 1) / 2
    radius = np.hypot(x, y) / (FACE / 2)
    alpha = np.clip((1 - radius) * FACE / 4 + 0.5, 0, 1)
    colour = material(rng, style.base, FACE)
    if style.ring > 0:
        groove = np.exp(-(((radius - style.ring) / 0.02) ** 2))[..., None]
        colour = colour * (1 - 0.35 * groove)
    if style.wear > 0:
        ink = ink * (np.clip(cloudy(rng, (FACE, FACE), 16) * 3 + 4 * (1 - style.wear), 0, 1))
    height = cv2.GaussianBlur(floats(ink), (0, 0), 1.2) * 6 if style.embossed else None
    strength = 0.1 if style.embossed else 1.0
    colour = colour * (1 - strength * ink[..., None]) + style.ink * strength * ink[..., None]
    return Design(kind, floats(colour), floats(alpha), height, number, metal=style.metal)


def shape(rng: Rng, centre: tuple[float, float], size: float) -> Picture:
    """Draw an irregular head, animal or map: a blob, often symmetric, with folds and holes."""
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32)
    wide = rng.uniform(0.5, 1.0)
    distance = np.hypot((x - centre[0]) / wide, y - centre[1]) / (size / 2)
    field = cloudy(rng, (FACE, FACE), int(rng.integers(2, 6)))
    if rng.random() < 0.5:
        field = (field + field[:, ::-1]) / 2
    blob = np.clip((1 - distance + rng.uniform(0.2, 0.9) * field) * FACE / 6, 0, 1)
    folds = np.clip(cloudy(rng, (FACE, FACE), int(rng.integers(6, 14))) * rng.uniform(0, 4) + 0.8, 0.2, 1)
    blob = blob * folds
    for _ in range(rng.choice([0, 0, 1, 2])):
        hole = np.hypot(np.abs(x - centre[0]) - size * rng.uniform(0, 0.25), y - centre[1] - size * rng.normal(0, 0.15))
        blob = blob * np.clip((hole - size * rng.uniform(0.05, 0.14)) * 1.5, 0, 1)
    return floats(blob)


@dataclass(frozen=True, slots=True)
class Pips:
    """The style of a die's pips: spread, size, hole (0: filled, else its relative size), wear, larger single pip."""

    spread: float
    size: float
    hole: float
    wear: float
    large_one: bool


def any_pips(rng: Rng) -> Pips:
    """Return a random, mostly usual style of pips."""
    spread = rng.uniform(0.17, 0.31)
    return Pips(
        spread,
        min(rng.uniform(0.055, 0.15), 0.48 * spread),
        rng.uniform(0.3, 0.7) if rng.random() < 0.1 else 0.0,
        rng.uniform(0, 0.5) if rng.random() < 0.25 else 0.0,
        bool(rng.random() < 0.25),
    )


def pip_ink(rng: Rng, count: int, pips: Pips) -> Picture:
    """Draw the pips of a face."""
    sheet = np.zeros((FACE, FACE), np.float32)
    enlargement = 1.5 if count == 1 and pips.large_one else 1.0
    subpixels = 16
    for dx, dy in PIPS[count]:
        at = FACE / 2 + FACE * pips.spread * np.array([dx, dy], np.float32)
        centre = tuple((at * subpixels).astype(int).tolist())
        for size, ink in ((1.0, 1.0), (pips.hole, 0.0)):
            reach = int(FACE * pips.size * enlargement * subpixels * size)
            if reach:
                cv2.circle(sheet, centre, reach, ink, -1, cv2.LINE_AA, 4)
    if pips.wear:
        sheet *= np.clip(cloudy(rng, (FACE, FACE), 12) * 3 + 4 * (1 - pips.wear), 0, 1)
    return sheet


def sticker(atlas: Atlas, rng: Rng, held: bool) -> Design:
    """Draw a coloured label: border, medallion, a line of writing, a number and a sign in the corners."""
    base = any_colour(rng)
    sheet = np.zeros((FACE, FACE, 3), np.float32) + base
    inset = int(FACE * rng.uniform(0.0, 0.08))
    border = any_colour(rng)
    cv2.rectangle(sheet, (inset, inset), (FACE - 1 - inset, FACE - 1 - inset), border.tolist(), int(rng.integers(2, 9)))
    disc_colour = any_colour(rng)
    if rng.random() < 0.7:
        cv2.circle(
            sheet, (FACE // 2, FACE // 2), int(FACE * rng.uniform(0.18, 0.3)), disc_colour.tolist(), -1, cv2.LINE_AA
        )
    _print(sheet, symbol_ink(glyph(atlas, rng, held), rng.uniform(0.25, 0.45)), ink_for(rng, disc_colour))
    letters = np.zeros((FACE, FACE), np.float32)
    for k in range(rng.integers(0, 11)):
        stamp(letters, glyph(atlas, rng, held), (FACE * (0.12 + 0.08 * k), FACE * 0.14), FACE * 0.08)
    stamp(
        letters,
        number_mask(atlas.numbers, font(atlas, rng, held), int(rng.integers(1, 7))),
        (FACE * 0.2, FACE * 0.82),
        FACE * 0.18,
    )
    stamp(letters, glyph(atlas, rng, held), (FACE * 0.8, FACE * 0.82), FACE * 0.18)
    _print(sheet, letters, ink_for(rng, base))
    alpha = np.zeros((FACE, FACE), np.float32)
    edge = int(FACE * rng.uniform(0, 0.1))
    alpha[edge : FACE - edge, edge : FACE - edge] = 1
    return Design("picture", sheet, alpha)


def _print(sheet: Picture, ink: Picture, colour: Picture) -> None:
    sheet *= 1 - ink[..., None]
    sheet += ink[..., None] * colour
