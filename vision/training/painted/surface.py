"""Invented tables, cloths, woods, plastics and metals: float pictures, BGR, 0..1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
Thing = TypeVar("Thing")
Rng = np.random.Generator
STONE_BASES = {
    "silver": (0.72, 0.70, 0.68),
    "white": (0.92, 0.95, 0.96),
    "brown": (0.13, 0.22, 0.38),
    "black": (0.12,) * 3,
}


def floats(values: Any) -> Picture:
    """Return values as float32."""
    return np.asarray(values, np.float32)


def any_of(rng: Rng, things: Sequence[Thing]) -> Thing:
    """Return a random element."""
    return things[int(rng.integers(len(things)))]


def noise(rng: Rng, shape: tuple[int, int], cells: tuple[int, int]) -> Picture:
    """Return smooth noise, mean 0, about -1..1, with this number of cells down and across."""
    seed = rng.normal(0, 0.6, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(seed, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def cloudy(rng: Rng, shape: tuple[int, int], coarse: int = 3) -> Picture:
    """Return three octaves of smooth noise."""
    total = sum(noise(rng, shape, (coarse * 2**k, coarse * 2**k)) / 2**k for k in range(3))
    return np.asarray(total, np.float32)


def any_colour(rng: Rng) -> Picture:
    """Return a random colour, dark or dull as often as bright."""
    hsv = np.array([[[rng.uniform(0, 360), rng.beta(1.2, 1.5), rng.beta(1.6, 1.3)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def ink_for(rng: Rng, base: Picture, least: float = 0.25) -> Picture:
    """Return a random colour that contrasts with the base in brightness or hue."""
    for _ in range(12):
        ink = any_colour(rng) if rng.random() < 0.75 else floats([rng.choice([0.05, 0.95])] * 3)
        if abs(float(ink.mean() - base.mean())) > least or float(np.abs(ink - base).max()) > 2 * least:
            return np.asarray(ink, np.float32)
    return np.full(3, 0.02 if base.mean() > 0.5 else 0.97, np.float32)


def dim_colours(rng: Rng) -> tuple[Picture, Picture]:
    """Return a dark colour, and a saturated ink that differs from it more in hue than in brightness."""
    dark = [rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.04, 0.3)]
    ink = [rng.uniform(0, 360), rng.uniform(0.6, 1), rng.uniform(0.35, 0.75)]
    both = cv2.cvtColor(np.array([[dark, ink]], np.float32), cv2.COLOR_HSV2BGR)[0]
    return floats(both[0]), floats(both[1])


def blend(scene: Picture, colour: Picture, alpha: Picture) -> None:
    """Blend a colour or a picture over the scene, in place; ``alpha`` (0..1): its coverage at each point."""
    over = np.ascontiguousarray(np.broadcast_to(colour, scene.shape), np.float32)
    cover = np.asarray(alpha, np.float32)
    np.copyto(scene, cv2.blendLinear(scene, over, 1 - cover, cover))


def darken(scene: Picture, by: Picture) -> None:
    """Reduce the light by the part ``by`` (0..1) at each point, in place."""
    blend(scene, np.zeros(3, np.float32), by)


def tinted(field: Picture, base: Picture, strength: float) -> Picture:
    """Return a colour made lighter and darker by a field."""
    return np.asarray(np.clip(base * (1 + strength * field[..., None]), 0, 1), np.float32)


def _wood(rng: Rng, edge: int) -> Picture:
    grain = noise(rng, (edge, edge), (edge // 2, 3)) * 0.5 + noise(rng, (edge, edge), (12, 2))
    wood = tinted(grain, floats([0.15, 0.28, 0.45]) * rng.uniform(0.5, 1.8), rng.uniform(0.1, 0.4))
    return np.asarray(np.rot90(wood, int(rng.integers(4))), np.float32)


def _cloth(rng: Rng, edge: int) -> Picture:
    y, x = np.mgrid[0:edge, 0:edge].astype(np.float32)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(2, 40)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / pitch, (y * np.cos(turn) - x * np.sin(turn)) / pitch
    weave = [np.sin(6.28 * u) * np.sin(6.28 * v), np.sin(6.28 * u), np.sign(np.sin(3.14 * u) * np.sin(3.14 * v))]
    pattern = weave[rng.integers(3)].astype(np.float32)[..., None]
    one, other = any_colour(rng), any_colour(rng)
    mix = np.clip(0.5 + rng.uniform(0.1, 0.5) * pattern, 0, 1)
    return np.asarray(one * mix + other * (1 - mix), np.float32)


def _plain(rng: Rng, edge: int) -> Picture:
    return tinted(cloudy(rng, (edge, edge)), any_colour(rng), rng.uniform(0, 0.25))


def _printed(rng: Rng, edge: int) -> Picture:
    """Return board art: blobs, lines and boxes."""
    sheet = _plain(rng, edge).copy()
    for _ in range(rng.integers(5, 30)):
        colour = [float(c) for c in any_colour(rng)]
        a, b = rng.integers(0, edge, 2), rng.integers(0, edge, 2)
        shape = rng.integers(3)
        if shape == 0:
            cv2.line(sheet, a.tolist(), b.tolist(), colour, int(rng.integers(1, 8)), cv2.LINE_AA)
        elif shape == 1:
            cv2.circle(sheet, a.tolist(), int(rng.integers(3, 40)), colour, int(rng.choice([-1, 2])), cv2.LINE_AA)
        else:
            cv2.rectangle(sheet, a.tolist(), b.tolist(), colour, int(rng.choice([-1, 2])))
    return sheet


def surface(rng: Rng, edge: int = 320) -> Picture:
    """Return a part of a random table."""
    kinds: list[Any] = [_wood, _cloth, _plain, _plain, _printed]
    texture = any_of(rng, kinds)(rng, edge)
    return np.asarray(np.clip(texture + rng.normal(0, rng.uniform(0, 0.03), texture.shape), 0, 1), np.float32)


def material(rng: Rng, base: Picture, edge: int) -> Picture:
    """Return a random material: plain, speckled, swirled with a second colour, brushed or grained."""
    kind = rng.random()
    if kind < 0.6:
        return tinted(cloudy(rng, (edge, edge)), base, rng.uniform(0, 0.06))
    if kind < 0.72:
        mix = np.clip(cloudy(rng, (edge, edge)) * rng.uniform(1, 4) + rng.uniform(-0.5, 0.8), 0, 1)[..., None]
        other = np.clip(base * rng.uniform(0.5, 1.6) + 0.2 * (any_colour(rng) - 0.5), 0, 1)
        return np.asarray(base * (1 - mix) + other * mix, np.float32)
    if kind < 0.86:
        return tinted(noise(rng, (edge, edge), (edge // 2, 4)), base, rng.uniform(0.02, 0.2))
    return tinted(rng.normal(0, 1, (edge, edge)).astype(np.float32), base, rng.uniform(0.02, 0.12))
