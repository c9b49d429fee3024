"""Training the die reader: it learns sets of dice only."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.recognition.embedder import KINDS  # noqa: E402  (only where torch is there)
from vision.training.reader_batches import Crops, dice_of  # noqa: E402


def test_only_sets_without_discs_are_learnt() -> None:
    labels = np.full((3, 16, 3), -1)
    labels[..., 0] = KINDS.index("numeral")
    labels[0, 3, 0] = KINDS.index("symbol")
    labels[2, 14:, 0] = KINDS.index("junk")
    crops = np.arange(3, dtype=np.uint8).reshape(3, 1, 1, 1, 1, 1)
    dice = dice_of(Crops(crops, labels))
    assert dice.crops.ravel().tolist() == [1, 2]
    assert len(dice.labels) == 2
