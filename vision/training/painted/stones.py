"""The designs on the stones of one invented set: sufficiently different symbols, and numbers of some styles."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.designs import Design, Style, disc, glyph, number_ink
from vision.training.painted.glyphs import NUMBERS, Atlas, Mask
from vision.training.painted.surface import Rng, any_of
from vision.training.painted.tokens import told_apart

A_SET = 16
"""Sides in one invented set."""
VIEWS = 4
"""Views of each side."""


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
        if not told_apart(styles[which]) and value in (6, 9) and ((which, 6) in drawn or (which, 9) in drawn):
            continue
        ink = number_ink(atlas, rng, styles[which], value)
        drawn[which, value] = disc(rng, styles[which], ink, "number", value)
    return list(drawn.values())
