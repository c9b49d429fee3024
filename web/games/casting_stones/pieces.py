"""A stone as the pages draw and call it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

COLOURS = {"character": "silver", "artifact": "white", "element": "brown", "chaser": "black"}


@dataclass(frozen=True, slots=True)
class Stone:
    """A piece as it is drawn and called; ``colour`` is its material, ``number`` None where nobody knows it."""

    id: str
    name: str
    colour: str
    number: int | None


def stone_of(piece: Mapping[str, Any]) -> Stone:
    """A piece of a set-up or of a view as the page draws it."""
    name = str(piece.get("name") or piece["piece"])
    return Stone(str(piece["piece"]), name, COLOURS.get(str(piece.get("type")), "plain"), piece.get("number"))
