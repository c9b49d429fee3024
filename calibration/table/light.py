"""The light meter: level, colour, evenness and flicker of the light, measured on the white paper of the mat's markers.

It also measures how dark the table is, because it is seen through clear dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.phrases import Phrase
from vision.geometry.markers import CORNER_WORDS
from vision.geometry.plane import Plane
from vision.recognition.colour import white_of

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

DARK, DIM = 60.0, 95.0
"""Grey level of white paper below which nothing can be read, and below which another lamp is advised."""
FULL = 250
"""Level from which on a pixel is overexposed."""
BLOWN = 0.02
"""Largest part of the play area that may be overexposed."""
UNEVEN = 0.5
"""Smallest ratio of the darkest to the brightest corner."""
CAST = 1.45
"""Largest ratio between two colour channels of white paper."""
DARK_TABLE = 0.35
"""Grey level of the table, relative to white paper, below which dark ink on a clear die has too little contrast.

Black ink has 0.23 of the grey level of paper (reflectance 4 %), so that on a darker table it has less contrast than the
third at which it is read for certain (`hints.CONTRAST`).
"""
FLICKER = 0.012
"""Relative change of brightness from picture to picture from which on flicker is reported."""


Quantity = Literal["brightness", "evenness", "colour", "flicker"]
_DARK_TABLE_WORDS = Phrase(
    "A dark table is fine for stones. Dark numbers on clear dice hardly show on it: light, plain paper is better."
)
_FLICKERS = Phrase("The light flickers: use another lamp; dimmed and cheap LED lamps do that.")


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence about one quantity of the light, with a remedy."""

    about: Quantity
    words: str


@dataclass(frozen=True, slots=True)
class Light:
    """The light on the table.

    ``level``: grey level of white paper (0..255); ``blown``: overexposed part of the play area; ``even``: ratio of the
    darkest to the brightest corner (1: even; None: fewer than two markers in view); ``red`` and ``blue``: channels of
    the paper relative to green (1: white); ``flicker``: relative change of brightness between pictures (None: not
    measured); ``bad``: the light is too poor to judge anything; ``table``: grey level of the table relative to white
    paper (None: no marker in view).
    """

    level: float
    blown: float
    even: float | None
    red: float
    blue: float
    flicker: float | None
    advice: tuple[Advice, ...]
    bad: bool
    table: float | None = None

    @property
    def is_table_dark(self) -> bool:
        """Whether dark ink on a clear die has too little contrast on this table."""
        return self.table is not None and self.table < DARK_TABLE

    @property
    def table_words(self) -> str:
        """What helps on a dark table; empty on any other."""
        return _DARK_TABLE_WORDS if self.is_table_dark else ""

    @property
    def words(self) -> tuple[str, ...]:
        """The sentences of all advice."""
        return tuple(advice.words for advice in self.advice)

    @property
    def warmth(self) -> float:
        """Ratio of red to blue: 1 is white, candlelight has more."""
        return self.red / max(self.blue, 0.01)


def measure(image: Image, plane: Plane | None = None, watched: Sequence[Image] = ()) -> Light:
    """Measure the light in a BGR picture; *watched* are consecutive small pictures of one size, for the flicker.

    Without a plane, or without a marker in view, the brightest part of the picture counts as white paper. Raises
    PlaneError for a picture whose aspect ratio differs from the plane's.
    """
    papers = _papers(image, plane) if plane is not None else {}
    white = _white(image, papers)
    level = float(white.max())
    corners = {i: float(paper.max()) for i, paper in papers.items()}
    even = min(corners.values()) / max(max(corners.values()), 1.0) if len(corners) > 1 else None
    red, blue = (float(white[i] / max(white[1], 1.0)) for i in (2, 0))
    surface, flickering = _surface(image, plane), flicker(watched)
    blown = float((surface.min(axis=1) >= FULL).mean()) if len(surface) else 0.0
    table = float(np.median(surface.mean(axis=1)) / max(white.mean(), 1.0)) if papers and len(surface) else None
    is_uneven = even is not None and even < UNEVEN and level >= DARK
    sentences: dict[Quantity, str] = {
        "brightness": _level_words(level, blown, float(white.min())),
        "evenness": _uneven_words(corners) if is_uneven else "",
        "colour": _cast_words(red, blue, level),
        "flicker": _FLICKERS if flickering is not None and flickering > FLICKER else "",
    }
    advice = tuple(Advice(about, words) for about, words in sentences.items() if words)
    return Light(level, blown, even, red, blue, flickering, advice, level < DARK, table)


