"""Training the network for whole dice: which crops a batch holds, painted and path-traced ones."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.detection.die_stance import SIZE  # noqa: E402
from vision.training.dice import A_BATCH, TRACED, Crops, batch  # noqa: E402
from vision.training.scenes.dice_crops import A_FILE, STORED, UNSAID  # noqa: E402

PAINTED_GREY, TRACED_GREY = 0, 200


def crops_of(level: list[int], grey: int) -> Crops:
    """Plain crops of this grey level without pips."""
    shape = (len(level), STORED, STORED, 4)
    return Crops(np.full(shape, grey, np.uint8), np.zeros(len(level), np.int64), np.array(level))


@pytest.fixture(scope="module")
def painted() -> Crops:
    """A file of level dice."""
    return crops_of([1] * A_FILE, PAINTED_GREY)


def test_traced_crops_come_first_and_some_of_them_are_cocked(painted: Crops) -> None:
    traced = crops_of([1] * 40 + [0] * 2 + [UNSAID], TRACED_GREY)
    crops, pips, level = batch(np.random.default_rng(1), [painted], traced)
    from_traced = crops[:, 8, 8, 0].numpy() > 100
    assert crops.shape == (A_BATCH, SIZE, SIZE, 4)
    assert from_traced.tolist() == [k < TRACED * A_BATCH for k in range(A_BATCH)]
    assert 0.2 < float((level[: A_BATCH // 2] == 0).float().mean()) < 0.5
    assert (level[A_BATCH // 2 :] == 1).all()
    assert (pips == 0).all()


def test_a_batch_without_traced_crops_is_painted_only(painted: Crops) -> None:
    crops, _, level = batch(np.random.default_rng(1), [painted])
    assert crops.shape == (A_BATCH, SIZE, SIZE, 4)
    assert float(crops.max()) == PAINTED_GREY
    assert (level == 1).all()
