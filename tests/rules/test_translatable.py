"""Sentences of the rules can be translated: none is put together as an f-string."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core.phrases import has_words

RULES = Path(__file__).parents[2] / "rules"
WORDS_AT = {"because": 0, "_because": 0, "Reason": 0, "Phrase": 0, "Option": 1, "Ask": 2}
"""Where a call holds the words that people read."""


def f_strings(tree: ast.AST) -> Iterator[str]:
    """The f-strings with words among the displayed texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            words = node.args[WORDS_AT[name]] if len(node.args) > WORDS_AT.get(name, 99) else None
            if isinstance(words, ast.JoinedStr) and _has_words(words):
                yield ast.unparse(words)
            if name == "format" and isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
                yield ast.unparse(node)


def _has_words(text: ast.JoinedStr) -> bool:
    return any(isinstance(part, ast.Constant) and has_words(str(part.value)) for part in text.values)


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=lambda path: str(path.relative_to(RULES)))
def test_no_sentence_is_an_f_string(path: Path) -> None:
    assert list(f_strings(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.parametrize("code", ["BOOK.because(f'{a} is dead', 'X')", "Option('x', f'use {a}')", "'{}'.format(a)"])
def test_an_f_string_is_reported(code: str) -> None:
    assert len(list(f_strings(ast.parse(code)))) == 1


@pytest.mark.parametrize("code", ["Option(f'{a} first', Phrase('use {a}', a=a))", "Option('x', f'{n:+d}')"])
def test_picks_and_numbers_may_be_f_strings(code: str) -> None:
    assert not list(f_strings(ast.parse(code)))
