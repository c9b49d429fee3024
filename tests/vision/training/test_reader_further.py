"""Training the reader further: it begins with exactly what the file of the network holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.models.inference import model_path  # noqa: E402  (only where torch is there)
from vision.recognition.embedder import KINDS, open_embedder  # noqa: E402
from vision.training.reader_further import PART, astray, blended, opened  # noqa: E402
from vision.training.reader_network import HEADS, export  # noqa: E402


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (24, 64, 64, 3), dtype=np.uint8)


def test_the_opened_network_answers_as_its_file(crops: np.ndarray, tmp_path: Path) -> None:
    net = opened(model_path("reader"), crops)
    export(net, tmp_path / "again.onnx", dict.fromkeys(HEADS, 1.0), "test")
    first, again = open_embedder(model_path("reader")).look(crops), open_embedder(tmp_path / "again.onnx").look(crops)
    np.testing.assert_allclose(again.embedding, first.embedding, atol=2e-3)
    assert (again.kind.argmax(axis=1) == first.kind.argmax(axis=1)).all()


def test_the_first_step_of_a_training_changes_no_answer(crops: np.ndarray) -> None:
    net = opened(model_path("reader"), crops)
    planes = torch.from_numpy(crops).permute(0, 3, 1, 2).float()
    with torch.no_grad():
        still, training = net.eval()(planes)["embedding"], net.train()(planes)["embedding"]
    np.testing.assert_allclose(training.numpy(), still.numpy(), atol=1e-3)


def test_only_the_embeddings_of_discs_are_held(crops: np.ndarray) -> None:
    teacher = opened(model_path("reader"), crops).eval()
    planes = torch.from_numpy(crops[:6]).permute(0, 3, 1, 2).float()
    labels = np.array([[KINDS.index("symbol"), -1, -1], [KINDS.index("pips"), -1, 3]])
    with torch.no_grad():
        where = teacher(planes)["embedding"]
    moved = where.clone()
    moved[3:] = -moved[3:]
    assert float(astray(where, teacher, planes, labels)) == pytest.approx(0, abs=1e-5)
    assert float(astray(moved, teacher, planes, labels)) == pytest.approx(0, abs=1e-5)
    assert float(astray(-where, teacher, planes, labels)) == pytest.approx(2, abs=1e-5)


def test_the_written_weights_lie_between_the_start_and_the_trained_ones(crops: np.ndarray) -> None:
    start, trained = opened(model_path("reader"), crops), opened(model_path("reader"), crops)
    with torch.no_grad():
        trained.embed.bias += 1.0
    between = blended(start, trained)
    np.testing.assert_allclose((between.embed.bias - start.embed.bias).detach().numpy(), PART, atol=1e-6)
    assert torch.equal(between.think.weight, start.think.weight)
