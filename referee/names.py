"""How pieces and sides are called at the table."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import Setup

SIDES = {"symbol": "symbol side", "number": "number side", "power": "Power side"}


def piece_names(setup: Setup) -> dict[str, str]:
    """The name of every piece that the set-up describes; a stone with its number, a piece without a name by its id."""
    described = (piece for piece in setup.get("pieces", ()) if isinstance(piece, Mapping))
    return {str(piece.get("id", "")): _called(piece) for piece in described}


def _called(piece: Mapping[str, object]) -> str:
    name = str(piece.get("name") or piece.get("id", ""))
    number = piece.get("number")
    return f"{name} ({number})" if number else name


def side_words(side: str) -> str:
    """A side as a person says it."""
    return SIDES.get(side, side)
