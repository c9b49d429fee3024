"""What is printed or pressed on one side of an invented piece."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.training.reader_glyphs import EDGE, NUMBERS, OTHERS, Atlas, Mask
from calibration.training.reader_surface import STONE_BASES, Picture, Rng, any_colour, cloudy, floats, ink_for, material

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
    """One side's drawing (FACE x FACE): colours, how far each point is covered, and heights where it is embossed."""

    kind: str
    colour: Picture
    alpha: Picture
    height: Picture | None = None
    number: int = -1
    pips: int = -1
    metal: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What the pieces of one invented set have in common."""

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
    keep: dict[str, float] = field(default_factory=dict)


def glyph(atlas: Atlas, rng: Rng, held: bool) -> Mask:
    """Any symbol of the vocabulary."""
    return np.asarray(atlas.symbols[rng.choice(np.flatnonzero(atlas.symbol_held == held))], np.uint8)


def font(atlas: Atlas, rng: Rng, held: bool) -> int:
    """Any font with digits."""
    return int(rng.choice(np.flatnonzero(atlas.number_held == held)))


def stone_style(atlas: Atlas, rng: Rng, held: bool) -> Style:
    """A kind of disc: its stuff, its ink, its font, how its numbers are decorated."""
    named = floats(list(STONE_BASES.values())[rng.integers(4)])
    base = (
        any_colour(rng) if rng.random() < 0.4 else np.clip(named * rng.uniform(0.7, 1.1) + rng.normal(0, 0.03, 3), 0, 1)
    )
    base = np.asarray(base, np.float32)
    extra = str(rng.choice(["", "dots", "letter", "dots letter", "rim"], p=[0.45, 0.25, 0.1, 0.12, 0.08]))
    return Style(
        base,
        ink_for(rng, base),
        font(atlas, rng, held),
        rng.uniform(0.38, 0.72),
        bool(rng.random() < 0.55),
        rng.choice([0, 0, rng.uniform(0.78, 0.95)]),
        rng.choice([0, rng.uniform(0, 0.5)]),
        extra,
        bool(rng.random() < 0.15),
        bool(rng.random() < 0.2),
    )


def _stamp(sheet: Picture, mask: Mask, centre: tuple[float, float], size: float) -> None:
    """Put a glyph on a sheet of ink: its larger side ``size`` px."""
    scale = size / EDGE
    turn = np.array([[scale, 0, centre[0] - scale * EDGE / 2], [0, scale, centre[1] - scale * EDGE / 2]], np.float32)
    small = mask if scale > 0.5 else cv2.GaussianBlur(mask, (0, 0), 0.4 / scale)
    drawn = cv2.warpAffine(small, turn, (FACE, FACE), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    np.maximum(sheet, drawn, out=sheet)


def number_ink(atlas: Atlas, rng: Rng, style: Style, index: int) -> Picture:
    """The ink of a number: the digits, and what makes six and nine differ where the style has it."""
    sheet = np.zeros((FACE, FACE), np.float32)
    mask = atlas.numbers[style.font, index]
    two = (NUMBERS + OTHERS)[index] >= 10
    size = FACE * style.scale * (1.1 if two else 0.95)
    middle = FACE / 2
    _stamp(sheet, mask, (middle, middle), size)
    below = middle + size * (np.flatnonzero(mask.any(axis=1))[-1] / EDGE - 0.5)
    value = (NUMBERS + OTHERS)[index]
    if style.underline and (value in (6, 9) or style.extra == "rim"):
        _line_below(sheet, rng, style, below, size)
    if "dots" in style.extra:
        _dots_below(sheet, below + FACE * 0.09, int(6 - abs(7 - value)) if value <= 12 else 1)
    if "letter" in style.extra:
        _stamp(sheet, glyph(atlas, rng, False), (middle, middle - size * 0.5 - FACE * 0.1), FACE * 0.11)
    return sheet


def _line_below(sheet: Picture, rng: Rng, style: Style, below: float, size: float) -> None:
    y = int(below + FACE * 0.045)
    half = int(size * 0.3)
    middle = FACE // 2
    cv2.line(sheet, (middle - half, y), (middle + half, y), 1.0, max(2, int(FACE * 0.035)), cv2.LINE_AA)


def _dots_below(sheet: Picture, y: float, count: int) -> None:
    for k in range(count):
        x = FACE / 2 + (k - (count - 1) / 2) * FACE * 0.07
        cv2.circle(sheet, (int(x), int(y)), int(FACE * 0.025), 1.0, -1, cv2.LINE_AA)


def symbol_ink(mask: Mask, scale: float) -> Picture:
    """The ink of one symbol in the middle."""
    sheet = np.zeros((FACE, FACE), np.float32)
    _stamp(sheet, mask, (FACE / 2, FACE / 2), FACE * scale)
    return sheet


def disc(rng: Rng, style: Style, ink: Picture, kind: str, number: int = -1) -> Design:
    """A stone's side: printed, or raised from the same stuff."""
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32) - (FACE - 1) / 2
    radius = np.hypot(x, y) / (FACE / 2)
    alpha = np.clip((1 - radius) * FACE / 4 + 0.5, 0, 1)
    colour = material(rng, style.base, FACE)
    if style.ring > 0:
        groove = np.exp(-(((radius - style.ring) / 0.02) ** 2))[..., None]
        colour = colour * (1 - 0.35 * groove) if style.keep.get("dark", 1) else colour + 0.3 * groove
    if style.wear > 0:
        ink = ink * (np.clip(cloudy(rng, (FACE, FACE), 16) * 3 + 4 * (1 - style.wear), 0, 1))
    height = cv2.GaussianBlur(floats(ink), (0, 0), 1.2) * 6 if style.embossed else None
    strength = 0.1 if style.embossed else 1.0
    colour = colour * (1 - strength * ink[..., None]) + style.ink * strength * ink[..., None]
    return Design(kind, floats(colour), floats(alpha), height, number, metal=style.metal)


