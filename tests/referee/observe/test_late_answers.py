"""An answer counts for what its question shows: a table that moves meanwhile is looked at once more before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.model.commands import CameraStateChanged, Command, Press, Reply, Saw
from referee.model.snapshot import Answer, CameraState
from referee.table.controller import TableController
from rules.core.facts import Fact, Throw
from tests.referee.kit import THROW_A, log_of, piece, playing, saw
from tests.referee.observe.casts import lie
from tests.referee.observe.test_camera_returns import cast_unseen, enter, without_camera
from tests.referee.simulated import A_THROW, NOTHING, SPELL, Bench, hand, logged, named_sides
from vision.types import Piece


@pytest.fixture
def entered(bench: Bench) -> Bench:
    """Bo's cast was entered while the camera was away; it is back, and has not looked yet."""
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    cast_unseen(bench, "Bo", NOTHING)
    enter(bench, "Bo", NOTHING)
    return bench


@pytest.fixture
def asked(entered: Bench) -> Bench:
    """Bo is asked whether the same sides were cast again."""
    while entered.now().question is None:
        entered.look(1)
    return entered


def answer(bench: Bench, key: str) -> None:
    question = bench.now().question
    assert question is not None
    assert question.words == "The same sides as before: has Bo thrown again?"
    assert bench.submit(Reply(question.id, key)).ok


