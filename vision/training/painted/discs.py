"""Views of invented discs on a table, next to others, under some lamp."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.training.painted.designs import FACE, Design
from vision.training.painted.surface import Picture, Rng, blend, darken, floats

CANVAS = 90
"""Edge of the drawn view, px."""
REACH = 1.35
"""Edge of the view in diameters: the reader's context and a margin for shifting."""


def relief(design: Design, light: float, rng: Rng) -> Picture:
    """Return a side's colours under a lamp in direction ``light`` (radians, in the side's own frame)."""
    if design.height is None:
        return design.colour
    down = cv2.Sobel(design.height, cv2.CV_32F, 0, 1, ksize=3) / 8
    across = cv2.Sobel(design.height, cv2.CV_32F, 1, 0, ksize=3) / 8
    facing = across * np.cos(light) + down * np.sin(light)
    shade = 1 + rng.uniform(0.3, 1.4) * facing
    shine = rng.uniform(0.1, 0.8) * np.clip(facing - rng.uniform(0.1, 0.6), 0, 1) if design.metal else 0 * facing
    if design.metal:
        shade = shade + rng.normal(0, 0.1) * np.clip(design.height / 3, -1, 1)
    return np.asarray(np.clip(design.colour * shade[..., None] + shine[..., None], 0, 1), np.float32)


def placement(rng: Rng, centre: tuple[float, float], size: float, squeeze: float = 1.0, boxed: bool = False) -> Picture:
    """Return a random affine map from a side's drawing to the view: rotation, shear, perhaps a tilt.

    ``boxed``: as cropped by the upright box of the tilted disc, stretched to fill the box in both directions.
    """
    turn = rng.uniform(0, 2 * np.pi)
    scale = size / FACE
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    lean = rng.uniform(0, np.pi)
    axis = np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
    flat = axis @ np.diag([1.0, squeeze * (1 + rng.normal(0, 0.025))]) @ axis.T
    if boxed:
        flat = flat / np.linalg.norm(flat, axis=1, keepdims=True)
    whole = scale * flat @ spin
    shift = np.array(centre) - whole @ np.full(2, (FACE - 1) / 2)
    return floats(np.column_stack([whole, shift]))


def paint_disc(canvas: Picture, design: Design, where: Picture, rng: Rng, side_wall: Picture) -> None:
    """Draw one disc on the view: shadow, rim (``side_wall``: px right and down), face and sheen."""
    alpha = cv2.warpAffine(design.alpha, where, (CANVAS, CANVAS))
    shade = np.roll(cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1, 5)), rng.integers(-6, 7, 2), axis=(0, 1))
    darken(canvas, rng.uniform(0, 0.6) * shade)
    rim = floats(where.copy())
    wall = design.colour.mean(axis=(0, 1)) * rng.uniform(0.4, 1.2)
    for part in (1.0, 0.5):
        rim[:, 2] = where[:, 2] + side_wall * part
        blend(canvas, wall * (1.1 - 0.2 * part), cv2.warpAffine(design.alpha, rim, (CANVAS, CANVAS)))
    light = rng.uniform(0, 2 * np.pi)
    face = cv2.warpAffine(relief(design, light, rng), where, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)
    face = face * _sheen(rng, design.metal)
    blend(canvas, face, alpha)


def _sheen(rng: Rng, metal: bool) -> Picture:
    """Return a gradient of light across the face, strong on metal."""
    y, x = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32) / CANVAS - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn)
    field = 1 + rng.normal(0, 0.35 if metal else 0.1) * along
    if metal and rng.random() < 0.5:
        cone = np.cos(2 * np.arctan2(y, x) + turn)
        field = field + rng.uniform(0, 0.25) * cone
    if metal and rng.random() < 0.4:
        field = field + rng.uniform(0.1, 0.8) * np.exp(-(((along - rng.uniform(-0.3, 0.3)) / 0.08) ** 2))
    return np.asarray(field[..., None], np.float32)


def disc_view(
    rng: Rng, design: Design, others: Sequence[Design], ground: Picture, cover: float = 0.0, thick: float = 0.09
) -> Picture:
    """Draw one disc as the detector would crop it, slightly off in place and size, with neighbours touching or over it.

    ``cover`` > 0: part of the diameter that a neighbour covers; ``thick``: greatest height of the rim in diameters.
    """
    x, y = rng.integers(0, ground.shape[0] - CANVAS, 2)
    canvas = ground[y : y + CANVAS, x : x + CANVAS].copy()
    size = CANVAS / REACH * (1 + rng.normal(0, 0.035))
    middle = (CANVAS - 1) / 2 + rng.normal(0, 0.02, 2) * size
    wall = rng.uniform(-thick, thick, 2) * size
    slanted = rng.random() < 0.3
    squeeze = rng.uniform(0.7, 1.0) if slanted else 1.0
    if slanted:
        middle, size = middle - wall / 2, size - float(np.abs(wall).max()) / 2
    boxed = bool(rng.random() < 0.6)
    above: list[tuple[Design, Picture]] = []
    for other in others[: rng.choice([0, 0, 0, 1, 1, 2, 3])] if cover == 0 else others[:1]:
        turn = rng.uniform(0, 2 * np.pi)
        gap = 1 - cover if cover else rng.choice([1.0, rng.uniform(0.93, 1.0), rng.uniform(1.0, 1.25)])
        at = middle + gap * size * np.array([np.cos(turn), np.sin(turn)])
        where = placement(rng, (at[0], at[1]), size)
        if gap < 1:
            above.append((other, where))
        else:
            paint_disc(canvas, other, where, rng, wall)
    paint_disc(canvas, design, placement(rng, (middle[0], middle[1]), size, squeeze, boxed), rng, wall)
    for other, where in above:
        paint_disc(canvas, other, where, rng, wall * 0.5)
    return canvas
