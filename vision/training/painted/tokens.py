"""Invented round tokens with printed numbers, and dots, letters, lines or a point next to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.training.painted.designs import Design, Style, disc, font, number_ink
from vision.training.painted.glyphs import Atlas
from vision.training.painted.hands import any_hand
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
        if not told_apart(style) and value in (6, 9) and ((which, 6) in drawn or (which, 9) in drawn):
            continue
        style = replace(style, ink=second) if value in hot else style
        drawn[which, value] = disc(rng, style, number_ink(atlas, rng, style, value), "number", value)
    return list(drawn.values())


def told_apart(style: Style) -> bool:
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
        hand=any_hand(rng),
    )


def _base(rng: Rng) -> Picture:
    if rng.random() < 0.3:
        return any_colour(rng)
    return floats(np.clip(floats(any_of(rng, BASES)) * rng.uniform(0.75, 1.1) + rng.normal(0, 0.03, 3), 0, 1))
