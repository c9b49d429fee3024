"""The help for first-time players: short, and every word rests on a rule of the book."""

from __future__ import annotations

import re

from rules.munchkin.game import Munchkin
from rules.munchkin.guide import GUIDE


def test_every_term_is_explained_in_two_sentences_at_most() -> None:
    for term in GUIDE.terms:
        assert 1 <= len(re.findall(r"[.!](?: |$)", term.explanation)) <= 2, term
        assert term.rule in Munchkin.book
    assert len({term.word for term in GUIDE.terms}) == len(GUIDE.terms)


def test_the_way_to_win_is_one_line() -> None:
    assert len(GUIDE.how_to_win) <= 120
    assert all(rule in Munchkin.book for rule in GUIDE.rules)
