"""The appearance of dice: faces of one die are more similar than those of two."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognition.appearance import EMBEDDED, appearances
from vision.recognition.colour import COLOURS

GREY, RED, BLUE, GREEN = (110, 110, 110), (60, 40, 190), (170, 70, 30), (50, 150, 40)


def face(number: int, ink: tuple[int, int, int], figure: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
    """A grey face with a coloured figure behind a printed number."""
    picture = np.full((64, 64, 3), GREY, np.uint8)
    cv2.circle(picture, (36, 30), 11, figure, -1)
    cv2.putText(picture, str(number), (18, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.5, ink, 5)
    blurred = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.asarray(np.clip(blurred * light, 0, 255), np.uint8)


@pytest.mark.parametrize("light", [0.6, 1.0, 1.3])
@pytest.mark.parametrize(
    ("ink", "figure", "other_ink", "other_figure"),
    [(RED, GREEN, BLUE, GREEN), (RED, GREEN, RED, BLUE), (BLUE, GREY, RED, GREY)],
)
def test_another_number_of_one_die_is_more_similar_than_that_of_another_die(
    ink: tuple[int, int, int],
    figure: tuple[int, int, int],
    other_ink: tuple[int, int, int],
    other_figure: tuple[int, int, int],
    light: float,
) -> None:
    faces = np.stack([face(5, ink, figure, light), face(2, ink, figure), face(2, other_ink, other_figure)])
    seen, same, other = appearances(faces)
    assert seen @ same > seen @ other + 0.1


def test_embedding_and_colours_are_unit_vectors_whatever_the_batch() -> None:
    crops = np.random.default_rng(1).integers(0, 255, (19, 64, 64, 3), dtype=np.uint8)
    whole = appearances(crops)
    assert whole.shape == (19, EMBEDDED + COLOURS)
    for part in (whole[:, :EMBEDDED], whole[:, EMBEDDED:]):
        assert np.linalg.norm(part, axis=1) == pytest.approx(1, abs=1e-4)
    assert whole[17:18] == pytest.approx(appearances(crops[17:18]), abs=1e-4)


def test_no_crops_have_no_appearance() -> None:
    assert appearances(np.zeros((0, 64, 64, 3), np.uint8)).shape == (0, EMBEDDED + COLOURS)
