"""Files that are drawn while a network is trained: which of them a training uses, and who draws them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.training.painted.glyphs import Atlas
from vision.training.set_files import Growing, fill, save_arrays, there


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Ten files."""
    paths = [tmp_path / f"{number}.npz" for number in range(10)]
    for number, path in enumerate(paths):
        save_arrays(path, number=number)
    return paths


def number_in(path: Path) -> int:
    return int(np.load(path)["number"])


@pytest.mark.parametrize(("done", "used"), [(0.0, 2), (0.1, 4), (0.2, 6), (0.5, 10), (1.0, 10)])
def test_a_training_begins_with_some_files_and_uses_all_at_half_of_it(
    files: list[Path], done: float, used: int
) -> None:
    assert Growing(number_in, files, first=2).at(done) == list(range(used))


def test_the_files_of_a_step_are_the_same_after_later_ones_were_read(files: list[Path]) -> None:
    growing = Growing(number_in, files, first=2)
    growing.at(1.0)
    assert growing.at(0.0) == [0, 1]


def test_a_file_is_read_once(files: list[Path]) -> None:
    growing = Growing(number_in, files, first=2)
    growing.at(1.0)
    for path in files:
        path.unlink()
    assert growing.at(1.0) == list(range(10))


def test_several_processes_draw_all_files_once(tmp_path: Path) -> None:
    atlas, drawn = tmp_path / "atlas.npz", list[str]()
    save_empty_atlas(atlas)

    def draw(path: Path, _: Atlas, seed: int, held: bool) -> None:
        drawn.append(path.stem)
        save_arrays(path, seed=seed, held=held)

    for share in range(3):
        fill(draw, tmp_path / "crops", atlas, (2, "shard", 5), 1, (share, 3))
    assert sorted(drawn) == ["held000", "held001", *(f"shard00{k}" for k in range(5))]
    assert np.load(there(tmp_path / "crops" / "held001.npz"))["held"]
    assert int(np.load(tmp_path / "crops" / "shard004.npz")["seed"]) == 100_004


def save_empty_atlas(path: Path) -> None:
    """An atlas without glyphs."""
    save_arrays(
        path,
        symbols=np.zeros((0, 80, 80), np.uint8),
        symbol_held=np.zeros(0, bool),
        numbers=np.zeros((0, 33, 80, 80), np.uint8),
        number_held=np.zeros(0, bool),
    )
