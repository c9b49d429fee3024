"""The colours of stones: named relative to the white of the light, and the inks printed on them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.crops import SIZE
from vision.recognition.colour import colour_word, inks, is_overexposed, overexposed_part, white_of

Pixels = NDArray[Any]
TABLE, GLARE = (170, 170, 170), (255, 255, 255)


def picture(paper: tuple[int, int, int]) -> Pixels:
    """A grey table with a sheet of paper, and a lamp that is mirrored in it."""
    image = np.full((320, 320, 3), TABLE, np.uint8)
    image[:64], image[64:128] = paper, GLARE
    return image


@pytest.mark.parametrize("paper", [(230, 232, 235), (240, 160, 150), (150, 240, 160), (150, 160, 240)])
def test_white_is_the_colour_of_paper_in_light_of_any_colour(paper: tuple[int, int, int]) -> None:
    assert white_of(picture(paper)).tolist() == list(paper)


def test_white_is_bright_where_everything_is_overexposed() -> None:
    assert white_of(np.full((64, 64, 3), 255, np.uint8)).tolist() == [250, 250, 250]


@pytest.mark.parametrize("white", [(250, 250, 250), (140, 200, 250), (250, 230, 200), (90, 100, 105)])
@pytest.mark.parametrize(
    ("rim", "word"),
    [
        ((0.12, 0.12, 0.12), "black"),
        ((0.18, 0.2, 0.25), "black"),  # the light of a warm room in it
        ((0.15, 0.3, 0.45), "brown"),
        ((0.08, 0.15, 0.25), "brown"),
        ((0.45, 0.3, 0.15), "silver"),  # as strong as brown, but blue
        ((0.65, 0.66, 0.68), "silver"),
        ((0.96, 0.9, 0.9), "silver"),  # as bright as white, but blue
        ((0.92, 0.95, 0.97), "white"),
        ((0.95, 0.95, 0.95), "white"),
    ],
)
def test_a_stone_has_the_same_colour_in_any_light(
    rim: tuple[float, float, float], word: str, white: tuple[int, int, int]
) -> None:
    assert colour_word(np.multiply(rim, white).astype(np.float32), np.array(white, np.float32)) == word


def test_a_white_stone_nearer_to_the_lamp_than_the_paper_is_not_brown() -> None:
    assert colour_word(np.array([144, 208, 240], np.float32), np.array([160, 160, 160], np.float32)) == "white"


def test_a_face_is_overexposed_where_every_colour_is() -> None:
    crop = np.zeros((SIZE, SIZE, 3), np.uint8)
    crop[:, : SIZE // 2] = 255
    assert overexposed_part(crop) == pytest.approx(0.5)
    crop[:] = (120, 255, 255)
    assert (overexposed_part(crop), is_overexposed(crop)) == (0, False)
    crop[:] = 255
    assert (overexposed_part(crop), is_overexposed(crop)) == (1, True)


def disc(stuff: tuple[int, int, int], ink: tuple[int, int, int]) -> Pixels:
    """A disc with a printed bar."""
    face = np.full((SIZE, SIZE, 3), stuff, np.uint8)
    cv2.rectangle(face, (22, 28), (42, 36), ink, -1)
    return face


def test_the_brightness_of_an_ink_is_left_out() -> None:
    black, grey, red = inks(
        np.stack([disc((200, 200, 200), ink) for ink in ((20, 20, 20), (90, 90, 90), (40, 40, 160))])
    )
    assert black == pytest.approx(0, abs=1e-5)
    assert grey == pytest.approx(0, abs=1e-5)
    assert red == pytest.approx(
        np.log([52 / 212, 52 / 212, 172 / 212]) - np.log([52 / 212, 52 / 212, 172 / 212]).mean()
    )


def test_the_hue_of_an_ink_is_that_against_its_material() -> None:
    """Twelve grey levels, added against noise in the dark, hardly matter in the light."""
    (under_white, under_warm) = inks(
        np.stack([disc((200, 200, 200), (40, 40, 160)), disc((100, 150, 200), (20, 30, 160))])
    )
    assert under_warm == pytest.approx(under_white, abs=0.15)
