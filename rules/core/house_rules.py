"""A house rule: a question that a game's sheet leaves to the players, with its usual answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.core.copies import replace
from rules.core.phrases import Phrase, joined, quoted, sentences, shortened
from rules.core.rulebook import Rule

Answer = str | int | float | bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question to the players before the game.  ``answers`` pairs each value for the set-up with plain words.

    The first answer is the default; ``key`` is its name in the set-up, ``rule`` its id in the game's book.  Where
    ``between`` is given, any number from its first to its second value is an answer, too.  ``sheet`` says in our words
    what the game's sheet says of it, or that it is silent; see `with_sheet`.
    """

    key: str
    rule: str
    question: str
    answers: tuple[tuple[Answer, str], ...]
    between: tuple[float, float] | None = None
    sheet: str = ""

    @property
    def default(self) -> Answer:
        """The answer that holds when nobody chooses another."""
        return self.answers[0][0]

    def words_of(self, value: Answer) -> str:
        """The words of an answer; a number *between* the bounds that no answer names stands for itself."""
        return next((Phrase(words) for answer, words in self.answers if answer == value), str(value))

    def allows(self, value: object) -> bool:
        """Whether *value* is one of the answers."""
        if any(value == answer and type(value) is type(answer) for answer, _ in self.answers):
            return True
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return self.between is not None and number and self.between[0] <= float(str(value)) <= self.between[1]


def either(key: str, rule: str, question: str, no: str, yes: str) -> HouseRule:
    """A question that is off by default: *no* are the words for false, *yes* those for true."""
    return HouseRule(key, rule, question, ((False, no), (True, yes)))


def with_sheet(rules: Iterable[HouseRule], sheet: Mapping[str, str]) -> tuple[HouseRule, ...]:
    """The *rules*, each with what the game's *sheet* says of it.

    Raises:
        KeyError: for a house rule without an entry in *sheet*; it fails at import.
    """
    return tuple(replace(rule, sheet=sheet[rule.key]) for rule in rules)


def settings(rules: Iterable[HouseRule], chosen: Any) -> Mapping[str, Answer]:
    """The answer to every question: the one in *chosen* (the set-up's ``house_rules``), else the default.

    Raises:
        ValueError: with one sentence for people, for an unknown question or answer.
    """
    if not isinstance(chosen, Mapping):
        raise ValueError(Phrase("The field 'house_rules' must be a JSON object that pairs house rules with answers."))
    known = {rule.key: rule for rule in rules}
    for key, value in chosen.items():
        if key not in known:
            words = Phrase("There is no house rule called '{key}': choose among {keys}.")
            raise ValueError(words.about(key=shortened(key), keys=", ".join(known)))
        if not known[key].allows(value):
            error = Phrase("The house rule '{key}' cannot be {value}: choose {answers}.")
            answers = (
                Phrase("{answer} ({words})", answer=_written(one), words=words) for one, words in known[key].answers
            )
            raise ValueError(error.about(key=key, value=quoted(value), answers=joined(", ", answers)))
    return MappingProxyType({key: chosen.get(key, rule.default) for key, rule in known.items()})


def words_in_force(rule: Rule, rules: Iterable[HouseRule], chosen: Mapping[str, Answer]) -> Phrase:
    """The words of *rule* at one table: its own, or question and answer where the house decided it unlike usual.

    *chosen* has the answers that differ from the usual ones, and perhaps others.
    """
    mine = ((one, chosen.get(one.key, one.default)) for one in rules if one.rule == rule.id)
    decided = (_decided(one, answer) for one, answer in mine if answer != one.default)
    return sentences(*decided) or Phrase(rule.text)


def _decided(rule: HouseRule, answer: Answer) -> Phrase:
    words = Phrase("By your house rules: {question} {answer}.")
    return words.about(question=Phrase(rule.question), answer=rule.words_of(answer))


def _written(answer: Answer) -> str:
    """An answer as a set-up writes it."""
    return f'"{answer}"' if isinstance(answer, str) else str(answer).lower()
