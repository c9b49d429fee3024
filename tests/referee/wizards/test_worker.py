"""The wizard that teaches stones: from the first picture to known stones, also after a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.storage.lesson_files import portrait_of
from calibration.storage.table_files import load_gallery
from referee.model.progress import Task
from referee.model.wizard_commands import (
    Close,
    Forget,
    FromPage,
    KeepStones,
    Open,
    Settled,
    SimulatedShow,
    StartOver,
    StoneEntry,
    TakePicture,
)
from tests.referee.shop import PIECES, Shop

TASKS: tuple[Task, ...] = ("calibrate", "teach", "die", "prove")
KIND = {"silver": "character", "white": "artifact", "brown": "element"}


def photograph(shop: Shop) -> None:
    """Turn the stones as the lesson asks, and take the picture."""
    assert shop.bench.do(SimulatedShow()).ok
    shop.clock.now += 10
    answer = shop.bench.do(TakePicture())
    assert answer.ok, answer.words


def truth(shop: Shop, certain: bool = True, **first: Any) -> KeepStones:
    """The true names of the stones, as their owner enters them; *first* replaces the first stone's answers."""
    lesson = shop.bench.state.lesson
    assert lesson is not None
    entries = []
    for row in lesson.rows:
        piece = shop.table.pieces[row.piece]
        stone = StoneEntry(piece.name, str(piece.number), KIND[piece.colour])
        entries.append(replace(stone, **first))
        first = {}
    return KeepStones(tuple(entries), certain)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def test_a_double_click_takes_one_picture_and_shows_once(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    assert shop.bench.do(SimulatedShow()).ok
    assert "still moving" in shop.bench.do(SimulatedShow()).words
    shop.clock.now += 10
    take = FromPage(TakePicture(), shop.bench.state.stamp)
    assert shop.bench.do(take).ok
    assert "moved on" in shop.bench.do(take).words
    assert shop.bench.state.lesson is not None
    assert shop.bench.state.lesson.stage == "flip"


def test_stones_are_learnt_from_two_pictures_also_after_a_restart(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = shop.note_locks(monkeypatch)
    assert shop.bench.do(Open("teach")).ok
    photograph(shop)
    shop.bench = shop.started()
    assert shop.bench.do(Open("teach")).ok
    photograph(shop)
    shop.bench = shop.started()
    assert shop.bench.do(Open("teach")).ok
    assert shop.bench.state.lesson is not None
    assert len(shop.bench.state.lesson.rows) == 3
    answer = shop.bench.do(truth(shop))
    assert answer.ok, answer.words
    gallery = load_gallery(shop.home)
    assert set(gallery.pieces()) == set(shop.table.pieces)
    assert {gallery.number(piece) for piece in gallery.pieces()} == {piece.number for piece in PIECES}
    assert portrait_of(shop.home, gallery, "stone:1", "number")
    assert shop.bench.state.lesson.stage == "lay"
    busy = [state.busy for state in shop.progress if "I learn the stones, " in state.busy]
    assert list(dict.fromkeys(words.split(", ")[1] for words in busy)) == ["1 of 3 …", "2 of 3 …", "3 of 3 …"]

    assert "forgotten" in shop.bench.do(Forget("stone:4")).words
    assert not load_gallery(shop.home).of("stone:4")
    assert not shop.bench.do(Forget("stone:4")).ok
    assert locked == [True, True]


def test_missing_or_contradicting_names_are_asked_before_learning(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    photograph(shop)
    photograph(shop)
    assert "stone 1" in shop.bench.do(truth(shop, number="")).words
    assert "cannot be shown" in shop.bench.do(truth(shop, name="A\u202eb")).words
    refused = shop.bench.do(truth(shop, False, name="cat", number="8"))
    assert "Cat shows 8, but the list of the edition has 9" in refused.words
    assert not load_gallery(shop.home).pieces()
    assert shop.bench.do(truth(shop, True, name="cat", number="8")).ok
    assert len(load_gallery(shop.home).pieces()) == 3


def test_a_hand_in_the_picture_and_an_empty_mat_are_reported(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    shop.word = "hand"
    assert "hand" in shop.bench.do(TakePicture()).words
    shop.bench.look()
    assert shop.bench.state.hints[0].words.startswith("A hand")
    shop.word = "settled"
    assert "no stone" in shop.bench.do(TakePicture()).words
    shop.bench.look()
    assert shop.bench.state.hints == ()
    assert shop.bench.state.size == (2304, 1296)


def test_what_was_wrong_with_a_picture_is_no_longer_said_once_something_else_lies_there(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    shop.bench.do(TakePicture())
    shop.bench.do(Settled())
    assert shop.bench.state.words == ""
    photograph(shop)
    shop.bench.do(Settled())
    assert shop.bench.state.lesson is not None
    assert shop.bench.state.lesson.stage == "flip"


def test_stones_that_were_not_turned_over_are_not_taken(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    photograph(shop)
    answer = shop.bench.do(TakePicture())
    assert not answer.ok
    assert "the same sides as in the first picture" in answer.words
    photograph(shop)
    assert shop.bench.state.lesson is not None
    assert shop.bench.state.lesson.stage == "name"


def test_a_camera_in_trouble_is_reported_and_the_wizard_goes_on(shop: Shop) -> None:
    shop.word = "starting"
    assert "still starting" in shop.bench.do(Open("teach")).words
    shop.word = "settled"
    for task in TASKS:
        assert shop.bench.do(Open(task)).ok
        shop.eye.fails = "The camera was unplugged."
        shop.bench.look()
        assert shop.bench.state.words == "The camera was unplugged."
        shop.eye.fails = ""
        shop.bench.do(Close())


def test_a_lesson_can_be_restarted_and_the_wizard_closed(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    photograph(shop)
    shop.bench.do(StartOver())
    assert shop.bench.state.lesson is not None
    assert shop.bench.state.lesson.stage == "lay"
    assert not shop.bench.do(KeepStones(())).ok
    shop.bench.do(Close())
    assert shop.bench.state.task == ""
    assert "Open the wizard" in shop.bench.do(TakePicture()).words


def test_two_stones_of_one_name_are_asked_about_and_stay_two(shop: Shop) -> None:
    shop.bench.do(Open("teach"))
    for _ in range(2):
        photograph(shop)
    assert shop.bench.do(truth(shop)).ok
    for _ in range(2):
        photograph(shop)
    lesson = shop.bench.state.lesson
    assert lesson is not None
    names = [shop.table.pieces[row.piece].name for row in lesson.rows]
    entries, known = truth(shop), [len(load_gallery(shop.home).of(row.piece)) for row in lesson.rows]
    assert not shop.bench.do(KeepStones((replace(entries.entries[0], name=""), *entries.entries[1:]))).ok
    twins = KeepStones((replace(entries.entries[0], name=names[1]), *entries.entries[1:]))
    answer = shop.bench.do(twins)
    assert (answer.ok, answer.confirm) == (False, True)
    assert f"More than one stone has the name {names[1]}." in answer.words
    assert shop.bench.do(replace(twins, certain=True)).ok
    gallery = load_gallery(shop.home)
    assert [len(gallery.of(row.piece)) for row in lesson.rows] == known
    assert len(gallery.of(f"{lesson.rows[1].piece}.2")) == 2


def test_a_nudged_mat_is_followed_and_a_shoved_one_teaches_nothing(shop: Shop) -> None:
    assert shop.bench.do(Open("teach")).ok
    shop.table.fault("bump")
    photograph(shop)
    assert shop.bench.state.lesson is not None
    assert len(shop.bench.state.lesson.first) == 3
    shop.bench.look()
    assert [hint.words for hint in shop.bench.state.hints] == [
        "The camera was moved; I follow the mat. Calibrate again when you can."
    ]
    shop.table.fault("shove")
    assert "was moved" in shop.bench.do(TakePicture()).words
    assert shop.bench.state.lesson.stage == "flip"
    shop.bench.look()
    assert [hint.grave for hint in shop.bench.state.hints] == [True]
    shop.table.fault("shove", False)
    photograph(shop)
    assert len(shop.bench.state.lesson.rows) == 3
