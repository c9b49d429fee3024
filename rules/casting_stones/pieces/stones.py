"""Stones as the set-up tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CHASER = "chaser"
TYPES = ("character", "artifact", "element")
TYPE_RULES = {"character": "CST-G-08", "artifact": "CST-G-09", "element": "CST-G-10", CHASER: "CST-G-11"}
HAND = {"character": 1, "artifact": 2, "element": 2}
STARTER = {"character": 2, "artifact": 4, "element": 6}


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone: ``piece`` such as "stone:11", ``type`` one of TYPES or CHASER, ``number`` 1 to 50."""

    piece: str
    name: str
    type: str
    number: int


def starter() -> list[dict[str, Any]]:
    """Twelve stones to play with where no real ones were taught; the types are a guess from the names."""
    return [
        {"piece": f"stone:{number}", "name": name, "type": kind, "number": value}
        for number, name, kind, value in (
            (11, "Harry Potter", "character", 25),
            (21, "Draco Malfoy", "character", 25),
            (12, "Harry's Wand", "artifact", 20),
            (14, "Flute", "artifact", 15),
            (35, "Remembrall", "artifact", 15),
            (46, "Cauldron", "artifact", 6),
            (3, "Dragon's Blood", "element", 10),
            (15, "Phoenix Feather", "element", 10),
            (18, "Garlic", "element", 10),
            (39, "Porcupine Quills", "element", 4),
            (44, "Dried Nettles", "element", 3),
            (120, "Unicorn Hair", "element", 5),
        )
    ]


def stones_of(pieces: Any) -> dict[str, Stone]:
    """The set-up's stones by piece.

    Raises:
        ValueError: with one sentence for people, for a stone that is described wrongly or twice.
    """
    if not isinstance(pieces, Sequence) or isinstance(pieces, str):
        raise ValueError("The set-up lists its stones in 'pieces'.")
    stones = [_stone(body) for body in pieces]
    twice = [piece for piece, times in Counter(stone.piece for stone in stones).items() if times > 1]
    if twice:
        raise ValueError(f"The stone {twice[0]} is listed twice: each real stone has its own name for the camera.")
    return {stone.piece: stone for stone in stones}


def _stone(body: Any) -> Stone:
    if not isinstance(body, Mapping):
        raise ValueError('A stone is told as {"piece": "stone:11", "name": ..., "type": "character", "number": 25}.')
    piece, kind, number = body.get("piece"), body.get("type"), body.get("number")
    if not isinstance(piece, str) or not piece or " " in piece:
        raise ValueError(f"A stone's 'piece' is a word such as \"stone:11\", not {piece!r}.")
    name = body.get("name", piece)
    if not isinstance(name, str) or not name:
        raise ValueError(f"The name of {piece} must be a text.")
    if not isinstance(kind, str) or kind not in TYPE_RULES:
        known = "character (silver), artifact (white), element (brown) or chaser (black)"
        raise ValueError(f"The type of {name} is {known}, not {kind!r}.")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 50:
        raise ValueError(f"The number of {name} must be a whole number from 1 to 50, not {number!r}.")
    return Stone(piece, name, kind, number)


def within(stones: Iterable[Stone], quota: Mapping[str, int]) -> bool:
    """Whether *stones* are no more than *quota* of each type; a Chaser may take any place that is left."""
    count = Counter(stone.type for stone in stones)
    return all(count[kind] <= quota[kind] for kind in TYPES)
