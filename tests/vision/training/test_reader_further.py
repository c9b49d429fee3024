"""Training the reader further: it begins with exactly what the file of the network holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from torch import Tensor  # noqa: E402

from vision.models.inference import model_path  # noqa: E402  (only where torch is there)
from vision.recognition.embedder import KINDS, NUMBERS, open_embedder  # noqa: E402
from vision.training.reader_batches import VIEWS_A_BATCH  # noqa: E402
from vision.training.reader_further import (  # noqa: E402
    LOYALTY,
    LOYALTY_OF_DICE,
    PART,
    blended,
    forgotten,
    opened,
)
from vision.training.reader_network import HEADS, export  # noqa: E402


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, (24, 64, 64, 3), dtype=np.uint8)


def test_the_opened_network_gives_the_answers_of_its_file(crops: np.ndarray, tmp_path: Path) -> None:
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


def answers(*rows: tuple[float, ...]) -> Tensor:
    return torch.tensor(rows).repeat_interleave(VIEWS_A_BATCH, dim=0)


def test_only_known_crops_are_distilled() -> None:
    """Of a disc and a die whose kind was known, and a die whose pips were not."""
    labels = np.array([[KINDS.index("symbol"), -1, -1], [KINDS.index("pips"), -1, 3]])
    sure = 9 * torch.eye(len(KINDS))[labels[:, 0]]
    start = {
        "embedding": answers((1.0, 0.0), (1.0, 0.0)),
        "kind": sure.repeat_interleave(VIEWS_A_BATCH, dim=0),
        "number": torch.zeros(2 * VIEWS_A_BATCH, len(NUMBERS) + 1),
        "pips": torch.zeros(2 * VIEWS_A_BATCH, 6),
    }
    assert float(forgotten(start, start, labels)) == pytest.approx(0, abs=1e-5)
    other_pips = start | {"pips": torch.eye(6)[[5] * 2 * VIEWS_A_BATCH] * 9}
    assert float(forgotten(other_pips, start, labels)) == pytest.approx(0, abs=1e-5)
    turned_away = start | {"embedding": answers((0.0, 1.0), (0.0, 1.0))}
    assert float(forgotten(turned_away, start, labels)) == pytest.approx((LOYALTY + LOYALTY_OF_DICE) / 2, abs=1e-5)
    other_kind = start | {"kind": start["kind"].flip(dims=(1,))}
    assert float(forgotten(other_kind, start, labels)) > 5
    unknown = start | {"kind": torch.zeros_like(start["kind"])}
    assert float(forgotten(turned_away | {"kind": unknown["kind"]}, unknown, labels)) == pytest.approx(0, abs=1e-5)


def test_the_written_weights_lie_between_the_start_and_the_trained_ones(crops: np.ndarray) -> None:
    start, trained = opened(model_path("reader"), crops), opened(model_path("reader"), crops)
    with torch.no_grad():
        trained.embed.bias += 1.0
    between = blended(start, trained)
    np.testing.assert_allclose((between.embed.bias - start.embed.bias).detach().numpy(), PART, atol=1e-6)
    assert torch.equal(between.think.weight, start.think.weight)
