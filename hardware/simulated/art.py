"""What is printed on the simulated pieces: one square BGRA picture a face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.strokes import mask, number, rune

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]
Look = Literal["stone", "clear", "pipped", "crested"]

FACE_PX = 160  # finer than a face in any picture of the simulated camera
STONE_MM, STONE_THICK_MM, CLEAR_MM, PIPPED_MM = 25.0, 3.0, 26.5, 16.0
STONE_COLOURS: dict[str, Colour] = {
    "silver": (196, 190, 184),
    "white": (222, 230, 234),
    "brown": (52, 84, 132),
    "black": (44, 42, 42),
}
INKS: dict[str, Colour] = {
    "red": (40, 36, 170),
    "blue": (130, 50, 36),
    "green": (50, 100, 30),
    "gold": (60, 180, 220),
    "black": (30, 28, 28),
    "ivory": (214, 226, 232),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A simulated piece: its facts as an owner would enter them, and a seed for its invented art.

    ``number`` is a stone's number; ``colour`` a stone's colour or a die's plastic; ``ink`` a key of INKS; ``sticker``
    what a clear die has on its Power side.
    """

    id: str
    look: Look
    name: str
    seed: int
    colour: str = "white"
    ink: str = "blue"
    number: int | None = None
    sticker: Sticker | None = None

    @property
    def kind(self) -> str:
        """ "stone" or "die", as the readings call it."""
        return "stone" if self.look == "stone" else "die"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides it may show when it lies flat."""
        return SIDES[self.look]


SIDES: dict[Look, tuple[str, ...]] = {
    "stone": ("symbol", "number"),
    "clear": ("1", "2", "3", "4", "5", "power"),
    "pipped": ("1", "2", "3", "4", "5", "6"),
    "crested": ("1", "2", "3", "4", "5", "power"),
}
"""A crested die has pips, and a picture instead of the six."""


@lru_cache(maxsize=64)
def face(piece: Piece, side: str) -> Image:
    """The print of one side, FACE_PX square BGRA; alpha 0 where the piece's own material shows (clear dice)."""
    return _FACES[piece.look](piece, side)


def _stone(piece: Piece, side: str) -> Image:
    art = _disc(piece)
    if side == "symbol":
        ink = mask(rune(piece.seed), FACE_PX, 0.46, 0.055)
    else:
        assert piece.number is not None, f"{piece.id} has no number"
        wide = piece.number >= 10
        ink = mask(number(piece.number), FACE_PX, 0.36 if wide else 0.44, 0.06)
    _print(art, ink, INKS[piece.ink])
    return art


def _disc(piece: Piece) -> Image:
    """The blank: material, a slight dome, a ring near the rim; round alpha."""
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX] / (FACE_PX - 1) * 2 - 1
    radius = np.hypot(x, y)
    shade = 1.0 - 0.06 * radius**2
    shade -= 0.13 * np.exp(-(((radius - 0.86) / 0.025) ** 2)) - 0.06 * np.exp(-(((radius - 0.91) / 0.025) ** 2))
    if piece.colour == "silver":
        shade += 0.05 * np.sin(3 * np.arctan2(y, x) + piece.seed) * radius
    grain = np.random.default_rng(piece.seed).normal(0, 0.012, radius.shape)
    colour = np.array(STONE_COLOURS[piece.colour]) * (shade + grain)[..., None]
    alpha = np.clip((1.0 - radius) * FACE_PX / 2 + 0.5, 0, 1) * 255
    return np.dstack([np.clip(colour, 0, 255), alpha]).astype(np.uint8)


def _clear(piece: Piece, side: str) -> Image:
    if side == "power":
        return _sticker(piece)
    art = np.zeros((FACE_PX, FACE_PX, 4), np.uint8)
    ink = mask(number(int(side)), FACE_PX, 0.6, 0.085)
    art[..., :3] = INKS[piece.ink]
    art[..., 3] = ink
    return art


def _sticker(piece: Piece) -> Image:
    """An opaque label: border, name band, power sign, bonus at the lower left, alliance mark at the lower right."""
    assert piece.sticker is not None, f"{piece.id} has no sticker"
    art = np.full((FACE_PX, FACE_PX, 4), 255, np.uint8)
    field = np.array(FIELDS[piece.sticker.colour])
    art[..., :3] = INKS["gold" if piece.sticker.gold else "ivory"]
    art[12:-12, 12:-12, :3] = field
    art[20:40, 20:-20, :3] = (field * 0.45).astype(np.uint8)
    light = INKS["ivory"] if field.mean() < 130 else INKS["black"]
    _print(art, mask(rune(piece.seed + 1000), FACE_PX, 0.4, 0.05, (0, 0.02)), light)
    _print(art, mask(number(piece.sticker.bonus), FACE_PX, 0.15, 0.03, (-0.32, 0.33)), light)
    cv2.circle(art, (132, 132), 9, (*light, 255), -1 if piece.sticker.alliance == "oak" else 3, cv2.LINE_AA)
    return art


# Where pips sit on a face, in thirds.
PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _pipped(piece: Piece, side: str) -> Image:
    art = np.full((FACE_PX, FACE_PX, 4), 255, np.uint8)
    art[..., :3] = STONE_COLOURS[piece.colour]
    for x, y in PIPS[side]:
        middle = (round(FACE_PX * (0.5 + 0.26 * x)), round(FACE_PX * (0.5 + 0.26 * y)))
        cv2.circle(art, middle, round(FACE_PX * 0.095), (*INKS[piece.ink], 255), -1, cv2.LINE_AA)
    return art


