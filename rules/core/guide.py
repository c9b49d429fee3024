"""Help for first-time players, as data: how a game is won, and the words of the game that need explaining."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.core.phrases import Catalogue
from rules.core.rulebook import Book


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, explained in two sentences, with the rule behind it.

    ``forms`` are the ways in which it is written inside a sentence, e.g. ``("Turret", "turret", "turrets")``.
    """

    word: str
    explanation: str
    rule: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence; ``term`` is None for what needs no explanation."""

    text: str
    term: Term | None = None


@dataclass(frozen=True)
class Guide:
    """How a game is won, in one line with its rules, and its terms in the order in which a player meets them."""

    how_to_win: str
    rules: tuple[str, ...]
    terms: tuple[Term, ...]

    def term(self, word: str) -> Term | None:
        """The explanation of a word, written in capitals or not; None where the guide has none."""
        return next((term for term in self.terms if term.word.casefold() == word.strip().casefold()), None)

    def parts(self, text: str) -> Iterator[Part]:
        """*text* split at the first occurrence of each term; where several terms match, the longest wins."""
        explained, at = set[str](), 0
        for found in self._pattern.finditer(text) if self.terms else ():
            term = self._by_form[found[0]]
            if term.word in explained:
                continue
            explained.add(term.word)
            if found.start() > at:
                yield Part(text[at : found.start()])
            yield Part(found[0], term)
            at = found.end()
        if at < len(text):
            yield Part(text[at:])

    @cached_property
    def _by_form(self) -> dict[str, Term]:
        return {form: term for term in self.terms for form in term.forms}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._by_form, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def guide(book: Book, how_to_win: str, rules: tuple[str, ...], terms: tuple[tuple[str, str, str], ...]) -> Guide:
    """A guide whose rules are all in *book*; each of *terms* is a word, its explanation and a rule.

    Other forms of the word inside sentences may follow it after bars: ``Gem|gem|gems``.

    Raises:
        KeyError: for a rule that the book does not have; guides are made at import, so that a slip fails at once.
    """
    book.cite(*rules, *(rule for _, _, rule in terms))
    return Guide(how_to_win, rules, tuple(_term(*term) for term in terms))


def translated_guide(english: Guide, catalogue: Catalogue) -> Guide:
    """The same guide in the language of *catalogue*; a term stands there with all its forms, as in the source."""

    def term(one: Term) -> Term:
        return _term(catalogue.gettext("|".join(one.forms)), catalogue.gettext(one.explanation), one.rule)

    return Guide(catalogue.gettext(english.how_to_win), english.rules, tuple(map(term, english.terms)))


def _term(words: str, explanation: str, rule: str) -> Term:
    word, *forms = words.split("|")
    return Term(word, explanation, rule, (word, *forms))
