"""Lines on discs: known again at any turn and under any lamp, and not taken for others."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crop import FINE
from vision.relief import RINGS, TURNS, alike, spectrum

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


@pytest.mark.parametrize("degrees", [0, 31, 77, 180, 263])
def test_a_coin_is_known_again_however_it_is_turned(degrees: float) -> None:
    one = spectrum(_under(_coin(1), 20))
    same = spectrum(_under(_turned(_coin(1), degrees), 20 - degrees))
    others = [spectrum(_under(_coin(seed), 20)) for seed in range(2, 10)]
    likeness = alike(one, np.stack([same, *others]))
    assert likeness[0] > 0.75
    assert likeness[1:].max() < 0.5 * likeness[0]


@pytest.mark.parametrize("lamp", [55, 165, 200])
def test_a_lamp_that_moved_leaves_the_lines_where_they_are(lamp: float) -> None:
    moved, other = (spectrum(_under(_coin(seed), lamp)) for seed in (1, 2))
    likeness = alike(spectrum(_under(_coin(1), 20)), np.stack([moved, other]))
    assert likeness[0] > likeness[1] + 0.1


def test_a_bare_disc_is_like_nothing() -> None:
    bare = spectrum(np.full((FINE, FINE), 90, np.uint8))
    assert bare.shape == (TURNS, RINGS)
    assert abs(float(alike(bare, spectrum(_under(_coin(1), 0))[None])[0])) < 0.01


def test_a_rim_that_all_coins_share_tells_nothing() -> None:
    y, x = np.mgrid[0:FINE, 0:FINE] - (FINE - 1) / 2
    rim = 40 * np.exp(-(((np.hypot(x, y) - 45) / 2) ** 2))
    ringed = [np.asarray(np.clip(_under(_coin(seed), 20) + rim, 0, 255), np.uint8) for seed in (1, 2)]
    assert float(alike(spectrum(ringed[0]), spectrum(ringed[1])[None])[0]) < 0.5
