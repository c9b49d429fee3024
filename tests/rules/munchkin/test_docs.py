"""docs/facts/munchkin.md names every house rule, choice and key of the view, and its games are allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.core.facts import from_json
from rules.core.fold import advance, opening
from rules.core.refusals import refusal
from rules.munchkin.asks import ACTIONS
from rules.munchkin.house_rules import HOUSE_RULES
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, levels, play, setup, state

PAGE = (Path(__file__).parents[3] / "docs" / "facts" / "munchkin.md").read_text("utf-8")


def test_every_house_rule_is_documented() -> None:
    for rule in HOUSE_RULES:
        answers = ", ".join(f"`{json.dumps(value)}` {words}" for value, words in rule.answers)
        assert f"| `{rule.key}` ({rule.rule}) | {rule.question} | {answers} |" in PAGE


def test_every_kind_of_choice_is_documented() -> None:
    assert [kind for kind in ACTIONS if f"`{kind}`" not in PAGE] == []


def keys(view: Any) -> Iterator[str]:
    if isinstance(view, dict):
        yield from view
        for value in view.values():
            yield from keys(value)
    elif isinstance(view, list):
        for value in view:
            yield from keys(value)


def test_every_key_of_the_view_is_documented() -> None:
    start = setup(players=["ana", "bo", "cy"], cards=CARDS, characters={"ana": {"equipped": ["Hat"]}})
    names = {"ana", "bo", "cy"} | {rule.key for rule in HOUSE_RULES}
    fight = ("ana unlock: Hood", "bo level: +1 card", "ana help: bo > 0 treasures", "bo answer: yes")
    for lines in (fight, (*fight, "ana run: away", "ana time: passed"), ("ana unlock: Gnome",)):
        view = GAME.view(state(play(start, *lines)), None, frozenset())
        assert [key for key in keys(view) if key not in names and f"`{key}`" not in PAGE] == []


def games() -> Iterator[list[dict[str, Any]]]:
    """The games of the page: a block without a set-up goes on with the one before."""
    game: list[dict[str, Any]] = []
    for block in re.findall(r"```jsonl\n(.*?)```", PAGE, re.S):
        lines = [json.loads(line) for line in block.splitlines()]
        game = lines if "game" in lines[0] else game + lines
        yield game


def test_the_games_of_the_page_can_be_played() -> None:
    ends = []
    for start, *facts in games():
        table = opening(GAME, start)
        for fact in map(from_json, facts):
            assert refusal(GAME, table, fact) is None
            table = advance(GAME, table, fact)
        ends.append(levels(table))
    collin, susan, tracker = ends
    assert collin == {"Collin": 5, "Susan": 2, "Ernie": 1}
    assert susan == {"Collin": 5, "Susan": 1, "Ernie": 1}
    assert tracker == {"Ana": 1, "Bo": 2, "Cy": 1}
