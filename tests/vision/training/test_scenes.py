"""Training scenes: the same seed paints the same picture, and the training targets can be decoded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.detection.detector import decode
from vision.training.scenes import scene_files, surfaces
from vision.training.scenes.crowds import Stock, scene, stock
from vision.training.scenes.photograph import SIDE
from vision.training.targets import draw


@pytest.fixture(scope="module")
def have() -> Stock:
    return stock(np.random.default_rng(3), scale=0.05)


def test_the_same_seed_paints_the_same_scene(have: Stock) -> None:
    one, other = (scene(np.random.default_rng(11), have) for _ in range(2))
    assert one.picture.shape == (SIDE, SIDE, 3)
    np.testing.assert_array_equal(one.picture, other.picture)
    assert len(one.targets) == len(other.targets)


@pytest.mark.parametrize("mirrored", [False, True])
def test_decoded_targets_give_the_original_spots(have: Stock, mirrored: bool) -> None:
    wanted = recovered = 0
    for seed in range(12):
        painted = scene(np.random.default_rng(seed), have)
        spots = decode(draw(painted, mirrored)[0], 0.99)
        for target in painted.targets:
            middle = np.array([SIDE - 1 - target.middle[0], target.middle[1]]) if mirrored else target.middle
            size = 2 * np.sqrt(abs(np.linalg.det(target.axes)))
            if target.kind in ("disc", "die") and target.visible > 0.6 and middle.min() > 4 and middle.max() < SIDE - 4:
                wanted += 1
                recovered += any(
                    s.kind == target.kind
                    and np.hypot(*(s.middle - middle)) < 0.06 * size
                    and abs(s.size / size - 1) < 0.03
                    for s in spots
                )
    assert wanted > 20
    assert recovered >= 0.95 * wanted


def test_the_angle_of_a_die_is_decoded(have: Stock) -> None:
    for seed in range(40):
        painted = scene(np.random.default_rng(seed), have)
        dice = [t for t in painted.targets if t.kind == "die" and t.visible > 0.9 and 20 < t.middle.min() < SIDE - 20]
        if not dice:
            continue
        spots = [s for s in decode(draw(painted)[0], 0.99) if s.kind == "die"]
        nearest = min(spots, key=lambda s: float(np.hypot(*(s.middle - dice[0].middle))))
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        mine, theirs = square @ nearest.axes.T, square @ dice[0].axes.T
        apart = np.linalg.norm(mine[:, None] - theirs[None], axis=2).min(axis=1)
        assert apart.max() < 0.06 * nearest.size
        return
    pytest.fail("no scene with a die that is seen whole")


def test_a_file_of_scenes_is_read_as_it_was_painted(
    have: Stock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene_files, "A_FILE", 5)
    path = tmp_path / "scenes.npz"
    scene_files.draw_file(path, have, (4, 2))
    read = scene_files.read_file(path)
    assert len(read) == 5
    for number, one in enumerate(read):
        painted = scene(np.random.default_rng((4, 2, number)), have)
        np.testing.assert_array_equal(one.picture, painted.picture)
        for found, drawn in zip(draw(one), draw(painted), strict=True):
            np.testing.assert_array_equal(found, drawn)


@pytest.mark.parametrize("seed", range(6))
def test_a_board_has_fields_of_several_terrains(seed: int) -> None:
    board = surfaces._fields(np.random.default_rng(seed))
    assert board.shape == (surfaces.TABLE_PX, surfaces.TABLE_PX, 3)
    assert board.min() >= 0
    assert board.max() <= 1
    cells = board[: board.shape[0] // 16 * 16, :].reshape(board.shape[0] // 16, 16, 40, 16, 3).mean(axis=(1, 3))
    assert np.ptp(cells.reshape(-1, 3), axis=0).max() > 0.1, "all fields alike"
