"""Reliefs of discs: recognised at any rotation and under any lamp, and not confused with others."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.crops import FINE
from vision.recognition.embedder import load_embedder
from vision.recognition.relief import RAYS, RINGS, TURNING, alike, levelled, spectra, unrolled

Height = NDArray[Any]


def _coin(seed: int) -> Height:
    """Heights of an invented coin: soft ridges."""
    rng = np.random.default_rng(seed)
    heights = cv2.GaussianBlur(rng.normal(0, 1, (FINE, FINE)).astype(np.float32), (0, 0), 3)
    return np.asarray(heights / heights.std(), np.float32)


def _turned(heights: Height, degrees: float) -> Height:
    turn = cv2.getRotationMatrix2D(((FINE - 1) / 2,) * 2, degrees, 1.0)
    return np.asarray(cv2.warpAffine(heights, turn, (FINE, FINE), borderMode=cv2.BORDER_REFLECT), np.float32)


def _under(heights: Height, lamp: float) -> NDArray[np.uint8]:
    """The coin as seen from above while a lamp stands in this direction (degrees)."""
    slope = cv2.Sobel(heights, cv2.CV_32F, 1, 0) * np.cos(np.deg2rad(lamp))
    slope += cv2.Sobel(heights, cv2.CV_32F, 0, 1) * np.sin(np.deg2rad(lamp))
    return np.asarray(np.clip(120 + 25 * slope, 0, 255), np.uint8)


def _likeness(one: NDArray[np.uint8], *others: NDArray[np.uint8]) -> NDArray[np.float32]:
    each_spectrum = spectra(np.stack([one, *others]))
    return alike(each_spectrum[0], each_spectrum[1:])


@pytest.mark.parametrize("degrees", [0, 31, 77, 180, 263])
def test_a_coin_is_recognised_at_any_rotation(degrees: float) -> None:
    same = _under(_turned(_coin(1), degrees), 20 - degrees)
    likeness = _likeness(_under(_coin(1), 20), same, *(_under(_coin(seed), 20) for seed in range(2, 10)))
    assert likeness[0] > 0.6
    assert likeness[1:].max() < 0.75 * likeness[0]


@pytest.mark.parametrize("lamp", [55, 165, 200])
def test_a_coin_is_most_similar_to_itself_under_a_moved_lamp(lamp: float) -> None:
    moved, other = (_under(_coin(seed), lamp) for seed in (1, 2))
    likeness = _likeness(_under(_coin(1), 20), moved, other)
    assert likeness[0] > likeness[1] + 0.1


def test_a_bare_disc_is_not_similar_to_a_coin() -> None:
    bare = np.full((FINE, FINE), 90, np.uint8)
    assert _likeness(bare, *(_under(_coin(seed), 20) for seed in (1, 2, 3))).max() < load_embedder().unlike


def test_light_that_falls_off_and_a_darker_picture_change_little() -> None:
    fair = _under(_coin(1), 20)
    slope = np.linspace(0.4, 1.0, FINE)[None]
    dim = np.asarray(fair * slope, np.uint8)
    assert _likeness(fair, dim)[0] > 0.8
    assert abs(float(levelled(dim).mean()) - 128) < 4


def test_a_turn_is_a_shift_of_the_rays() -> None:
    heights = _coin(4)
    one, other = (unrolled(np.asarray(128 + 20 * h, np.uint8)) for h in (heights, _turned(heights, 90)))
    assert one.shape == (RAYS, RINGS)
    inner = slice(0, RINGS // 2)
    shifts = [
        float(np.abs(np.roll(one, by, axis=0)[:, inner].astype(int) - other[:, inner]).mean()) for by in range(RAYS)
    ]
    assert int(np.argmin(shifts)) == RAYS * 3 // 4


def test_no_discs_have_no_spectra() -> None:
    assert spectra(np.zeros((0, FINE, FINE), np.uint8)).shape[:2] == (0, TURNING)
