"""Two networks read the faces of dice on the mat; everything else is read by the embedder alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import camera_over
from vision.eyes import Eyes
from vision.models.inference import geometric_mean
from vision.recognition.embedder import load_die_reader

KINDS = ("stone", "die", "unknown", "die")
HEADS = ("kind", "number", "pips")


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (len(KINDS), 64, 64, 3), dtype=np.uint8)


def test_only_the_probabilities_of_dice_are_averaged(crops: np.ndarray) -> None:
    eyes = Eyes(plane=camera_over())
    prediction = eyes.predict(crops, KINDS)
    one, other = (network.predict(crops) for network in (eyes.embedder, eyes.die_reader))
    np.testing.assert_array_equal(prediction.embedding, one.embedding)
    for head in HEADS:
        own, second = getattr(one, head), getattr(other, head)
        np.testing.assert_allclose(getattr(prediction, head)[[0, 2]], own[[0, 2]])
        np.testing.assert_allclose(getattr(prediction, head)[[1, 3]], geometric_mean([own, second])[[1, 3]], rtol=1e-3)
        assert np.abs(getattr(prediction, head)[[1, 3]] - own[[1, 3]]).max() > 1e-4


@pytest.mark.parametrize("method", ["predict", "predict_rotated"])
def test_without_a_plane_dice_are_read_like_everything_else(method: str, crops: np.ndarray) -> None:
    eyes = Eyes()
    prediction, alone = (getattr(reader, method)(crops, *kinds) for reader, *kinds in ((eyes, KINDS), (eyes.embedder,)))
    for head in ("embedding", *HEADS):
        np.testing.assert_array_equal(getattr(prediction, head), getattr(alone, head))


def test_on_a_plane_the_die_reader_alone_reads_dice_in_four_rotations(crops: np.ndarray) -> None:
    eyes = Eyes(plane=camera_over())
    seen, alone = eyes.predict_rotated(crops, KINDS), eyes.die_reader.predict_rotated(crops)
    own = eyes.embedder.predict_rotated(crops)
    np.testing.assert_array_equal(seen.embedding, own.embedding)
    for head in HEADS:
        np.testing.assert_allclose(getattr(seen, head)[[0, 2]], getattr(own, head)[[0, 2]])
        np.testing.assert_allclose(getattr(seen, head)[[1, 3]], getattr(alone, head)[[1, 3]], rtol=1e-3)


def test_the_second_network_is_loaded_once_and_with_the_first_die(crops: np.ndarray) -> None:
    load_die_reader.cache_clear()
    eyes = Eyes(plane=camera_over())
    eyes.predict(crops, ["stone"] * len(crops))
    assert load_die_reader.cache_info().misses == 0
    for _ in range(2):
        eyes.predict(crops, KINDS)
    assert load_die_reader.cache_info().misses == 1


def test_a_picture_without_dice_is_read_by_the_embedder_alone(crops: np.ndarray) -> None:
    eyes = Eyes(plane=camera_over())
    stones = eyes.predict(crops, ["stone"] * len(crops))
    np.testing.assert_array_equal(stones.kind, eyes.embedder.predict(crops).kind)
    assert eyes.predict_rotated(crops[:0], []).kind.shape == (0, stones.kind.shape[1])