def _crested(piece: Piece, side: str) -> Image:
    if side != "power":
        return _pipped(piece, side)
    art = np.full((FACE_PX, FACE_PX, 4), 255, np.uint8)
    art[..., :3] = STONE_COLOURS[piece.colour]
    _print(art, mask(rune(piece.seed), FACE_PX, 0.6, 0.09), INKS[piece.ink])
    return art


def _print(art: Image, ink: Image, colour: Colour) -> None:
    part = ink[..., None].astype(np.float32) / 255
    art[..., :3] = (art[..., :3] * (1 - part) + np.array(colour) * part).astype(np.uint8)


_FACES: dict[Look, Callable[[Piece, str], Image]] = {
    "stone": _stone,
    "clear": _clear,
    "pipped": _pipped,
    "crested": _crested,
}


def starter() -> tuple[Piece, ...]:
    """A set to play with: 12 stones (2 silver, 4 white, 6 brown: CST-G-03), eight clear dice, three with pips."""
    whites, browns = (10, 7, 9, 6), (1, 2, 3, 4, 5, 8)
    stones = [("silver", 25), ("silver", 15), *(("white", n) for n in whites), *(("brown", n) for n in browns)]
    made = [_painted(n, STONE_NAMES[n - 1], colour, value, n) for n, (colour, value) in enumerate(stones, 1)]
    made += [
        Piece(f"die:{n}", "clear", name, 20 + n, "clear", ink, sticker=STICKERS[name])
        for n, (name, ink) in enumerate(zip(STICKERS, DIE_INKS, strict=True), 1)
    ]
    made += [Piece(f"die:p{n}", "pipped", f"Pipped die {n}", 40 + n, "white", "black") for n in (1, 2)]
    made.append(Piece("die:munchkin", "crested", "Munchkin's die", 50, "brown", "ivory"))
    return tuple(made)


def collectors() -> tuple[Piece, ...]:
    """Ten more stones: with the starter set enough for two collections of ten, two black ones among them."""
    return tuple(_painted(60 + n, *drawing) for n, drawing in enumerate(COLLECTORS, 1))


def _painted(n: int, name: str, colour: str, value: int, seed: int) -> Piece:
    return Piece(f"stone:{n}", "stone", name, seed, colour, STONE_INKS[colour], value)


STONE_INKS = {"silver": "blue", "white": "red", "brown": "ivory", "black": "gold"}
DIE_INKS = ("blue", "gold", "red", "green", "black", "ivory", "red", "blue")
STONE_NAMES = (
    "The Ferryman",
    "The Clockmaker",
    "Brass Key",
    "Glass Harp",
    "Weather Vane",
    "Moon Kite",
    "Ash Bark",
    "River Clay",
    "Owl Feather",
    "Amber Dust",
    "Thistle Oil",
    "Salt Wind",
)
# Name, colour, number, and a seed whose sign is like no other stone's.
COLLECTORS = (
    ("The Lamplighter", "silver", 20, 91),
    ("The Cartographer", "silver", 10, 119),
    ("Night Lantern", "white", 15, 69),
    ("Silver Bell", "white", 20, 104),
    ("Sealed Letter", "white", 8, 82),
    ("Sea Glass", "brown", 10, 114),
    ("Fern Seed", "brown", 6, 99),
    ("Frost Honey", "brown", 7, 61),
    ("The Black Hound", "black", 50, 76),
    ("The Swift Coach", "black", 25, 98),
)


@dataclass(frozen=True, slots=True)
class Sticker:
    """One Power side.

    ``bonus`` is the casting bonus, ``colour`` a key of FIELDS, ``power`` and ``number`` as docs/facts/dicers.md names
    them; a Reserve Power has a ``gold`` border.
    """

    bonus: int
    colour: str
    power: str
    alliance: str
    number: int = 1
    gold: bool = False

    def as_entry(self) -> dict[str, Any]:
        """The owner's entry for the die (docs/facts/dicers.md, "of a die")."""
        facts: dict[str, Any] = {"listed": 0, "cb": self.bonus, "colour": self.colour, "power": self.power}
        return {**facts, "number": self.number, "alliances": [self.alliance]}


FIELDS: dict[str, tuple[int, int, int]] = {
    "red": (52, 48, 168),
    "purple": (140, 58, 104),
    "blue": (150, 92, 40),
    "yellow": (64, 190, 226),
    "green": (70, 130, 48),
}
STICKERS: dict[str, Sticker] = {
    "Heron": Sticker(2, "green", "summon", "oak"),
    "Lantern": Sticker(3, "purple", "swap", "river"),
    "Bramble": Sticker(2, "red", "capture", "oak"),
    "Comet": Sticker(1, "yellow", "cast-spell", "river"),
    "Anchor": Sticker(2, "purple", "greater-expel", "oak"),
    "Kestrel": Sticker(3, "green", "spy", "river"),
    "Thimble": Sticker(1, "blue", "add", "oak", number=2, gold=True),
    "Quill": Sticker(2, "red", "extra-roll", "river", gold=True),
}
