"""Detected dice on a painted table: how the fit changes right, wrong, double and false detections."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.paint import paint
from hardware.simulated.poses import lying
from tests.vision.detection.test_die_pose import VIEWS, calibrated, die
from tests.vision.painted import PIECES, Scene
from vision.detection.detector import CIRCLE, Spot, detection_from
from vision.detection.dice import die_on_plane, with_fitted_outlines
from vision.detection.stones import STONE_MM
from vision.geometry.cube import top_corners, top_px
from vision.types import Detection, Note

Floats = NDArray[np.float64]
PLANE, EMPTY = calibrated("felt", VIEWS[1])
DIE = die(30, -20, 25)
TRUE = np.array([30.0, -20.0, np.radians(25), 26.5])
PICTURE = paint(Scene("felt", VIEWS[1]).painted(), [DIE], 7)


def detected(x: float, y: float, edge: float = 26.5, score: float = 0.7, notes: tuple[Note, ...] = ()) -> Detection:
    """The detection of a top face at this place, as the network reports it."""
    cube = np.array([x, y, np.radians(10), edge])
    return detection_from("die", top_px(cube, PLANE), 55.0, score, notes)


def fitted(*detections: Detection, edges_mm: tuple[float, ...] = ()) -> list[Detection]:
    return with_fitted_outlines(list(detections), PICTURE, PLANE, EMPTY, edges_mm)


def off_px(one: Detection) -> float:
    """How far the outline's centre is from the true one's."""
    return float(np.hypot(*(np.array(one.centre_px) - top_px(TRUE, PLANE).mean(axis=0))))


@pytest.mark.parametrize("notes", [(), (Note.FAINT,), (Note.COCKED,)])
def test_a_detection_that_is_off_gets_the_outline_of_the_fitted_cube(notes: tuple[Note, ...]) -> None:
    (one,) = fitted(detected(32, -34, notes=notes))
    assert off_px(one) < 4
    assert (one.kind, one.notes, one.score) == ("die", (), 0.7)


@pytest.mark.parametrize(
    ("edge", "notes"), [(9.0, (Note.SIZE,)), (16.0, ()), (26.5, ()), (45.0, (Note.SIZE,))], ids=str
)
def test_a_face_that_is_no_dies_has_no_known_size(edge: float, notes: tuple[Note, ...]) -> None:
    """The square on top of a level cube of this edge, in mm; dice have 11 to 33."""
    corners = top_px(np.array([30.0, -20.0, np.radians(10), edge]), PLANE)
    across, deep = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    turn = float(np.arctan2(across[1], across[0]))
    straight = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shape = np.column_stack([across, deep]) @ straight.T
    assert die_on_plane(Spot("die", 0.9, corners.mean(axis=0), (shape + shape.T) / 2, turn), PLANE).notes == notes


def test_a_fitted_die_has_the_edge_of_its_cube() -> None:
    (one,) = fitted(detected(32, -34))
    assert one.edge_mm == pytest.approx(26.5, rel=0.06)


def test_a_die_is_searched_with_the_measured_edges_alone() -> None:
    (one,) = fitted(detected(30, -20, edge=30.0), edges_mm=(21.0, 22.0))
    assert one.edge_mm is None or 0.95 * 21 <= one.edge_mm <= 1.05 * 22
    (one,) = fitted(detected(32, -34, edge=30.0), edges_mm=(26.2, 26.8))
    assert off_px(one) < 4


def test_a_detection_of_the_wrong_size_is_a_die_where_a_cube_fits() -> None:
    (one,) = fitted(detected(30, -25, edge=36.0, score=0.2, notes=(Note.SIZE,)))
    assert off_px(one) < 4
    assert (one.kind, one.notes) == ("die", ())


def test_the_front_of_a_die_detected_beside_its_top_is_not_a_second_die() -> None:
    assert len(fitted(detected(30, -20), detected(31, -42, score=0.4))) == 1


def test_a_faint_detection_where_the_table_did_not_change_is_left_out() -> None:
    assert fitted(detected(-60, 50, score=0.3)) == []


def test_a_sure_detection_without_a_fit_is_faint() -> None:
    (one,) = fitted(detected(-60, 50, score=0.8))
    assert (one.kind, one.notes) == ("die", (Note.FAINT,))
    (one,) = fitted(detected(-60, 50, edge=36.0, score=0.8, notes=(Note.SIZE,)))
    assert (one.kind, one.notes) == ("unknown", (Note.SIZE,))


def test_dice_far_from_the_mat_are_not_fitted() -> None:
    far = detected(330, 0, notes=(Note.SIZE,))
    assert fitted(far)[0].outline_px == far.outline_px
    assert fitted(far)[0].kind == "unknown"


def test_stones_are_not_changed_by_the_fit() -> None:
    corners = PLANE.to_px(top_corners(TRUE[None])[0])
    stone = detection_from("stone", corners, 50.0, 0.9)
    assert fitted(stone) == [stone]


@pytest.mark.parametrize(("die_score", "dice"), [(0.22, 0), (0.85, 1)])
def test_a_cube_fitted_to_a_likelier_stone_beside_a_detection_is_no_die(die_score: float, dice: int) -> None:
    image = paint(Scene("felt", VIEWS[1]).painted(), [lying(PIECES["stone:1"], "symbol", 30, -20, 40)], 7)
    stone = detection_from("stone", PLANE.to_px(TRUE[:2] + CIRCLE * STONE_MM / 2), 55.0, 0.76)
    kinds = [one.kind for one in with_fitted_outlines([stone, detected(30, -45, score=die_score)], image, PLANE, EMPTY)]
    assert kinds == ["stone"] + ["die"] * dice


def on_edge(x: float, y: float) -> Detection:
    """The detection of a stone on its edge, as large as the numeral of a die."""
    rim = PLANE.to_px(np.array([x, y]) + np.array(CIRCLE) * (3.0, 11.0), 10.0)
    return detection_from("stone", rim, 30.0, 0.3, (Note.LEANER,))


def test_where_dice_alone_are_awaited_a_stone_on_its_edge_may_be_the_numeral_of_a_die() -> None:
    (one,) = fitted(on_edge(32, -22), edges_mm=(26.5,))
    assert (one.kind, one.notes) == ("die", ())
    assert off_px(one) < 4


def test_a_stone_on_its_edge_stays_one_where_no_die_lies_or_stones_are_awaited() -> None:
    for stone, edges_mm in ((on_edge(-60, 50), (26.5,)), (on_edge(32, -22), ())):
        assert fitted(stone, edges_mm=edges_mm) == [stone]


def test_a_numeral_detected_on_a_fitted_die_is_no_second_die() -> None:
    kinds = [one.kind for one in fitted(detected(30, -20), on_edge(32, -22), edges_mm=(26.5,))]
    assert kinds == ["die", "stone"]
