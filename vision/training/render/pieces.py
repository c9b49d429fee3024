"""Invented pieces: the drawings on each face of a die or a stone, and the material of the piece.

Pure numpy, independent of Blender.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.designs import (
    Design,
    Style,
    any_pips,
    disc,
    font,
    glyph,
    number_ink,
    pip_ink,
    sticker,
    stone_style,
    symbol_ink,
)
from vision.training.painted.font_styles import random_style
from vision.training.painted.glyphs import Atlas
from vision.training.painted.surface import any_colour, ink_for

Rng = np.random.Generator
Floats = NDArray[np.float32]
FaceKind = Literal["numeral", "pips", "picture", "symbol", "number", "blank"]
FACE_PX = 192
"""Edge of the drawing of one face, px."""
POWER = 6
"""The value of the side with the sticker."""
INKS = {
    "black": (0.02, 0.02, 0.02),
    "white": (0.92, 0.92, 0.92),
    "blue": (0.45, 0.12, 0.05),
    "gold": (0.15, 0.55, 0.8),
    "red": (0.06, 0.06, 0.65),
    "green": (0.1, 0.4, 0.08),
    "silver": (0.6, 0.6, 0.6),
}
"""Usual inks, linear BGR."""
STONE_KINDS = 4
"""Kinds of stones of one table: material, ink and font."""
STONE_NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 50)
"""Numbers of the stones of the game."""
LOW_CONTRAST = (0.15, 0.35)
"""Contrast, |ink - ground| / ground, of inks that are hard to read."""


@dataclass(frozen=True, eq=False)
class Face:
    """One face: colours (FACE_PX x FACE_PX x 3, linear BGR), coverage (FACE_PX x FACE_PX), kind and value."""

    colour: Floats
    alpha: Floats
    kind: FaceKind
    value: int


@dataclass(frozen=True, eq=False)
class Die:
    """A die: its six faces (numbers 1 to 5, then 6 or the sticker) and its material.

    ``edge_mm`` 12 to 30; ``bevel`` in edges; ``clear`` 0 (opaque) or 1; ``ior``; ``roughness`` of the surface;
    ``tint``: linear BGR of the resin or of the opaque body; ``relief``: signed height of the print (0: flat);
    ``metallic`` of the ink; ``figure``: seed of the figure inside (-1: none); ``bubbles``: their number; ``scratches``
    0..1; ``shadow``: part of the light that passes through onto the table.
    """

    edge_mm: float
    faces: tuple[Face, ...]
    bevel: float
    clear: float
    ior: float
    roughness: float
    tint: tuple[float, float, float]
    relief: float
    metallic: float
    figure: int
    bubbles: int
    scratches: float
    shadow: float

    def without_print(self, sides: Sequence[int]) -> Die:
        """Return this die with nothing printed on these faces (0 to 5)."""
        nothing = np.zeros((FACE_PX, FACE_PX), np.float32)
        bare = (replace(face, alpha=nothing, kind="blank") for face in self.faces)
        return replace(
            self, faces=tuple(b if k in sides else f for k, (f, b) in enumerate(zip(self.faces, bare, strict=True)))
        )


@dataclass(frozen=True, eq=False)
class Stone:
    """A disc: two faces (symbol, number), body colour (linear BGR), 23 to 27 mm wide, 2 to 5 mm thick."""

    diameter_mm: float
    thick_mm: float
    faces: tuple[Face, Face]
    body: tuple[float, float, float]
    roughness: float
    metallic: float


def any_dice(atlas: Atlas, rng: Rng, held: bool, table: Floats, count: int = 4) -> list[Die]:
    """Return random dice that are thrown together: of one make, each with its own figure, ink and sticker.

    ``held``: with held-out fonts and symbols.  ``table``: mean linear BGR of the table, for low-contrast inks.
    """
    clear = rng.random() < 0.72
    make = _make(rng, clear)
    pipped = rng.random() < (0.4 if clear else 0.75)
    return [_die(atlas, rng, held, make, clear, pipped, table) for _ in range(count)]


def game_dice(atlas: Atlas, rng: Rng, table: Floats, count: int) -> list[Die]:
    """Return dice like those of the game Dicers: clear cubes of 26.5 mm with numerals in held-out fonts."""
    make = replace(_make(rng, clear=True), edge_mm=26.5)
    return [_die(atlas, rng, True, make, True, False, table) for _ in range(count)]


def _make(rng: Rng, clear: bool) -> Die:
    return Die(
        edge_mm=float(rng.uniform(20, 30) if clear else rng.choice([rng.uniform(12, 20), rng.uniform(20, 30)])),
        faces=(),
        bevel=float(rng.uniform(0.01, 0.1) if clear else rng.uniform(0.02, 0.2)),
        clear=float(clear),
        ior=float(rng.uniform(1.42, 1.6)),
        roughness=float(rng.choice([0.0, rng.uniform(0, 0.12)])) if clear else float(rng.uniform(0.02, 0.5)),
        tint=(1.0, 1.0, 1.0),
        relief=float(rng.choice([0.0, -0.4, 0.2], p=[0.5, 0.35, 0.15])),
        metallic=float(rng.random() < 0.15),
        figure=-1,
        bubbles=0,
        scratches=float(rng.choice([0.0, rng.uniform(0, 1)])),
        shadow=float(rng.choice([0.0, rng.uniform(0.75, 1.0)], p=[0.15, 0.85])),
    )


def _die(atlas: Atlas, rng: Rng, held: bool, make: Die, clear: bool, pipped: bool, table: Floats) -> Die:
    body = _tint(rng) if clear else any_colour(rng).astype(np.float32) ** 2.2
    ink = any_ink(rng, table * body if clear else body)
    shape = pip_shapes(rng) if pipped else numeral_shapes(atlas, rng, held)
    faces = [marked(ink, shape(value), pipped, value) for value in range(1, 7)]
    if clear or rng.random() < 0.3:
        faces[5] = stickered(atlas, rng, held)
    return replace(
        make,
        edge_mm=make.edge_mm * float(rng.uniform(0.985, 1.015)),
        faces=tuple(faces),
        tint=(float(body[0]), float(body[1]), float(body[2])),
        figure=int(rng.integers(1 << 30)) if clear and rng.random() < 0.85 else -1,
        bubbles=int(rng.integers(1, 6)) if rng.random() < 0.25 else 0,
    )


def _tint(rng: Rng) -> Floats:
    """Return the colour of a clear resin, mostly none."""
    strength = rng.choice([0.0, rng.uniform(0, 0.12), rng.uniform(0.1, 0.6)], p=[0.55, 0.3, 0.15])
    return np.asarray(1 - strength * (1 - any_colour(rng)), np.float32)


def any_ink(rng: Rng, ground: Floats) -> Floats:
    """Return the colour of the print: a usual ink, any colour, or one of low contrast."""
    kind = rng.random()
    usual = np.asarray(list(INKS.values())[rng.integers(len(INKS))], np.float32)
    ink = usual if kind < 0.5 else np.asarray(ink_for(rng, np.sqrt(ground)), np.float32) ** 2
    if kind < 0.65 and np.abs(ink - ground).max() > LOW_CONTRAST[1] * ground.max():
        return ink
    contrast = rng.uniform(*LOW_CONTRAST) * rng.choice([-1, -1, 1])
    return np.asarray(np.clip(ground * (1 + contrast), 0.003, 1), np.float32)


def marked(ink: Floats, alpha: Floats, pipped: bool, value: int) -> Face:
    """Return a face with pips or a numeral in one ink (linear BGR); ``alpha``: its coverage (FACE_PX x FACE_PX)."""
    colour = np.broadcast_to(ink, (FACE_PX, FACE_PX, 3)).astype(np.float32)
    return Face(colour, alpha, "pips" if pipped else "numeral", value)


def pip_shapes(rng: Rng) -> Callable[[int], Floats]:
    """Return a function that draws the pips of one die: coverage (FACE_PX x FACE_PX) by number."""
    pips = any_pips(rng)
    return lambda value: _larger(pip_ink(rng, value, pips))


def numeral_shapes(atlas: Atlas, rng: Rng, held: bool) -> Callable[[int], Floats]:
    """Return a function that draws the numerals of one die: coverage (FACE_PX x FACE_PX) by number."""
    plain = np.zeros(3, np.float32)
    style = Style(plain, plain, font(atlas, rng, held), rng.uniform(0.4, 0.82), bool(rng.random() < 0.2), 0, 0)
    style = replace(style, font_style=random_style(rng))
    return lambda value: _larger(number_ink(atlas, rng, style, value))


def _larger(alpha: Floats) -> Floats:
    """Enlarge a drawing to the size of a face, with sharp edges."""
    large = cv2.resize(alpha, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip((large - 0.5) * 2 + 0.5, 0, 1), np.float32)


def stickered(atlas: Atlas, rng: Rng, held: bool) -> Face:
    """Return the face of a random sticker."""
    design = sticker(atlas, rng, held)
    colour = cv2.resize(design.colour, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
    alpha = cv2.resize(design.alpha, (FACE_PX, FACE_PX), interpolation=cv2.INTER_LINEAR)
    return Face(np.asarray(np.clip(colour, 0, 1) ** 2.2, np.float32), np.asarray(alpha, np.float32), "picture", POWER)


def any_stone(atlas: Atlas, rng: Rng, held: bool) -> Stone:
    """Return a random stone with a symbol on one side, a number on the other; ``held``: held-out fonts and symbols."""
    return _stone(atlas, rng, held, stone_style(atlas, rng, held), int(rng.integers(1, 11)))


def game_stones(atlas: Atlas, rng: Rng, count: int) -> list[Stone]:
    """Return at most 14 stones like those of the game: four kinds, held-out symbols, each with another number."""
    styles = [stone_style(atlas, rng, held=True) for _ in range(STONE_KINDS)]
    values = rng.permutation(STONE_NUMBERS)[:count]
    return [_stone(atlas, rng, True, styles[k % STONE_KINDS], int(value)) for k, value in enumerate(values)]


def _stone(atlas: Atlas, rng: Rng, held: bool, style: Style, value: int) -> Stone:
    symbol = disc(rng, style, symbol_ink(glyph(atlas, rng, held), rng.uniform(0.4, 0.7)), "symbol")
    number = disc(rng, style, number_ink(atlas, rng, style, value), "number", value)
    body = style.base.astype(float) ** 2.2
    return Stone(
        diameter_mm=float(rng.uniform(23.5, 26.5)),
        thick_mm=float(rng.uniform(2, 4.5)),
        faces=(_covering(symbol, "symbol", value), _covering(number, "number", value)),
        body=(float(body[0]), float(body[1]), float(body[2])),
        roughness=float(rng.uniform(*((0.02, 0.15) if rng.random() < 0.5 else (0.15, 0.6)))),
        metallic=float(rng.random() < 0.25),
    )


def _covering(design: Design, kind: FaceKind, value: int) -> Face:
    """Return a drawing that covers its whole side."""
    colour = cv2.resize(design.colour, (FACE_PX, FACE_PX)).clip(0, 1) ** 2.2
    return Face(np.asarray(colour, np.float32), np.ones((FACE_PX, FACE_PX), np.float32), kind, value)
