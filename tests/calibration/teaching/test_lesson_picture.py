"""The die in a lesson's picture, and the sentence that refuses a picture without a usable one."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.teaching import shots
from calibration.teaching.shots import NO_DIE, NO_OUTLINE, NOT_FLAT, TOO_BRIGHT, the_die
from hardware.simulated.paint import paint
from tests.vision.detection.test_die_pose import VIEWS, calibrated, die
from tests.vision.painted import Scene
from vision.detection.dice import lone_die
from vision.eyes import Eyes
from vision.types import Detection, Kind, Note

PLANE, EMPTY = calibrated("wood", VIEWS[1])
EYES = Eyes(PLANE, EMPTY)
SQUARE = ((100.0, 100.0), (150.0, 100.0), (150.0, 150.0), (100.0, 150.0))


def detector_reports(monkeypatch: pytest.MonkeyPatch, *detections: Detection) -> None:
    """Let the detector report these."""
    monkeypatch.setattr(shots, "find", lambda *_: detections)


def detected(*notes: Note, kind: str = "die") -> Detection:
    return Detection("die" if kind == "die" else "unknown", (125.0, 125.0), SQUARE, 50.0, 0.9, notes)


def test_a_die_with_a_certain_outline_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch, detected(Note.TOUCHING), detected(Note.FAINT), detected(Note.SIZE, kind="unknown"))
    assert the_die(EMPTY, EYES) == detected(Note.TOUCHING)


@pytest.mark.parametrize(("note", "words"), [(Note.FAINT, NO_OUTLINE), (Note.COCKED, NOT_FLAT)])
def test_an_uncertain_or_leaning_die_is_refused(monkeypatch: pytest.MonkeyPatch, note: Note, words: str) -> None:
    detector_reports(monkeypatch, detected(note))
    assert the_die(EMPTY, EYES) == words


def test_a_die_on_which_nothing_can_be_seen_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch, detected())
    assert the_die(np.full_like(EMPTY, 255), EYES) == TOO_BRIGHT


def test_several_dice_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch, detected(), detected(), detected(Note.FAINT))
    assert the_die(EMPTY, EYES) == "I see 2 pieces: leave only this die on the mat."


def test_stones_are_no_die_with_an_unclear_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    stones = [Detection("stone", (x, 125.0), SQUARE, 50.0, 0.9, ()) for x in (125.0, 325.0)]
    detector_reports(monkeypatch, *stones)
    picture = EMPTY.copy()
    picture[300:380, 300:800] = np.random.default_rng(2).integers(0, 256, (80, 500, 3), dtype=np.uint8)
    assert the_die(picture, EYES) == "I see 2 pieces: leave only this die on the mat."


def test_an_empty_mat_holds_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch)
    assert the_die(paint(Scene("wood", VIEWS[1]).painted(), [], 9), EYES) == NO_DIE


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (150.0, 100.0), (-160.0, -110.0)])
def test_a_die_that_the_detector_overlooks_is_found_by_the_change(
    monkeypatch: pytest.MonkeyPatch, x: float, y: float
) -> None:
    detector_reports(monkeypatch)
    one = die(x, y, 35)
    picture = paint(Scene("wood", VIEWS[1]).painted(), [one], 7)
    found = the_die(picture, EYES)
    assert isinstance(found, Detection)
    where = PLANE.to_mm(np.array([found.centre_px]), 26.5)[0]
    assert np.hypot(*(where - (x, y))) < 2


def test_a_change_that_is_no_cube_is_not_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch)
    picture = EMPTY.copy()
    high, wide = picture.shape[:2]
    patch = picture[high // 2 - 40 : high // 2 + 40, wide // 2 - 40 : wide // 2 + 40]
    patch[:] = np.random.default_rng(2).integers(0, 256, patch.shape, dtype=np.uint8)
    assert the_die(picture, EYES) == NO_OUTLINE


def test_nothing_is_found_on_an_unchanged_mat() -> None:
    assert lone_die(paint(Scene("wood", VIEWS[1]).painted(), [], 9), PLANE, EMPTY) is None


def test_in_the_dark_no_die_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    detector_reports(monkeypatch, detected())
    dark = np.asarray(EMPTY * 0.03, np.uint8)
    assert the_die(EMPTY, EYES) == detected()
    found = the_die(dark, EYES)
    assert isinstance(found, str)
    assert "too dark" in found


@pytest.mark.parametrize("kind", ["stone", "unknown"])
def test_without_a_mat_the_only_face_is_the_dies_whatever_it_looks_like(
    monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    face = Detection(kind, (125.0, 125.0), SQUARE, 50.0, 0.9, ())
    detector_reports(monkeypatch, face)
    picture = EMPTY.copy()
    picture[100:150, 100:150] = np.random.default_rng(2).integers(60, 180, (50, 50, 3), dtype=np.uint8)
    assert the_die(picture, Eyes()) == face
    assert isinstance(the_die(picture, EYES), str)
