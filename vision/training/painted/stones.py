"""The designs on the stones of one invented set: sufficiently different symbols, and numbers of some styles.

Rivals of the stones are round tokens with printed numbers, and dots, letters, lines or a point next to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.designs import Design, Style, disc, font, glyph, number_ink
from vision.training.painted.font_styles import random_style
from vision.training.painted.glyphs import NUMBERS, Atlas, Mask
from vision.training.painted.surface import Picture, Rng, any_colour, any_of, floats, ink_for

BASES = (
    (0.70, 0.83, 0.92),
    (0.55, 0.72, 0.85),
    (0.92, 0.93, 0.94),
    (0.35, 0.55, 0.72),
    (0.75, 0.75, 0.75),
    (0.3, 0.7, 0.9),
)
"""Cream, wood, white, brown card, grey, yellow."""
INKS = ((0.08, 0.08, 0.1), (0.08, 0.08, 0.1), (0.12, 0.15, 0.7), (0.1, 0.15, 0.3), (0.45, 0.2, 0.1))
EXTRAS = ("", "dots", "dots", "letter", "dots letter", "rim", "point", "dots rim")
A_SET = 16
"""Sides in one invented set."""
VIEWS = 4
"""Views of each side."""


def tokens(atlas: Atlas, rng: Rng, held: bool, count: int) -> list[Design]:
    """Draw ``count`` tokens of one or two styles; some numbers in a second ink."""
    makes = [_make(atlas, rng, held) for _ in range(rng.choice([1, 1, 2]))]
    second = floats(any_of(rng, INKS)) if rng.random() < 0.7 else any_colour(rng)
    hot = rng.choice(np.arange(1, 13), 3, replace=False).tolist() if rng.random() < 0.5 else [6, 8]
    drawn: dict[tuple[int, int], Design] = {}
    while len(drawn) < count:
        which = int(rng.integers(len(makes)))
        value = int(rng.integers(1, 13)) if len(makes) > 1 or len(drawn) < 9 else int(rng.integers(0, 100))
        style = makes[which]
        if not is_marked_apart(style) and value in (6, 9) and ((which, 6) in drawn or (which, 9) in drawn):
            continue
        style = replace(style, ink=second) if value in hot else style
        drawn[which, value] = disc(rng, style, number_ink(atlas, rng, style, value), "number", value)
    return list(drawn.values())


def is_marked_apart(style: Style) -> bool:
    """Whether six and nine in this style differ by more than a rotation."""
    return style.underline or any(word in style.extra for word in ("dots", "point", "letter"))


def _make(atlas: Atlas, rng: Rng, held: bool) -> Style:
    base = _base(rng)
    ink = floats(any_of(rng, INKS)) + rng.normal(0, 0.04, 3)
    if abs(float(ink.mean() - base.mean())) < 0.2 or rng.random() < 0.2:
        ink = ink_for(rng, base)
    return Style(
        base,
        floats(np.clip(ink, 0, 1)),
        font(atlas, rng, held),
        rng.uniform(0.24, 0.66),
        bool(rng.random() < 0.35),
        rng.choice([0, 0, rng.uniform(0.78, 0.95)]),
        rng.choice([0, 0, rng.uniform(0, 0.4)]),
        str(rng.choice(EXTRAS)),
        bool(rng.random() < 0.08),
        False,
        font_style=random_style(rng),
    )


def _base(rng: Rng) -> Picture:
    if rng.random() < 0.3:
        return any_colour(rng)
    return floats(np.clip(floats(any_of(rng, BASES)) * rng.uniform(0.75, 1.1) + rng.normal(0, 0.03, 3), 0, 1))


def alike(one: Mask, other: Mask) -> float:
    """Return the similarity of two symbols at the best rotation: correlation in polar coordinates, -1..1."""
    a, b = (_polar(mask) for mask in (one, other))
    spectrum = np.fft.rfft(a, axis=0) * np.conj(np.fft.rfft(b, axis=0))
    return float(np.fft.irfft(spectrum.sum(axis=1), n=64).max())


def _polar(mask: Mask) -> NDArray[np.float64]:
    middle = mask.shape[0] / 2
    flat = cv2.warpPolar(
        cv2.GaussianBlur(mask, (0, 0), 2.5), (24, 64), (middle, middle), middle * 1.3, cv2.WARP_POLAR_LINEAR
    )
    rings = np.asarray(flat, np.float64) * np.sqrt(np.arange(24) + 0.5)
    rings -= rings.mean()
    return np.asarray(rings / max(float(np.linalg.norm(rings)), 1e-9), np.float64)


def different_glyphs(atlas: Atlas, rng: Rng, held: bool, count: int) -> list[Mask]:
    """Return ``count`` symbols of which no two are nearly the same when rotated."""
    chosen: list[Mask] = []
    while len(chosen) < count:
        candidate = glyph(atlas, rng, held)
        if all(alike(candidate, other) < 0.85 for other in chosen):
            chosen.append(candidate)
    return chosen


def numbered_discs(atlas: Atlas, rng: Rng, styles: Sequence[Style], count: int) -> list[Design]:
    """Return ``count`` different numbers; of a six and a nine that a rotation makes equal, only one."""
    drawn: dict[tuple[int, int], Design] = {}
    while len(drawn) < count:
        which = int(rng.integers(len(styles)))
        value = int(any_of(rng, NUMBERS)) if rng.random() < 0.85 else int(rng.integers(0, 101))
        if not is_marked_apart(styles[which]) and value in (6, 9) and ((which, 6) in drawn or (which, 9) in drawn):
            continue
        ink = number_ink(atlas, rng, styles[which], value)
        drawn[which, value] = disc(rng, styles[which], ink, "number", value)
    return list(drawn.values())
