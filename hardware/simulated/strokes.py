"""Digits and invented runes as strokes, without fonts or publishers' art."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Stroke = Floats  # Nx2 points, x right, y down, in a box about 1 high and centred on (0, 0)
ADVANCE = 0.78  # distance from one digit to the next, in heights of a digit
UNDERLINED = (6, 9)  # a stone alone does not tell them apart


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """Part of an ellipse, degrees clockwise from the right."""
    at = np.radians(np.linspace(start, end, 16))
    return np.column_stack([x + rx * np.cos(at), y + ry * np.sin(at)])


def _line(*points: tuple[float, float]) -> Stroke:
    return np.array(points, dtype=np.float64)


def _spiral() -> Stroke:
    """The points of a spiral of nearly two turns."""
    turn, reach = np.linspace(0, 11, 40), np.linspace(0.02, 0.4, 40)
    return np.column_stack([reach * np.cos(turn), reach * np.sin(turn)])


# Each digit in a box 0.6 wide and 1 high.
DIGITS: dict[str, tuple[Stroke, ...]] = {
    "0": (_arc(0, 0, 0.27, 0.48, 0, 360),),
    "1": (_line((-0.17, -0.3), (0.03, -0.48), (0.03, 0.48)),),
    "2": (np.vstack([_arc(0, -0.21, 0.26, 0.27, -170, 25), _line((-0.27, 0.48), (0.29, 0.48))]),),
    "3": (np.vstack([_arc(-0.02, -0.24, 0.25, 0.24, -160, 90), _arc(-0.02, 0.23, 0.28, 0.25, -90, 155)]),),
    "4": (_line((0.12, 0.48), (0.12, -0.48), (-0.29, 0.2), (0.3, 0.2)),),
    "5": (np.vstack([_line((0.24, -0.48), (-0.2, -0.48), (-0.24, -0.03)), _arc(-0.02, 0.17, 0.28, 0.31, -130, 150)]),),
    "6": (_arc(0, 0.2, 0.26, 0.28, 0, 360), np.vstack([_arc(0.16, 0.2, 0.42, 0.68, 180, 262)])),
    "7": (_line((-0.28, -0.48), (0.28, -0.48), (-0.08, 0.48)),),
    "8": (_arc(0, -0.24, 0.22, 0.24, 0, 360), _arc(0, 0.23, 0.28, 0.25, 0, 360)),
    "9": (_arc(0, -0.2, 0.26, 0.28, 0, 360), np.vstack([_arc(-0.16, -0.2, 0.42, 0.68, 0, 82)])),
}


def number(value: int, underlined: bool = True) -> tuple[Stroke, ...]:
    """The strokes of a number, centred, of height 1; 6 and 9 get a line below where *underlined*."""
    text = str(value)
    starts = (np.arange(len(text)) - (len(text) - 1) / 2) * ADVANCE
    strokes = [stroke + np.array((x, 0)) for x, digit in zip(starts, text, strict=True) for stroke in DIGITS[digit]]
    if underlined and value in UNDERLINED:
        strokes.append(_line((-0.3, 0.72), (0.3, 0.72)))
    return tuple(strokes)


def rune(seed: int) -> tuple[Stroke, ...]:
    """An invented sign for *seed*: one of twelve shapes, and one to three additional strokes."""
    rng = np.random.default_rng([seed, 0x52554E45])
    strokes = [*BODIES[seed % len(BODIES)]]
    for number in rng.choice(len(MARKS), int(rng.integers(1, 4)), replace=False):
        strokes += MARKS[number]
    return tuple(strokes)


BODIES: tuple[tuple[Stroke, ...], ...] = (
    (_line((0, -0.48), (0, 0.48)), _line((-0.3, -0.1), (0.3, -0.36))),
    (_arc(0, -0.16, 0.3, 0.3, 0, 360), _line((0, 0.14), (0, 0.48))),
    (_line((0, -0.46), (0.36, 0.34), (-0.36, 0.34), (0, -0.46)),),
    (_line((-0.24, -0.46), (-0.24, 0.46)), _line((0.24, -0.46), (0.24, 0.46)), _line((-0.24, 0.2), (0.24, -0.2))),
    (_arc(0, 0.02, 0.34, 0.42, 150, 390), _line((0, -0.4), (0, 0.06))),
    (np.vstack([_arc(-0.17, 0, 0.17, 0.3, 180, 360), _arc(0.17, 0, 0.17, 0.3, 180, 0)]),),
    (_line((-0.34, -0.4), (0.3, 0.44)), _line((0.34, -0.4), (-0.3, 0.44))),
    (_line((0, -0.46), (0.34, 0), (0, 0.46), (-0.34, 0), (0, -0.46)),),
    (_line((-0.28, -0.46), (0.26, -0.46), (-0.26, 0.46), (0.3, 0.46)),),
    (_spiral(),),
    (_line((-0.3, -0.4), (0.3, -0.4)), _line((0, -0.4), (0, 0.46)), _arc(0, 0.2, 0.3, 0.24, 0, 180)),
    (_line((-0.22, -0.46), (-0.22, 0.46)), *(_line((-0.22, y), (0.3, y)) for y in (-0.3, 0.0, 0.3))),
)
MARKS: tuple[tuple[Stroke, ...], ...] = (
    (_line((-0.34, 0.62), (0.34, 0.62)),),
    (_line((-0.44, -0.62), (-0.3, -0.62)), _line((0.3, -0.62), (0.44, -0.62))),
    (_arc(0.44, 0.1, 0.07, 0.07, 0, 360),),
    (_arc(-0.44, 0.1, 0.07, 0.07, 0, 360),),
    (_line((-0.5, -0.3), (-0.5, 0.3)),),
    (_line((0.34, 0.5), (0.5, 0.34)),),
    (_line((-0.12, -0.66), (0, -0.56), (0.12, -0.66)),),
)


def mask(
    strokes: tuple[Stroke, ...], size: int, height: float, thick: float, at: tuple[float, float] = (0, 0)
) -> Image:
    """Paint strokes into a square mask (*size* x *size*, 0..255).

    *height* (of a box 1 high), *thick* (of a line) and *at* (x and y from the middle of the mask) are parts of *size*.
    """
    paper = np.zeros((size, size), np.uint8)
    width = max(1, round(thick * size))
    for stroke in strokes:
        px = (stroke * height + 0.5 + np.array(at)) * size
        points = np.round(px * 16).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(paper, [points], False, 255, width, cv2.LINE_AA, 4)
    return paper
