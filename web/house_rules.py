"""House rules in the form for a new game, alike for every game: a question, its answers, the usual one ticked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.house_rules import HouseRule
from web.new_game import one_of
from web.pages import Form

FIELD = "rule."


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """A house rule in the form; ``chosen`` is the number of the answer that is ticked."""

    key: str
    id: str
    words: str
    choices: tuple[tuple[int, str], ...]
    chosen: int


def questions(rules: Iterable[HouseRule], chosen: Mapping[str, Any]) -> tuple[HouseQuestion, ...]:
    """The form's questions, with the answers that were *chosen* last time."""
    return tuple(_question(rule, chosen) for rule in rules)


def _question(rule: HouseRule, chosen: Mapping[str, Any]) -> HouseQuestion:
    values = [value for value, _ in rule.answers]
    last = chosen.get(rule.key, values[0])
    choices = tuple(enumerate(words for _, words in rule.answers))
    return HouseQuestion(rule.key, rule.rule, rule.question, choices, values.index(last) if last in values else 0)


def answers(rules: Iterable[HouseRule], form: Form) -> dict[str, Any]:
    """The answers of the form that are not the usual ones, as a set-up's ``house_rules``.

    Raises:
        ValueError: with one sentence for people, for an answer that the form does not have.
    """
    return {rule.key: rule.answers[i][0] for rule in rules if (i := _chosen(form, rule))}


def _chosen(form: Form, rule: HouseRule) -> int:
    allowed = [str(i) for i in range(len(rule.answers))]
    return int(one_of(form.get(FIELD + rule.key, "0"), allowed, "house rule"))
