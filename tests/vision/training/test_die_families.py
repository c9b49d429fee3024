"""Families of dice of one set, for the training of appearance embeddings."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from tests.vision.training.test_face_crops import rendered_file
from tests.vision.training.test_printing import corner_mark
from vision.training.painted.glyphs import Atlas
from vision.training.reader_crops import STORED
from vision.training.render import die_families
from vision.training.render.die_families import is_usable, printed_family
from vision.training.render.face_crops import Observation
from vision.training.render.pieces import marked
from vision.training.render.printing import Print

FACE = np.array([[30.0, 20], [70, 20], [70, 60], [30, 60]])
CROP = np.zeros((STORED, STORED, 3), np.uint8)


def blank(grey: int) -> Observation:
    return Observation(np.full((80, 100, 3), grey, np.uint8), FACE, "blank", 2, True)


def next_print(inks: list[float]) -> Print:
    """A print that covers a quarter of each face with the next of these inks (0..1)."""
    ink = np.full(3, inks.pop(0), np.float32)
    return Print(tuple(marked(ink, corner_mark(), False, value) for value in range(1, 7)), 0.0, 1.0, 0.0)


def family(monkeypatch: pytest.MonkeyPatch, blanks: list[list[Observation]], one_ink: float) -> list[float]:
    """Return the contrast of each die of a family whose prints are black and white by turns."""
    inks = [0.0, 1.0]
    monkeypatch.setattr(die_families, "any_print", lambda *_: next_print(inks))
    monkeypatch.setattr(die_families, "ONE_INK", one_ink)
    dice = printed_family(np.random.default_rng(4), cast(Atlas, None), False, blanks)
    assert [len(crops) for crops in dice] == [2, 2]
    assert {crop.shape for crops in dice for crop in crops} == {(STORED, STORED, 3)}
    return [float(np.mean([corner(crop) for crop in crops])) for crops in dice]


def corner(crop: np.ndarray) -> float:
    """Return how much darker the upper left quarter of a face is than the lower right one."""
    quarter = STORED // 4
    return float(crop[-quarter - 8 : -8, -quarter - 8 : -8].mean() - crop[8 : 8 + quarter, 8 : 8 + quarter].mean())


def test_dice_of_a_family_have_inks_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = family(monkeypatch, [[blank(120)] * 2, [blank(120)] * 2], one_ink=0.0)
    assert black > 30 > -30 > white


def test_a_part_of_the_families_has_one_print(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = family(monkeypatch, [[blank(120)] * 2, [blank(120)] * 2], one_ink=1.0)
    assert one > 30
    assert other > 30


def test_a_single_blank_die_becomes_two_with_different_inks(monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = family(monkeypatch, [[blank(120)] * 2], one_ink=1.0)
    assert black > 30 > -30 > white


@pytest.mark.parametrize(
    ("crops", "usable"), [([2, 1], True), ([3, 3, 1], True), ([1, 1], False), ([4], False), ([], False)]
)
def test_a_family_needs_two_dice_and_one_pair_of_crops(crops: list[int], usable: bool) -> None:
    assert is_usable([[CROP] * count for count in crops]) == usable


def test_sets_are_read_by_die_without_stickers_and_leaning_dice(tmp_path: Path) -> None:
    (faces,) = die_families._dice(rendered_file(tmp_path / "set00001.npz"))
    assert [(face.kind, face.value) for face in faces] == [("numeral", 2)]
