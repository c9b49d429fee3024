"""Each command is logged, judged and shown, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.model.commands import CameraStateChanged, Correct, Enter, Press, Trouble, Undo
from rules.core.facts import Choose
from rules.core.fold import referee
from tests.referee.kit import PLAYED, SETUP, THROW_A, THROW_B, TOY, controller_at, log_of, playing


def test_without_a_game_answers_are_refused(tmp_path: Path) -> None:
    assert not controller_at(tmp_path).do(Enter(THROW_A, 0)).ok


def test_a_whole_game_is_the_fold_of_its_facts(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    answers = [controller.do(Enter(fact, at)) for at, fact in enumerate(PLAYED)]
    assert [answer.ok for answer in answers] == [True] * 4
    assert answers[0].words == "A throws 1."
    assert controller.now.table == referee(TOY["toy"], SETUP, PLAYED)


def test_a_picture_that_nobody_asked_for_makes_room_for_the_next(tmp_path: Path) -> None:
    image, controller = np.zeros((90, 160, 3), np.uint8), controller_at(tmp_path)
    evidence = controller._live.evidence
    name = evidence.keep(image, {})
    controller.do(CameraStateChanged("moving"))
    assert evidence.image(name) is image
    name = evidence.keep(image, {})
    controller.do(CameraStateChanged("reading"))
    assert evidence.image(name) is not image


def test_a_stale_answer_is_refused_never_applied(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    before = controller.now
    for command in (Enter(THROW_B, 0), Undo(0), Correct(1, "die:A", "2", 0)):
        answer = controller.do(command)
        assert (answer.ok, answer.stale) == (False, True)
    assert controller.now == before


def test_a_choice_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    answer = controller.do(Enter(Choose("A", "power", "keep"), 0))
    assert not answer.ok
    assert log_of(controller) == []


def test_a_button_does_not_choose_for_its_player(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED[:2]):
        controller.do(Enter(fact, at))
    assert controller.do(Press(0)).words == "A has a choice to make: answer on the screen."
    assert not controller.do(Press(1)).ok
    assert not controller.do(Press(5)).ok


def test_trouble_is_a_notice_until_it_is_over(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Trouble("camera", "The camera does not answer."))
    assert [notice.trouble for notice in controller.now.notices] == [True]
    controller.do(Trouble("camera", ""))
    assert controller.now.notices == ()


def test_only_a_change_makes_a_new_version(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    before = controller.now.version
    controller.do(Trouble("camera", ""))
    assert controller.now.version == before
