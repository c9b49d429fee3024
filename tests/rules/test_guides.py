"""The help for first-time players: short, and every word rests on a rule of the book."""

from __future__ import annotations

import re

import pytest

from rules.core.guide import guide
from rules.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_term_is_explained_in_two_sentences(name: str) -> None:
    for term in GAMES[name].guide.terms:
        assert len(re.findall(r"[.!](?: |$)", term.explanation)) == 2, term
        assert term.rule in GAMES[name].book
    words = [term.word for term in GAMES[name].guide.terms]
    assert len(set(words)) == len(words) >= 10


@every_game
def test_the_way_to_win_is_one_line(name: str) -> None:
    guide = GAMES[name].guide
    assert len(guide.how_to_win) <= 120
    assert all(rule in GAMES[name].book for rule in guide.rules)


@pytest.mark.parametrize(("rules", "of_term"), [(("DIC-X-99",), "DIC-G-08"), (("DIC-G-08",), "DIC-X-99")])
def test_a_rule_that_the_book_does_not_have_stops_the_start(rules: tuple[str, ...], of_term: str) -> None:
    with pytest.raises(KeyError, match="DIC-X-99"):
        guide(GAMES["dicers"].book, "Win.", rules, (("die", "A die. It is cast.", of_term),))


@pytest.mark.parametrize(
    ("name", "word", "rule"),
    [
        ("casting-stones", "Bungle", "CST-G-18"),
        ("dicers", "casting bonus", "DIC-G-08"),
        ("dicers", " Challenger ", "DIC-B-11"),
        ("dicers", "Front Line", "DIC-I-07"),
        ("munchkin", "bad stuff", "MUN-"),
    ],
)
def test_a_term_is_found_by_its_word(name: str, word: str, rule: str) -> None:
    term = GAMES[name].guide.term(word)
    assert term is not None
    assert term.rule.startswith(rule)
    assert GAMES[name].guide.term("xyzzy") is None
