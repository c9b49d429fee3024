"""Dice pushed together of which the detector reports only some, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.paint import paint, truth
from hardware.simulated.poses import Placed
from hardware.simulated.view import View
from tests.vision.detection.test_die_pose import TOPS, VIEWS, calibrated, die
from tests.vision.painted import CLEAR, Scene
from vision import thresholds
from vision.detection import overlooked_dice
from vision.detection.change_mask import ChangeMask, what_changed
from vision.detection.cube_search import Start
from vision.detection.detector import CIRCLE, detection_from
from vision.detection.dice import fitted_outline
from vision.detection.die_pose import DiePose, Fit
from vision.detection.overlooked_dice import with_overlooked_dice
from vision.detection.refinement import shrunk
from vision.geometry.plane import Plane
from vision.pipeline import find
from vision.types import Detection, Note

VIEW = VIEWS[1]
SCALE = 0.4
FLAT_MM = ((63.0, 88.0), (76.0, 76.0), (40.0, 100.0))
"""Sizes of a card, a note and a bar of chocolate."""
PLACED = [die(0, 0, 10), die(27.2, 5.0, 10, "5"), die(-4.8, 27.0, 10, "2")]


def fitted_at(plane: Plane, x: float, y: float) -> Detection:
    """The detection of a clear die with a certain pose."""
    return fitted_outline(DiePose(x, y, np.radians(10), 26.5, 0.9, 0.3, 1.0), plane, 0.9)


def completed(
    image: NDArray[np.uint8], detections: Sequence[Detection], top: str, edges_mm: Sequence[float] = ()
) -> list[Detection]:
    plane, empty = calibrated(top, VIEW)
    changes = ChangeMask(what_changed(shrunk(image, SCALE), shrunk(empty, SCALE)), SCALE)
    return with_overlooked_dice(detections, changes, image, plane, empty, edges_mm)


def picture(placed: Sequence[Placed], top: str) -> NDArray[np.uint8]:
    return paint(Scene(top, VIEW).painted(), placed, 7)


def apart_px(detections: Sequence[Detection], placed: Sequence[Placed], view: View = VIEW) -> list[float]:
    """How far the nearest detection is from each die, px; as many detections as dice."""
    assert [one.kind for one in detections] == ["die"] * len(placed)
    tops = [true.centre_px for true in truth(view, placed)]
    return [min(float(np.hypot(*np.subtract(one.centre_px, top))) for one in detections) for top in tops]


@pytest.mark.parametrize(("top", "edges_mm"), [*product(TOPS, ((), (26.5,)))])
def test_dice_touching_a_fitted_one_are_found(top: str, edges_mm: tuple[float, ...]) -> None:
    plane, _ = calibrated(top, VIEW)
    found = completed(picture(PLACED, top), [fitted_at(plane, 0, 0)], top, edges_mm)
    assert max(apart_px(found, PLACED)) < 8


@pytest.mark.parametrize("top", TOPS)
def test_dice_are_found_where_nothing_was_detected(top: str) -> None:
    assert max(apart_px(completed(picture(PLACED[:2], top), [], top), PLACED[:2])) < 8


@pytest.mark.parametrize("top", TOPS)
def test_a_die_without_a_certain_pose_makes_way_for_the_two_on_which_it_lies(top: str) -> None:
    plane, _ = calibrated(top, VIEW)
    between = plane.to_px(np.array([13.6, 2.5]) + 6.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), 26.5)
    unfitted = detection_from("die", between, 25.0, 0.3, (Note.FAINT,))
    found = completed(picture(PLACED[:2], top), [unfitted], top)
    assert max(apart_px(found, PLACED[:2])) < 8
    assert all(Note.FAINT not in one.notes for one in found)


@pytest.mark.parametrize("top", TOPS)
def test_a_fitted_die_that_lies_askew_over_two_dice_is_fitted_anew(top: str) -> None:
    plane, _ = calibrated(top, VIEW)
    askew = replace(fitted_at(plane, 7, 5), notes=(Note.CUT,))
    assert max(apart_px([askew], PLACED[:1])) > 16
    found = completed(picture(PLACED, top), [askew], top)
    assert max(apart_px(found, PLACED)) < 8
    assert found[0].notes == askew.notes


LIKELY = DiePose(27.2, 5.0, np.radians(10), 26.5, 0.42, 0.3, 1.0)
NOT_LIKELY, CERTAIN = replace(LIKELY, score=0.39), replace(LIKELY, score=0.51)


def completed_by(
    fits: Sequence[Fit], detections: Sequence[Detection], monkeypatch: pytest.MonkeyPatch
) -> list[Detection]:
    """Complete a picture of two dice with these fits: first of the fitted dice, then of the new ones."""

    def answered(image: object, plane: object, empty: object, starts: Sequence[Start]) -> list[Fit]:
        return [*fits, *[Fit(None, 1.0) for _ in starts]][: len(starts)]

    monkeypatch.setattr(overlooked_dice, "fit_dice", answered)
    return completed(picture(PLACED[:2], "felt"), detections, "felt", (26.5,))


@pytest.mark.parametrize(
    ("pose", "notes"),
    [
        (CERTAIN, [()]),
        (LIKELY, [(Note.FAINT,)]),
        (replace(CERTAIN, std_mm=99.0), [(Note.FAINT,)]),
        (NOT_LIKELY, []),
        (replace(CERTAIN, clipped=True), []),
        (None, []),
    ],
    ids=["certain", "likely", "inexact", "not likely", "clipped", "none"],
)
def test_a_new_die_is_faint_without_a_certain_pose_and_dropped_without_a_likely_one(
    pose: DiePose | None, notes: list[tuple[Note, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    plane, _ = calibrated("felt", VIEW)
    first = fitted_at(plane, 0, 0)
    kept = Fit(replace(CERTAIN, x=0.0, y=0.0), 1.0)
    found = completed_by([kept, Fit(pose, 1.0)], [first], monkeypatch)
    assert [one.notes for one in found[1:]] == notes


@pytest.mark.parametrize("pose", [None, replace(LIKELY, x=3.0, y=0.0, std_mm=99.0)], ids=["none", "inexact"])
def test_a_fitted_die_keeps_its_pose_where_the_new_one_is_not_certain(
    pose: DiePose | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plane, _ = calibrated("felt", VIEW)
    first = fitted_at(plane, 0, 0)
    assert completed_by([Fit(pose, 1.0)], [first], monkeypatch) == [first]


@pytest.mark.parametrize(
    ("pose", "notes"), [(CERTAIN, ()), (LIKELY, (Note.FAINT, Note.SIZE))], ids=["certain", "likely"]
)
def test_only_a_certain_die_replaces_an_unfitted_one(
    pose: DiePose, notes: tuple[Note, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plane, _ = calibrated("felt", VIEW)
    unfitted = replace(fitted_at(plane, 27, 5), notes=(Note.FAINT, Note.SIZE))
    found = completed_by([Fit(pose, 1.0)], [unfitted], monkeypatch)
    assert [one.notes for one in found] == [notes]


@pytest.mark.parametrize("top", TOPS)
def test_a_lone_die_gets_no_neighbour(top: str) -> None:
    plane, _ = calibrated(top, VIEW)
    alone = [fitted_at(plane, 0, 0)]
    assert completed(picture(PLACED[:1], top), alone, top) == alone


def test_no_die_is_added_at_another_detection() -> None:
    plane, _ = calibrated("felt", VIEW)
    rim = plane.to_px(np.array([27.2, 5.0]) + CIRCLE * 13, 20.0)
    both = [fitted_at(plane, 0, 0), detection_from("unknown", rim, 50.0, 0.9)]
    found = completed(picture(PLACED[:2], "felt"), both, "felt")
    assert [one.kind for one in found] == ["die", "unknown"]


@pytest.mark.parametrize(("wide_mm", "high_mm"), [(90.0, 120.0), (9.0, 140.0)], ids=["a book", "a pen"])
def test_a_change_too_large_or_too_narrow_for_dice_is_none(wide_mm: float, high_mm: float) -> None:
    plane, empty = calibrated("felt", VIEW)
    image, corners = empty.copy(), np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (wide_mm / 2, high_mm / 2)
    cv2.fillPoly(image, [np.round(plane.to_px(corners)).astype(np.int32)], (210, 220, 225))
    assert completed(image, [], "felt") == []


def test_cards_and_the_like_are_hardly_ever_taken_for_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cubes can be fitted to their parts, but the network for whole dice hardly takes one for a level die."""
    plane, empty = calibrated("felt", VIEW)
    found, usual = Counter[float](), thresholds.LONE_LEVEL_CHANCE
    for chance, size_mm, colour in product((usual, 0.0), FLAT_MM, ((40, 60, 180), (200, 190, 60))):
        image, corners = empty.copy(), np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size_mm / 2
        for part, thick, ink in ((1.0, -1, colour), (0.7, 3, (20, 20, 20))):
            outline = np.round(plane.to_px(corners * part)).astype(np.int32)
            cv2.drawContours(image, [outline], 0, ink, thick, cv2.LINE_AA)
        monkeypatch.setattr(thresholds, "LONE_LEVEL_CHANCE", chance)
        found[chance] += len(completed(image, [], "felt"))
    assert found[0.0] >= 10
    assert found[usual] <= found[0.0] / 5


ROW = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0))
SQUARE = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))


@pytest.mark.parametrize("places", [ROW, SQUARE], ids=["row", "square"])
@pytest.mark.parametrize(("top", "degrees"), [("wood", 10), ("felt", 60), ("checked", 0), ("checked", 60)])
@pytest.mark.parametrize("view", VIEWS, ids=["6 degrees", "28 degrees"])
def test_four_dice_pushed_together_are_detected(
    places: Sequence[tuple[float, float]], top: str, degrees: float, view: View
) -> None:
    plane, empty = calibrated(top, view)
    along = np.radians(degrees)
    turn = 26.8 * np.array([[np.cos(along), np.sin(along)], [-np.sin(along), np.cos(along)]])
    middles = np.array(places) @ turn + (-30, -10)
    placed = [die(float(x), float(y), degrees, str(k + 2), CLEAR[k % 2]) for k, (x, y) in enumerate(middles)]
    found = find(paint(Scene(top, view).painted(), placed, 7), plane, empty)
    assert max(apart_px(found, placed, view)) < 10
