"""The invented pieces on which the reader is trained show what their labels say."""

from typing import Any

import cv2
import numpy as np
import pytest

pytest.importorskip("fontTools", reason="drawing training pictures needs the [train] extra")

from vision.training.painted.designs import FACE, PIPS, Pips, any_pips, pip_ink
from vision.training.painted.glyphs import (
    EDGE,
    NUMBERS,
    OTHERS,
    Atlas,
    fitted,
    like_numbers,
    number_mask,
)
from vision.training.painted.light import ROOM, mirrored, reflected, steepness
from vision.training.painted.stones import tokens


def written(text: str) -> Any:
    sheet = np.zeros((60, 40 * len(text) + 20), np.uint8)
    cv2.putText(sheet, text, (5, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 255, 4)
    x, y, wide, high = cv2.boundingRect(sheet)
    return fitted(np.ascontiguousarray(sheet[y : y + high, x : x + wide]))


def one_font() -> Atlas:
    numbers = np.stack([written(str(value)) for value in NUMBERS + OTHERS])[None]
    letters = np.stack([written(text) for text in ("A", "X", "W", "&")])
    return Atlas(letters, np.zeros(4, bool), numbers, np.zeros(1, bool))


@pytest.mark.parametrize("count", PIPS)
def test_a_face_has_as_many_pips_as_its_label_says(count: int) -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        pips = any_pips(rng)
        if pips.wear == 0 and pips.size < 0.45 * pips.spread:
            blobs = cv2.connectedComponents((pip_ink(rng, count, pips) > 0.5).astype(np.uint8))[0] - 1
            assert blobs == count


@pytest.mark.parametrize(("deep", "pips_that_shine"), [(0.0, 0), (12.0, 4)])
def test_a_bulb_straight_above_shines_where_the_die_is_level(deep: float, pips_that_shine: int) -> None:
    room = np.zeros((ROOM, ROOM), np.float32)
    cv2.circle(room, (ROOM // 2, ROOM // 2), 6, 1.0, -1)
    pips = pip_ink(np.random.default_rng(1), 4, Pips(0.25, 0.1, 0.0, 0.0, False))
    hollows = deep * cv2.GaussianBlur(pips, (0, 0), 3)
    shine = reflected(room, steepness(0.6, 0.5, hollows)) > 0.5
    assert shine[FACE // 2, FACE // 2]
    assert cv2.connectedComponents((shine & (pips > 0.5)).astype(np.uint8))[0] - 1 == pips_that_shine


def test_reflections_of_a_die_are_at_most_one() -> None:
    for seed in range(20):
        shine = mirrored(np.random.default_rng(seed), np.zeros((FACE, FACE), np.float32))
        assert shine.shape == (FACE, FACE)
        assert 0 <= shine.min() <= shine.max() <= 1


def test_a_set_of_tokens_has_the_wanted_count_of_numbers() -> None:
    atlas = one_font()
    for seed in range(12):
        made = tokens(atlas, np.random.default_rng(seed), False, 8)
        assert len(made) == 8
        assert all(design.kind == "number" and 0 <= design.number < 100 for design in made)


def test_an_undrawn_number_is_composed_of_digits() -> None:
    numbers = one_font().numbers
    both = number_mask(numbers, 0, 47)
    assert both.shape == (EDGE, EDGE)
    assert np.array_equal(number_mask(numbers, 0, 12), numbers[0, NUMBERS.index(12)])
    strips = cv2.connectedComponents((both > 128).astype(np.uint8))[0] - 1
    assert strips == 2


def test_symbols_like_numbers_are_detected_at_any_rotation() -> None:
    atlas = one_font()
    three = number_mask(atlas.numbers, 0, 3)
    symbols = np.stack([atlas.symbols[1], np.rot90(three).copy(), np.rot90(three, 2).copy()])
    assert like_numbers(symbols, atlas.numbers).tolist() == [False, True, True]
