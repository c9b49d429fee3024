"""House rules of all games: plain questions, each with a rule of the book, read from a set-up in one way."""

from __future__ import annotations

from importlib import import_module

import pytest

from rules.core.house_rules import HouseRule, either, settings, with_sheet, words_in_force
from rules.core.phrases import Phrase
from rules.core.rulebook import Rule
from rules.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)
TWO = (
    either("tired", "X-1", "Is a tired die rolled?", "No", "Yes"),
    HouseRule("wait", "X-2", "How long is the wait?", ((2.6, "2.6 seconds"), (5, "5 seconds")), between=(0, 60)),
)


def house_rules(name: str) -> tuple[HouseRule, ...]:
    return tuple(import_module(f"rules.{name.replace('-', '_')}.house_rules").HOUSE_RULES)


@every_game
def test_house_rules_ask_plain_questions_about_rules_of_the_book(name: str) -> None:
    rules = house_rules(name)
    assert len({rule.key for rule in rules}) == len(rules) > 10
    for rule in rules:
        assert rule.rule in GAMES[name].book, rule
        assert rule.question.endswith("?"), rule
        assert rule.sheet.endswith("."), f"what does the sheet say of {rule.key}?"
        assert len(rule.answers) > 1, rule
        assert all(words and rule.allows(value) for value, words in rule.answers), rule


def test_each_house_rule_names_the_answer_of_the_sheet() -> None:
    assert [rule.sheet for rule in with_sheet(TWO, {"tired": "Dice are rolled.", "wait": "Wait a while."})] == [
        "Dice are rolled.",
        "Wait a while.",
    ]
    with pytest.raises(KeyError):
        with_sheet(TWO, {"tired": "Dice are rolled."})


@every_game
def test_every_note_on_the_sheet_belongs_to_a_house_rule(name: str) -> None:
    module = import_module(f"rules.{name.replace('-', '_')}.house_rules")
    assert set(module.SHEET) == {rule.key for rule in house_rules(name)}


def test_house_rules_default_to_the_usual_answer() -> None:
    assert settings(TWO, {"wait": 5}) == {"tired": False, "wait": 5}
    assert settings(TWO, {"wait": 7.5})["wait"] == 7.5


def test_a_rule_that_the_house_decided_otherwise_has_its_question_and_answer_as_words() -> None:
    rule = Rule("X-2", "The wait is about 2.6 seconds.")
    assert words_in_force(rule, TWO, {"tired": True, "wait": 2.6}) == rule.text
    assert words_in_force(rule, TWO, {}) == rule.text
    assert words_in_force(rule, TWO, {"wait": 5}) == "By your house rules: How long is the wait? 5 seconds."


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ([1], "JSON object"),
        ({"fly": True}, "no house rule called 'fly': choose among tired, wait"),
        ({"tired": 1}, r"'tired' cannot be 1: choose false \(No\), true \(Yes\)"),
        ({"tired": [True]}, "cannot be"),
        ({"wait": True}, "cannot be"),
        ({"wait": 61}, "cannot be"),
        ({"wait": float("nan")}, "cannot be"),
        ({"wait": 10**400}, "cannot be"),
    ],
)
def test_a_slip_is_named(chosen: object, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        settings(TWO, chosen)
    assert isinstance(caught.value.args[0], Phrase), "or nobody can read it in another language"
