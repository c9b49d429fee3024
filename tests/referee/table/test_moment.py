"""The pause after a Round of Dicers: the winner's choice waits while the loser may still use a Reserve Power."""

from __future__ import annotations

import pytest

from referee.model.commands import Enter, NewGame, Undo
from referee.model.snapshot import Answer
from rules.core.game import Setup
from tests.referee.evening import Evening
from tests.rules.dicers.duel import LOST, WON, duel
from tests.rules.dicers.table import facts

ADD = {"r": {"power": "add", "number": 4}}
BEHIND = duel(ADD, bo="front b b2 | reserve r")


def say(evening: Evening, lines: str) -> Answer:
    answer = Answer(False, "nothing said")
    for fact in facts(lines):
        answer = evening.submit(Enter(fact, evening.now().length))
    return answer


def begun(evening: Evening, setup: Setup, lines: str = WON) -> Evening:
    assert evening.submit(NewGame(setup)).ok
    assert say(evening, lines).ok
    return evening


def test_the_winner_may_choose_after_three_seconds(evening: Evening) -> None:
    begun(evening, BEHIND)
    assert evening.now().countdown is not None
    evening.pass_time(2.9)
    early = say(evening, "Ana win expel")
    assert (early.ok, early.words) == (False, "Bo may still use a Reserve Power. Choose when the bar has run out.")
    evening.pass_time(0.3)
    assert evening.now().countdown is None
    assert evening.controller.due is None
    assert say(evening, "Ana win expel").ok


def test_during_the_pause_the_loser_can_turn_the_round(evening: Evening) -> None:
    begun(evening, BEHIND)
    evening.pass_time(1.0)
    assert say(evening, "Bo reserve r").ok
    assert evening.now().countdown is None, "Ana, who is behind now, has nothing in Reserve"
    assert say(evening, "Bo win expel").ok


def test_the_pause_is_not_given_twice(evening: Evening) -> None:
    begun(evening, BEHIND)
    evening.pass_time(3.2)
    evening.pass_time(60.0)
    assert evening.now().countdown is None
    assert say(evening, "Ana win expel").ok


def test_after_a_correction_the_pause_begins_anew(evening: Evening) -> None:
    begun(evening, BEHIND)
    evening.pass_time(3.2)
    assert evening.submit(Undo(evening.now().length)).ok
    assert say(evening, "Bo throw b=1").ok
    assert not say(evening, "Ana win expel").ok


@pytest.mark.parametrize(
    ("setup", "lines"),
    [
        (duel(ADD, bo="front b b2 | reserve r", loser_moment_seconds=0), WON),
        (duel({"r": "first-cast"}, bo="front b b2 | reserve r"), WON),
        (duel(ADD, ana="front a a2 | reserve r"), WON),
        (duel(ADD, bo="front b b2 | reserve r", reserve_only_during_cast=True), WON),
        (duel({}), LOST),
    ],
    ids=["house rule", "a Power that cannot be used now", "the winner's own", "only during casts", "no Reserve"],
)
def test_there_is_no_pause_without_a_usable_power(evening: Evening, setup: Setup, lines: str) -> None:
    begun(evening, setup, lines)
    assert evening.now().countdown is None
    assert say(evening, f"{'Bo' if lines == LOST else 'Ana'} win expel").ok


def test_the_house_rule_sets_the_length_of_the_pause(evening: Evening) -> None:
    begun(evening, duel(ADD, bo="front b b2 | reserve r", loser_moment_seconds=10))
    evening.pass_time(9.9)
    assert not say(evening, "Ana win expel").ok
    evening.pass_time(0.3)
    assert say(evening, "Ana win expel").ok
