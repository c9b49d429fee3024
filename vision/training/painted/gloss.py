"""Reflections of a smooth die: lamps and windows, distorted by its domed top and by the hollows of its pips."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.painted.designs import FACE
from vision.training.painted.surface import Picture, Rng, floats

ROOM = 192
"""Edge of the picture of the surroundings above the die, px."""
WIDE = 1.5
"""Largest slope of the die that reflects a part of that picture."""
RINGS = 0.5
"""Probability that a lamp is a ring or an arc instead of a pane, a tube or a bulb."""


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
