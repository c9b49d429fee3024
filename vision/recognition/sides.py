"""The taught sides of pieces: what the owner entered about one, and what can be concluded from its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Side:
    """One taught side: its piece and side, what the owner entered about it, and the measured edge of a die in mm."""

    piece: str
    kind: str
    side: str
    number: int | None = None
    colour: str | None = None
    name: str | None = None
    edge_mm: float | None = None


def is_numbered(side: Side) -> bool:
    """Whether a side is a face of a die with a number, not a sticker."""
    return side.kind == "die" and side.side.isdigit()


def shows_appearance(side: Side) -> bool:
    """Whether a face of a die looks like its others: numbered, and not the 1, behind which the sticker may be seen."""
    return is_numbered(side) and side.side != "1"


def is_sticker(side: Side) -> bool:
    """Whether a side is the sticker of a die."""
    return side.kind == "die" and side.side == "power"


def is_printed(side: Side) -> bool:
    """Whether a side is printed on an opaque ground: a side of a stone, or the sticker of a die."""
    return side.kind == "stone" or is_sticker(side)


def missing_numbers(taught: Sequence[Side]) -> list[Side]:
    """Return the numbered sides of a die that were not taught; none for a stone."""
    if not taught or taught[0].kind != "die":
        return []
    taught_sides = {side.side for side in taught}
    numbered = [str(n) for n in range(1, 6 if "power" in taught_sides else 7)]
    return [replace(taught[0], side=side) for side in numbered if side not in taught_sides]
