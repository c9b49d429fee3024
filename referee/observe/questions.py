"""Questions to the players about ambiguous pieces, and what an answer means.  Pure."""

from __future__ import annotations

from collections.abc import Mapping

from referee.model.piece_names import side_words
from referee.model.snapshot import Choice, Question
from referee.observe.interpretation import Ambiguity, PossibleThrow
from rules.core.phrases import Phrase

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
        words: str = Phrase("Who threw?")
    elif ambiguity.instead:
        choices = (Choice(NO, Phrase("Kept")), Choice(YES, Phrase("Thrown again")))
        words = Phrase(
            "The same side as before, in the middle: has {player} kept it, or thrown again?", player=thrown.player
        )
    elif not ambiguity.candidates:
        choices = (Choice(YES, Phrase("Yes, thrown again")), Choice(NO, Phrase("No, only moved")))
        words = Phrase("The same sides as before: has {player} thrown again?", player=thrown.player)
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
        return Phrase("I cannot tell this one: which is it, and what does it show?")
    return Phrase("I cannot see it well: what does {name} show?", name=_name(pieces.pop(), names))


def _shows(piece: str, side: str, names: Mapping[str, str]) -> str:
    return Phrase("{piece}: {side}", piece=_name(piece, names), side=side_words(side))


def _name(piece: str, names: Mapping[str, str]) -> str:
    return names.get(piece, piece)
