"""How pieces and sides are called at the table."""

from __future__ import annotations

from collections.abc import Mapping

from referee.inventory.dice import figure
from rules.core.game import Setup

SIDES = {"symbol": "symbol side", "number": "number side", "power": "Power side"}
TYPES = {"silver": "character", "white": "artifact", "brown": "element", "black": "chaser"}


def piece_names(setup: Setup) -> dict[str, str]:
    """The name of every piece that the set-up describes; a stone with its number, a piece without a name by its id."""
    described = (piece for piece in setup.get("pieces", ()) if isinstance(piece, Mapping))
    die = {str(setup.get("die", "die:munchkin")): "The die"} if setup.get("game") == "munchkin" else {}
    listed = {str(piece.get("piece", "")): _called(piece) for piece in described}
    return {**listed, **figures(setup), **die}


def figures(setup: Setup) -> dict[str, str]:
    """The figure in each die of the set-up: nothing of what its owner keeps to himself."""
    dice = setup.get("dice", {})
    if not isinstance(dice, Mapping):
        return {}
    return {str(die): figure(str(die), facts) for die, facts in dice.items()}


def _called(piece: Mapping[str, object]) -> str:
    name = str(piece.get("name") or piece.get("piece", ""))
    number = piece.get("number")
    return f"{name} ({number})" if number else name


def side_words(side: str) -> str:
    """A side as a person says it."""
    return SIDES.get(side, side)


def stone_type(colour: str | None) -> str | None:
    """What a stone's colour says it is (CST-G-08 to CST-G-11); None where the colour is not known."""
    return TYPES.get(colour or "")
