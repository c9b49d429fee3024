"""The colour of a table tells tables apart, and not lamps."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.colour import UNKNOWN_TABLE, is_one_table, table_colour

AREA = np.array([[40.0, 40.0], [280.0, 40.0], [280.0, 200.0], [40.0, 200.0]])
RED, GREEN, WHITE, BLACK = (40, 35, 120), (40, 100, 30), (210, 215, 215), (30, 30, 32)


def table(colour: tuple[int, int, int], light: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    """The colour of a table with a weave; beside it lies something else."""
    picture = np.full((240, 320, 3), (200, 80, 10), np.float64)
    picture[40:201, 40:281] = colour
    picture += np.random.default_rng(1).normal(0, 6, picture.shape)
    return table_colour(np.clip(picture * light, 0, 255).astype(np.uint8), AREA)


@pytest.mark.parametrize("light", [(0.6, 0.6, 0.6), (1.15, 1.15, 1.15), (0.9, 1.0, 1.08), (1.1, 1.0, 0.93)])
@pytest.mark.parametrize("colour", [RED, GREEN, WHITE])
def test_a_table_under_another_lamp_is_the_same(
    colour: tuple[int, int, int], light: tuple[float, float, float]
) -> None:
    assert is_one_table(table(colour, light)[None], table(colour)).tolist() == [True]


def test_tables_of_other_colours_are_others() -> None:
    colours = np.stack([table(each) for each in (RED, GREEN, WHITE, BLACK)])
    assert [is_one_table(colours, each).tolist() for each in colours] == np.eye(4, dtype=bool).tolist()


def test_brightness_counts_half() -> None:
    darker = table(WHITE, (0.5, 0.5, 0.5)) - table(WHITE)
    assert darker == pytest.approx([0, 0, np.log((0.5 * 213 + 12) / (213 + 12)) / 2], abs=0.01)


def test_a_table_that_is_not_known_may_be_any() -> None:
    assert is_one_table(UNKNOWN_TABLE[None], table(RED)).tolist() == [True]
    assert is_one_table(table(RED)[None], UNKNOWN_TABLE).tolist() == [True]
    assert is_one_table(np.zeros((0, 3), np.float32), table(RED)).tolist() == []
