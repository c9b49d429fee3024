"""Training the appearance embeddings: batches, loss and the measured rate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.geometry.crops import SIZE  # noqa: E402  (only where torch is there)
from vision.models.inference import open_session, run  # noqa: E402
from vision.recognition.appearance import EMBEDDED  # noqa: E402
from vision.training.appearance import (  # noqa: E402
    Batches,
    Index,
    batch,
    embedded,
    loss_of,
    rate_of_right,
    triplets,
    turned_hues,
)
from vision.training.appearance_network import AppearanceNet, export  # noqa: E402
from vision.training.reader_crops import STORED  # noqa: E402
from vision.training.render.die_families import Families, read  # noqa: E402
from vision.training.set_files import save_arrays  # noqa: E402

FAMILY, DIE = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 0, 1, 1])


def families() -> Families:
    """Two families of two dice; a crop is as bright as its row number says."""
    crops = np.zeros((len(DIE), STORED, STORED, 3), np.uint8)
    crops += 10 * np.arange(len(DIE), dtype=np.uint8)[:, None, None, None]
    return Families(crops, FAMILY, DIE)


def test_triplets_hold_two_crops_of_a_die_and_one_of_another_of_the_family() -> None:
    assert set(triplets(Index(families()))) == {(0, 1, 2), (1, 0, 2), (4, 5, 3), (5, 4, 3)}


def test_the_rate_counts_triplets_whose_own_die_is_more_similar() -> None:
    towards = np.eye(2, dtype=np.float32)
    right = towards[[0, 0, 1, 0, 1, 1]]
    assert rate_of_right(right, Index(families())) == 1.0
    assert rate_of_right(towards[[0, 1, 1, 0, 1, 1]], Index(families())) == 0.5


def test_a_batch_holds_crops_with_their_family_and_die() -> None:
    crops, number, die = batch(np.random.default_rng(3), Index(families()))
    assert crops.shape[1:] == (SIZE, SIZE, 3)
    assert len(crops) == len(number) == len(die) == 3 * 24
    rows = (crops[:, 0, 0, 0] // 10).long()
    assert die.tolist() == DIE[rows].tolist()
    assert all(len(set(FAMILY[rows[number == each]])) == 1 for each in range(24))


def test_turned_hues_keep_greys_and_the_differences_between_colours() -> None:
    for seed in range(20):
        turn = turned_hues(np.random.default_rng(seed))
        assert turn @ np.full(3, 80.0) == pytest.approx(np.full(3, 80.0))
        assert turn @ turn.T == pytest.approx(np.eye(3))
    red = [turned_hues(np.random.default_rng(seed)) @ np.array([0.0, 0, 100]) for seed in range(20)]
    assert np.std(red, axis=0).min() > 20


def test_a_step_has_the_same_batch_each_time(tmp_path: Path) -> None:
    saved = families()
    save_arrays(tmp_path / "families000.npz", crops=saved.crops, family=saved.family, die=saved.die)
    assert read(tmp_path / "families000.npz").die.tolist() == DIE.tolist()
    one, other = (Batches([tmp_path / "families000.npz"], seed=1) for _ in range(2))
    assert torch.equal(one[7][0], other[7][0])
    assert not torch.equal(one[7][1], one[8][1]) or not torch.equal(one[7][0], one[8][0])


def test_the_loss_is_small_only_where_dice_of_a_family_are_apart() -> None:
    towards = torch.eye(2)
    family, die = torch.tensor(FAMILY), torch.tensor(DIE)
    scale = torch.tensor(10.0)
    apart = loss_of(towards[[0, 0, 1, 0, 1, 1]], scale, family, die)
    alike = loss_of(towards[[0, 0, 0, 0, 0, 0]], scale, family, die)
    swapped = loss_of(towards[[0, 1, 1, 0, 1, 0]], scale, family, die)
    assert float(apart) < 0.001
    assert float(alike) == pytest.approx(np.log(2), abs=1e-4)
    assert float(swapped) > 5


def test_dice_of_other_families_do_not_matter() -> None:
    towards, scale = torch.eye(2), torch.tensor(10.0)
    family, die = torch.tensor(FAMILY), torch.tensor(DIE)
    both = loss_of(towards[[0, 0, 1, 0, 1, 1]], scale, family, die)
    turned = loss_of(towards[[0, 0, 1, 1, 0, 0]], scale, family, die)
    assert float(both) == pytest.approx(float(turned))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_written_network_returns_the_unit_vectors_of_the_trained_one(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = AppearanceNet().eval()
    export(net, tmp_path / "appearance.onnx")
    crops = np.random.default_rng(1).integers(0, 255, (3, STORED, STORED, 3), dtype=np.uint8)
    edge = (STORED - SIZE) // 2
    inner = np.ascontiguousarray(crops[:, edge : edge + SIZE, edge : edge + SIZE])
    (written,) = run(open_session(tmp_path / "appearance.onnx"), ["appearance"], {"crops": inner})
    assert written == pytest.approx(embedded(net, crops), abs=1e-4)
    assert written.shape == (3, EMBEDDED)
    assert np.linalg.norm(written, axis=1) == pytest.approx(1, abs=1e-4)
