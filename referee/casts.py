"""What stones in a picture mean, for `owleye read --game casting-stones`."""

from __future__ import annotations

from typing import Any

from referee.names import stone_type
from rules.casting_stones.casts import cast_of
from vision.types import Reading

GAMES_WITH_CASTS = ("casting-stones",)


def cast_json(reading: Reading) -> dict[str, Any]:
    """The cast of all stones in a picture: kind, the numbers that show, and why (docs/cli.md).

    A stone's type is told by its colour; what is not sure counts as not known.
    """
    stones = [piece for piece in reading.pieces if piece.kind == "stone"]
    cast = cast_of(
        [stone_type(stone.colour) for stone in stones],
        [stone.side if stone.sure else None for stone in stones],
        [stone.value for stone in stones],
    )
    return {"kind": cast.kind, "numbers": list(cast.numbers), "why": list(cast.rules)}
