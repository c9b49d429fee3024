"""A house rule: a question that a game's sheet leaves to the table, with its usual answer."""

from __future__ import annotations

from dataclasses import dataclass

Answer = str | int | float | bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question to the table before the game.  ``answers`` pairs each value for the set-up with plain words.

    The first answer is the default; ``key`` is its name in the set-up, ``rule`` its id in the game's book.
    """

    key: str
    rule: str
    question: str
    answers: tuple[tuple[Answer, str], ...]

    @property
    def default(self) -> Answer:
        """What is played when nobody says otherwise."""
        return self.answers[0][0]
