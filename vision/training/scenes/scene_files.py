"""Files of painted scenes: pictures and the pieces in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.training.scenes.crowds import Scene, Stock, Target, scene
from vision.training.set_files import save_arrays, there

A_FILE = 64
"""Scenes of a file."""


def draw_file(path: Path, textures: Stock, seed: tuple[int, int]) -> None:
    """Paint `A_FILE` scenes and write them as one file; the same for the same seed."""
    scenes = [scene(np.random.default_rng((*seed, number)), textures) for number in range(A_FILE)]
    pieces = [(number, target) for number, one in enumerate(scenes) for target in one.targets]
    save_arrays(
        path,
        pictures=np.stack([one.picture for one in scenes]),
        of_scene=np.array([number for number, _ in pieces], np.int64),
        kinds=np.array([target.kind for _, target in pieces], "U8"),
        middles=np.array([target.middle for _, target in pieces], np.float64).reshape(-1, 2),
        axes=np.array([target.axes for _, target in pieces], np.float64).reshape(-1, 2, 2),
        visible=np.array([target.visible for _, target in pieces], np.float64),
    )


def read_file(path: Path) -> list[Scene]:
    """Return the scenes of a file, after waiting until another process has written it."""
    with np.load(there(path)) as file:
        arrays = {name: file[name] for name in file.files}
    targets: list[list[Target]] = [[] for _ in arrays["pictures"]]
    rows = zip(*(arrays[name] for name in ("of_scene", "kinds", "middles", "axes", "visible")), strict=True)
    for of_scene, kind, middle, axes, visible in rows:
        targets[of_scene].append(Target(str(kind), middle, axes, float(visible)))
    return [Scene(picture, found) for picture, found in zip(arrays["pictures"], targets, strict=True)]
