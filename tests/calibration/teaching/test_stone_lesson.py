"""A lesson in stones on the simulated table: after two pictures every stone is identified from both sides."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.calibrate import calibrate
from calibration.teaching.pairing import NOT_TURNED, SeenStone
from calibration.teaching.stone_lesson import (
    SAME_SIDES,
    TOO_BRIGHT,
    Lesson,
    flip,
    in_reading_order,
    lay,
    learn,
    look_at,
    swapped,
)
from hardware.simulated.paint import Truth
from hardware.simulated.table import SimulatedTable
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.pipeline import read
from vision.types import Detection, Point

Image = NDArray[np.uint8]
STONES = ("stone:1", "stone:3", "stone:7", "stone:12")


class Taught:
    """A lesson that was given once for all tests; ``truth`` is the piece of each row."""

    def __init__(self) -> None:
        self.now = 0.0
        table = SimulatedTable(lambda: self.now)
        empty = table.empty()
        self.eyes = Eyes(calibrate(empty, lens=Lens.from_dict(table.lens())).plane, empty)
        self.now = table.throw(STONES, {"stone:1": "number"}) + 1
        self.first, lain = table.full(), table.truth()
        after = lay(*look_at(self.first, "first", self.eyes))
        assert after.stage == "flip"
        self.now = table.turn_over() + 1
        self.second = table.full()
        self.lesson = flip(after, *look_at(self.second, "second", self.eyes), self.eyes)
        truth = {"first": lain, "second": table.truth()}
        self.truth = [at(truth[row.symbol.picture], row.symbol.centre) for row in self.lesson.rows]
        self.table = table


def at(truth: Sequence[Truth], centre: tuple[float, float]) -> str:
    """The piece at this place."""
    return min(truth, key=lambda one: float(np.hypot(*np.subtract(one.centre_px, centre)))).piece


@pytest.fixture(scope="module")
def taught() -> Taught:
    return Taught()


@pytest.mark.parametrize("down", [0, 7, 20, 33, 46, 59])
def test_stones_are_in_reading_order_wherever_their_uneven_rows_lie(down: int) -> None:
    """Two rows of stones of 50 px, one just below the other; the stones of each are up to 5 px off its line."""
    rows: list[Point] = [(100, 97), (160, 103), (220, 95), (280, 105), (70, 150), (127, 141), (190, 146)]
    stones = [Detection("stone", (x, y + down), (), 50.0, 1.0, ()) for x, y in rows]
    shuffled = [stones[i] for i in (5, 2, 6, 0, 3, 4, 1)]
    assert in_reading_order(shuffled) == stones


def test_no_stones_have_no_order() -> None:
    assert in_reading_order([]) == []


def test_both_sides_of_each_stone_are_matched(taught: Taught) -> None:
    assert sorted(taught.truth) == sorted(STONES)
    assert taught.lesson.alone == ()
    for row, piece in zip(taught.lesson.rows, taught.truth, strict=True):
        assert row.symbol.picture != row.number.picture
        assert (row.symbol.picture == "second") == (taught.table.lying()[piece] == "symbol")
        assert row.value in (taught.table.pieces[piece].number, None)
        assert row.colour == taught.table.pieces[piece].colour


def test_learnt_stones_are_read_and_identified(taught: Taught) -> None:
    rows = [
        row.model_copy(update={"piece": piece}) for row, piece in zip(taught.lesson.rows, taught.truth, strict=True)
    ]
    left_out = rows[0].model_copy(update={"keep": False})
    lesson = taught.lesson.model_copy(update={"rows": (left_out, *rows[1:])})
    gallery = learn(lesson, {"first": taught.first, "second": taught.second}, taught.eyes)
    assert set(gallery.pieces()) == set(taught.truth[1:])
    assert {(side.piece, side.side, side.number) for side in gallery.sides} == {
        entry for row in rows[1:] for entry in ((row.piece, "symbol", None), (row.piece, "number", row.value))
    }
    eyes = replace(taught.eyes, gallery=gallery)
    right = {(piece, taught.table.lying()[piece]) for piece in taught.truth[1:]}
    assert right <= {(read_piece.piece, read_piece.side) for read_piece in read(taught.second, eyes).pieces}
    again = flip(lay(*look_at(taught.first, "first", eyes)), *look_at(taught.second, "second", eyes), eyes)
    assert [row.known for row in again.rows] == [None, *taught.truth[1:]]


def test_the_taught_sides_decide_which_side_is_the_number(taught: Taught) -> None:
    """Where the two sides look alike, the sides taught before decide; without any the lesson asks."""
    rows = [
        row.model_copy(update={"piece": piece}) for row, piece in zip(taught.lesson.rows, taught.truth, strict=True)
    ]
    lesson = taught.lesson.model_copy(update={"rows": tuple(rows)})
    gallery = learn(lesson, {"first": taught.first, "second": taught.second}, taught.eyes)
    runes = {row.symbol.key for row in rows}
    first, second = (
        tuple(picture.model_copy(update={"number_odds": 0.2 if picture.key in runes else -0.2}) for picture in look)
        for look in (look_at(taught.first, "first", taught.eyes)[0], look_at(taught.second, "second", taught.eyes)[0])
    )
    matched = flip(lay(first, ()), second, (), replace(taught.eyes, gallery=gallery)).rows
    assert {row.symbol.key for row in matched} == runes
    assert not any("Which side" in remark for row in matched for remark in row.remarks)
    asked = flip(lay(first, ()), second, (), taught.eyes).rows
    assert all("Which side" in row.remarks[0] for row in asked)


def test_stones_that_were_not_turned_over_are_noticed(taught: Taught) -> None:
    stones, words = look_at(taught.first, "first", taught.eyes)
    again = tuple(stone.model_copy(update={"picture": "second"}) for stone in stones)
    none = flip(lay(stones, words), again, (), taught.eyes)
    assert (none.stage, none.words) == ("flip", (SAME_SIDES,))
    turned, _ = look_at(taught.second, "second", taught.eyes)
    one_left = tuple(again[0] if stone.centre == lying(again[0], turned).centre else stone for stone in turned)
    lesson = flip(lay(stones, words), one_left, (), taught.eyes)
    assert [row.keep for row in lesson.rows] == [False, True, True, True]
    assert [row.remarks == (NOT_TURNED,) for row in lesson.rows] == [True, False, False, False]


def lying(stone: SeenStone, others: Sequence[SeenStone]) -> SeenStone:
    """The one of the *others* that lies where *stone* does."""
    return min(others, key=lambda one: float(np.hypot(*np.subtract(one.centre, stone.centre))))


def test_sides_can_be_swapped(taught: Taught) -> None:
    row = taught.lesson.rows[0]
    assert swapped(row).number == row.symbol


def test_an_empty_mat_and_a_heap_are_reported(taught: Taught) -> None:
    assert taught.eyes.empty is not None
    nothing = lay(*look_at(taught.eyes.empty, "first", taught.eyes))
    assert (nothing.stage, "no stone" in nothing.words[0]) == ("lay", True)
    lesson = Lesson(stage="flip", first=nothing.first)
    assert flip(lesson, *look_at(taught.eyes.empty, "second", taught.eyes), taught.eyes).stage == "flip"


def test_an_overexposed_stone_is_reported(taught: Taught) -> None:
    """A lamp hides the print of one of four stones."""
    bright = taught.first.copy()
    stone, *_ = look_at(taught.first, "first", taught.eyes)[0]
    cv2.fillPoly(bright, [np.round(stone.outline).astype(np.int32)], (255, 255, 255))
    lesson = lay(*look_at(bright, "first", taught.eyes))
    assert (lesson.stage, lesson.words) == ("lay", (TOO_BRIGHT,))


def test_a_lesson_survives_json(taught: Taught) -> None:
    assert Lesson.model_validate_json(taught.lesson.model_dump_json()) == taught.lesson
