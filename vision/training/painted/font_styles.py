"""Styles of a font: bolder, thinner, slanted, narrow, wide, shaky or in outline, to multiply the fonts."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.painted.glyphs import EDGE, Mask, fitted
from vision.training.painted.surface import Picture, Rng, noise


@dataclass(frozen=True, slots=True)
class FontStyle:
    """A style in which one invented printer, engraver or pen draws every sign.

    ``weight`` px are added to (or taken from) each stroke; ``shake`` (EDGE x EDGE x 2, px) displaces its points.
    """

    slant: float
    width: float
    weight: int
    outline: bool
    shake: Picture | None


PLAIN = FontStyle(0.0, 1.0, 0, False, None)


def random_style(rng: Rng) -> FontStyle:
    """Return a random style; a third of them leave the font unchanged."""
    if rng.random() < 0.35:
        return PLAIN
    shaky = rng.random() < 0.3
    shake = np.dstack([noise(rng, (EDGE, EDGE), (4, 4)) for _ in range(2)]) * rng.uniform(2, 6) if shaky else None
    return FontStyle(
        float(rng.normal(0, 0.13)),
        float(np.exp(rng.normal(0, 0.16))),
        int(rng.choice([-2, -1, 0, 0, 1, 2, 3])),
        bool(rng.random() < 0.06),
        shake,
    )


def styled(mask: Mask, style: FontStyle) -> Mask:
    """Return a glyph in this style, cropped and scaled again."""
    out = mask
    if style.slant or style.width != 1.0:
        middle = EDGE / 2
        squeeze = np.array([[style.width, style.slant, 0], [0, 1, 0]], np.float32) * 0.72
        squeeze[:, 2] = middle - squeeze[:, :2] @ np.full(2, middle)
        out = np.asarray(cv2.warpAffine(out, squeeze, (EDGE, EDGE)), np.uint8)
    if style.shake is not None:
        y, x = np.mgrid[0:EDGE, 0:EDGE].astype(np.float32)
        out = np.asarray(cv2.remap(out, x + style.shake[..., 0], y + style.shake[..., 1], cv2.INTER_LINEAR), np.uint8)
    out = _weighted(out, style)
    ink = cv2.boundingRect((out > 90).astype(np.uint8))
    if min(ink[2:]) < 3:
        return mask
    return fitted(out[ink[1] : ink[1] + ink[3], ink[0] : ink[0] + ink[2]])


def _weighted(mask: Mask, style: FontStyle) -> Mask:
    """Return the mask with bolder or thinner strokes; thinner only where the strokes allow it."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(style.weight) + 1,) * 2)
    if style.weight > 0:
        mask = np.asarray(cv2.dilate(mask, disc), np.uint8)
    elif style.weight < 0:
        thin = np.asarray(cv2.erode(mask, disc), np.uint8)
        mask = thin if thin.sum() > 0.45 * mask.sum() else mask
    if style.outline:
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)), np.uint8)
    return mask