def paper_white(image: Image, plane: Plane | None) -> Floats:
    """Return the colour of white in this light (3, BGR): the markers' paper, else the brightest part of the picture."""
    return _white(image, _papers(image, plane) if plane is not None else {})


def _white(image: Image, papers: Mapping[int, Floats]) -> Floats:
    return np.asarray(np.mean(list(papers.values()), axis=0) if papers else white_of(image), np.float64)


def _level_words(level: float, blown: float, least: float) -> str:
    """Return the sentence about the level of white paper (*least*: its darkest channel) and overexposure."""
    if level < DARK:
        return Phrase("It is too dark to read anything: bring a lamp nearer.")
    if blown > BLOWN:
        return Phrase("A part of the mat is blown out by light: turn the lamp away, or put something white over it.")
    if least >= FULL:
        return Phrase("It is too bright: white has no shades left. Turn the lamp down or further away.")
    return Phrase("It is rather dark: another lamp helps.") if level < DIM else ""


def _uneven_words(corners: dict[int, float]) -> str:
    darkest = min(corners, key=lambda i: corners[i])
    return Phrase(
        "The light is uneven: the {corner} corner has much less of it. Move the lamp over the middle.",
        corner=Phrase(CORNER_WORDS[darkest]),
    )


def _cast_words(red: float, blue: float, level: float) -> str:
    if level < DARK:
        return ""
    shades = {"orange": red / max(blue, 0.01), "blue": blue / max(red, 0.01), "green": 2 / max(red + blue, 0.01)}
    shade = max(shades, key=lambda name: shades[name])
    limit = CAST if shade == "green" else CAST**2
    if shades[shade] <= limit:
        return ""
    return Phrase("The light is very {shade}: white stones and silver ones look alike in it.", shade=Phrase(shade))


def _papers(image: Image, plane: Plane) -> dict[int, Floats]:
    """Return the colour (BGR) of the white paper of each marker in view."""
    plane = plane.resized((image.shape[1], image.shape[0]))
    papers = {}
    for i, corners in plane.markers.items():
        pixels = _inside(image, plane.to_px(corners))
        if len(pixels) > 50:
            brightest = pixels.max(axis=1)
            papers[i] = np.asarray(pixels[brightest >= np.percentile(brightest, 85)].mean(axis=0), np.float64)
    return papers


def _surface(image: Image, plane: Plane | None) -> Image:
    """Return every fourth pixel (N x 3) in each direction of the play area; of the whole picture without a plane."""
    few = np.ascontiguousarray(image[::4, ::4])
    if plane is None:
        return few.reshape(-1, 3)
    return _inside(few, plane.resized((image.shape[1], image.shape[0])).to_px(plane.play_area) / 4)


def _inside(image: Image, corners: Floats) -> Image:
    """Return the pixels (N x 3) inside a convex polygon, clipped to the picture."""
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return np.zeros((0, 3), np.uint8)
    part = image[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - low).astype(np.int32), 1)
    return part[mask > 0]


def flicker(watched: Sequence[Image]) -> float | None:
    """Return the relative change of brightness between pictures of one size, or in rolling bands; None for under four.

    Each row is compared with the same row of the previous picture: a lamp that flickers at mains frequency makes moving
    bands, while pieces on the table stay in place.
    """
    if len(watched) < 4:
        return None
    rows = np.array([picture.mean(axis=(1, 2)) for picture in watched]) + 1.0
    steps = np.diff(np.log(rows), axis=0)
    return float(np.median(np.abs(steps).mean(axis=1)))
