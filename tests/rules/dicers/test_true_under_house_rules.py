"""What is said is also true where a house rule decides otherwise than the printed default."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.fold import Table
from rules.core.refusals import why_not
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
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


def why(table: Table, player: str, kind: str, pick: str) -> str:
    reason = why_not(DICERS, table, Choose(player, kind, pick))
    assert reason is not None
    return str(reason)


@pytest.mark.rule("DIC-Q-06")
@pytest.mark.parametrize(
    ("natural", "odd", "words"),
    [
        (False, "r-even", "The other roll is odd, and this Power beats even ones. [DIC-P-ABT-01, DIC-Q-06]"),
        (
            True,
            "r-odd",
            "By your house rules the side of the other die counts: it is even, and this Power beats odd ones. "
            "[DIC-Q-06, DIC-P-ABT-01, DIC-Q-09]",
        ),
    ],
)
def test_the_parity_named_is_that_of_the_roll_or_of_the_side(natural: bool, odd: str, words: str) -> None:
    """Bo's 4 counts 5 by Add."""
    dice: dict[str, Any] = {"r-even": "always-beats-even", "r-odd": "always-beats-odd", "plus": "add"}
    of = duel(dice, "front a a2 | reserve r-even r-odd", "front b b2 | reserve plus", always_beats_natural_face=natural)
    table = play(of, MET + "Ana throw a=6\nBo throw b=4\nBo reserve plus")
    assert why(table, "Ana", "reserve", odd) == words


@pytest.mark.rule("DIC-Q-07")
@pytest.mark.parametrize(
    ("anytime", "words"),
    [
        (False, "Always Beats works against a roll that is set."),
        (True, "Always Beats works against a roll, and the other player has none in the Arena yet."),
    ],
)
def test_always_beats_waits_for_a_roll_or_for_a_set_one(anytime: bool, words: str) -> None:
    of = duel({"r": "always-beats-even"}, "front a a2 | reserve r", always_beats_anytime=anytime)
    assert why(play(of, MET), "Ana", "reserve", "r") == f"{words} [DIC-Q-07, DIC-P-ABT-01]"


@pytest.mark.rule("DIC-Q-16")
@pytest.mark.parametrize(
    ("anytime", "words"),
    [
        (False, "Escape is used while its player is rolling. [DIC-P-ESC-02]"),
        (
            True,
            "By your house rules Escape is used from its player's cast on, until the winner of the Round chooses. "
            "[DIC-Q-16, DIC-P-ESC-02]",
        ),
    ],
)
def test_an_escape_before_its_players_cast_says_until_when_it_may_be_used(anytime: bool, words: str) -> None:
    of = duel({"e": "escape"}, bo="front b b2 | reserve e", escape_any_time_in_cast=anytime)
    assert why(play(of, MET), "Bo", "reserve", "e") == words


DURING_CASTS = "By your house rules Reserve Powers are used until both dice are set. [DIC-Q-04]"


@pytest.mark.rule("DIC-Q-04")
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("Ana throw a=3\nBo reserve f", "The roll that is due comes first. [DIC-Q-04]"),
        ("Ana throw a=3\nAna keep\nBo throw b=5", DURING_CASTS),
        ("Ana throw a=3\nAna keep\nBo throw b=5\nBo win evoke", DURING_CASTS),
    ],
)
def test_a_reserve_that_closes_with_the_casts_is_refused_for_the_true_reason(lines: str, words: str) -> None:
    """A forced roll during the first cast comes before both dice are set; after that the time is over."""
    dice: dict[str, Any] = {"a": {"cb": 2}, "b": "refresh", "f": "force-roll", "g": "add"}
    of = duel(dice, bo="front b b2 | keep b3 b4 | reserve f g", reserve_only_during_cast=True)
    assert why(play(of, MET + lines), "Bo", "reserve", "g") == words


@pytest.mark.rule("DIC-Q-29")
def test_banished_dice_that_block_the_keep_are_named_as_the_reason() -> None:
    dice: dict[str, Any] = {"a": "summon"}
    bo = "front b b2"
    of = duel(dice, "front a a2 | keep k | banished x", bo, {"b2": ["h"]}, banished_blocks_summon_keep=True)
    table = play(of, MET + "Ana throw a=5\nBo throw b=2\nAna win evoke")
    assert why(table, "Ana", "summon", "k") == (
        "By your house rules banished dice count too: a die of the Keep is summoned only while none lies in the "
        "Dungeon. [DIC-Q-29, DIC-P-SUM-02]"
    )


@pytest.mark.rule("DIC-Q-39", "DIC-A-28")
def test_the_dice_of_an_escape_go_home_before_an_empty_front_line_is_filled_at_once() -> None:
    of = duel({"e": "escape"}, "front a | reserve e", refill_immediately=True)
    table = play(of, MET + "Ana reserve e")
    assert set(table.state.row("Ana", "front")) == {"a", "e"}
    assert [ruling.text for ruling in last_rulings(table)][1:5] == [
        "The Round ends; nobody has won it.",
        "a goes to Ana's Keep.",
        "b goes to Bo's Keep.",
        "e goes to Ana's Keep.",
    ]


@pytest.mark.rule("DIC-P-SHD-01", "DIC-Q-20")
def test_a_die_for_which_no_shield_is_left_is_not_said_to_be_let_go() -> None:
    """One Shield saves one of two dice that a Power expels at once: about the other one nobody is asked."""
    student = {"group": "student"}
    dice: dict[str, Any] = {"a": {"power": "expel", "all": "student"}, "b": student, "b2": student, "s": "shield"}
    expelled = play(duel(dice, bo="front b b2 b3 | reserve s", shield_any_expel=True), WON, "Ana win evoke")
    assert expelled.asks[0].words == "Bo may save b2 with a Shield."
    said = [ruling.text for ruling in last_rulings(more(expelled, "Bo shield s"))]
    assert "b is expelled: it goes to Bo's Dungeon." in said
    assert "Bo lets b go." not in said
