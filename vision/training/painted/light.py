"""Effects of light, lens and sensor on a picture of a piece.

A smooth die reflects lamps and windows, distorted by its domed top and by the hollows of its pips.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.designs import FACE
from vision.training.painted.surface import Picture, Rng, floats, noise

HARSH = 0.25
"""Proportion of bad pictures; half of them are unreadable, so more of them would mainly teach uncertainty."""
ROOM = 192
"""Edge of the picture of the surroundings above the die, px."""
WIDE = 1.5
"""Largest slope of the die that reflects a part of that picture."""
RINGS = 0.5
"""Probability that a lamp is a ring or an arc instead of a pane, a tube or a bulb."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A camera sensor: largest grey and colour noise, probability of JPEG compression, and its lowest quality."""

    grey: float
    coloured: float
    packed: float
    quality: int

    def bits(self, rng: Rng, small: Picture) -> NDArray[np.uint8]:
        """Return a picture at the sensor's resolution as bytes, with noise, sharpening and JPEG compression."""
        small = small + rng.normal(0, rng.beta(1, 6) * self.grey, (*small.shape[:2], 1))
        small = small + rng.normal(0, rng.beta(1, 5) * self.coloured, small.shape)
        if rng.random() < 0.4:
            small = small + rng.uniform(0.2, 1.0) * (small - cv2.GaussianBlur(small, (0, 0), 1.0))
        bits = (np.clip(small, 0, 1) * 255).astype(np.uint8)
        if rng.random() >= self.packed:
            return bits
        packed = cv2.imencode(".jpg", bits, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(self.quality, 96))])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


CHIP = Chip(grey=0.09, coloured=0.05, packed=0.5, quality=35)


def lit(rng: Rng, canvas: Picture) -> Picture:
    """Apply uneven light, glare, white balance, exposure and contrast."""
    edge = canvas.shape[0]
    hard = 1.0 if rng.random() < HARSH else 0.5
    y, x = np.mgrid[0:edge, 0:edge].astype(np.float32) / edge - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    slope = 1 + rng.normal(0, 0.25) * (x * np.cos(turn) + y * np.sin(turn))
    balance = np.exp(rng.normal(0, 0.16 * hard, 3)).astype(np.float32)
    out = canvas * slope[..., None] * balance * float(np.exp(rng.normal(0, 0.32 * hard)))
    if rng.random() < 0.25 * hard:
        out = out + _glare(rng, x, y)[..., None]
    if rng.random() < 0.18 * hard:
        out = out + _ring_light(rng, edge)[..., None]
    if rng.random() < 0.2 * hard:
        out = out * (1 - rng.uniform(0.2, 0.6) * np.clip(noise(rng, (edge, edge), (2, 2)) * 6, 0, 1))[..., None]
    out = np.clip(out, 0, 1) ** float(np.exp(rng.normal(0, 0.22 * hard)))
    grey = out.mean(axis=2, keepdims=True)
    out = grey + (out - grey) * rng.uniform(0.5, 1.4)
    return np.asarray(np.clip(out * rng.uniform(0.75, 1.05) + rng.uniform(0, 0.1), 0, 1), np.float32)


def _glare(rng: Rng, x: Picture, y: Picture) -> Picture:
    """Return a bright soft spot, on or next to the piece."""
    cx, cy = rng.uniform(-0.5, 0.5, 2)
    sx, sy = rng.uniform(0.03, 0.25, 2)
    spot = np.exp(-(((x - cx) / sx) ** 2) - ((y - cy) / sy) ** 2)
    return np.asarray(np.clip(spot * rng.uniform(0.3, 1.6), 0, rng.uniform(0.2, 1.0)), np.float32)


def _ring_light(rng: Rng, edge: int) -> Picture:
    """Return the sharp reflection of a lamp: part of a ring, or a patch."""
    sheet = np.zeros((edge, edge), np.float32)
    centre = rng.uniform(0.25, 0.75, 2) * edge
    axes = rng.uniform(0.04, 0.3, 2) * edge
    start, reach = rng.uniform(0, 360), rng.uniform(60, 360)
    thick = -1 if rng.random() < 0.33 else int(rng.integers(2, 7))
    middle, half = tuple(centre.astype(int).tolist()), tuple(np.maximum(axes, 1).astype(int).tolist())
    cv2.ellipse(sheet, middle, half, float(rng.uniform(0, 180)), start, start + reach, 1.0, thick, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.4, 2)) * rng.uniform(0.2, 1.0), np.float32)


