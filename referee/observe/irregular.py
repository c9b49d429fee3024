"""Pieces that do not lie as they should: what is said of them, and by which rule.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vision.types import Note, Piece

Rules = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoThrow:
    """Nothing to judge; ``words`` says what the table needs (empty where all is well) and ``rules`` why."""

    words: str = ""
    rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Names:
    """How the pieces of a game are called, and which game it is.

    ``off_table_counts``: by house rule of Dicers a die counts wherever and however it lies (DIC-Q-51).
    """

    game: str = ""
    pieces: Mapping[str, str] = field(default_factory=dict)
    off_table_counts: bool = False

    def of(self, piece: str | None) -> str:
        """What to call *piece*."""
        return self.pieces.get(piece or "", piece or "A piece")


SAID = {
    Note.LEANER: "{piece} stands on its edge: whoever cast it tips it to either side, then it counts.",
    Note.STACKED: "{piece} lies on another: slide them apart without turning them.",
    Note.COCKED: "{piece} does not lie flat: roll it again. It costs nothing.",
    Note.UNCLEAR: "{piece} cannot be seen well: uncover it without turning it.",
    Note.CUT: "{piece} lies at the edge of the picture: slide it in without turning it.",
}
ENTER_IT = "{piece} does not lie flat, and counts all the same at this table: enter what it shows."
OFF_THE_MAT = "{piece} lies off the mat: roll it again. It costs nothing."
TOUCH = "{piece} touches another and cannot be read: slide them apart without turning them."
RULES: Mapping[str, Mapping[str, Rules]] = {
    "casting-stones": {
        Note.LEANER: ("CST-B-17", "CST-Q-37"),
        Note.STACKED: ("CST-B-16", "CST-Q-37"),
        Note.UNCLEAR: ("CST-Q-37",),
        Note.CUT: ("CST-Q-35",),
        "missing": ("CST-B-14", "CST-Q-35"),
    },
    "dicers": {
        Note.COCKED: ("DIC-Q-51",),
        Note.STACKED: ("DIC-Q-51",),
        Note.TOUCHING: ("DIC-Q-51",),
        Note.UNCLEAR: ("DIC-Q-51",),
        Note.CUT: ("DIC-Q-51",),
        Note.OFF: ("DIC-Q-51",),
        "missing": ("DIC-Q-51",),
    },
    "munchkin": {},
}


def first(pieces: Sequence[Piece], names: Names, missing: Sequence[str] = ()) -> NoThrow | None:
    """What to say of the first piece that cannot be judged as it lies; None where all can.

    One that has no name is the *missing* one where only one is missing.
    """
    likely = missing[0] if len(missing) == 1 else None
    for piece in pieces:
        for note in piece.notes:
            if words := _words(piece, note, names):
                return NoThrow(words.format(piece=names.of(piece.piece or likely)), _rules(names, note))
    return None


def _words(piece: Piece, note: Note, names: Names) -> str:
    if note == Note.OFF and names.game == "dicers" and piece.piece is not None:
        return "" if names.off_table_counts else OFF_THE_MAT
    if note == Note.COCKED and names.off_table_counts:
        return ENTER_IT
    if note == Note.TOUCHING:
        return TOUCH if names.game == "dicers" and not piece.sure else ""
    if note in (Note.CUT, Note.UNCLEAR) and (piece.sure or piece.piece is None):
        return ""
    return SAID.get(note, "")


def incomplete(number: int, missing: Sequence[str], strange: bool, names: Names) -> NoThrow:
    """That of *number* pieces those *missing* are not seen."""
    listed = ", ".join(map(names.of, missing))
    words = f"I see {number - len(missing)} of {number}; not {listed}."
    hint = "Something lies there that I do not know." if strange else "Is it covered, or off the table?"
    return NoThrow(f"{words} {hint}", _rules(names, "missing"))


def _rules(names: Names, note: str) -> Rules:
    return RULES.get(names.game, {}).get(note, ())
