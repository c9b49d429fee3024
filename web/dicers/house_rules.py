"""Dicers' house rules in the form: here the usual ruling itself stands first, then what else may be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rules.dicers.house_rules import QUESTIONS, Question
from web.house_rules import FIELD
from web.pages import Form


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """A house rule in the form; ``choices`` pairs what the form sends with words, the usual one first."""

    key: str
    ids: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    chosen: str


def questions(house: Mapping[str, Any]) -> tuple[HouseQuestion, ...]:
    """Every house rule as a question; *house* are those in force."""
    keyed = sorted((one for one in QUESTIONS if one.key), key=lambda one: one.key)
    asked = {key: tuple(group) for key, group in groupby(keyed, key=lambda one: one.key)}
    return tuple(_question(asked[one.key], house.get(one.key)) for one in QUESTIONS if one in _first(asked.values()))


def _first(groups: Iterable[tuple[Question, ...]]) -> set[Question]:
    return {group[0] for group in groups}


def _question(group: tuple[Question, ...], now: Any) -> HouseQuestion:
    usual = " ".join(one.ruling for one in group)
    others = tuple((_sent(one), one.otherwise) for one in group)
    chosen = next((_sent(one) for one in group if one.value == now), "")
    return HouseQuestion(group[0].key, tuple(one.id for one in group), (("", usual), *others), chosen)


def _sent(question: Question) -> str:
    return "yes" if question.value is True else str(question.value)


def answers(form: Form) -> dict[str, str | bool]:
    """The answers of the form that are not the usual ones, as a set-up's ``house_rules``.

    Raises:
        ValueError: with one sentence for people, for an answer that the form does not have.
    """
    chosen = {one.key: form.get(FIELD + one.key, "") for one in QUESTIONS if one.key}
    values = {(one.key, _sent(one)): one.value for one in QUESTIONS if one.key}
    strange = [key for key, sent in chosen.items() if sent and (key, sent) not in values]
    if strange:
        raise ValueError("There is no such house rule here. Load the page again and choose one that it shows.")
    return {key: values[key, sent] for key, sent in chosen.items() if sent}
