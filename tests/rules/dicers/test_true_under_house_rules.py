"""What is said is also true where a house rule decides otherwise than the printed default."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.refusals import why_not
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import duel
from tests.rules.dicers.table import last_rulings, more, play

MET = "Ana advance a\nBo advance b\n"


def tied(*, costs: bool) -> Table:
    """A tie in which Ana has a roll left and Bo has none."""
    dice: dict[str, Any] = {"a": {"cb": 2}}
    return play(duel(dice, tie_reroll_costs_bonus=costs), MET + "Ana throw a=3\nAna keep\nBo throw b=3")


@pytest.mark.rule("DIC-Q-01")
@pytest.mark.parametrize(
    ("costs", "words"),
    [
        (False, "Both have 3, a tie: both roll again at the same time."),
        (True, "Both have 3, a tie: Ana rolls again, for Bo has no roll left."),
    ],
)
def test_a_tie_names_who_rolls_again(costs: bool, words: str) -> None:
    assert last_rulings(tied(costs=costs))[-1].text == words


@pytest.mark.rule("DIC-Q-01", "DIC-B-17")
def test_a_die_without_a_roll_for_the_tie_is_not_said_to_have_made_one() -> None:
    [ruling] = last_rulings(more(tied(costs=True), "Bo throw b=6"))
    assert ruling.text == "b has no roll left: the roll that lay there stands."
    assert ruling.rules[0] == "DIC-Q-01"


@pytest.mark.rule("DIC-P-SHD-03", "DIC-Q-20")
@pytest.mark.parametrize(("any_expel", "saves"), [(False, "A Shield saves the beaten die"), (True, "saves any die")])
def test_a_shield_that_waits_says_which_dice_it_saves(any_expel: bool, saves: str) -> None:
    table = play(duel({"s": "shield"}, bo="front b b2 | reserve s", shield_any_expel=any_expel), MET)
    reason = why_not(DICERS, table, Choose("Bo", "reserve", "s"))
    assert reason is not None
    assert saves in reason.words