def coin(atlas: Atlas, rng: Rng, held: bool, number: int | None) -> Design:
    """A coin's side: raised emblems, rim, letters around, sometimes two metals."""
    ink = np.zeros((FACE, FACE), np.float32)
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32) - (FACE - 1) / 2
    radius = np.hypot(x, y) / (FACE / 2)
    _emblems(ink, atlas, rng, held, number)
    height = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.6, 1.8)) * rng.uniform(2, 7)
    height = height + 3 * np.exp(-(((radius - 0.96) / 0.04) ** 2)) + 0.4 * cloudy(rng, (FACE, FACE), 12)
    metals = [floats(c) for c in ((0.35, 0.62, 0.72), (0.62, 0.66, 0.68), (0.3, 0.45, 0.72), (0.25, 0.4, 0.45))]
    colour = material(rng, metals[rng.integers(4)] * rng.uniform(0.6, 1.2), FACE)
    if rng.random() < 0.4:
        inner = (radius < 0.72)[..., None]
        colour = np.where(inner, material(rng, metals[rng.integers(4)] * rng.uniform(0.6, 1.2), FACE), colour)
    alpha = np.clip((1 - radius) * FACE / 4 + 0.5, 0, 1)
    value = -1 if number is None else number
    kind = "symbol" if number is None else "number"
    return Design(kind, floats(colour), floats(alpha), floats(height), value, metal=True)


def _emblems(ink: Picture, atlas: Atlas, rng: Rng, held: bool, number: int | None) -> None:
    """A large emblem made of several glyphs, or a number with ornaments; small signs around the rim."""
    middle = FACE / 2
    for _ in range(rng.integers(1, 5) if number is None else rng.integers(0, 3)):
        at = rng.normal(middle, FACE * (0.1 if number is None else 0.22), 2)
        _stamp(ink, glyph(atlas, rng, held), (at[0], at[1]), FACE * rng.uniform(0.2, 0.6))
    if number is not None:
        mask = atlas.numbers[font(atlas, rng, held), NUMBERS.index(number)]
        ink *= 0.5
        _stamp(ink, mask, (middle + rng.normal(0, 8), middle + rng.normal(0, 8)), FACE * rng.uniform(0.4, 0.6))
    around = int(rng.integers(0, 16))
    for k in range(around):
        turn = 2 * np.pi * k / max(around, 1)
        at = middle + FACE * 0.42 * np.array([np.cos(turn), np.sin(turn)])
        _stamp(ink, glyph(atlas, rng, held), (at[0], at[1]), FACE * 0.08)


def pip_ink(rng: Rng, count: int, spread: float, size: float) -> Picture:
    """The pips of a face."""
    sheet = np.zeros((FACE, FACE), np.float32)
    grow = 1.5 if count == 1 and rng.random() < 0.3 else 1.0
    for dx, dy in PIPS[count]:
        at = FACE / 2 + FACE * spread * np.array([dx, dy], np.float32)
        fine = 16
        cv2.circle(
            sheet, tuple((at * fine).astype(int).tolist()), int(FACE * size * grow * fine), 1.0, -1, cv2.LINE_AA, 4
        )
    return sheet


def sticker(atlas: Atlas, rng: Rng, held: bool) -> Design:
    """A coloured label: border, medallion, a line of writing, a number and a sign in the corners."""
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
        _stamp(letters, glyph(atlas, rng, held), (FACE * (0.12 + 0.08 * k), FACE * 0.14), FACE * 0.08)
    _stamp(letters, atlas.numbers[font(atlas, rng, held), rng.integers(6)], (FACE * 0.2, FACE * 0.82), FACE * 0.18)
    _stamp(letters, glyph(atlas, rng, held), (FACE * 0.8, FACE * 0.82), FACE * 0.18)
    _print(sheet, letters, ink_for(rng, base))
    alpha = np.zeros((FACE, FACE), np.float32)
    edge = int(FACE * rng.uniform(0, 0.1))
    alpha[edge : FACE - edge, edge : FACE - edge] = 1
    return Design("picture", sheet, alpha)


def _print(sheet: Picture, ink: Picture, colour: Picture) -> None:
    sheet *= 1 - ink[..., None]
    sheet += ink[..., None] * colour
