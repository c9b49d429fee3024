"""Whole tables to measure on: the camera sees the mat, the dice are the game's, and the bench reads the truth."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.labels import Truth, rendered
from vision.geometry.plane import Geometry
from vision.training.render.layout import LEVEL_DEG, TABLE_SIZE, Placed, View, scattered, table_view, thrown
from vision.training.render.pieces import Die, Face, Stone
from vision.training.render.whole_table import Camera, exposure, truth_of

MARKERS = np.concatenate(list(Geometry().corners().values()))
STRAIGHT_DOWN = View(
    np.array([[1000.0, 0, 960], [0, 1000.0, 540], [0, 0, 1]]),
    np.diag([1.0, -1.0, -1.0]),
    np.array([0, 0, 500.0]),
    TABLE_SIZE,
)


@pytest.mark.parametrize("seed", range(20))
def test_the_camera_of_a_table_sees_all_markers_the_right_way_up(seed: int) -> None:
    view = table_view(np.random.default_rng(seed), MARKERS)
    corners = view.project(np.column_stack([MARKERS, np.zeros(len(MARKERS))]))
    assert (corners >= 20).all()
    assert (corners <= np.array(TABLE_SIZE) - 20).all()
    right, up = view.project(np.array([[0, 0, 0], [100.0, 0, 0], [0, 100.0, 0]]))[1:] - view.project(np.zeros((1, 3)))
    assert right[0] > 100 * 0.8
    assert up[1] < -100 * 0.6


def a_stone(number: int) -> Stone:
    blank = np.zeros((1, 1, 3), np.float32), np.zeros((1, 1), np.float32)
    return Stone(25.0, 4.0, (Face(*blank, "symbol", number), Face(*blank, "number", number)), (0, 0, 0), 0.5, 0.0)


def a_die() -> Die:
    return Die(26.0, (), 0.05, 1.0, 1.5, 0.0, (1, 1, 1), 0.0, 0.0, -1, 0, 0.0, 1.0)


def read_by_bench(folder: Path, pieces: list[Die | Stone], placed: dict[int, Placed]) -> tuple[Truth, ...]:
    """The labels that the bench reads from the truth of these pieces."""
    listed = [truth_of(i, pieces[i], placed, STRAIGHT_DOWN) for i in placed]
    (folder / "cast_00.json").write_text(json.dumps({"image": "cast_00.jpg", "pieces": listed}))
    (case,) = rendered(folder)
    return case.truths


def test_the_truth_of_dice_is_read_by_the_bench(tmp_path: Path) -> None:
    quarter = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    placed = {1: Placed(np.array([0, 0, 13.0]), np.eye(3), 26.0), 0: Placed(np.array([40.0, 0, 13]), quarter, 26.0)}
    one, other = read_by_bench(tmp_path, [a_die(), a_die()], placed)
    assert (one.piece, one.side, other.piece, other.side) == ("die:D1", "1", "die:D0", "3")
    # The top face is 26 mm above the table, 474 mm from the camera: 54.9 px wide, around the centre of the picture.
    assert one.bbox == pytest.approx((960 - 27.4, 540 - 27.4, 54.9, 54.9), abs=0.1)


def test_the_truth_of_stones_is_read_by_the_bench(tmp_path: Path) -> None:
    placed = {
        0: Placed(np.array([0, 0, 2.0]), np.eye(3), 25.0),
        1: Placed(np.array([0, 30.0, 2.0]), np.diag([1.0, -1, -1]), 25.0),
    }
    rune, number = read_by_bench(tmp_path, [a_stone(20), a_stone(50)], placed)
    assert (rune.piece, rune.side, rune.value) == ("stone:S0", "symbol", None)
    assert (number.piece, number.side, number.value) == ("stone:S1", "number", 50)
    # The upper side is 4 mm above the table, 496 mm from the camera: 50.4 px wide.
    assert rune.bbox == pytest.approx((960 - 25.2, 540 - 25.2, 50.4, 50.4), abs=0.1)
    assert number.centre[1] < rune.centre[1]


def test_the_side_opposite_the_one_is_the_sticker() -> None:
    upside_down = Placed(np.array([0, 0, 13.0]), np.diag([1.0, -1, -1]), 26.0)
    truth = truth_of(0, a_die(), {0: upside_down}, STRAIGHT_DOWN)
    assert (truth["side"], truth["nearest_mm"]) == ("power", None)


def test_no_stone_of_a_cast_lies_on_another() -> None:
    laid = scattered(np.random.default_rng(1), [(25.0, 3.0)] * 12, np.array([10.0, 20.0]))
    spots = np.array([one.position[:2] for one in laid])
    distances = np.linalg.norm(spots[:, None] - spots[None], axis=2)[np.triu_indices(12, 1)]
    assert distances.min() > 25.0
    assert {one.rotation[2, 2] > 0 for one in laid} == {True, False}


def test_dice_of_a_table_lie_level_and_of_a_training_set_sometimes_lean() -> None:
    dice = [(26.5, range(6))] * 3
    tilts = {
        leaners: max(
            each.tilt_deg
            for seed in range(30)
            for each in thrown(np.random.default_rng(seed), dice, np.zeros(2), leaners=leaners)
        )
        for leaners in (0.0, 0.3)
    }
    assert tilts[0.0] < 0.1
    assert tilts[0.3] > LEVEL_DEG


@pytest.mark.parametrize(("rows", "overexposed"), [(1, True), (10, False)])
def test_a_camera_is_set_for_its_empty_table(rows: int, overexposed: bool) -> None:
    """A lamp mirrored in a fiftieth of the table may be overexposed, in a fifth it may not."""
    empty = np.full((50, 40, 3), 0.2, np.float32)
    empty[:rows] = 20.0
    light = empty * exposure(np.random.default_rng(1), empty)
    assert (light[0, 0, 0] > 1.001) == overexposed
    assert (0.15 <= light[-1, 0, 0] <= 0.5) == overexposed


def test_a_camera_shows_light_with_its_gain_and_noise() -> None:
    camera = Camera(gain=2.0, blur_px=0.5, noise=0.01)
    light = np.full((40, 40, 3), 0.1, np.float32)
    picture = camera.picture(np.random.default_rng(1), light)
    assert picture.mean() == pytest.approx(255 * 0.2 ** (1 / 2.2), abs=1)
    assert 2 < picture.std() < 3.2
