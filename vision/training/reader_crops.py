"""Shards of generated crops: invented sets of pieces, with several views of every side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.geometry.crops import sized
from vision.recognition.embedder import KINDS
from vision.training.painted.coins import coinage
from vision.training.painted.designs import (
    FACE,
    Design,
    disc,
    stone_style,
    symbol_ink,
)
from vision.training.painted.dice_sets import View, marked, pipped
from vision.training.painted.discs import REACH, disc_view
from vision.training.painted.font_styles import random_style, styled
from vision.training.painted.glyphs import Atlas
from vision.training.painted.light import lit, taken
from vision.training.painted.relief_discs import REACH as NEAR_REACH
from vision.training.painted.relief_discs import a_set
from vision.training.painted.stones import A_SET, VIEWS, different_glyphs, numbered_discs, tokens
from vision.training.painted.surface import (
    Picture,
    Rng,
    any_of,
    surface,
)
from vision.training.set_files import LabelledCrops, save

STORED = 72
"""Edge of a stored crop: the reader's 64 px and a margin for shifting."""
SETS = 60
"""Sets in one shard."""
Maker = Callable[[Atlas, Rng, bool, Sequence[Picture]], list[list[View]]]


def stones(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Draw a set of stones: up to four materials, half of the sides symbols, half numbers.

    ``held``: use the styles and glyphs that are held out from training.
    """
    styles = [stone_style(atlas, rng, held) for _ in range(rng.integers(1, 5))]
    designs = [
        disc(rng, any_of(rng, styles), symbol_ink(styled(mask, random_style(rng)), rng.uniform(0.38, 0.72)), "symbol")
        for mask in different_glyphs(atlas, rng, held, A_SET // 2)
    ]
    designs += numbered_discs(atlas, rng, styles, A_SET - A_SET // 2)
    return _disc_views(rng, designs, any_of(rng, grounds))


def _others(rng: Rng, designs: Sequence[Design]) -> list[Design]:
    return [designs[i] for i in rng.integers(0, len(designs), 3)]


def _disc_views(rng: Rng, designs: Sequence[Design], ground: Picture, thick: float = 0.09) -> list[list[View]]:
    """Return several views of every disc, with others of its set next to it."""
    return [[(d, disc_view(rng, d, _others(rng, designs), ground, thick=thick)) for _ in range(VIEWS)] for d in designs]


def coins(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture], aside: bool = False) -> list[list[View]]:
    """Draw a set of coins: embossed pictures and numbers."""
    return _disc_views(rng, coinage(atlas, rng, held, A_SET, aside), any_of(rng, grounds))


def printed(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Draw a set of round tokens with numbers, some of them thick."""
    return _disc_views(rng, tokens(atlas, rng, held, A_SET), any_of(rng, grounds), rng.uniform(0.02, 0.18))


def junk(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> list[list[View]]:
    """Draw crops without a face: bare table, blobs of skin and card, stones half covered or on edge."""
    stone_views = stones(atlas, rng, held, grounds)
    designs = [views[0][0] for views in stone_views]
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
"""The makers and their frequencies."""
NEAR = 0.12
"""Proportion of sets of discs seen from near, under all kinds of lamps."""
FAR = 0.45
"""Probability that a die with pips is seen from far away."""


def shard(path: Path, atlas: Atlas, seed: int, held: bool = False, sets: int = SETS) -> None:
    """Write one shard: crops (sets, sides, views, 72, 72, 3) uint8 and the labels of every side."""
    rng = np.random.default_rng(seed)
    grounds = [surface(rng) for _ in range(24)]
    save(path, [(_near if rng.random() < NEAR else _far)(atlas, rng, held, grounds) for _ in range(sets)])


def _near(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> LabelledCrops:
    """Draw a set of discs as for the relief network, at a smaller scale."""
    crops, labels = a_set(atlas, rng, held, grounds)
    inner = round(STORED * NEAR_REACH / REACH)
    spare = (STORED - inner) // 2
    small = sized(crops.reshape(-1, *crops.shape[2:]), inner)
    framed = [cv2.copyMakeBorder(crop, *(spare,) * 4, cv2.BORDER_REPLICATE) for crop in small]
    return np.array(framed, np.uint8).reshape(*crops.shape[:2], STORED, STORED, 3), labels


def _far(atlas: Atlas, rng: Rng, held: bool, grounds: Sequence[Picture]) -> LabelledCrops:
    """Draw a set by one of the makers."""
    chances = np.array([chance for _, chance in MAKERS])
    maker = MAKERS[rng.choice(len(MAKERS), p=chances / chances.sum())][0]
    sides = maker(atlas, rng, held, grounds)
    far = maker is pipped
    crops = [
        [taken(rng, lit(rng, view), STORED, far=far and rng.random() < FAR) for _, view in views] for views in sides
    ]
    labels = [(KINDS.index(design.kind), design.number, design.pips) for design in (views[0][0] for views in sides)]
    return np.array(crops, np.uint8), np.array(labels, np.int64)
