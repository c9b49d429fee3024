"""The invented lamps and discs on which the relief network is trained, and how two discs are compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.recognition.relief import RINGS, TURNS, alike
from vision.training.painted.relief_discs import Stuff, any_sky, shaded

EDGE = 60
GREY = np.full((EDGE, EDGE, 3), 0.5, np.float32)


def _ridge() -> NDArray[Any]:
    """One ridge from top to bottom, a few pixels wide."""
    across = np.arange(EDGE) - EDGE / 2
    return np.tile(3 * np.exp(-((across / 6) ** 2)), (EDGE, 1)).astype(np.float32)


@pytest.mark.parametrize("seed", range(6))
def test_lamps_hang_above_the_table(seed: int) -> None:
    sky = any_sky(np.random.default_rng(seed))
    assert np.allclose(np.linalg.norm(sky.lamps, axis=1), 1, atol=1e-5)
    assert (sky.lamps[:, 2] > 0).all()
    assert len(sky.power) == len(sky.narrow) == len(sky.lamps)


@pytest.mark.parametrize("metal", [0.0, 1.0])
def test_a_flat_disc_is_uniform_under_any_lamp(metal: float) -> None:
    for seed in range(8):
        picture = shaded(np.random.default_rng(seed), GREY, np.zeros((EDGE, EDGE), np.float32), Stuff(metal, 1.0))
        assert picture.shape == (EDGE, EDGE, 3)
        assert float(np.ptp(picture)) < 0.01


def test_a_ridge_is_bright_on_either_flank() -> None:
    left_brighter = []
    for seed in range(20):
        columns = shaded(np.random.default_rng(seed), GREY, _ridge(), Stuff(0.5, 1.0)).mean(axis=(0, 2))
        left_brighter.append(columns[EDGE // 2 - 6] > columns[EDGE // 2 + 6])
    assert 4 <= sum(left_brighter) <= 16


def test_training_and_table_compute_the_same_similarity() -> None:
    torch = pytest.importorskip("torch", reason="training needs the [train] extra")
    from vision.training.relief import likeness

    features = np.random.default_rng(1).normal(size=(3, 4, TURNS, RINGS // 2)).astype(np.float32)
    features /= np.linalg.norm(features.reshape(3, -1), axis=1)[:, None, None, None]
    features[1] = np.roll(features[0], 17, axis=1)
    near = likeness(torch.from_numpy(features)[None])[0].numpy()
    waves = np.fft.rfft(features, axis=2).transpose(0, 2, 1, 3).reshape(3, TURNS // 2 + 1, -1).astype(np.complex64)
    assert np.allclose(near[0], alike(waves[0], waves), atol=1e-4)
    assert near[0, 1] == pytest.approx(1, abs=1e-4)
    assert near[0, 2] < 0.3
