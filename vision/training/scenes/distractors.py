"""Objects on tables that are no pieces: each a list of convex parts (Nx3 mm) with colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.canvas import turn
from vision.training.scenes.surfaces import Texture, colour

Floats = NDArray[np.float64]
Rng = np.random.Generator
Part = tuple[Floats, Texture]

_CIRCLE = np.column_stack([np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)])
_HEXAGON = np.column_stack([np.cos(np.arange(6) * np.pi / 3), np.sin(np.arange(6) * np.pi / 3)])
_PAPER = np.full(3, 0.93, dtype=np.float32)
_BLACK = np.full(3, 0.05, dtype=np.float32)


def distractors(rng: Rng, over: bool = False) -> list[Part]:
    """Return a random object at the origin, lowest part first; ``over``: an object that may cover pieces."""
    likely = (_pen, _card, _card, _block, _hand, _marker, _dot, _dot, _dot, _mug, _tile, _keys, _keys, _hexagons)
    makers = (_hand, _pen) if over else likely
    return makers[int(rng.integers(len(makers)))](rng)


def _near(rng: Rng, base: Texture) -> Texture:
    return np.asarray(np.clip(base * rng.uniform(0.6, 1.3), 0, 1), dtype=np.float32)


def _pen(rng: Rng) -> list[Part]:
    base = colour(rng, 0.4)
    body = _slab(rng.uniform(90, 150), rng.uniform(6, 11), 8)
    return [(body, base), (_slab(30, rng.uniform(5, 10), 9) + np.array([50, 0, 0]), _near(rng, base))]


def _card(rng: Rng) -> list[Part]:
    """Return a playing card, a note or a box: mostly pale, with small signs in its corners and centre."""
    wide, deep = rng.uniform(40, 110), rng.uniform(40, 90)
    base = _PAPER if rng.random() < 0.5 else colour(rng, 0.4)
    ink = colour(rng, 0.3)
    parts = [(_slab(wide, deep, 0.5), base)]
    for x, y in ((-0.42, -0.38), (0.42, 0.38)):
        for step in (0.0, 0.12):
            sign = _slab(rng.uniform(2, 6), rng.uniform(2, 8), 0.5) @ turn(rng.uniform(0, 6)).T
            parts.append((sign + np.array([x * wide * (1 - step), y * deep, 0]), ink))
    for _ in range(int(rng.integers(0, 9))):
        sign = _slab(rng.uniform(2, 30), rng.uniform(1, 14), 0.5) @ turn(rng.uniform(0, 6)).T
        parts.append((sign + rng.uniform(-0.3, 0.3, 3) * (wide, deep, 0), _near(rng, ink)))
    return parts


def _block(rng: Rng) -> list[Part]:
    base, deep = colour(rng, 0.4), rng.uniform(5, 14)
    box = _slab(deep * rng.uniform(1.7, 5), deep, rng.uniform(4, 14))
    return [(box, base), (box[box[:, 2] > 0], _near(rng, base))]


def _hand(rng: Rng) -> list[Part]:
    skin = np.array([rng.uniform(0.25, 0.7), rng.uniform(0.35, 0.75), rng.uniform(0.45, 0.95)], dtype=np.float32)
    base = np.sort(skin) if rng.random() < 0.6 else colour(rng, 0.4)
    return [(_finger(rng), _near(rng, base)) for _ in range(int(rng.integers(2, 6)))]


def _marker(rng: Rng) -> list[Part]:
    """Return a printed square code on its card."""
    parts = [(_slab(42, 42, 0.2), _PAPER), (_slab(30, 30, 0.2), _BLACK)]
    for x, y in np.argwhere(rng.random((4, 4)) < 0.5):
        parts.append((_slab(5, 5, 0.2) + np.array([5.0 * x - 7.5, 5.0 * y - 7.5, 0]), _PAPER))
    return parts


def _dot(rng: Rng) -> list[Part]:
    return [(_post(rng.uniform(1, 5), rng.uniform(0.2, 3)), colour(rng))]


def _mug(rng: Rng) -> list[Part]:
    big, base = rng.uniform(30, 60), colour(rng)
    return [(_post(big, 5), base), (_post(big * rng.uniform(0.6, 0.95), 5), _near(rng, base))]


def _tile(rng: Rng) -> list[Part]:
    wide, base = rng.uniform(10, 30), colour(rng)
    return [
        (_slab(wide, wide * rng.uniform(0.6, 1), 0.4), base),
        (_slab(wide * rng.uniform(0.2, 0.7), wide * rng.uniform(0.05, 0.3), 0.4), colour(rng)),
    ]


def _keys(rng: Rng) -> list[Part]:
    """Return a part of a keyboard: rows of low squares with signs."""
    base, sign = colour(rng, 0.8), colour(rng, 0.8)
    pitch, high = rng.uniform(12, 20), rng.uniform(0.5, 3)
    parts = [(_slab(5 * pitch, 4 * pitch, 0.2), _near(rng, base))]
    for x in range(-2, 3):
        for y in (-1.5, -0.5, 0.5, 1.5):
            at = np.array([x * pitch, y * pitch, 0])
            parts.append((_slab(0.85 * pitch, 0.85 * pitch, high) + at, base))
            parts.append((_slab(rng.uniform(1, 5), rng.uniform(1, 6), high) + at, sign))
    return parts


def _hexagons(rng: Rng) -> list[Part]:
    """Return a board of coloured hexagonal fields."""
    reach = rng.uniform(30, 50)
    parts = []
    for x, y in ((0.0, 0.0), (1.5, 0.866), (1.5, -0.866), (0.0, 1.732), (-1.5, 0.866)):
        middle = np.array([x * reach, y * reach, 0])
        field = np.column_stack([_HEXAGON * reach, np.zeros(6)])
        parts.append((field + middle, _PAPER * np.float32(0.9)))
        parts.append((field * 0.94 + middle, colour(rng, 0.3)))
    return parts


def _slab(wide: float, deep: float, high: float) -> Floats:
    return np.array([[x * wide / 2, y * deep / 2, z * high] for x in (-1, 1) for y in (-1, 1) for z in (0, 1)])


def _post(radius: float, high: float) -> Floats:
    ring = np.column_stack([_CIRCLE * radius, np.zeros(len(_CIRCLE))])
    return np.concatenate([ring, ring + np.array([0, 0, high])])


def _finger(rng: Rng) -> Floats:
    long, thick = rng.uniform(40, 150), rng.uniform(14, 40)
    ends = np.concatenate([_post(thick / 2, 10), _post(thick / 2, 10) + np.array([long, 0, rng.uniform(0, 40)])])
    return np.asarray(ends @ turn(rng.normal(0, 0.4)).T + np.array([0, rng.normal(0, 20), 0]))
