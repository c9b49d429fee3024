"""Sets of invented dice for the reader: pips, numerals and stickers, solid or clear, each side in several views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.training.painted import dice
from vision.training.painted.designs import (
    FACE,
    Design,
    Style,
    any_pips,
    font,
    glyph,
    number_ink,
    pip_ink,
    shape,
    sticker,
    symbol_ink,
)
from vision.training.painted.font_styles import random_style, styled
from vision.training.painted.glyphs import Atlas
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.painted.surface import (
    Picture,
    Rng,
    any_colour,
    any_of,
    blend,
    cloudy,
    dim_colours,
    floats,
    ink_for,
    material,
)

View = tuple[Design, Picture]
"""A side, and a picture of it."""
CONTRAST = (0.12, 0.4)
"""Range of the least contrast (0..1) between the ink of a clear die and the table, in the best colour channel."""
CLEAR_PIPS = 0.4
"""Probability that a clear die has pips."""
DIM = 0.2
"""Probability of a dark die with pips of low contrast, such as red on black."""


def _die_side(
    kind: str, colour: Picture, ink: Picture, ink_colour: Picture, number: int = -1, pips: int = -1
) -> Design:
    body = colour * (1 - ink[..., None]) + ink_colour * ink[..., None]
    return Design(kind, floats(body), ink, None, number, pips)


def _engraved(rng: Rng, design: Design) -> Design:
    """Return a side with its signs engraved or embossed."""
    depth = float(rng.uniform(2, 8) * rng.choice([-1, 1]))
    return Design(
        design.kind,
        design.colour,
        design.alpha,
        cv2.GaussianBlur(design.alpha, (0, 0), 1.5) * depth,
        design.number,
        design.pips,
        metal=bool(rng.random() < 0.4),
    )


def _marbled(rng: Rng, body: Picture) -> Picture:
    """Return the material of a die: of one colour, or two swirled together."""
    texture = material(rng, body, FACE)
    if rng.random() > 0.25:
        return texture
    mix = np.clip(cloudy(rng, (FACE, FACE), int(rng.integers(2, 6))) * rng.uniform(1, 8) + rng.uniform(-0.5, 0.8), 0, 1)
    return floats(texture * (1 - mix[..., None]) + any_colour(rng) * mix[..., None])


def _six_pipped(rng: Rng, body: Picture, ink_colour: Picture) -> list[Design]:
    pips, sunk = any_pips(rng), rng.random() < 0.5
    texture = _marbled(rng, body)
    ink_of_one = ink_for(rng, body) if rng.random() < 0.12 else ink_colour
    sides = [
        _die_side("pips", texture, pip_ink(rng, n, pips), ink_of_one if n == 1 else ink_colour, pips=n)
        for n in range(1, 7)
    ]
    return [_engraved(rng, side) for side in sides] if sunk else sides


def _six_numbered(atlas: Atlas, rng: Rng, held: bool, body: Picture, ink_colour: Picture) -> list[Design]:
    style = Style(body, ink_colour, font(atlas, rng, held), rng.uniform(0.4, 0.8), bool(rng.random() < 0.5), 0, 0)
    style = replace(style, font_style=random_style(rng), extra=str(rng.choice(["", "", "point"])))
    texture = _marbled(rng, body)
    return [_die_side("numeral", texture, number_ink(atlas, rng, style, n), ink_colour, number=n) for n in range(1, 7)]


def _around(sides: Sequence[Design], top: int, rng: Rng) -> list[Design]:
    """Return the six sides in the order of a die with side ``top`` up and its opposite at the bottom."""
    ring = [i for i in range(6) if i not in (top, 5 - top)]
    order = [top, *np.roll(ring, rng.integers(4)).tolist(), 5 - top]
    return [sides[i] for i in order]


def _die_views(
    rng: Rng, sides: list[Design], body: dice.Body, grounds: Sequence[Picture], solid: bool, steep: float
) -> list[list[View]]:
    """Return several views of one die for each side on top."""
    out = []
    for top in range(6):
        views = []
        for _ in range(VIEWS):
            scene = _patch(rng, grounds) if solid else _contrasting_patch(rng, sides[top], grounds)
            where = dice.pose(rng, abs(rng.normal(0, steep)), rng.uniform(52, 68))
            if rng.random() < 0.35:
                _neighbour(rng, scene, body, where)
            draw = dice.opaque if solid else dice.clear
            draw(rng, scene, _around(sides, top, rng), body, where)
            views.append((sides[top], dice.cut_out(rng, scene, where)))
        out.append(views)
    return out


def _patch(rng: Rng, grounds: Sequence[Picture]) -> Picture:
    """Return a part of a random table, as large as a die's scene."""
    ground = any_of(rng, grounds)
    y, x = rng.integers(0, ground.shape[0] - dice.SCENE, 2)
    return floats(ground[y : y + dice.SCENE, x : x + dice.SCENE].copy())