def taken(rng: Rng, canvas: Picture, edge: int, far: bool = False) -> NDArray[np.uint8]:
    """Return the picture as a low-resolution sensor sees it, scaled to ``edge`` px: blur, noise, sharpening, JPEG.

    ``far``: the piece is far away, about 30 px across.
    """
    hard = rng.random() < HARSH
    usual = 3.65 if far else 4.05 if hard else 4.2
    chip = int(np.clip(np.exp(rng.normal(usual, 0.42 if hard else 0.28)), 22, 110))
    blurred = _blurred(rng, canvas) if hard or rng.random() < 0.3 else canvas
    small = cv2.resize(blurred, (chip, chip), interpolation=cv2.INTER_AREA)
    bits = CHIP.bits(rng, small)
    way = cv2.INTER_AREA if chip > edge else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(bits, (edge, edge), interpolation=way), np.uint8)


def _blurred(rng: Rng, canvas: Picture) -> Picture:
    soft = canvas.shape[0] * rng.beta(1, 5) * 0.033
    out = cv2.GaussianBlur(canvas, (0, 0), soft) if soft > 0.3 else canvas
    if rng.random() < 0.15:
        flat = cv2.getGaussianKernel(9, rng.uniform(0.5, 2.5)).astype(np.float32)
        out = cv2.filter2D(out, -1, flat if rng.random() < 0.5 else flat.T)
    if rng.random() < 0.12:
        reach = int(rng.integers(3, 8))
        path = np.zeros((reach, reach), np.float32)
        cv2.line(path, (0, int(rng.integers(reach))), (reach - 1, int(rng.integers(reach))), 1.0)
        out = cv2.filter2D(out, -1, path / path.sum())
    return np.asarray(out, np.float32)


def mirrored(rng: Rng, ink: Picture) -> Picture:
    """Return the brightness of reflections (0..1) on a top side (FACE x FACE) with engraved, raised or flat ink."""
    soft = cv2.GaussianBlur(floats(ink), (0, 0), FACE * rng.uniform(0.012, 0.035))
    deep = soft * rng.uniform(0, 14) * rng.choice([1, 1, -1])
    slopes = steepness(rng.uniform(0.1, 1.0), rng.uniform(0, 1.5), deep) + rng.normal(0, 0.25, (2, 1, 1))
    return reflected(_room(rng), slopes) * floats(rng.uniform(0.3, 1.0))


def steepness(dome: float, edge: float, deep: Picture) -> Picture:
    """Return the slopes of a side to the right and downwards (2 x FACE x FACE): a dome, rounded edges and hollows.

    ``dome``: slope half an edge from the centre; ``edge``: additional slope there; ``deep``: depth in px.
    """
    y, x = np.mgrid[0:FACE, 0:FACE].astype(np.float32) / (FACE / 2) - 1
    hollow = floats(deep)
    right, below = cv2.Sobel(hollow, cv2.CV_32F, 1, 0, ksize=3) / 8, cv2.Sobel(hollow, cv2.CV_32F, 0, 1, ksize=3) / 8
    return floats([dome * x + edge * x**5 - right, dome * y + edge * y**5 - below])


def reflected(room: Picture, slopes: Picture) -> Picture:
    """Return what each point reflects of the picture above (ROOM x ROOM, the zenith in its centre)."""
    x, y = floats(slopes * ROOM / (2 * WIDE) + ROOM / 2)
    return floats(cv2.remap(room, x, y, cv2.INTER_LINEAR))


def _room(rng: Rng) -> Picture:
    """Draw the picture above: up to three rings, tubes, panes and bulbs, some of them blurred."""
    sheet = np.zeros((ROOM, ROOM), np.float32)
    for _ in range(rng.integers(1, 4)):
        _lamp(rng, sheet)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.5, 4)), np.float32)


def _lamp(rng: Rng, sheet: Picture) -> None:
    """Draw one lamp; the larger its area, the fainter it is."""
    at, turn = ROOM * (0.5 + rng.normal(0, 0.16, 2)), float(rng.uniform(0, 180))
    middle = (int(at[0]), int(at[1]))
    reach = ROOM * rng.uniform(0.03, 0.3) * np.exp(rng.normal(0, 0.3, 2))
    if rng.random() < RINGS:
        start, part = rng.uniform(0, 360), rng.uniform(90, 400)
        axes = (int(reach[0]) + 1, int(reach[1]) + 1)
        thick, end = int(rng.integers(2, 12)), start + min(part, 360)
        cv2.ellipse(sheet, middle, axes, turn, start, end, float(rng.uniform(0.5, 1)), thick, cv2.LINE_AA)
        return
    wide, high = np.minimum(reach, ROOM * np.array([0.2, rng.choice([0.02, 0.2])]))
    pane = cv2.boxPoints((middle, (2 * float(wide), 2 * float(high)), turn))
    bright = min(1.0, rng.uniform(0.3, 1) * ROOM * 0.06 / float(np.sqrt(wide * high)))
    cv2.fillConvexPoly(sheet, pane.astype(np.int32), bright, cv2.LINE_AA)
