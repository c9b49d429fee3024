"""docs/facts/dicers.md says all that a stranger needs, and its example is a game."""

import json
from pathlib import Path

from rules.core import referee, refusal
from rules.dicers import tasks
from rules.dicers.dice import EVOKED, STORED
from rules.dicers.game import DICERS
from rules.dicers.judge import CHOICES
from rules.dicers.questions import QUESTIONS
from rules.facts import from_json

TEXT = (Path(__file__).parents[3] / "docs" / "facts" / "dicers.md").read_text("utf-8")


def test_the_example_is_a_game() -> None:
    block = TEXT.rpartition("```json\n")[2].partition("```")[0]
    setup, *lines = [json.loads(line) for line in block.strip().splitlines()]
    log = [from_json(line) for line in lines]
    for number, fact in enumerate(log):
        assert refusal(DICERS, referee(DICERS, setup, log[:number]), fact) is None
    state = referee(DICERS, setup, log).state
    assert state.row("One", "dungeon") == ("die:5",)
    assert state.row("Two", "front") == ("die:2", "die:4", "die:6")


def test_it_names_every_house_rule_power_and_choice() -> None:
    kinds = {*CHOICES, *tasks.ASKS} - {"aim", "use-double", "use-double-roll"}
    words = {*(question.key for question in QUESTIONS if question.key), *EVOKED, *STORED, *kinds}
    assert [word for word in sorted(words) if f"`{word}`" not in TEXT] == []
