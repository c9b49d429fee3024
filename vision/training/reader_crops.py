"""Shards of generated crops: invented sets of pieces, every side seen several times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.recognition.crops import sized
from vision.recognition.embedder import KINDS
from vision.training.painted import dice
from vision.training.painted.coins import coinage
from vision.training.painted.designs import (
    FACE,
    Design,
    Style,
    any_pips,
    disc,
    font,
    glyph,
    number_ink,
    pip_ink,
    shape,
    sticker,
    stone_style,
    symbol_ink,
)
from vision.training.painted.discs import REACH, disc_view
from vision.training.painted.glyphs import Atlas
from vision.training.painted.hands import any_hand, drawn
from vision.training.painted.light import lit, taken
from vision.training.painted.relief_discs import REACH as NEAR_REACH
from vision.training.painted.relief_discs import a_set
from vision.training.painted.stones import A_SET, VIEWS, different_glyphs, numbered_discs
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
    surface,
)
from vision.training.painted.tokens import tokens
from vision.training.set_files import Seen, save

STORED = 72
"""Edge of a stored crop: the reader's 64 and some spare for shifting."""
SETS = 60
"""Sets in one shard."""
View = tuple[Design, Picture]
Maker = Callable[[Atlas, Rng, bool, Sequence[Picture]], list[list[View]]]


