"""docs/facts/dicers.md documents everything that another program needs, and its example is a game."""

import json
from pathlib import Path

from rules.core.facts import from_json
from rules.core.fold import advance, opening
from rules.core.refusals import refusal
from rules.dicers.dice import EVOKED, STORED
from rules.dicers.game import CHOICES, DICERS
from rules.dicers.house_rules import HOUSE_RULES
from rules.dicers.powers import tasks
from rules.dicers.state import State

TEXT = (Path(__file__).parents[3] / "docs" / "facts" / "dicers.md").read_text("utf-8")


def example(number: int) -> State:
    """Where the example with that number ends; each of its lines must be allowed."""
    block = TEXT.split("```json\n")[number].partition("```")[0]
    setup, *lines = [json.loads(line) for line in block.strip().splitlines()]
    table = opening(DICERS, setup)
    for fact in map(from_json, lines):
        assert refusal(DICERS, table, fact) is None
        table = advance(DICERS, table, fact)
    assert isinstance(table.state, State)
    return table.state


def test_the_printed_round_is_a_game() -> None:
    state = example(-2)
    assert state.row("One", "dungeon") == ("die:5",)
    assert state.row("Two", "front") == ("die:2", "die:4", "die:6")


def test_the_advanced_example_is_a_game() -> None:
    state = example(-1)
    assert state.stacks == {"die:3": ("die:2",)}
    assert state.row("Ana", "keep") == ("die:3", "die:17")


def test_every_house_rule_power_and_choice_is_documented() -> None:
    kinds = {*CHOICES, *tasks.ASKS} - {"aim", "use-double", "use-double-roll"}
    words = {*(rule.key for rule in HOUSE_RULES), *EVOKED, *STORED, *kinds}
    assert [word for word in sorted(words) if f"`{word}`" not in TEXT] == []
