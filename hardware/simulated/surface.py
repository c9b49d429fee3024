"""Generates table tops (wood, cloth, plain, felt) and the mat's markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SPAN_MM = (1000.0, 760.0)  # width and depth of the table top
STRIP = 64  # px: rows that are computed at once
PX_PER_MM = 2.4  # the cells of the markers are then whole pixels
MARKER_MM, PAPER_MM = 30.0, 40.0
MARKERS_MM = ((-200.0, 150.0), (200.0, 150.0), (200.0, -150.0), (-200.0, -150.0))  # ids 0, 1, 2, 3


def surface(kind: str, seed: int, mat: bool = True) -> Image:
    """A table top of SPAN_MM seen straight from above, BGR, PX_PER_MM; *kind* is a key of KINDS."""
    size = (round(SPAN_MM[1] * PX_PER_MM), round(SPAN_MM[0] * PX_PER_MM))
    rng = np.random.default_rng(seed)
    top = KINDS[kind](size, rng)
    if mat:
        for number, middle in enumerate(MARKERS_MM):
            _lay_marker(top, number, middle)
    return top


def marker(number: int, px: int) -> Image:
    """An ArUco marker of DICT_4X4_50, *px* wide, grey."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(words, number, px), np.uint8)


def _lay_marker(top: Image, number: int, middle: tuple[float, float]) -> None:
    """Ink on paper: neither quite black nor quite white."""
    paper, ink = round(PAPER_MM * PX_PER_MM), round(MARKER_MM * PX_PER_MM)
    card = np.full((paper, paper), 255, np.uint8)
    start = (paper - ink) // 2
    card[start : start + ink, start : start + ink] = marker(number, ink)
    x = round((middle[0] + SPAN_MM[0] / 2) * PX_PER_MM - paper / 2)
    y = round((SPAN_MM[1] / 2 - middle[1]) * PX_PER_MM - paper / 2)
    top[y : y + paper, x : x + paper] = (28 + card[..., None] * 0.8).astype(np.uint8)


def _noise(size: tuple[int, int], rng: np.random.Generator, cells: tuple[float, float]) -> Floats:
    """Smooth noise in -1..1, *cells* px large in y and x."""
    rows, columns = (max(2, round(n / c)) for n, c in zip(size, cells, strict=True))
    coarse = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _shade(size: tuple[int, int], rng: np.random.Generator, *layers: tuple[tuple[float, float], float]) -> Floats:
    """The value 1 plus layers of noise, each given as (cell sizes in px, strength)."""
    shade = np.ones(size, np.float32)
    for cells, strength in layers:
        noise = _noise(size, rng, cells)
        noise *= np.float32(strength)
        shade += noise
    return shade


def _tinted(shade: Floats, colour: tuple[float, float, float]) -> Image:
    """A shade in a colour (BGR), computed in strips, because all of it in floats takes 50 MB."""
    tinted = np.empty((*shade.shape, 3), np.uint8)
    for top in range(0, len(shade), STRIP):
        strip = shade[top : top + STRIP, :, None] * np.asarray(colour, np.float32)
        tinted[top : top + STRIP] = np.clip(strip, 0, 255, out=strip)
    return tinted


def _merged(channels: Iterable[Floats]) -> Image:
    """One picture made of single channels, because a whole table top in floats takes 50 MB."""
    return np.asarray(cv2.merge([np.clip(each, 0, 255, out=each).astype(np.uint8) for each in channels]), np.uint8)


def _wood(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Boards along y with grain and dark joints."""
    shade = _shade(size, rng, ((160, 5), 0.16), ((60, 2), 0.1), ((400, 40), 0.2))
    board = round(float(rng.uniform(90, 160)) * PX_PER_MM)
    for start in range(int(rng.integers(board)), size[1], board):
        shade[:, start:] *= float(rng.uniform(0.88, 1.12))
        shade[:, start : start + 3] *= 0.45
    colours = ((48, 82, 128), (60, 110, 165), (30, 45, 75), (110, 150, 185))
    return _tinted(shade, colours[int(rng.integers(len(colours)))])


def _plain(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A painted table: one colour, faint clouds."""
    colour = tuple(float(c) for c in rng.uniform(40, 215, 3))
    return _tinted(_shade(size, rng, ((300, 300), 0.05)), (colour[0], colour[1], colour[2]))


def _felt(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A play mat: dark green, blue or red, fine fibres."""
    fibres = _shade(size, rng, ((3, 3), 0.12), ((8, 8), 0.06), ((300, 300), 0.05))
    colours = ((60, 88, 30), (95, 55, 35), (45, 35, 105), (70, 70, 68))
    return _tinted(fibres, colours[int(rng.integers(len(colours)))])


def _checked(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A gingham cloth."""
    period = float(rng.uniform(14, 40)) * PX_PER_MM
    y, x = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    stripes = ((x % period < period / 2).astype(np.float32) + (y % period < period / 2)) / 2
    weave = _shade(size, rng, ((2, 2), 0.07))
    low, high = (ends.astype(np.float32) for ends in (rng.uniform(40, 130, 3), rng.uniform(170, 235, 3)))
    return _merged((a + (b - a) * (1 - stripes)) * weave for a, b in zip(low, high, strict=True))


def _dotted(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A cloth with printed dots and rings, some as large as a stone, which the finder must not report."""
    plain, weave = _plain(size, rng), _shade(size, rng, ((2, 2), 0.06))
    cloth = _merged(channel * weave for channel in cv2.split(plain))
    colour = tuple(int(c) for c in rng.integers(30, 230, 3))
    step = round(float(rng.uniform(35, 70)) * PX_PER_MM)
    radius = round(float(rng.uniform(6, 13)) * PX_PER_MM)
    for row, y in enumerate(range(0, size[0], step)):
        for x in range(step // 2 * (row % 2), size[1], step):
            cv2.circle(cloth, (x, y), radius, colour, -1 if row % 3 else 6, cv2.LINE_AA)
    return cloth


KINDS: dict[str, Callable[[tuple[int, int], np.random.Generator], Image]] = {
    "wood": _wood,
    "plain": _plain,
    "felt": _felt,
    "checked": _checked,
    "dotted": _dotted,
}
