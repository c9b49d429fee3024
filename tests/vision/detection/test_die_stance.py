"""The crop of a whole die, and the outline and foot of a level one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.table import camera_over
from vision.detection import die_stance
from vision.detection.detector import detection_from
from vision.detection.die_stance import REACH, SIZE, predict_dice, wide_crop, with_attitude
from vision.geometry.cube import foot_px, top_px
from vision.thresholds import MOST_TILT_MARGIN
from vision.types import Detection, Note

Floats = NDArray[np.float64]
SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
GREY = np.full((400, 400, 3), 90, np.uint8)
TOP = SQUARE * 30 + 200


def test_the_top_face_is_in_the_middle_of_the_wide_crop() -> None:
    picture = GREY.copy()
    picture[170:231, 170:231] = 250
    crop = wide_crop(picture, TOP)
    inside, edge = crop[SIZE // 2, SIZE // 2, :3], crop[2, 2, :3]
    assert (inside == 250).all()
    assert (edge == 90).all()
    assert float((crop[..., 0] > 170).mean()) == pytest.approx(1 / REACH**2, abs=0.03)


def test_the_fourth_plane_is_the_outline_of_a_level_die() -> None:
    assert not wide_crop(GREY, TOP)[..., 3].any()
    flat = wide_crop(GREY, TOP, TOP)[..., 3] > 127
    aslant = wide_crop(GREY, TOP, TOP + np.array([15.0, 0.0]))[..., 3] > 127
    assert float(flat.mean()) == pytest.approx(1 / REACH**2, abs=0.04)
    assert float(aslant.mean()) == pytest.approx(1.25 / REACH**2, abs=0.04)
    assert (flat <= aslant).all()


@pytest.mark.parametrize(("side", "degrees", "at"), [(16.0, 0.0, (0.0, 0.0)), (26.5, 33.0, (120.0, -70.0))])
def test_the_foot_is_where_a_cube_of_that_size_stands(side: float, degrees: float, at: tuple[float, float]) -> None:
    plane = camera_over(tilt_deg=25)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    square = np.array(at) + SQUARE @ np.array([[c, s], [-s, c]]) * side / 2
    assert foot_px(plane.to_px(square, side), plane) == pytest.approx(plane.to_px(square), abs=1.0)


def test_no_crops_give_empty_predictions() -> None:
    pips, level = predict_dice([])
    assert pips.shape == (0, 7)
    assert level.shape == (0,)


APART_MM, BESIDE_MM = 80.0, 28.0


def notes(monkeypatch: pytest.MonkeyPatch, level: float, apart_mm: float, empty: bool = False) -> list[list[Note]]:
    """The notes of two dice so far apart that lie level with this probability, according to the network."""
    plane = camera_over()
    monkeypatch.setattr(
        die_stance, "predict_dice", lambda crops: (np.full((len(crops), 7), 1 / 7), np.full(len(crops), level))
    )

    def die_at(x: float) -> Detection:
        outline = top_px(np.array([x, 0.0, 0.0, 26.5]), plane)
        return detection_from("die", outline, float(np.ptp(outline[:, 0])), 1.0)

    picture = np.full((plane.size[1], plane.size[0], 3), 90, np.uint8)
    dice = with_attitude([die_at(0), die_at(apart_mm)], picture, plane, picture if empty else None)
    return [list(each.notes) for each in dice]


@pytest.mark.parametrize(
    ("level", "alone", "beside"),
    [(0.95, [], []), (0.3, [], []), (0.15, [], [Note.FAINT]), (0.05, [Note.COCKED], [Note.COCKED])],
)
def test_only_a_die_that_another_piece_may_support_is_faint(
    monkeypatch: pytest.MonkeyPatch, level: float, alone: list[Note], beside: list[Note]
) -> None:
    assert notes(monkeypatch, level, APART_MM) == [alone, alone]
    assert notes(monkeypatch, level, BESIDE_MM) == [beside, beside]


@pytest.mark.parametrize(
    ("level", "apart_mm", "noted"),
    [
        (0.78, APART_MM, [Note.COCKED]),
        (0.82, APART_MM, []),
        (0.82, BESIDE_MM, [Note.FAINT]),
        (0.92, BESIDE_MM, []),
        (0.99999, BESIDE_MM, []),
    ],
)
def test_a_tilted_cube_is_fitted_only_where_it_could_give_the_die_a_note(
    monkeypatch: pytest.MonkeyPatch, level: float, apart_mm: float, noted: list[Note]
) -> None:
    fitted: list[float] = []

    def most(*_: object) -> float:
        fitted.append(MOST_TILT_MARGIN)
        return MOST_TILT_MARGIN

    monkeypatch.setattr(die_stance, "tilt_margin", most)
    assert notes(monkeypatch, level, apart_mm, empty=True) == [noted, noted]
    assert len(fitted) == (2 if noted else 0)