def _contrasting_patch(rng: Rng, side: Design, grounds: Sequence[Picture]) -> Picture:
    """Return a part of a random table that contrasts with the ink of a clear die, within six tries."""
    ink = side.colour[side.alpha > 0.5].mean(axis=0) if (side.alpha > 0.5).any() else side.colour.mean(axis=(0, 1))
    least = rng.uniform(*CONTRAST)
    for _ in range(6):
        scene = _patch(rng, grounds)
        if float(np.abs(scene.mean(axis=(0, 1)) - ink).max()) > least:
            break
    return scene


def _neighbour(rng: Rng, scene: Picture, body: dice.Body, where: dice.Pose) -> None:
    """Draw a second die that touches the first: its body, and blobs in place of its pips."""
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(58, 84) * np.array([np.cos(turn), np.sin(turn)])
    outline = cv2.warpAffine(
        dice.silhouette(where, body.rounding), floats([[1, 0, away[0]], [0, 1, away[1]]]), (dice.SCENE,) * 2
    )
    blend(scene, body.colour * rng.uniform(0.6, 1.0), outline)
    for _ in range(rng.integers(0, 7)):
        at = dice.SCENE / 2 + away * 0.9 + rng.normal(0, 16, 2)
        cv2.circle(
            scene, at.astype(int).tolist(), int(rng.integers(3, 7)), ink_for(rng, body.colour).tolist(), -1, cv2.LINE_AA
        )


def pipped(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Draw dice with pips; some have a symbol in place of the one or the six."""
    out: list[list[View]] = []
    while len(out) < A_SET:
        colour, ink = dim_colours(rng) if rng.random() < DIM else _colour_and_ink(rng, rng.choice([0.13, 0.25, 0.4]))
        body = dice.Body(colour, rng.choice([0, 0, 0, rng.uniform(0.2, 0.8)]), rng.uniform(0.1, 1.0))
        sides = _six_pipped(rng, colour, ink)
        if rng.random() < 0.25:
            sides[rng.choice([0, 5])] = _emblem(atlas, rng, held, colour)
        out += _die_views(rng, sides, body, grounds, True, 0.45)
    return [out[i] for i in sorted(rng.permutation(len(out))[:A_SET])]


def _colour_and_ink(rng: Rng, least: float) -> tuple[Picture, Picture]:
    """Return a random colour and an ink that contrasts with it."""
    colour = any_colour(rng)
    return colour, ink_for(rng, colour, least)


def _emblem(atlas: Atlas, rng: Rng, held: bool, colour: Picture) -> Design:
    ink = symbol_ink(styled(glyph(atlas, rng, held), random_style(rng)), rng.uniform(0.5, 0.8))
    if rng.random() < 0.5:
        ink = shape(rng, (FACE / 2, FACE / 2), FACE * rng.uniform(0.45, 0.75))
    for _ in range(rng.choice([0, 0, 1, 2])):
        ink = np.abs(ink - symbol_ink(glyph(atlas, rng, held), rng.uniform(0.2, 0.5)))
    side = _die_side("picture", material(rng, colour, FACE), ink, ink_for(rng, colour))
    return _engraved(rng, side) if rng.random() < 0.5 else side


def marked(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Draw dice with numerals or clear dice with pips; clear dice have a sticker opposite the one."""
    out: list[list[View]] = []
    common = any_colour(rng) if rng.random() < 0.5 else None
    while len(out) < A_SET:
        colour = any_colour(rng)
        solid = bool(rng.random() < 0.35)
        ink = ink_for(rng, colour) if solid else any_colour(rng) if common is None else common
        pips = not solid and rng.random() < CLEAR_PIPS
        sides = _six_pipped(rng, colour, ink) if pips else _six_numbered(atlas, rng, held, colour, ink)
        if not solid or rng.random() < 0.3:
            sides[5] = sticker(atlas, rng, held)
        body = dice.Body(colour, 0.0, rng.uniform(0.1, 0.8))
        out += _die_views(rng, sides, body, grounds, solid, 0.35)
    return [out[i] for i in sorted(rng.permutation(len(out))[:A_SET])]
