"""docs/facts/casting-stones.md names every house rule and every choice, and its examples are games."""

from __future__ import annotations

import json
from pathlib import Path

from rules.casting_stones.house_rules import HOUSE_RULES
from rules.core.facts import from_json
from rules.core.fold import referee
from rules.core.refusals import refusal
from tests.rules import goldens
from tests.rules.casting_stones.kit import KIT

PAGE = (Path(__file__).parents[3] / "docs" / "facts" / "casting-stones.md").read_text("utf-8")


def test_every_house_rule_is_documented() -> None:
    for rule in HOUSE_RULES:
        assert f"| `{rule.key}` ({rule.rule}) | {rule.question} |" in PAGE
        assert all(f"`{json.dumps(value)}` {words}" in PAGE for value, words in rule.answers)


def test_every_choice_of_the_goldens_is_documented() -> None:
    tables = [referee(KIT.game, *goldens.load(path)) for path in goldens.games(KIT)]
    plays = [entry.play for table in tables for entry in table.entries]
    assert all(f"`{play.kind}`" in PAGE for play in plays if hasattr(play, "kind"))


def test_every_key_of_the_view_is_documented() -> None:
    view = KIT.game.view(KIT.game.start(KIT.setups[0]), None, frozenset())
    assert all(f"`{key}`" in PAGE for key in view)


def test_the_documented_examples_can_be_played() -> None:
    blocks = [block.partition("```")[0].strip() for block in PAGE.split("```jsonl\n")[1:]]
    for block in blocks:
        setup, *lines = [json.loads(line) for line in block.splitlines()]
        log = [from_json(line) for line in lines]
        for number, fact in enumerate(log):
            assert refusal(KIT.game, referee(KIT.game, setup, log[:number]), fact) is None
        assert referee(KIT.game, setup, log).lapsed == ()
    assert len(blocks) == 2
