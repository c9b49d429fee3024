"""Stones and dice by their shape alone, on tables whose patterns are as strong as those of the pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.art import CLEAR_MM
from hardware.simulated.paint import Empty, paint, truth
from hardware.simulated.poses import Placed, lying
from tests.vision.detection.test_die_pose import VIEWS, calibrated, die
from tests.vision.painted import CLEAR, PIECES, STONES, Scene, strewn
from tests.vision.patterned import RED, Pattern, blotches, checks, table
from tests.vision.patterned import VIEWS as PATTERNED_VIEWS
from vision.detection.detector import SQUARE, detection_from
from vision.detection.disc_fit import LevelDisc, level_disc
from vision.detection.piece_by_shape import with_pieces_by_shape
from vision.detection.stones import STONE_MM, STONE_THICK_MM
from vision.geometry.plane import Plane
from vision.pipeline import find
from vision.types import Kind, Note

Image = NDArray[np.uint8]
SIZE = (STONE_MM, STONE_THICK_MM)
VIEW = VIEWS[0]


@cache
def calibrated_on(pattern: Callable[[], Pattern]) -> tuple[Empty, Plane, Image]:
    """A table with a strong pattern, its plane and its picture."""
    empty, eyes = table(pattern(), VIEW)
    assert eyes.plane is not None
    assert eyes.empty is not None
    return empty, eyes.plane, eyes.empty


def red_checks() -> Pattern:
    return checks(15, RED, (230, 230, 235))


def fit(placed: Sequence[Placed], near: tuple[float, float]) -> LevelDisc:
    """The best disc near a place (mm) of the table with these pieces."""
    bare, plane, empty = calibrated_on(blotches)
    disc = level_disc(paint(bare, placed, 7), plane, empty, np.array(near), SIZE)
    assert disc is not None
    return disc


@pytest.mark.parametrize("name", STONES[:4])
@pytest.mark.parametrize("near", [(20.0, -15.0), (25.0, -19.0)])
def test_a_level_disc_is_found_on_a_patterned_table(name: str, near: tuple[float, float]) -> None:
    disc = fit([lying(PIECES[name], "number", 20, -15, 50)], near)
    assert np.hypot(*(disc.at - (20, -15))) < 1.0
    assert 24.0 < disc.diameter_mm < 28.0
    assert disc.score > 0.85


def test_no_disc_explains_a_die_or_an_unchanged_place() -> None:
    assert fit([die(20, -15, 30)], (20, -15)).score < 0.8
    assert fit([], (20, -15)).score < 0.5


def test_no_disc_is_fitted_where_the_table_is_not_known() -> None:
    bare, plane, _ = calibrated_on(blotches)
    noise = np.random.default_rng(4).integers(0, 256, bare.picture.shape, dtype=np.uint8)
    assert level_disc(bare.picture, plane, noise, np.array([20.0, -15.0]), SIZE) is None


@pytest.mark.parametrize("seed", [0, 2, 4, 5])
def test_stones_on_a_patterned_table_are_found(seed: int) -> None:
    """The network alone takes stones of each of these pictures for dice, or for discs of another size."""
    bare, plane, empty = calibrated_on(blotches)
    placed = strewn(STONES, seed)
    found = find(paint(bare, placed, 7), plane, empty)
    assert [one.kind for one in found] == ["stone"] * len(placed)
    for true in truth(VIEW, placed):
        assert min(np.hypot(*np.subtract(one.centre_px, true.centre_px)) for one in found) < 6


@pytest.mark.parametrize(("seed", "edges_mm"), [(1, ()), (1, (CLEAR_MM, CLEAR_MM)), (2, (CLEAR_MM, CLEAR_MM)), (5, ())])
def test_clear_dice_on_a_checked_cloth_are_found(seed: int, edges_mm: tuple[float, ...]) -> None:
    """The network alone detects their numerals as discs, or nothing."""
    bare, plane, empty = calibrated_on(red_checks)
    placed = strewn(CLEAR, seed, 30 + 15 * (seed % 2))
    found = find(paint(bare, placed, 7 + seed), plane, empty, edges_mm)
    for true in truth(VIEW, placed):
        assert min(np.hypot(*np.subtract(one.centre_px, true.centre_px)) for one in found if one.kind == "die") < 8


@pytest.mark.parametrize("name", ["die:p1", "die:munchkin", CLEAR[0]])
def test_an_unsure_die_stays_a_die(name: str) -> None:
    """An opaque die can look round: its cube explains the change better than a disc."""
    plane, empty = calibrated("felt", VIEW)
    image = paint(Scene("felt", VIEW).painted(), [lying(PIECES[name], "3", 40, 20, 30)], 7)
    (sure,) = find(image, plane, empty)
    (one,) = with_pieces_by_shape([replace(sure, score=0.3)], [], image, plane, empty, ())
    assert one.kind == "die"
    assert np.hypot(*np.subtract(one.centre_px, sure.centre_px)) < 3


def test_a_stone_that_was_not_confirmed_is_found_once() -> None:
    bare, plane, empty = calibrated_on(blotches)
    placed = lying(PIECES[STONES[1]], "number", 20, -15, 50)
    image = paint(bare, [placed], 7)
    point = np.array(truth(VIEW, [placed])[0].centre_px)
    empty_place = plane.to_px(np.array([[-90.0, 40.0]]))[0]
    (stone,) = with_pieces_by_shape([], [point + 8, point - 8, empty_place], image, plane, empty, ())
    assert stone.kind == "stone"
    assert np.hypot(*(np.array(stone.centre_px) - point)) < 3


@pytest.mark.parametrize(
    ("kind", "score", "notes", "found"),
    [
        ("die", 0.9, (), None),
        ("die", 0.3, (), "stone"),
        ("unknown", 0.9, (Note.SIZE,), "stone"),
        ("stone", 0.3, (), None),
        ("stone", 0.3, (Note.LEANER,), None),
    ],
)
def test_only_unsure_dice_and_discs_of_a_wrong_size_become_stones(
    kind: Kind, score: float, notes: tuple[Note, ...], found: Kind | None
) -> None:
    """A stone lies where the network saw something; None: the detection stays."""
    bare, plane, empty = calibrated_on(blotches)
    placed = lying(PIECES[STONES[1]], "number", 20, -15, 50)
    (true,) = truth(VIEW, [placed])
    seen = detection_from(kind, np.array(true.centre_px) + 20.0 * SQUARE, 40.0, score, notes)
    (one,) = with_pieces_by_shape([seen], [], paint(bare, [placed], 7), plane, empty, ())
    assert one == seen if found is None else one.kind == found


@pytest.mark.parametrize(
    ("kind", "half_px", "score", "notes", "found"),
    [
        ("die", 10.0, 0.3, (), True),
        ("die", 10.0, 0.9, (), False),
        ("unknown", 10.0, 0.9, (Note.SIZE,), True),
        ("stone", 25.0, 0.3, (Note.LEANER,), True),
        ("stone", 25.0, 0.9, (Note.LEANER,), False),
        ("stone", 25.0, 0.3, (), False),
    ],
)
def test_what_may_be_a_part_of_a_die_becomes_the_die(
    kind: Kind, half_px: float, score: float, notes: tuple[Note, ...], found: bool
) -> None:
    """A clear die lies where the network saw its figure, its numeral or a side."""
    bare, plane, empty = calibrated_on(blotches)
    placed = die(20, -15, 30)
    (true,) = truth(VIEW, [placed])
    seen = detection_from(kind, np.array(true.centre_px) + half_px * SQUARE, 2 * half_px, score, notes)
    (one,) = with_pieces_by_shape([seen], [], paint(bare, [placed], 7), plane, empty, ())
    assert (one != seen) == found
    assert not found or one.edge_mm == pytest.approx(CLEAR_MM, abs=2.0)
    assert np.hypot(*np.subtract(one.centre_px, true.centre_px)) < 8


def test_a_square_of_a_checked_cloth_under_a_die_is_no_small_die() -> None:
    """The edges of the squares vanish below a white die: a cube as small as the search allows seems to lie there."""
    empty, eyes = table(checks(10), PATTERNED_VIEWS[1])
    found = find(paint(empty, strewn(("die:p1", "die:p2"), 4, 30.0), 11), eyes.plane, eyes.empty)
    assert found
    assert [one.edge_mm for one in found if one.edge_mm is not None and one.edge_mm < 12.0] == []
