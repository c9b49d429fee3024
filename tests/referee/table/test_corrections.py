"""Undo takes back steps in reverse order; one tap corrects one piece."""

from __future__ import annotations

from pathlib import Path

from referee.model.commands import Correct, Enter, Undo
from rules.core.facts import Amend, Retract, Throw
from tests.referee.kit import THROW_A, THROW_B, log_of, playing


def test_undo_takes_the_last_play_back_and_then_the_one_before(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(Enter(THROW_B, 1))
    assert controller.do(Undo(2)).ok
    assert controller.do(Undo(3)).ok
    assert controller.now.table is not None
    assert controller.now.table.entries == ()
    assert controller.do(Undo(4)).words == "There is nothing to undo."


def test_undo_takes_a_correction_back_before_the_play_that_it_corrected(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(Correct(1, "die:A", "3", 1))
    controller.do(Correct(1, "die:A", "4", 2))
    assert controller.do(Undo(3)).ok
    assert log_of(controller)[-1] == Amend(1, Throw("A", (("die:A", "3"),)))
    assert controller.do(Undo(4)).ok
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A]
    assert controller.do(Undo(5)).ok
    assert controller.now.table.entries == ()


def test_undo_after_a_correction_of_an_earlier_throw_leaves_the_later_one(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(Enter(THROW_B, 1))
    controller.do(Correct(1, "die:A", "3", 2))
    assert controller.do(Undo(3)).ok
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A, THROW_B]
    assert controller.do(Undo(4)).ok
    assert log_of(controller)[-1] == Retract(2)


def test_undo_names_what_it_took_back(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    words = controller.do(Enter(THROW_A, 0)).words
    controller.do(Correct(1, "die:A", "3", 1))
    assert controller.do(Undo(2)).words == "The correction is taken back."
    assert controller.do(Undo(3)).words == f"Taken back: {words}"


def test_one_tap_corrects_one_piece(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    assert controller.do(Correct(1, "die:A", "3", 1)).ok
    assert log_of(controller)[-1] == Amend(1, Throw("A", (("die:A", "3"),)))
    assert not controller.do(Correct(1, "die:B", "3", 2)).ok
    assert not controller.do(Correct(9, "die:A", "3", 2)).ok
