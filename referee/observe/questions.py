"""The questions to the players about a throw: their words, and the keys of their choices.  Pure."""

from __future__ import annotations

from collections.abc import Callable

from referee.model.snapshot import Choice, Question
from referee.model.words import side_words
from referee.observe.interpretation import Ambiguity, GameContext, PossibleThrow
from rules.core.phrases import Phrase, capital

YES, NO = "yes", "no"
BY = "by:"  # Prefix of a choice's key before a player's name, where the question is who threw.
MOST = 6  # Choices in one question; for any other answer the throw is entered by hand.


def question_for(thrown: PossibleThrow, question_id: str, evidence: str, game: GameContext) -> Question | None:
    """The question about the first ambiguity of *thrown*, called *question_id*; None where there is none."""
    if not thrown.ambiguities:
        return None
    ambiguity = thrown.ambiguities[0]
    if ambiguity.throws:
        choices: tuple[Choice, ...] = tuple(
            Choice(BY + throw.player, throw.player, player=throw.player) for throw in ambiguity.throws
        )
        words: str = Phrase("Who threw?")
    elif ambiguity.instead:
        choices = (Choice(NO, Phrase("Kept")), Choice(YES, Phrase("Thrown again")))
        words = Phrase(
            "The same side as before, in the middle: has {player} kept it, or thrown again?", player=thrown.player
        )
    elif ambiguity.turned:
        choices = (Choice(YES, Phrase("Thrown again")), Choice(NO, Phrase("Only turned over")))
        words = Phrase(
            "{piece} has its other side up where it lay: has {player} thrown it again?",
            piece=capital(game.name_of(ambiguity.turned.piece)),
            player=thrown.player,
        )
    elif not ambiguity.candidates:
        choices = (Choice(YES, Phrase("Yes, thrown again")), Choice(NO, Phrase("No, only moved")))
        words = Phrase("The same sides as before: has {player} thrown again?", player=thrown.player)
    else:
        words, words_of = _which(ambiguity, game)
        choices = tuple(Choice(f"{piece}={side}", words_of(piece, side)) for piece, side in ambiguity.candidates[:MOST])
    return Question(question_id, thrown.player, words, choices, ambiguity.index, evidence)


def pick_of(key: str) -> tuple[str, str] | None:
    """Parse the key of a choice into (piece, side); None for one that names no piece, such as `YES`."""
    piece, equals, side = key.rpartition("=")
    return (piece, side) if equals else None


def thrower_of(key: str) -> str | None:
    """Parse the key of a choice into a player; None where the question is not who threw."""
    return key.removeprefix(BY) if key.startswith(BY) else None


def _which(ambiguity: Ambiguity, game: GameContext) -> tuple[str, Callable[[str, str], str]]:
    """The text of the question, and how its choices name a candidate: by its side only where the piece is known."""
    pieces = {piece for piece, _ in ambiguity.candidates}
    if len(pieces) > 1:
        words: str = Phrase("I cannot tell this one: which is it, and what does it show?")
        return words, lambda piece, side: Phrase(
            "{piece}: {side}", piece=capital(game.name_of(piece)), side=side_words(side)
        )
    if ambiguity.any_die:
        words = Phrase("I cannot see it well: what does this die show?")
    else:
        words = Phrase("I cannot see it well: what does {name} show?", name=game.name_of(pieces.pop()))
    return words, lambda piece, side: capital(side_words(side))
