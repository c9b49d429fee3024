"""A throw that waits for the players' answer: the question and its choices, and how answers and readings change it.

Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from referee.model.snapshot import By, Choice, LastReading, Question
from referee.model.tracks import Track
from referee.model.words import side_words
from referee.observe.interpretation import Ambiguity, GameContext, NoThrow, PossibleThrow, settle
from referee.observe.verdicts import Verdict
from rules.core.phrases import Phrase, capital
from vision.types import Note, Reading

YES, NO = "yes", "no"
BY = "by:"  # Prefix of a choice's key before a player's name, where the question is who threw.
MOST = 6  # Choices in one question; for any other answer the throw is entered by hand.


@dataclass(frozen=True, slots=True)
class PendingThrow:
    """A throw that waits for the players' answer, and the reading it was seen in.

    Where the question is who threw, ``readings`` pairs each player with the reading in which the dice are that
    player's.  ``answer`` is an answer that was given while the table moved, as the key of a choice and its source: it
    counts once the same was seen there again.
    """

    thrown: PossibleThrow
    last_reading: LastReading
    readings: tuple[tuple[str, Reading], ...] = ()
    answer: tuple[str, By] | None = None


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


def _which(ambiguity: Ambiguity, game: GameContext) -> tuple[str, Callable[[str, str], str]]:
    """The text of the question, and how its choices name a candidate: by its side only where the piece is known."""
    pieces = {piece for piece, _ in ambiguity.candidates}
    if len(pieces) > 1:
        words: str = Phrase("I cannot tell this one: which is it, and what does it show?")
        return words, lambda piece, side: Phrase(
            "{piece}: {side}", piece=capital(game.name_of(piece)), side=side_words(side, game.rules)
        )
    if ambiguity.any_die:
        words = Phrase("I cannot see it well: what does this die show?")
    else:
        words = Phrase("I cannot see it well: what does {name} show?", name=game.name_of(pieces.pop()))
    return words, lambda piece, side: capital(side_words(side, game.rules))


def with_answer(pending: PendingThrow, key: str) -> PendingThrow:
    """*pending* with its first ambiguity resolved by the choice *key*.

    The die in the picture gets the name that the players chose; a name for which only one die is left is resolved too.
    """
    thrown, last_reading = pending.thrown, pending.last_reading
    player = _thrower_of(key)
    if player is not None:
        chosen = next(throw for throw in thrown.ambiguities[0].throws if throw.player == player)
        return PendingThrow(chosen, replace(last_reading, reading=dict(pending.readings)[player]))
    picked = _picked(pending, _pick_of(key))
    only = picked.thrown.ambiguities[0].candidates if picked.thrown.ambiguities else ()
    return _picked(picked, only[0]) if len(only) == 1 else picked


def _pick_of(key: str) -> tuple[str, str] | None:
    """Parse the key of a choice into (piece, side); None for one that names no piece, such as `YES`."""
    piece, equals, side = key.rpartition("=")
    return (piece, side) if equals else None


def _thrower_of(key: str) -> str | None:
    """Parse the key of a choice into a player; None where the question is not who threw."""
    return key.removeprefix(BY) if key.startswith(BY) else None


def _picked(pending: PendingThrow, pick: tuple[str, str] | None) -> PendingThrow:
    last_reading, ambiguity = pending.last_reading, pending.thrown.ambiguities[0]
    if pick is not None:
        index = _index_of(pick, ambiguity.index, last_reading.reading)
        last_reading = replace(last_reading, reading=_renamed(last_reading.reading, index, pick[0]))
    return PendingThrow(settle(pending.thrown, pick), last_reading)


def _index_of(pick: tuple[str, str], index: int, reading: Reading) -> int:
    """Which piece was picked: the one in question at *index*, or another die that came and shows the picked side.

    Where more dice came than are due, the question is about one of them, and names a due die that may be another.
    """
    if reading.pieces[index].side == pick[1]:
        return index
    came = (i for i, piece in enumerate(reading.pieces) if piece.piece is None and Note.UNIDENTIFIED in piece.notes)
    return next((i for i in came if reading.pieces[i].side == pick[1]), index)


def _renamed(reading: Reading, index: int, name: str) -> Reading:
    """*reading* with another name for the piece at *index*, whose old name goes to the piece that had it."""
    pieces, other = list(reading.pieces), reading.by_name().get(name)
    if other is not None:
        at = pieces.index(other)
        pieces[at] = replace(other, piece=pieces[index].piece)
    notes = tuple(note for note in pieces[index].notes if note != Note.UNIDENTIFIED)
    pieces[index] = replace(pieces[index], piece=name, notes=notes)
    return replace(reading, pieces=tuple(pieces))


def has_more(reading: Reading, than: Reading, due: Collection[str]) -> bool:
    """Whether a piece of *reading*, due or not identified, lies where no piece of *than* lay on the same side."""
    asked = [piece for piece in reading.pieces if piece.piece is None or piece.piece in due]
    return any(all(Track(old.side or "", old).differs(piece) for old in than.pieces) for piece in asked)


def stays_open(pending: PendingThrow, verdict: Verdict) -> bool:
    """Whether the question stays open after a reading with this *verdict* and without a further piece."""
    if isinstance(verdict, PossibleThrow):
        return _same(pending.thrown, verdict)
    is_answered = pending.answer is not None
    return isinstance(verdict, NoThrow) and (is_answered or pending.thrown.ambiguities[0].is_whether_thrown)


def _same(one: PossibleThrow, other: PossibleThrow) -> bool:
    """Whether a new reading leads to the same question as the open one."""
    return one.player == other.player and _candidates(one) == _candidates(other)


def _candidates(thrown: PossibleThrow) -> set[tuple[object, ...]]:
    return {(ambiguity.candidates, frozenset(t.shown for t in ambiguity.throws)) for ambiguity in thrown.ambiguities}
