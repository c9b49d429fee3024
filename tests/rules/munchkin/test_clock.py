from __future__ import annotations

import pytest

from rules.core.at_table import Countdown
from rules.core.facts import Choose
from rules.core.fold import Table, advance
from rules.munchkin.table import STOPPED_S, tick
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import GAME, facts, levels, play, setup, state, why

START = setup(cards=CARDS, characters={"Ana": {"level": 5, "proficiencies": ["Flying", "Potions"]}})
PASSED = Choose("Ana", "time", "passed")


def winning() -> tuple[Table, Countdown]:
    table = play(START, "Ana unlock: Mask")
    countdown, fact = tick(state(table), None, 100.0)
    assert countdown
    assert fact is None
    return table, countdown


def test_a_stopped_countdown_names_who_stopped_it() -> None:
    reason = why(play(START, "Ana unlock: Mask", "Bo object: object"), "Ana time: passed")
    assert reason.startswith("Bo has stopped the countdown. [MUN-COMBAT-14]")


@pytest.mark.parametrize(
    ("now", "over"), [(100.0, False), (102.5, False), (102.59, False), (102.6, True), (102.7, True)]
)
def test_after_2_6_seconds_the_kill_counts(now: float, over: bool) -> None:
    table, countdown = winning()
    _, fact = tick(state(table), countdown, now)
    assert fact == (PASSED if over else None)
    if fact:
        assert levels(advance(GAME, table, fact))["Ana"] == 6


def test_an_objection_at_2_5_seconds_stops_it() -> None:
    table, countdown = winning()
    stopped = advance(GAME, table, *facts("Cy object: object"))
    assert tick(state(stopped), countdown, 109.0) == (Countdown(1, 109.0, STOPPED_S, stopped=True), None)
    again = advance(GAME, stopped, *facts("Cy object: go on"))
    fresh, fact = tick(state(again), None, 110.0)
    assert fact is None
    assert tick(state(again), fresh, 112.5)[1] is None
    assert tick(state(again), fresh, 112.6)[1] == PASSED


def test_a_change_restarts_the_countdown() -> None:
    table, countdown = winning()
    table = advance(GAME, table, *facts("Bo bonus: players +1"))
    fresh, fact = tick(state(table), countdown, 103.0)
    assert (fresh, fact) == (Countdown(2, 103.0, 2.6), None)


def test_by_house_rule_a_change_does_not_restart_the_countdown() -> None:
    start = {**START, "house_rules": {"kill_wait_restart": False, "kill_wait_seconds": 1}}
    table = play(start, "Ana unlock: Mask")
    countdown, _ = tick(state(table), None, 0.0)
    table = advance(GAME, table, *facts("Bo bonus: players +1"))
    assert tick(state(table), countdown, 1.0)[1] == PASSED


def test_an_open_question_stops_the_countdown() -> None:
    table, countdown = winning()
    table = advance(GAME, table, *facts("Bo play: Jinx > Ana"))
    assert tick(state(table), countdown, 200.0) == (None, None)


def test_without_a_fight_there_is_no_countdown() -> None:
    assert tick(state(play(START)), Countdown(1, 0.0, 2.6), 99.0) == (None, None)
    assert tick(state(play(START, "Ana unlock: Hood", "Bo bonus: Hood +9")), None, 99.0) == (None, None)


def test_a_losing_fight_has_a_countdown_only_after_giving_up() -> None:
    table = play(START, "Ana unlock: Horntail", "Ana run: away")
    countdown, _ = tick(state(table), None, 0.0)
    assert tick(state(table), countdown, 2.6)[1] == PASSED
