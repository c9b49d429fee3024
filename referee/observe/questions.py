"""Questions to the players about ambiguous pieces, and what an answer means.  Pure."""

from __future__ import annotations

from collections.abc import Mapping

from referee.model.piece_names import side_words
from referee.model.snapshot import Choice, Question
from referee.observe.interpretation import Ambiguity, PossibleThrow

YES, NO = "yes", "no"
BY = "by:"  # Before a player's name, where the question is who threw.
MOST = 6  # Choices on one screen; whoever needs more types the throw in by hand.


def question_for(thrown: PossibleThrow, name: str, evidence: str, names: Mapping[str, str]) -> Question | None:
    """The question about the first ambiguity; None where there is none."""
    if not thrown.ambiguities:
        return None
    ambiguity = thrown.ambiguities[0]
    if ambiguity.throws:
        choices: tuple[Choice, ...] = tuple(Choice(BY + throw.player, throw.player) for throw in ambiguity.throws)
        words = "Who threw?"
    elif ambiguity.instead:
        choices = (Choice(NO, "Kept"), Choice(YES, "Thrown again"))
        words = f"The same side as before, in the middle: has {thrown.player} kept it, or thrown again?"
    elif not ambiguity.candidates:
        choices = (Choice(YES, "Yes, thrown again"), Choice(NO, "No, only moved"))
        words = f"The same sides as before: has {thrown.player} thrown again?"
    else:
        choices = tuple(
            Choice(f"{piece}={side}", _shows(piece, side, names)) for piece, side in ambiguity.candidates[:MOST]
        )
        words = _which(ambiguity, names)
    return Question(name, thrown.player, words, choices, ambiguity.index, evidence)


def pick_of(key: str) -> tuple[str, str] | None:
    """The (piece, side) that a choice's key stands for; None for a plain yes."""
    piece, equals, side = key.rpartition("=")
    return (piece, side) if equals else None


def thrower_of(key: str) -> str | None:
    """The player that a choice's key stands for; None where the question is another one."""
    return key.removeprefix(BY) if key.startswith(BY) else None


def _which(ambiguity: Ambiguity, names: Mapping[str, str]) -> str:
    pieces = {piece for piece, _ in ambiguity.candidates}
    if len(pieces) > 1:
        return "I cannot tell this one: which is it, and what does it show?"
    return f"I cannot see it well: what does {_name(pieces.pop(), names)} show?"


def _shows(piece: str, side: str, names: Mapping[str, str]) -> str:
    return f"{_name(piece, names)}: {side_words(side)}"


def _name(piece: str, names: Mapping[str, str]) -> str:
    return names.get(piece, piece)
