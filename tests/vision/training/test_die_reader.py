"""Training the die reader: it begins with exactly what the file of the reader holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.models.inference import model_path  # noqa: E402  (only where torch is there)
from vision.recognition.embedder import KINDS, open_embedder  # noqa: E402
from vision.training.die_reader import opened  # noqa: E402
from vision.training.reader_batches import Crops, dice_of  # noqa: E402
from vision.training.reader_network import HEADS, export  # noqa: E402


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (24, 64, 64, 3), dtype=np.uint8)


def test_the_opened_network_gives_the_answers_of_its_file(crops: np.ndarray, tmp_path: Path) -> None:
    net = opened(model_path("reader"), crops)
    export(net, tmp_path / "again.onnx", dict.fromkeys(HEADS, 1.0), "test")
    first, again = (
        open_embedder(model_path("reader")).predict(crops),
        open_embedder(tmp_path / "again.onnx").predict(crops),
    )
    np.testing.assert_allclose(again.embedding, first.embedding, atol=2e-3)
    assert (again.kind.argmax(axis=1) == first.kind.argmax(axis=1)).all()


def test_the_first_step_of_a_training_changes_no_answer(crops: np.ndarray) -> None:
    net = opened(model_path("reader"), crops)
    planes = torch.from_numpy(crops).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        still, training = net.eval()(planes)["embedding"], net.train()(planes)["embedding"]
    np.testing.assert_allclose(training.numpy(), still.numpy(), atol=1e-3)


def test_only_sets_without_discs_are_learnt() -> None:
    labels = np.full((3, 16, 3), -1)
    labels[..., 0] = KINDS.index("numeral")
    labels[0, 3, 0] = KINDS.index("symbol")
    labels[2, 14:, 0] = KINDS.index("junk")
    crops = np.arange(3, dtype=np.uint8).reshape(3, 1, 1, 1, 1, 1)
    dice = dice_of(Crops(crops, labels))
    assert dice.crops.ravel().tolist() == [1, 2]
    assert len(dice.labels) == 2
