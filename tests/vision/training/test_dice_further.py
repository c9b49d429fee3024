"""Training the network for whole dice further: it begins with exactly what the file of the network holds."""

from __future__ import annotations

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.detection.die_stance import SIZE  # noqa: E402
from vision.models.inference import model_path, open_session  # noqa: E402
from vision.training.dice import A_BATCH, Crops  # noqa: E402
from vision.training.dice_further import TRACED, forgotten, mixed, opened  # noqa: E402
from vision.training.scenes.dice_crops import STORED, UNSAID  # noqa: E402


def crops_of(level: list[int], grey: int) -> Crops:
    """Plain crops of this grey level without pips."""
    shape = (len(level), STORED, STORED, 4)
    return Crops(np.full(shape, grey, np.uint8), np.zeros(len(level), np.int64), np.array(level))


def test_the_opened_network_gives_the_answers_of_its_file() -> None:
    crops = np.random.default_rng(5).integers(0, 256, (24, SIZE, SIZE, 4), dtype=np.uint8)
    file = model_path("dice")
    warm = json.loads(file.with_suffix(".json").read_text("utf-8"))["temperatures"]
    with torch.no_grad():
        pips, level = opened(file, crops).eval()(torch.from_numpy(crops).float())
    before = open_session(file).run(["pips", "level"], {"crops": crops})
    np.testing.assert_allclose(torch.softmax(pips / warm["pips"], dim=1).numpy(), before[0], atol=2e-3)
    np.testing.assert_allclose(torch.sigmoid(level / warm["level"]).numpy(), before[1], atol=2e-3)


def test_traced_crops_come_first_and_some_of_them_lean() -> None:
    traced, painted = crops_of([1] * 40 + [0] * 2 + [UNSAID], 200), crops_of([1] * 9, 0)
    crops, pips, level = mixed(np.random.default_rng(1), [painted], traced)
    from_traced = crops[:, 8, 8, 0].numpy() > 100
    assert crops.shape == (A_BATCH, SIZE, SIZE, 4)
    assert from_traced.tolist() == [k < TRACED * A_BATCH for k in range(A_BATCH)]
    assert 0.2 < float((level[: A_BATCH // 2] == 0).float().mean()) < 0.5
    assert (level[A_BATCH // 2 :] == 1).all()
    assert (pips == 0).all()


def test_only_answers_about_painted_crops_are_kept() -> None:
    start = torch.randn(A_BATCH, 7, generator=torch.Generator().manual_seed(1))
    other = start.clone()
    other[: A_BATCH // 2] += torch.arange(7)
    assert float(forgotten(other, start)) == pytest.approx(0, abs=1e-6)
    assert float(forgotten(start + torch.arange(7), start)) > 0.1
