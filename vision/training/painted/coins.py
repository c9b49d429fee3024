"""Invented coins: low relief in one or two metals, a picture on one side, a number among ornaments on the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.painted.designs import FACE, Design, font, glyph, shape, stamp
from vision.training.painted.font_styles import FontStyle, random_style, styled
from vision.training.painted.glyphs import NUMBERS, Atlas, number_mask
from vision.training.painted.surface import Picture, Rng, any_of, cloudy, floats, material

METALS = ((0.35, 0.62, 0.72), (0.62, 0.66, 0.68), (0.3, 0.45, 0.72), (0.25, 0.4, 0.45), (0.3, 0.38, 0.66))
MIDDLE = FACE / 2


@dataclass(frozen=True, slots=True)
class Mint:
    """The properties shared by the coins of one invented country.

    ``inner``: the metal inside of a ring, None for coins of one metal; ``rim``: radius of the raised rim in radii;
    ``beads``: number of signs along the rim, ``bead``: their radius in diameters; ``depth``: height of the relief in px
    of the drawing, ``soft``: blur of its edges in px.
    """

    font: int
    font_style: FontStyle
    outer: Picture
    inner: Picture | None
    rim: float
    beads: int
    bead: float
    depth: float
    soft: float


def mint(atlas: Atlas, rng: Rng, held: bool) -> Mint:
    """Return a random country: its metals, its rim with beads or stars, the depth of its relief."""
    metal = [floats(any_of(rng, METALS)) * rng.uniform(0.6, 1.2) for _ in range(2)]
    return Mint(
        font(atlas, rng, held),
        random_style(rng),
        metal[0],
        metal[1] if rng.random() < 0.4 else None,
        rng.uniform(0.92, 0.98),
        int(rng.choice([0, 0, 12, 12, 16, 24, 40])),
        rng.uniform(0.015, 0.035),
        rng.uniform(1.5, 7),
        rng.uniform(0.5, 1.6),
    )


def struck(atlas: Atlas, rng: Rng, held: bool, country: Mint, number: int | None, aside: bool = False) -> Design:
    """Draw one side of a coin of this country; ``aside``: the number is on one half, its ornaments on the other."""
    turn = rng.uniform(0, 2 * np.pi) if aside else None
    ink = _ornaments(atlas, rng, held, turn) if number is not None else _picture(atlas, rng, held)
    if number is not None:
        ink = np.maximum(ink * rng.uniform(0.3, 0.8), _number(atlas, rng, country, number, turn))
    _draw_rim(ink, atlas, rng, held, country)
    height = cv2.GaussianBlur(ink, (0, 0), country.soft) * country.depth
    radius = _radius()
    height = height + 3 * np.exp(-(((radius - country.rim) / 0.04) ** 2)) + 0.3 * cloudy(rng, (FACE, FACE), 12)
    colour = material(rng, country.outer, FACE)
    if country.inner is not None:
        colour = np.where((radius < 0.72)[..., None], material(rng, country.inner, FACE), colour)
        height = height - 2 * np.exp(-(((radius - 0.72) / 0.02) ** 2))
    tarnish = rng.normal(0, 0.12) * cv2.GaussianBlur(ink, (0, 0), 1.0)
    alpha = np.clip((1 - radius) * FACE / 4 + 0.5, 0, 1)
    kind, value = ("symbol", -1) if number is None else ("number", number)
    return Design(
        kind, floats(np.clip(colour * (1 + tarnish[..., None]), 0, 1)), floats(alpha), floats(height), value, metal=True
    )


def _radius() -> Picture:
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32) - (FACE - 1) / 2
    return floats(np.hypot(x, y) / (FACE / 2))


def _number(atlas: Atlas, rng: Rng, country: Mint, number: int, turn: float | None) -> Picture:
    """Draw the large digits, roughly centred or on the half away from direction ``turn``."""
    sheet = np.zeros((FACE, FACE), np.float32)
    x, y = MIDDLE + (rng.normal(0, 9, 2) if turn is None else rng.uniform(8, 20) * -_towards(turn))
    mask = styled(number_mask(atlas.numbers, country.font, number), country.font_style)
    stamp(sheet, mask, (x, y), FACE * rng.uniform(0.36, 0.64))
    return sheet


def _towards(turn: float) -> Picture:
    return np.array([np.cos(turn), np.sin(turn)])


def _ornaments(atlas: Atlas, rng: Rng, held: bool, turn: float | None) -> Picture:
    """Draw ornaments around a number, towards ``turn`` or anywhere: a map, parallel lines, a word, a wreath."""
    sheet = np.zeros((FACE, FACE), np.float32)
    aside = MIDDLE + 20 * _towards(rng.uniform(0, 2 * np.pi) if turn is None else turn)
    if rng.random() < 0.6:
        sheet = np.maximum(sheet, shape(rng, (float(aside[0]), float(aside[1])), FACE * rng.uniform(0.3, 0.6)))
    if rng.random() < 0.5:
        sheet = np.maximum(sheet, _lines(rng))
    if rng.random() < 0.6:
        _word(sheet, atlas, rng, held)
    if rng.random() < 0.3:
        stamp(sheet, glyph(atlas, rng, held), (float(aside[0]), float(aside[1])), FACE * rng.uniform(0.2, 0.45))
    return sheet


def _lines(rng: Rng) -> Picture:
    """Draw a few parallel lines on one side."""
    sheet = np.zeros((FACE, FACE), np.float32)
    turn = rng.uniform(0, np.pi)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    first, pitch = rng.uniform(-0.3, 0.2), rng.uniform(0.04, 0.1)
    reach = rng.uniform(-0.4, 0.4, 2)
    for k in range(rng.integers(3, 9)):
        base = MIDDLE + FACE * across * (first + k * pitch)
        ends = [(base + FACE * along * end).astype(int).tolist() for end in (min(reach), max(reach))]
        cv2.line(sheet, ends[0], ends[1], 1.0, int(rng.integers(1, 3)), cv2.LINE_AA)
    return sheet


def _word(sheet: Picture, atlas: Atlas, rng: Rng, held: bool) -> None:
    size, y = FACE * rng.uniform(0.08, 0.14), MIDDLE + rng.normal(0, 18)
    count = int(rng.integers(2, 7))
    for k in range(count):
        stamp(sheet, glyph(atlas, rng, held), (MIDDLE + size * (k - count / 2), y), size)


def _picture(atlas: Atlas, rng: Rng, held: bool) -> Picture:
    """Draw an emblem: overlaid signs, a head or an animal, bars, or several of these."""
    sheet = np.zeros((FACE, FACE), np.float32)
    kind = rng.random()
    if kind < 0.75:
        size = FACE * rng.uniform(0.4, 0.75)
        sheet = shape(rng, (MIDDLE + rng.normal(0, 4), MIDDLE + rng.normal(0, 4)), size)
    if kind > 0.45:
        for _ in range(rng.integers(1, 4)):
            x, y = rng.normal(MIDDLE, FACE * 0.1, 2)
            other = np.zeros((FACE, FACE), np.float32)
            stamp(other, styled(glyph(atlas, rng, held), random_style(rng)), (x, y), FACE * rng.uniform(0.2, 0.65))
            sheet = np.abs(sheet - other * rng.uniform(0.4, 1.0))
    if rng.random() < 0.25:
        sheet = np.maximum(sheet, _lines(rng))
    if rng.random() < 0.25:
        _word(sheet, atlas, rng, held)
    return sheet


def _draw_rim(ink: Picture, atlas: Atlas, rng: Rng, held: bool, country: Mint) -> None:
    """Draw beads, stars or letters along the rim."""
    sign = glyph(atlas, rng, held) if rng.random() < 0.5 else None
    letters = rng.random() < 0.3
    for k in range(country.beads):
        turn = 2 * np.pi * k / country.beads
        x, y = MIDDLE + FACE * 0.42 * np.array([np.cos(turn), np.sin(turn)])
        if sign is None:
            cv2.circle(ink, (round(x), round(y)), max(1, round(FACE * country.bead)), 1.0, -1, cv2.LINE_AA)
        else:
            stamp(ink, glyph(atlas, rng, held) if letters else sign, (x, y), FACE * country.bead * 2.6)


def coinage(atlas: Atlas, rng: Rng, held: bool, count: int, aside: bool = False) -> list[Design]:
    """Draw ``count`` sides of coins, pictures and numbers alternately, of one or a few countries."""
    countries: Sequence[Mint] = [mint(atlas, rng, held) for _ in range(rng.choice([1, 1, 2, 3]))]
    values = rng.permutation(NUMBERS)
    return [
        struck(atlas, rng, held, any_of(rng, countries), int(values[i // 2]) if i % 2 else None, aside)
        for i in range(count)
    ]
