"""Files of generated sets: some processes draw them, others wait for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.training.painted.glyphs import Atlas, load_atlas

LabelledCrops = tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Crops (sides, views, edge, edge, 3) of one set, or (sets, sides, ...) of many; kind, number and pips of each side."""


Draw = Callable[[Path, Atlas, int, bool], None]
T = TypeVar("T")


def save(path: Path, sets: Sequence[LabelledCrops]) -> None:
    """Write sets as one file."""
    save_arrays(path, crops=np.stack([crops for crops, _ in sets]), labels=np.stack([labels for _, labels in sets]))


def save_arrays(path: Path, **arrays: Any) -> None:
    """Write arrays as one file, atomically."""
    part = path.with_suffix(".part.npz")
    np.savez(part, **arrays)
    part.rename(path)


def waited(path: Path) -> LabelledCrops:
    """Return the crops and labels of a file, after waiting until it is written."""
    with np.load(there(path)) as file:
        return file["crops"], file["labels"]


def there(path: Path) -> Path:
    """Return the path of a file, after waiting until it is written."""
    while not path.exists():
        time.sleep(1)
    return path


class Growing(Generic[T]):
    """Files that are drawn during a training: it begins with some and uses all at a part of its progress.

    ``first``: number of files with which the training begins; ``by``: progress (0..1) from which on it uses all.
    """

    def __init__(self, read: Callable[[Path], T], paths: Sequence[Path], first: int, by: float = 0.5) -> None:
        self._read, self._paths, self._first, self._by = read, paths, first, by
        self._files: list[T] = []

    def at(self, done: float) -> list[T]:
        """Return the files to use at this progress (0..1), after waiting for them; the same for the same progress."""
        due = min(len(self._paths), self._first + int(len(self._paths) * done / self._by))
        self._files.extend(self._read(path) for path in self._paths[len(self._files) : due])
        return self._files[:due]


def missing(paths: Sequence[Path], share: tuple[int, int]) -> Iterator[tuple[int, Path]]:
    """Yield the number and path of each missing file that one of several processes must draw.

    ``share`` (k, n): process k of n, from 0, draws every n-th file from file k on, so that the first are there early.
    """
    for number in range(share[0], len(paths), share[1]):
        if not paths[number].exists():
            yield number, paths[number]


def fill(
    draw: Draw,
    folder: Path,
    atlas_file: Path,
    counts: tuple[int, str, int],
    seed: int,
    share: tuple[int, int] = (0, 1),
) -> None:
    """Draw the files that are missing in a folder: held-out fonts and symbols, then training files of that name.

    ``share``: see `missing`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    atlas = load_atlas(atlas_file)
    held, name, others = counts
    paths = [folder / f"held{k:03d}.npz" for k in range(held)]
    paths += [folder / f"{name}{k:03d}.npz" for k in range(others)]
    for number, path in missing(paths, share):
        is_held = number < held
        draw(path, atlas, seed * 100_000 + (50_000 + number if is_held else number - held), is_held)
