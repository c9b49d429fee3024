"""How the sides of pieces are called at the table."""

from __future__ import annotations

from rules.core.phrases import Phrase

SIDES = {"symbol": Phrase("symbol side"), "number": Phrase("number side"), "power": Phrase("Power side")}


def side_words(side: str) -> str:
    """A side as a person says it."""
    return SIDES.get(side, side)
