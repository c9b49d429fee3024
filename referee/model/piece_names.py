"""How the sides of pieces are called at the table."""

from __future__ import annotations

SIDES = {"symbol": "symbol side", "number": "number side", "power": "Power side"}


def side_words(side: str) -> str:
    """A side as a person says it."""
    return SIDES.get(side, side)
