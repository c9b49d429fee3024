"""What is printed on the Power sides of the simulated dice: invented, as an owner would read it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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

    def told(self) -> dict[str, Any]:
        """What the owner tells of the die (docs/facts/dicers.md, "of a die")."""
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
