"""Render the training set of clear dice: resumable, one file per set of dice.

    python -m vision.training.render.make --work FOLDER --seed 1 --sets 2000 --workers 2
    python -m vision.training.render.make --work FOLDER --seed 1 --sets 500 --workers 2 --blank

Each file `FOLDER/rendered/setNNNNN.npz` holds the pictures of one invented set of dice, half of them on one table and
half on another: ``picture{k}`` and, for some, ``empty{k}`` (JPEG bytes), and ``truth`` (JSON: camera, and for each die
its pose, its upper face and the visible part of it).  With `--blank` the upper faces carry no print and the files are
in `FOLDER/blank`: the training prints any number of drawings on each of them (`printing.py`).  Needs the `render` extra
(Blender 5.0 as a Python 3.11 module).
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.painted.glyphs import Atlas, load_atlas, make_atlas
from vision.training.render.layout import HELD_EVERY
from vision.training.render.pieces import Die, any_dice, any_stone
from vision.training.render.shot import SAMPLES, Shot
from vision.training.scenes.surfaces import table_top

SHOTS, TABLES = 8, 2
"""Pictures of one set, and tables on which they are taken."""
IN_PLAY = 3
"""Faces of each die that come up in its pictures; few, so that most appear more than once."""
Rng = np.random.Generator
Image = NDArray[np.uint8]


def make_set(path: Path, atlas: Atlas, seed: int, number: int, blank: bool) -> None:
    """Render one set and write its file; ``blank``: the faces in play carry no print, the ones below them do."""
    from vision.training.render import blender_scene as blender
    from vision.training.render.blender_pieces import add_die, add_stone

    rng = np.random.default_rng([seed, number, *[1] * blank])
    held = number % HELD_EVERY == 0
    scene = blender.new_scene(SAMPLES)
    textures = [table_top(rng) for _ in range(TABLES)]
    grounds = [(texture**2.2).mean(axis=(0, 1)).astype(np.float32) for texture in textures]
    dice = any_dice(atlas, rng, held, grounds[0], int(rng.choice([2, 4])))
    faces = [in_play(rng, blank) for _ in dice]
    if blank:
        dice = [die.without_print(up) for die, up in zip(dice, faces, strict=True)]
    things = [add_die(f"die{k}", die) for k, die in enumerate(dice)]
    stones = [any_stone(atlas, rng, held) for _ in range(2)]
    rocks = [add_stone(f"stone{k}", stone) for k, stone in enumerate(stones)]
    arrays: dict[str, Any] = {}
    truths: list[dict[str, Any]] = []
    for texture, ground in zip(textures, grounds, strict=True):
        table, shade = blender.add_table(texture, rng), rng.uniform(0.12, 0.5)
        blender.set_room(scene, rng)
        for _ in range(SHOTS // TABLES):
            shot = Shot(rng, scene, dice, faces, things, rocks, float(ground.mean()), path.parent)
            pictures, truth = shot.taken(shade)
            arrays |= {f"{name}{len(truths)}": _packed(picture) for name, picture in pictures.items()}
            truths.append(truth)
        blender.remove([table])
    record = {"set": number, "held": held, "dice": [_properties(die) for die in dice], "shots": truths}
    part = path.with_suffix(".part.npz")
    np.savez(part, truth=np.array(json.dumps(record)), **arrays)
    part.rename(path)


def in_play(rng: Rng, blank: bool) -> list[int]:
    """Return the IN_PLAY faces (0 to 5) of a die that come up; of blank ones, no two are opposite."""
    if blank:
        return [int(rng.choice([k, 5 - k])) for k in range(IN_PLAY)]
    return [int(face) for face in rng.permutation(6)[:IN_PLAY]]


def _packed(image: Image) -> Image:
    """Return a picture as JPEG bytes."""
    return np.asarray(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 94])[1], np.uint8)


def _properties(die: Die) -> dict[str, Any]:
    """Return the properties of a die without its drawings."""
    body = {name: value for name, value in asdict(die).items() if name != "faces"}
    return body | {"kinds": [face.kind for face in die.faces], "values": [face.value for face in die.faces]}


def work(folder: Path, atlas_path: Path, seed: int, numbers: range, blank: bool) -> None:
    """Render the sets that are missing, on one core: the denoiser would start a thread on each."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[numbers.start % len(cores)]})
    atlas = load_atlas(atlas_path)
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        path = folder / f"set{number:05d}.npz"
        if not path.exists():
            make_set(path, atlas, seed, number, blank)


def main() -> None:
    """Read the command line and render on several processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--blank", action="store_true", help="dice whose upper face carries no print")
    options = parser.parse_args()
    atlas = options.work / "atlas.npz"
    if not atlas.exists():
        options.work.mkdir(parents=True, exist_ok=True)
        make_atlas(atlas)
    folder = options.work / ("blank" if options.blank else "rendered")
    jobs = [
        get_context("spawn").Process(
            target=work, args=(folder, atlas, options.seed, range(k, options.sets, options.workers), options.blank)
        )
        for k in range(options.workers)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()


if __name__ == "__main__":
    main()
