"""The teach wizard on the workbench: from the first picture to known stones, over a pulled plug."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.calibrate import calibrate
from calibration.keepsakes import portrait_of
from calibration.store import Calibration, load_gallery, save_calibration
from hardware.simulated.art import starter
from hardware.simulated.table import SimulatedTable
from referee.preparation import Preparation
from referee.sight import Sight
from referee.snapshot import Eyes
from referee.steps import Forget, KeepStones, Open, Shut, SimulatedShow, StartOver, TakePicture, ToldStone
from referee.workbench import Workbench
from tests.referee.simulated import Clock, Eye
from vision.lens import Lens

PIECES = [piece for piece in starter() if piece.id in ("stone:1", "stone:4", "stone:12")]
KIND = {"silver": "character", "white": "artifact", "brown": "element"}


class Shop:
    """A workbench over a simulated table of three stones."""

    def __init__(self, home: Path) -> None:
        self.clock, self.home = Clock(), home
        self.word: Eyes = "settled"
        self.table = SimulatedTable(self.clock, pieces=PIECES)
        self.told: list[Preparation] = []
        empty = self.table.empty()
        plane = calibrate(empty, lens=Lens.from_dict(self.table.lens())).plane
        save_calibration(home, Calibration("c1", "2026-01-01", plane, {}), empty)
        self.bench = self.started()

    def started(self) -> Workbench:
        """The bench as after a start of the program."""
        eye = Eye(self.table, self.clock)
        return Workbench(Sight(self.home), eye, self.told.append, lambda: self.word, self.table)

    def photograph(self) -> None:
        """The hand does what is asked, and the picture is taken."""
        assert self.bench.do(SimulatedShow()).ok
        self.clock.now += 10
        answer = self.bench.do(TakePicture())
        assert answer.ok, answer.words

    def truth(self, certain: bool = True, **first: Any) -> KeepStones:
        """What an owner who knows the stones says; *first* replaces the first stone's answers."""
        lesson = self.bench.state.lesson
        assert lesson is not None
        told = []
        for row in lesson.rows:
            piece = self.table.pieces[row.piece]
            stone = ToldStone(piece.name, str(piece.number), KIND[piece.colour])
            told.append(replace(stone, **first))
            first = {}
        return KeepStones(tuple(told), certain)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def test_two_pictures_and_the_stones_are_known_even_over_a_pulled_plug(shop: Shop) -> None:
    shop.bench.do(Open("teach"))
    shop.photograph()
    shop.bench = shop.started()
    shop.bench.do(Open("teach"))
    shop.photograph()
    shop.bench = shop.started()
    shop.bench.do(Open("teach"))
    assert shop.bench.state.lesson is not None
    assert len(shop.bench.state.lesson.rows) == 3
    answer = shop.bench.do(shop.truth())
    assert answer.ok, answer.words
    gallery = load_gallery(shop.home)
    assert set(gallery.pieces()) == set(shop.table.pieces)
    assert {gallery.number(piece) for piece in gallery.pieces()} == {piece.number for piece in PIECES}
    assert portrait_of(shop.home, gallery, "stone:1", "number")
    assert shop.bench.state.lesson.stage == "lay"
    assert any(state.busy for state in shop.told)

    assert "forgotten" in shop.bench.do(Forget("stone:4")).words
    assert not load_gallery(shop.home).of("stone:4")
    assert not shop.bench.do(Forget("stone:4")).ok


def test_what_is_missing_or_differs_is_asked_before_anything_is_learnt(shop: Shop) -> None:
    shop.bench.do(Open("teach"))
    shop.photograph()
    shop.photograph()
    assert "stone 1" in shop.bench.do(shop.truth(number="")).words
    refused = shop.bench.do(shop.truth(False, name="cat", number="8"))
    assert "Cat shows 8, but the list of the edition has 9" in refused.words
    assert not load_gallery(shop.home).pieces()
    assert shop.bench.do(shop.truth(True, name="cat", number="8")).ok
    assert len(load_gallery(shop.home).pieces()) == 3


def test_a_hand_in_the_picture_and_an_empty_mat_are_told(shop: Shop) -> None:
    shop.bench.do(Open("teach"))
    shop.word = "hand"
    assert "hand" in shop.bench.do(TakePicture()).words
    shop.bench.look()
    assert shop.bench.state.hints[0].words.startswith("A hand")
    shop.word = "settled"
    assert "no stone" in shop.bench.do(TakePicture()).words
    shop.bench.look()
    assert shop.bench.state.hints == ()
    assert shop.bench.state.size == (2304, 1296)


def test_a_lesson_can_begin_anew_and_the_wizard_be_shut(shop: Shop) -> None:
    shop.bench.do(Open("teach"))
    shop.photograph()
    shop.bench.do(StartOver())
    assert shop.bench.state.lesson is not None
    assert shop.bench.state.lesson.stage == "lay"
    assert not shop.bench.do(KeepStones(())).ok
    shop.bench.do(Shut())
    assert shop.bench.state.task == ""
    assert "Open the lesson" in shop.bench.do(TakePicture()).words
