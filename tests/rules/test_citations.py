"""Every rule id in the code is in a book, and every message cites only rules that belong to it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rules.core.fold import referee
from rules.core.rulings import SHORT, Ruling, short
from rules.games import GAMES
from tests.rules import citations
from tests.rules.kit import kit_of

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"(CST|DIC|MUN)-[A-Z]+(-[A-Z]+)?-\d+")
FILES = [path for folder in ("rules", "referee", "web", "calibration") for path in (ROOT / folder).rglob("*.py")]
BOOKS = {rule.id for game in GAMES.values() for rule in game.book}
every_game = pytest.mark.parametrize("name", GAMES)


def texts(path: Path) -> list[str]:
    """Every text in a module, whether or not the line that holds it was ever run; parts of f-strings too."""
    tree = ast.parse(path.read_text("utf-8"))
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_every_rule_id_in_the_code_is_in_a_book() -> None:
    found = {match[0]: path for path in FILES for text in texts(path) for match in RULE_ID.finditer(text)}
    assert len(found) > 400
    assert {rule: str(path) for rule, path in found.items() if rule not in BOOKS} == {}


def test_no_rule_id_is_built_from_parts() -> None:
    """An id in parts could be one that no book has, and no search would find it."""
    parts = re.compile(r"(CST|DIC|MUN)-([A-Z]+-)*$")
    joined = [
        f"{path}:{node.lineno}"
        for path in (ROOT / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        for piece in node.values
        if isinstance(piece, ast.Constant) and parts.search(str(piece.value))
    ]
    assert joined == []


@every_game
def test_the_table_of_citations_names_only_rules_of_the_book(name: str) -> None:
    kit = kit_of(name)
    assert kit.citations
    named = {rule for one in kit.citations.values() for rule in one.deciding | one.others}
    assert {rule for rule in named if rule not in kit.game.book} == set()
    assert all(one.deciding and not one.deciding & one.others for one in kit.citations.values())


@every_game
def test_the_cases_of_a_game_cite_only_what_belongs_to_each_message(name: str) -> None:
    kit = kit_of(name)
    assert kit.citations
    for setup, log in kit.cases:
        for ruling in referee(kit.game, setup, log).rulings:
            citations.check(kit.citations, ruling)
            assert len(short(ruling.rules)) <= SHORT == 4


@pytest.mark.parametrize(
    "rules", [("CST-B-13", "CST-B-11", "CST-G-06"), ("CST-B-11", "CST-B-13"), ("CST-B-11",)], ids=str
)
def test_a_wrong_citation_is_reported(rules: tuple[str, ...]) -> None:
    table = kit_of("casting-stones").citations
    assert table
    citations.check(table, Ruling("first-turn", "Turn 1", (), ("CST-B-13", "CST-B-11")))
    with pytest.raises(AssertionError, match="first-turn"):
        citations.check(table, Ruling("first-turn", "Turn 1", (), rules))
