"""Batches of the reader: sets from each source in its proportion, and the classes of their sides."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.recognition.embedder import KINDS, NUMBERS  # noqa: E402  (only where torch is there)
from vision.training.painted.stones import A_SET, VIEWS  # noqa: E402
from vision.training.reader_batches import SETS_A_BATCH, VIEWS_A_BATCH, Crops, batch, targets  # noqa: E402
from vision.training.reader_crops import STORED  # noqa: E402


def sets_of(number: int) -> Crops:
    """Two sets of numerals of one number, in plain grey."""
    crops = np.full((2, A_SET, VIEWS, STORED, STORED, 3), 90, np.uint8)
    labels = np.full((2, A_SET, 3), -1)
    labels[..., 0], labels[..., 1] = KINDS.index("numeral"), number
    return Crops(crops, labels)


def test_a_batch_holds_sets_of_each_source_in_its_proportion() -> None:
    sources = [([sets_of(number)], part) for number, part in ((1, 0.2), (2, 0.8), (3, 0.0))]
    drawn = [
        batch(np.random.default_rng(seed), sources)[1].reshape(SETS_A_BATCH, A_SET, 3)[:, 0, 1] for seed in range(60)
    ]
    numbers = np.concatenate(drawn)
    assert set(numbers.tolist()) == {1, 2}
    assert 0.12 < float((numbers == 1).mean()) < 0.28


def test_a_batch_has_some_views_of_every_side() -> None:
    crops, labels = batch(np.random.default_rng(1), [([sets_of(4)], 1.0)])
    assert crops.shape == (SETS_A_BATCH * A_SET * VIEWS_A_BATCH, 3, 64, 64)
    assert len(labels) == SETS_A_BATCH * A_SET


def test_sides_without_a_number_or_pips_have_no_class_there() -> None:
    labels = np.array([[KINDS.index("numeral"), 5, -1], [KINDS.index("pips"), -1, 3]])
    classes = targets(labels)
    assert classes["number"].tolist() == [NUMBERS.index(5), -100]
    assert classes["pips"].tolist() == [-100, 2]
