"""How Casting Stones behave on a real table: leaning stones, stones that are turned, and what a cast is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.casting_stones.casts import SIDES, cast_of
from rules.casting_stones.state import State
from rules.core.asks import Ask
from rules.core.at_table import Advice, RuleIds, SeenPiece, TableRules, TurnedPiece, due
from rules.core.fold import Table
from rules.core.phrases import Phrase

CASTS = ("cast", "second")
NOT_CAST = Phrase(
    "{piece} now shows its {now} side but has not moved: a stone that is kept is not turned, and a stone that is cast "
    "moves. Turn it back, or cast it."
)
TURNED = Phrase("{piece} was turned after it was counted: turn it back. It counts with its {side} side.")
LEANS = Phrase("{piece} stands on its edge: whoever cast it tips it to either side, then it counts.")
TYPES = {"silver": "character", "white": "artifact", "brown": "element", "black": "chaser"}
COLOURS = {kind: colour for colour, kind in TYPES.items()}
"""The colour of the material of each type of stone."""


class CastingStonesTable(TableRules):
    """The table rules of Casting Stones."""

    urgent: ClassVar[tuple[str, ...]] = ("ready",)
    onward: ClassVar[tuple[str, ...]] = ("ready", "second")
    to_throw = Phrase("Throw the stones")
    note_rules: ClassVar[Mapping[str, RuleIds]] = {
        "leaner": ("CST-B-17", "CST-Q-37"),
        "stacked": ("CST-B-16", "CST-Q-37"),
        "unclear": ("CST-Q-37",),
        "cut": ("CST-Q-35",),
        "off": ("CST-Q-37",),
        "missing": ("CST-B-14", "CST-Q-35"),
        "hidden": ("CST-B-16", "CST-Q-37"),
    }
    sentences: ClassVar[Mapping[str, Phrase]] = {**TableRules.sentences, "leaner": LEANS}

    def edge_side(self, ask: Ask) -> str:
        """The side ``leaner``: a stone on its edge is part of a cast until its caster tips it (CST-B-17)."""
        return "leaner" if ask.kind in CASTS else ""

    def nothing_hidden(self, setup: Mapping[str, Any]) -> bool:
        """Whether the game has no private vaults, which only the Advanced game has."""
        return setup.get("level") != "advanced"

    def turned(self, table: Table, pieces: Sequence[SeenPiece]) -> TurnedPiece | None:
        """A kept stone that was turned over where it lay instead of being cast (CST-B-34).

        A stone that was taken up, or lies beside stones that were cast, may have landed there by chance.
        """
        if not any(ask.kind == "second" for ask in table.asks):
            return None
        cast = any(stone.counted and stone.counted.moved for stone in pieces if stone.piece in due(table))
        for stone in _turned(table, pieces):
            if stone.piece in due(table) and stone.counted and not stone.counted.moved:
                words = NOT_CAST.about(piece=self._name(table, stone), now=Phrase(str(stone.side)))
                advice = Advice(words, ("CST-B-34", "CST-B-35"))
                return TurnedPiece(stone.piece, advice, certain=not (stone.counted.taken or cast))
        return None

    def disturbed(self, table: Table, pieces: Sequence[SeenPiece]) -> Advice | None:
        """Advice about a counted stone that shows its other side although it is not cast now (CST-B-37)."""
        for stone in _turned(table, pieces):
            if stone.piece not in due(table) and stone.counted:
                words = TURNED.about(piece=self._name(table, stone), side=Phrase(stone.counted.side))
                return Advice(words, ("CST-B-34", "CST-B-37"))
        return None

    def _name(self, table: Table, stone: SeenPiece) -> str:
        return self.names(table.setup).get(stone.piece, stone.piece)

    def cast(self, stones: Sequence[tuple[str | None, str | None, int | None]]) -> Mapping[str, Any] | None:
        """Kind of the cast, visible numbers and reason; the colour of a stone determines its type."""
        colours, sides, values = zip(*stones, strict=True) if stones else ((), (), ())
        cast = cast_of([stone_type(colour) for colour in colours], sides, values)
        return {"kind": cast.kind, "numbers": list(cast.numbers), "why": list(cast.rules)}


def stone_type(colour: str | None) -> str | None:
    """The type that a stone's colour stands for (CST-G-08 to CST-G-11); None where the colour is not known."""
    return TYPES.get(colour or "")


def _turned(table: Table, pieces: Sequence[SeenPiece]) -> Iterator[SeenPiece]:
    """The stones counted in this turn that certainly show another side now; they must have been read well before."""
    state = table.state
    assert isinstance(state, State)
    counted = {stone: side for sides in state.sides.values() for stone, side in sides.items() if side in SIDES}
    for stone in pieces:
        before = stone.counted
        if before is None or counted.get(stone.piece) != before.side or stone.side not in SIDES:
            continue
        if before.sure and before.side_read == before.side and stone.turned:
            yield stone


TABLE = CastingStonesTable()
