"""Help for first-time players, as data: how a game is won, and the words of the game that need explaining."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rulebook import Book


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, explained in two sentences at most, with the rule behind it."""

    word: str
    explanation: str
    rule: str


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is won, in one line with its rules, and its terms in the order in which a player meets them."""

    how_to_win: str
    rules: tuple[str, ...]
    terms: tuple[Term, ...]

    def term(self, word: str) -> Term | None:
        """The explanation of a word, written in capitals or not; None where the guide has none."""
        return next((term for term in self.terms if term.word.casefold() == word.strip().casefold()), None)


def guide(book: Book, how_to_win: str, rules: tuple[str, ...], terms: tuple[tuple[str, str, str], ...]) -> Guide:
    """A guide whose rules are all in *book*.

    Raises:
        KeyError: for a rule that the book does not have; guides are made at import, so that a slip fails at once.
    """
    book.cite(*rules, *(rule for _, _, rule in terms))
    return Guide(how_to_win, rules, tuple(Term(*term) for term in terms))