def test_a_cast_during_the_reading_that_leads_to_the_question_counts_itself(
    entered: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, again = logged(entered), named_sides(entered, "Bo", SPELL)
    judge = entered.submit

    def submit(command: Command) -> Answer:
        if isinstance(command, Saw) and not entered.table.busy:
            entered.clock.now = entered.table.throw(hand(entered, "Bo"), dict(again))
        return judge(command)

    monkeypatch.setattr(entered, "submit", submit)
    while entered.now().question is None:
        entered.look(1)
    monkeypatch.undo()
    answer(entered, "yes")
    assert logged(entered) == before
    entered.look(A_THROW)
    assert (logged(entered), entered.now().question) == ([*before, dict(again)], None)


def test_a_cast_that_rolls_while_it_is_answered_counts_itself(asked: Bench) -> None:
    before, again = logged(asked), named_sides(asked, "Bo", SPELL)
    asked.look(2)
    asked.table.throw(hand(asked, "Bo"), dict(again))
    asked.look(4)
    answer(asked, "yes")
    asked.look(A_THROW)
    assert (logged(asked), asked.now().question) == ([*before, dict(again)], None)


def test_an_answer_at_rest_counts_at_once(asked: Bench) -> None:
    before = logged(asked)
    asked.look(2)
    answer(asked, "yes")
    assert logged(asked) == [*before, dict(named_sides(asked, "Bo", NOTHING))]


def test_an_answer_under_a_moving_hand_counts_once_that_is_gone(asked: Bench) -> None:
    before = logged(asked)
    asked.look(2)
    asked.table.take(hand(asked, "Ana")[:1])
    asked.look(4)
    assert asked.now().eyes in ("hand", "moving")
    answer(asked, "yes")
    assert logged(asked) == before
    asked.look(A_THROW)
    assert logged(asked) == [*before, dict(named_sides(asked, "Bo", NOTHING))]


def test_a_question_outlasts_a_hand_that_passes(asked: Bench) -> None:
    asked.look(2)
    question = asked.now().question
    asked.table.take(hand(asked, "Ana")[:1])
    asked.look(A_THROW)
    assert asked.now().question == question


def test_a_question_outlasts_that_its_stones_are_taken_away(asked: Bench) -> None:
    before = logged(asked)
    asked.look(2)
    asked.table.take(hand(asked, "Bo"))
    asked.look(A_THROW)
    answer(asked, "yes")
    assert logged(asked) == [*before, dict(named_sides(asked, "Bo", NOTHING))]


def test_an_answer_without_the_camera_counts_when_that_sees_the_same(asked: Bench) -> None:
    before = logged(asked)
    asked.look(2)
    without_camera(asked, 5.0)
    answer(asked, "yes")
    assert logged(asked) == before
    asked.look(A_THROW)
    assert logged(asked) == [*before, dict(named_sides(asked, "Bo", NOTHING))]


def test_stones_cast_unseen_while_it_is_asked_count_themselves(asked: Bench) -> None:
    before, again = logged(asked), named_sides(asked, "Bo", SPELL)
    asked.look(2)
    without_camera(asked, 1.0)
    asked.table.throw(hand(asked, "Bo"), dict(again))
    answer(asked, "yes")
    without_camera(asked, 5.0)
    asked.look(A_THROW)
    assert (logged(asked), asked.now().question) == ([*before, dict(again)], None)


def unsure(side: str, x: float = 100.0) -> Piece:
    return piece("die:A", side, (x, 100.0), sure=False, candidates=(("die:A", "1", 0.5), ("die:A", "2", 0.4)))


def moving(controller: TableController, *words: CameraState) -> None:
    for word in words:
        controller.do(CameraStateChanged(word))


@pytest.mark.parametrize(
    ("seen", "counted", "stays"),
    [
        ((unsure("1"),), [THROW_A], False),
        ((), [], True),
        ((piece("die:A", "3", (300.0, 300.0)),), [Throw("A", (("die:A", "3"),))], False),
        ((unsure("2", 300.0),), [], True),
        ((piece("die:A", None, (300.0, 300.0), sure=False, notes=("cocked",)),), [], False),
        ((unsure("1"), *lie("symbol", names=("s:1",), x=300.0)), [THROW_A], False),
    ],
    ids=["it lies there", "it is gone", "thrown again", "thrown again, unsure", "it leans", "another piece came"],
)
def test_a_side_that_was_answered_under_a_moving_hand_counts_for_the_die_in_the_question(
    tmp_path: Path, seen: Sequence[Piece], counted: list[Fact], stays: bool
) -> None:
    controller = playing(tmp_path)
    moving(controller, "settled")
    controller.do(saw(unsure("1")))
    moving(controller, "hand")
    question = controller.now.question
    assert question is not None
    words = "I look once more: your answer counts if the same still lies there."
    assert controller.do(Reply(question.id, "die:A=1")).words == words
    moving(controller, "settled", "reading")
    controller.do(saw(*seen))
    moving(controller, "settled")
    assert (log_of(controller), controller.now.question is not None) == (counted, stays)


def test_a_die_that_is_gone_from_a_question_is_looked_for_once_more(tmp_path: Path) -> None:
    """It may have been thrown again, and overlooked."""
    controller = playing(tmp_path)
    controller.do(saw(unsure("1")))
    moving(controller, "hand")
    reply(controller, "die:A=1")
    assert not controller.do(saw()).ok
    assert controller.now.question is not None


def test_a_question_about_a_side_ends_with_the_die_unless_it_was_answered(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure("1")))
    controller.do(saw())
    assert controller.now.question is None


def test_a_button_pressed_under_a_moving_hand_answers_the_question_and_nothing_else(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure("1")))
    moving(controller, "hand")
    assert controller.do(Press(0)).ok
    assert log_of(controller) == []
    moving(controller, "settled", "reading")
    controller.do(saw(unsure("1")))
    moving(controller, "settled")
    assert [(line.fact, line.by) for line in controller.now.log] == [(THROW_A, "button")]


def test_of_two_answers_under_a_moving_hand_the_last_counts(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure("1")))
    moving(controller, "hand")
    reply(controller, "die:A=1", "die:A=2")
    controller.do(saw(unsure("1")))
    moving(controller, "settled")
    assert log_of(controller) == [Throw("A", (("die:A", "2"),))]


def test_a_question_about_what_is_gone_from_a_bare_mat_is_answered_anew(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure("1")))
    moving(controller, "hand")
    reply(controller, "die:A=1")
    moving(controller, "watching")
    assert log_of(controller) == []
    reply(controller, "die:A=1")
    assert log_of(controller) == [THROW_A]


def reply(controller: TableController, *keys: str) -> None:
    question = controller.now.question
    assert question is not None
    for key in keys:
        assert controller.do(Reply(question.id, key)).ok
