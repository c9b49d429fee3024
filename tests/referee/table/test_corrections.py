"""Undo takes back steps in reverse order; one tap corrects one piece."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from referee.model.commands import Correct, Enter, Undo
from rules.core.facts import Amend, Restore, Retract, Throw
from tests.referee.kit import PLAYED, THROW_A, THROW_B, controller_at, log_of, piece, playing, saw


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
    assert log_of(controller)[-1] == Restore(1)
    assert controller.do(Undo(4)).ok
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A]
    assert controller.do(Undo(5)).ok
    assert controller.now.table.entries == ()


def test_undoing_a_correction_at_once_brings_back_what_lapsed_with_it(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED[:3]):
        controller.do(Enter(fact, at))
    before = controller.now.table
    assert before is not None
    controller.do(Correct(1, "die:A", "4", 3))
    assert controller.now.table is not None
    assert controller.now.table.lapsed == (3,)
    words = controller.do(Undo(4)).words
    assert words == "The correction is taken back, and the steps after it count again."
    assert controller.now.table == replace(before, length=5)
    controller.close()
    again = controller_at(tmp_path)
    assert again.now.table == replace(before, length=5)
    assert again.do(Undo(5)).ok
    assert log_of(again)[-1] == Retract(3)


def test_a_correction_is_undone_after_a_later_throw_too_but_what_lapsed_stays_lapsed(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED[:3]):
        controller.do(Enter(fact, at))
    controller.do(Correct(1, "die:A", "4", 3))
    controller.do(Enter(Throw("A", (("die:A", "2"),)), 4))
    controller.do(Undo(5))
    assert controller.do(Undo(6)).words == "The correction is taken back."
    assert log_of(controller)[-1] == Amend(1, THROW_A)
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A, THROW_B]


def test_the_tracks_follow_a_correction_and_its_undo(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    read_wrong = saw(piece("die:A", "1"))
    controller.do(read_wrong)
    controller.do(Correct(1, "die:A", "3", 1))
    controller.do(Undo(2))
    controller.do(saw(piece("die:A", "3")))
    assert log_of(controller) == [THROW_A, Amend(1, Throw("A", (("die:A", "3"),))), Restore(1)]


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


def test_an_undo_can_be_taken_back_after_a_power_cut_too(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED):
        controller.do(Enter(fact, at))
    before = controller.now.table
    controller.do(Undo(4))
    controller.do(Undo(5))
    controller.close()
    again = controller_at(tmp_path)
    assert again.do(Enter(Restore(3), 6)).ok
    assert again.do(Enter(Restore(4), 7)).ok
    assert before is not None
    assert again.now.table == replace(before, length=8)
    again.close()
    third = controller_at(tmp_path)
    assert third.now.table == again.now.table
    assert third.do(Undo(8)).ok
    assert log_of(third)[-1] == Retract(4)


def test_an_undo_is_taken_back_only_until_something_else_is_logged(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(Undo(1))
    controller.do(Enter(Throw("A", (("die:A", "2"),)), 2))
    answer = controller.do(Enter(Restore(1), 3))
    assert (answer.ok, controller.now.length) == (False, 3)
    assert answer.words == "What was undone can be brought back only until something else is recorded."


def test_undo_after_a_restoration_goes_back_step_by_step_as_before_it(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(Correct(1, "die:A", "3", 1))
    controller.do(Enter(Retract(1), 2))
    controller.do(Enter(Restore(1), 3))
    assert controller.do(Undo(4)).words == "The correction is taken back."
    assert log_of(controller)[-1] == Restore(1)


def test_a_restoration_names_what_it_brought_back(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    words = controller.do(Enter(THROW_B, 1)).words
    controller.do(Undo(2))
    assert controller.do(Enter(Restore(2), 3)).words == f"Brought back: {words}"
    controller.do(Enter(Retract(1), 4))
    assert controller.do(Enter(Restore(1), 5)).words == "2 steps are brought back."


def test_pieces_that_lay_there_are_not_counted_again_after_an_undo_was_taken_back(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    lying = saw(piece("die:A", "1"))
    controller.do(lying)
    controller.do(Undo(1))
    controller.do(lying)
    controller.do(Enter(Restore(1), 2))
    controller.do(lying)
    assert log_of(controller) == [THROW_A, Retract(1), Restore(1)]
    controller.do(saw(piece("die:A", "1"), piece("die:B", "3", (200.0, 100.0))))
    assert log_of(controller)[3:] == [THROW_B]


def test_one_tap_corrects_one_piece(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    assert controller.do(Correct(1, "die:A", "3", 1)).ok
    assert log_of(controller)[-1] == Amend(1, Throw("A", (("die:A", "3"),)))
    assert not controller.do(Correct(1, "die:B", "3", 2)).ok
    assert not controller.do(Correct(9, "die:A", "3", 2)).ok