def stones(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """A set of stones: up to four stuffs, half of the sides symbols, half numbers."""
    styles = [stone_style(atlas, rng, held) for _ in range(rng.integers(1, 5))]
    designs = [
        disc(rng, any_of(rng, styles), symbol_ink(drawn(mask, any_hand(rng)), rng.uniform(0.38, 0.72)), "symbol")
        for mask in different_glyphs(atlas, rng, held, A_SET // 2)
    ]
    designs += numbered_discs(atlas, rng, styles, A_SET - A_SET // 2)
    return _laid(rng, designs, any_of(rng, grounds))


def _others(rng: Rng, designs: Sequence[Design]) -> list[Design]:
    return [designs[i] for i in rng.integers(0, len(designs), 3)]


def _laid(rng: Rng, designs: Sequence[Design], ground: Picture, thick: float = 0.09) -> list[list[View]]:
    """Every disc seen several times, the others of its set beside it."""
    return [[(d, disc_view(rng, d, _others(rng, designs), ground, thick=thick)) for _ in range(VIEWS)] for d in designs]


def coins(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture], aside: bool = False) -> list[list[View]]:
    """A set of coins: pressed pictures and numbers."""
    return _laid(rng, coinage(atlas, rng, held, A_SET, aside), any_of(rng, grounds))


def printed(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """A set of round tokens, all numbers, thick ones too."""
    return _laid(rng, tokens(atlas, rng, held, A_SET), any_of(rng, grounds), rng.uniform(0.02, 0.18))


def _die_side(
    kind: str, colour: Picture, ink: Picture, ink_colour: Picture, number: int = -1, pips: int = -1
) -> Design:
    body = colour * (1 - ink[..., None]) + ink_colour * ink[..., None]
    return Design(kind, floats(body), ink, None, number, pips)


def _sunk(rng: Rng, design: Design) -> Design:
    """The same side with its signs pressed in, or raised."""
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
    """The stuff of a die: of one colour, or two swirled together."""
    stuff = material(rng, body, FACE)
    if rng.random() > 0.25:
        return stuff
    mix = np.clip(cloudy(rng, (FACE, FACE), int(rng.integers(2, 6))) * rng.uniform(1, 8) + rng.uniform(-0.5, 0.8), 0, 1)
    return floats(stuff * (1 - mix[..., None]) + any_colour(rng) * mix[..., None])


def _six_pipped(rng: Rng, body: Picture, ink_colour: Picture) -> list[Design]:
    pips, sunk = any_pips(rng), rng.random() < 0.5
    stuff = _marbled(rng, body)
    one = ink_for(rng, body) if rng.random() < 0.12 else ink_colour
    sides = [
        _die_side("pips", stuff, pip_ink(rng, n, pips), one if n == 1 else ink_colour, pips=n) for n in range(1, 7)
    ]
    return [_sunk(rng, side) for side in sides] if sunk else sides


def _six_numbered(atlas: Atlas, rng: Rng, held: bool, body: Picture, ink_colour: Picture) -> list[Design]:
    style = Style(body, ink_colour, font(atlas, rng, held), rng.uniform(0.4, 0.8), bool(rng.random() < 0.5), 0, 0)
    style = replace(style, hand=any_hand(rng), extra=str(rng.choice(["", "", "point"])))
    stuff = _marbled(rng, body)
    return [_die_side("numeral", stuff, number_ink(atlas, rng, style, n), ink_colour, number=n) for n in range(1, 7)]


def _around(sides: Sequence[Design], top: int, rng: Rng) -> list[Design]:
    """The six sides as they come round when side ``top`` lies up: its opposite at the bottom."""
    ring = [i for i in range(6) if i not in (top, 5 - top)]
    order = [top, *np.roll(ring, rng.integers(4)).tolist(), 5 - top]
    return [sides[i] for i in order]


def _die_views(
    rng: Rng, sides: list[Design], body: dice.Body, grounds: Sequence[Picture], solid: bool, steep: float
) -> list[list[View]]:
    """Every side of one die on top, seen several times."""
    out = []
    for top in range(6):
        views = []
        for _ in range(VIEWS):
            scene = _patch(rng, grounds) if solid else _told_from(rng, sides[top], grounds)
            where = dice.pose(rng, abs(rng.normal(0, steep)), rng.uniform(52, 68))
            if rng.random() < 0.35:
                _neighbour(rng, scene, body, where)
            draw = dice.opaque if solid else dice.clear
            draw(rng, scene, _around(sides, top, rng), body, where)
            views.append((sides[top], dice.cut_out(rng, scene, where)))
        out.append(views)
    return out


def _patch(rng: Rng, grounds: Sequence[Picture]) -> Picture:
    """A piece of some table, as large as a die's scene."""
    ground = any_of(rng, grounds)
    y, x = rng.integers(0, ground.shape[0] - dice.SCENE, 2)
    return floats(ground[y : y + dice.SCENE, x : x + dice.SCENE].copy())


def _told_from(rng: Rng, side: Design, grounds: Sequence[Picture]) -> Picture:
    """A piece of some table against which the ink of a clear die can be seen, if one is soon found."""
    ink = side.colour[side.alpha > 0.5].mean(axis=0) if (side.alpha > 0.5).any() else side.colour.mean(axis=(0, 1))
    least = rng.uniform(*CONTRAST)
    for _ in range(6):
        scene = _patch(rng, grounds)
        if float(np.abs(scene.mean(axis=(0, 1)) - ink).max()) > least:
            break
    return scene


def _neighbour(rng: Rng, scene: Picture, body: dice.Body, where: dice.Pose) -> None:
    """A second die touching the first: its bulk, and blots where its pips would be."""
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
    """Dice with pips; on some the one is a symbol."""
    out: list[list[View]] = []
    while len(out) < A_SET:
        colour, ink = dim_colours(rng) if rng.random() < DIM else _told(rng, rng.choice([0.13, 0.25, 0.4]))
        body = dice.Body(colour, rng.choice([0, 0, 0, rng.uniform(0.2, 0.8)]), rng.uniform(0.1, 1.0))
        sides = _six_pipped(rng, colour, ink)
        if rng.random() < 0.25:
            sides[rng.choice([0, 5])] = _emblem(atlas, rng, held, colour)
        out += _die_views(rng, sides, body, grounds, True, 0.45)
    return [out[i] for i in sorted(rng.permutation(len(out))[:A_SET])]


def _told(rng: Rng, least: float) -> tuple[Picture, Picture]:
    """Any colour, and an ink that can be told from it."""
    colour = any_colour(rng)
    return colour, ink_for(rng, colour, least)


def _emblem(atlas: Atlas, rng: Rng, held: bool, colour: Picture) -> Design:
    ink = symbol_ink(drawn(glyph(atlas, rng, held), any_hand(rng)), rng.uniform(0.5, 0.8))
    if rng.random() < 0.5:
        ink = shape(rng, (FACE / 2, FACE / 2), FACE * rng.uniform(0.45, 0.75))
    for _ in range(rng.choice([0, 0, 1, 2])):
        ink = np.abs(ink - symbol_ink(glyph(atlas, rng, held), rng.uniform(0.2, 0.5)))
    side = _die_side("picture", material(rng, colour, FACE), ink, ink_for(rng, colour))
    return _sunk(rng, side) if rng.random() < 0.5 else side


def marked(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Dice with numerals, opaque or clear, and clear dice with pips; opposite their one clear dice carry a sticker."""
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


def junk(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """What is no face: bare table, blobs of skin and card, stones half covered or on edge."""
    made = stones(atlas, rng, held, grounds)
    designs = [views[0][0] for views in made]
    nothing = Design("junk", np.zeros((FACE, FACE, 3), np.float32), np.zeros((FACE, FACE), np.float32))
    out: list[list[View]] = []
    for _ in range(A_SET):
        views = []
        for _ in range(VIEWS):
            ground = any_of(rng, grounds)
            side = any_of(rng, designs) if rng.random() < 0.6 else nothing
            view = disc_view(rng, side, _others(rng, designs), ground, cover=rng.uniform(0.45, 0.9))
            views.append((nothing, view))
        out.append(views)
    return out


MAKERS: tuple[tuple[Maker, float], ...] = (
    (stones, 0.22),
    (printed, 0.20),
    (coins, 0.06),
    (partial(coins, aside=True), 0.07),
    (pipped, 0.22),
    (marked, 0.25),
    (junk, 0.03),
)
"""What is made, and how often."""
CONTRAST = (0.12, 0.4)
"""How much the ink of a clear die differs from the table below, in the colour in which it differs most (0..1)."""
CLEAR_PIPS = 0.4
"""How often a clear die bears pips."""
NEAR = 0.12
"""How many sets are of discs seen from near, under lamps of all kinds."""
FAR = 0.45
"""How often a die with pips is seen from far off."""
DIM = 0.2
"""How often a die with pips is dark, and its pips hardly brighter: red on black."""


def shard(path: Path, atlas: Atlas, seed: int, held: bool = False, sets: int = SETS) -> None:
    """Write one shard: crops (sets, sides, views, 72, 72, 3) uint8 and the labels of every side."""
    rng = np.random.default_rng(seed)
    grounds = [surface(rng) for _ in range(24)]
    save(path, [(_near if rng.random() < NEAR else _far)(atlas, rng, held, grounds) for _ in range(sets)])


def _near(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> Seen:
    """A set of discs as the finer network learns them, drawn smaller."""
    crops, labels = a_set(atlas, rng, held, grounds)
    inner = round(STORED * NEAR_REACH / REACH)
    spare = (STORED - inner) // 2
    small = sized(crops.reshape(-1, *crops.shape[2:]), inner)
    framed = [cv2.copyMakeBorder(crop, *(spare,) * 4, cv2.BORDER_REPLICATE) for crop in small]
    return np.array(framed, np.uint8).reshape(*crops.shape[:2], STORED, STORED, 3), labels


def _far(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> Seen:
    """A set by one of the makers."""
    chances = np.array([chance for _, chance in MAKERS])
    maker = MAKERS[rng.choice(len(MAKERS), p=chances / chances.sum())][0]
    sides = maker(atlas, rng, held, grounds)
    far = maker is pipped
    crops = [
        [taken(rng, lit(rng, view), STORED, far=far and rng.random() < FAR) for _, view in views] for views in sides
    ]
    labels = [(KINDS.index(one.kind), one.number, one.pips) for one in (views[0][0] for views in sides)]
    return np.array(crops, np.uint8), np.array(labels, np.int64)
