"""The invented crowds of dice on which the network of `vision.detection.die_stance` is trained."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.training.scenes import dice_crops
from vision.training.scenes.crowds import Stock
from vision.training.scenes.dice_crops import STORED, UNSAID, Mix, any_kind, materials, views
from vision.training.scenes.pieces import FACES


@pytest.fixture(scope="module")
def have() -> Stock:
    return materials(np.random.default_rng(1), tables=4, signs=12)


def labels_of(have: Stock, seeds: range) -> list[tuple[int, int]]:
    """The labels (pips, level) of the crops of these crowds; each crop has four planes."""
    crops = [one for seed in seeds for one in views(np.random.default_rng(seed), have, Mix(0.6, 0.5))]
    assert {crop.shape for crop, _, _ in crops} == {(STORED, STORED, 4)}
    return [(pips, level) for _, pips, level in crops]


def test_a_cocked_die_has_no_pip_label(have: Stock) -> None:
    labels = labels_of(have, range(40))
    assert {level for _, level in labels} == {UNSAID, 0, 1}
    assert {pips for pips, level in labels if level == 0} == {UNSAID}
    assert {pips for pips, level in labels if level == 1} <= set(range(7))


def test_all_dice_are_level_where_none_leans(have: Stock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        dice_crops, "any_kind", lambda rng, _: replace(any_kind(rng, 0.5), cocked=0.0, printed=1.0, clear=0.0)
    )
    labels = labels_of(have, range(25))
    assert {level for _, level in labels} == {UNSAID, 1}
    assert {pips for pips, _ in labels} == set(range(1, 7))


@pytest.mark.parametrize("seed", range(8))
def test_a_level_die_has_one_of_its_six_sides_up(seed: int) -> None:
    pose = dice_crops.any_side_up(np.random.default_rng(seed))
    assert np.linalg.det(pose) == pytest.approx(1)
    assert sorted((FACES @ pose.T)[:, 2]) == pytest.approx([-1, 0, 0, 0, 0, 1])
