"""Pieces that cannot be judged as they lie, or are missing: what the players are told, and by which rule.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.core.at_table import Advice, TableRules
from rules.core.fold import Table
from rules.core.game import Setup
from vision.types import Piece

Rules = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoThrow:
    """Nothing to judge; ``words`` says what the table needs (empty where all is well) and ``rules`` why."""

    words: str = ""
    rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Names:
    """What a game says about pieces on a table, and how the pieces of this set-up are called."""

    at_table: TableRules = field(default_factory=TableRules)
    setup: Setup = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)

    def of(self, piece: str | None) -> str:
        """What to call *piece*."""
        return self.pieces.get(piece or "", piece or "A piece")


def names_of(table: Table) -> Names:
    """How the pieces of the game on the table are called."""
    return Names(table.at_table, table.setup, table.at_table.names(table.setup))


def told(advice: Advice | None) -> NoThrow:
    """The advice of a game; nothing to say where there is none."""
    return NoThrow() if advice is None else NoThrow(advice.words, advice.rules)


def first(pieces: Sequence[Piece], names: Names, missing: Sequence[str] = ()) -> NoThrow | None:
    """What to say of the first piece that cannot be judged as it lies; None where all can.

    A piece without a name is the *missing* one where only one is missing.
    """
    likely = missing[0] if len(missing) == 1 else None
    for piece in pieces:
        for note in piece.notes:
            advice = names.at_table.irregular(note, piece.sure, piece.piece is not None, names.setup)
            if advice:
                return NoThrow(advice.words.format(piece=names.of(piece.piece or likely)), advice.rules)
    return None


def incomplete(number: int, missing: Sequence[str], strange: bool, names: Names) -> NoThrow:
    """Of *number* pieces those *missing* are not seen; *strange*: something else lies there."""
    listed = ", ".join(map(names.of, missing))
    words = f"I see {number - len(missing)} of {number}; not {listed}."
    hint = "Something lies there that I do not know." if strange else "Is it covered, or off the table?"
    return NoThrow(f"{words} {hint}", names.at_table.note_rules.get("missing", ()))
