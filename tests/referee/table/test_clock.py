"""The 2.6 seconds, from the pins of the panel to the journal; time passes only when the test says so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from referee.journal.errors import JournalError
from referee.model.commands import CameraStateChanged, Enter, NewGame, Resume, Undo
from rules.core.facts import Amend, Choose
from rules.core.phrases import Phrase
from tests.referee.evening import Evening
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import setup

STRONG: dict[str, Any] = setup(cards=CARDS, characters={"Ana": {"level": 5}, "Bo": {"level": 3}})
PASSED = Choose("Ana", "time", "passed")


@pytest.fixture
def fight(evening: Evening) -> Evening:
    """Ana is winning against a monster, and the countdown has just begun."""
    assert evening.submit(NewGame(STRONG)).ok
    assert evening.say("Ana unlock: Mask").ok
    return evening


def test_the_countdown_runs_out_by_itself(fight: Evening) -> None:
    countdown = fight.now().countdown
    assert countdown is not None
    assert (countdown.beat, countdown.seconds) == (1, 2.6)
    assert countdown.left(fight.clock.now + 1.0) == pytest.approx(1.6)
    assert countdown.left(fight.clock.now + 9.0) == 0.0
    fight.pass_time(2.59)
    assert fight.last() != PASSED
    fight.pass_time(0.2)
    assert fight.last() == PASSED
    assert fight.now().log[-1].by == "clock"
    assert fight.now().countdown is None
    assert fight.controller.due is None


def test_reports_of_the_camera_do_not_delay_the_end_of_the_countdown(fight: Evening) -> None:
    fight.pass_time(2.5)
    fight.clock.now += 0.15
    fight.submit(CameraStateChanged("moving"))
    fight.pass_time(1.0)
    assert fight.last() == PASSED


@pytest.mark.parametrize(
    "jumps_to", ["2026-11-01T21:00:00+00:00", "2026-11-01T19:00:00+00:00", "1970-01-01T00:00:09+00:00"]
)
def test_a_jump_of_the_wall_clock_neither_ends_nor_delays_a_countdown(
    fight: Evening, jumps_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight.pass_time(1.3)
    fight.wall_clock = lambda: jumps_to
    monkeypatch.setattr("time.time", datetime.fromisoformat(jumps_to).timestamp)
    fight.pass_time(1.2)
    assert fight.last() != PASSED
    fight.pass_time(0.3)
    assert fight.last() == PASSED
    assert fight.now().log[-1].when == jumps_to
    facts = fight.logged()
    fight.pull_the_plug()
    assert fight.logged() == facts


@pytest.mark.parametrize(
    ("at", "counts"),
    [(0.0, True), (1.3, True), (2.5, True), (2.58, True), (2.62, False), (2.7, False), (3.4, False)],
)
def test_a_button_at_2_5_seconds_stops_it_and_at_2_7_it_is_too_late(fight: Evening, at: float, counts: bool) -> None:
    fight.pass_time(at)
    fight.push("seat3")
    fight.pass_time(5.0)
    assert fight.logged()[1] == (Choose("Cy", "object", "object") if counts else PASSED)
    assert (PASSED in fight.logged()) != counts
    assert fight.now().proposals == ()


def test_only_the_same_button_resumes_the_countdown(fight: Evening) -> None:
    fight.push("seat3")
    fight.pass_time(1.0)
    assert fight.now().lamps == ("off", "off", "blink")
    fight.push("seat2")
    fight.pass_time(1.0)
    assert fight.last() == Choose("Cy", "object", "object")
    fight.push("seat3")
    fight.pass_time(0.5)
    assert fight.last() == Choose("Cy", "object", "go on")
    fight.pass_time(2.0)
    assert fight.last() != PASSED
    fight.pass_time(0.3)
    assert fight.last() == PASSED


def test_every_change_restarts_the_countdown(fight: Evening) -> None:
    fight.pass_time(2.0)
    assert fight.say("Bo bonus: players +1").ok
    fight.pass_time(2.0)
    assert fight.submit(Undo(fight.now().length)).ok
    fight.pass_time(2.0)
    assert fight.say("Bo bonus: players +1").ok
    amended = Amend(fight.now().length, Choose("Bo", "bonus", "players +2"))
    fight.pass_time(2.0)
    assert fight.submit(Enter(amended, fight.now().length)).ok
    fight.pass_time(2.5)
    assert fight.last() == amended
    fight.pass_time(0.3)
    assert fight.last() == PASSED


def test_all_lamps_blink_during_the_countdown(fight: Evening) -> None:
    assert fight.now().lamps == ("blink",) * 3
    lit = fight.panel.lit()[:3]
    fight.pass_time(0.6)
    assert set(lit) != set(fight.panel.lit()[:3])


def test_an_objection_after_the_countdown_is_refused(fight: Evening) -> None:
    at = fight.now().length
    fight.pass_time(2.65)
    answer = fight.submit(Enter(Choose("Cy", "object", "object"), at))
    assert (answer.ok, answer.words) == (False, "Too late: the countdown had run out.")
    assert fight.last() == PASSED


def test_no_player_can_end_the_countdown(fight: Evening) -> None:
    assert "Only the clock can end the countdown" in fight.say("Ana time: passed").words
    assert fight.last() != PASSED


def test_a_restart_begins_the_countdown_anew(fight: Evening) -> None:
    fight.pass_time(2.0)
    fight.pull_the_plug()
    assert fight.now().countdown is not None
    fight.pass_time(2.5)
    assert fight.last() != PASSED
    fight.pass_time(0.3)
    assert fight.last() == PASSED


def test_another_game_has_another_countdown(fight: Evening) -> None:
    game = fight.now().game_id or ""
    fight.submit(NewGame(setup()))
    assert fight.now().countdown is None
    fight.pass_time(1.0)
    fight.submit(Resume(game))
    fight.pass_time(2.5)
    assert fight.last() != PASSED


def test_a_journal_that_refuses_restarts_the_countdown(fight: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise JournalError(Phrase("The disk is full."))

    monkeypatch.setattr("referee.journal.journal.Journal.append", full)
    fight.pass_time(2.8)
    assert [notice.words for notice in fight.now().notices] == ["The disk is full."]
    monkeypatch.undo()
    fight.pass_time(2.8)
    assert fight.last() == PASSED
