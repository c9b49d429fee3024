"""Crops for the reader from the path-traced pictures written by `vision.training.render.make`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.crops import CONTEXT, SIZE, around, drawn
from vision.recognition.embedder import KINDS
from vision.training.painted.light import CHIP
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.reader_crops import STORED
from vision.training.render.layout import HELD_EVERY, LEVEL_DEG
from vision.training.set_files import LabelledCrops, save

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator
Side = tuple[Image, tuple[int, int, int]]
"""Crops of one side (VIEWS x STORED x STORED x 3), and its labels: kind, number and pips."""
VISIBLE = 0.6
"""Least visible part of a readable top face."""
SHIFT, TURN_DEG, SCALE = 0.02, 2.0, 0.015
"""Deviations of a fitted outline: shift in edges, angle, logarithm of the size (as measured for the pose fit)."""
ROUGH = 0.15
"""Proportion of outlines with three times these deviations."""
MISSED = (0.3, 0.9)
"""Displacement, in edges, of outlines that show no face."""
JUNK = 2
"""Number of sides of a set that show no face."""
A_SHARD = 40
"""Least number of rendered sets whose crops are in one file."""
VARIANTS = 4
"""Number of times that the rendered sets are cropped, with other order, outlines, exposure, blur and noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """One die in one picture: outline of its top face (4 x 2 px), kind and value, and whether it is readable."""

    picture: Image
    face_px: Floats
    kind: str
    value: int
    readable: bool


def observations(path: Path) -> dict[tuple[int, int], list[Observation]]:
    """Return all level dice of a file, by die and upper face."""
    found: dict[tuple[int, int], list[Observation]] = defaultdict(list)
    with np.load(path) as file:
        record = json.loads(str(file["truth"]))
        for k, shot in enumerate(record["shots"]):
            picture = np.asarray(cv2.imdecode(file[f"picture{k}"], cv2.IMREAD_COLOR), np.uint8)
            for die in shot["dice"]:
                if die["tilt_deg"] < LEVEL_DEG:
                    found[die["die"], die["up"]].append(_observed(picture, die, record["dice"][die["die"]]))
    return found


def _observed(picture: Image, pose: dict[str, Any], die: dict[str, Any]) -> Observation:
    kind, value = die["kinds"][pose["up"]], die["values"][pose["up"]]
    face = np.array(pose["face_px"])
    inside = bool((face >= 0).all() and (face <= picture.shape[1::-1]).all())
    return Observation(picture, face, kind, value, inside and pose["visible"] >= VISIBLE)


def side(rng: Rng, views: Sequence[Observation]) -> Side:
    """Return the crops of one side, cut at outlines as the pose fit finds them, and its labels."""
    return np.stack([crop_of(rng, each, fitted(rng, each.face_px)) for each in views]), _labels(views[0])


def sides(rng: Rng, path: Path) -> Iterator[Side]:
    """Yield the readable sides of a file: crops (VIEWS x STORED x STORED x 3) and labels."""
    for group in observations(path).values():
        good = [each for each in group if each.readable]
        if good:
            views = [good[k % len(good)] for k in range(VIEWS)]
            yield side(rng, views)


def no_face(rng: Rng, candidates: Sequence[Observation]) -> Side:
    """Return crops at outlines that miss the top face, labelled as junk."""
    chosen = [candidates[int(rng.integers(len(candidates)))] for _ in range(VIEWS)]
    return np.stack([crop_of(rng, each, missed(rng, each.face_px)) for each in chosen]), (KINDS.index("junk"), -1, -1)


def _labels(observation: Observation) -> tuple[int, int, int]:
    number = observation.value if observation.kind == "numeral" else -1
    return KINDS.index(observation.kind), number, observation.value if observation.kind == "pips" else -1


def fitted(rng: Rng, face: Floats) -> Floats:
    """Return an outline with the errors of the pose fit: slightly shifted, rotated and scaled."""
    rough = 3.0 if rng.random() < ROUGH else 1.0
    angle = np.radians(rng.normal(0, TURN_DEG) * rough)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * np.exp(rng.normal(0, SCALE))
    middle = face.mean(axis=0)
    return np.asarray(middle + (face - middle) @ turn.T + rng.normal(0, SHIFT * rough, 2) * edge_px(face))


def missed(rng: Rng, face: Floats) -> Floats:
    """Return an outline next to the face."""
    heading = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(*MISSED) * edge_px(face)
    return fitted(rng, face + away * np.array([np.cos(heading), np.sin(heading)]))


def edge_px(face: Floats) -> float:
    """Return the mean length of the sides of an outline (4 x 2 px)."""
    return float(np.linalg.norm(np.roll(face, -1, axis=0) - face, axis=1).mean())


def crop_of(rng: Rng, observation: Observation, face: Floats) -> Image:
    """Return the crop of a face as a camera's sensor shows it: exposure, blur, noise, sharpening, JPEG."""
    low = np.maximum(np.floor(face.min(axis=0) - 16), 0).astype(int)
    high = np.ceil(face.max(axis=0) + 16).astype(int)
    part = as_photographed(rng, observation.picture[low[1] : high[1], low[0] : high[0]])
    square = around((face - low).astype(np.float32), CONTEXT * STORED / SIZE)
    return drawn(part, square, STORED)


def as_photographed(rng: Rng, part: Image) -> Image:
    """Return a rendered picture, or a part of it, under another exposure, blur, noise, sharpening and compression."""
    light = part.astype(np.float32) / 255 * np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
    bent = np.clip(light, 0, 1) ** float(np.exp(rng.normal(0, 0.15)))
    lens = cv2.GaussianBlur(bent, (0, 0), rng.uniform(0.3, 1.1)) if rng.random() < 0.6 else bent
    return CHIP.bits(rng, np.asarray(lens, np.float32))


def write_shards(work: Path, seed: int) -> tuple[list[Path], list[Path]]:
    """Write the missing crops of all rendered sets; return the shards for training and the held-out ones.

    Raises FileNotFoundError where nothing was rendered.
    """
    held, others = (rendered_sets(work / "rendered", held) for held in (True, False))
    if not held or not others:
        raise FileNotFoundError(f"{work} holds no rendered sets: run python -m vision.training.render.make first.")
    traced = [path for k in range(VARIANTS) for path in _cut_all(work / "traced" / str(k), others, seed + k)]
    return traced, _cut_all(work / "traced_held", held, seed + VARIANTS)


def rendered_sets(folder: Path, held: bool) -> list[Path]:
    """Return the files of the rendered sets in a folder that are held out of the training, or of the others."""
    return [path for path in sorted(folder.glob("set?????.npz")) if (int(path.stem[3:]) % HELD_EVERY == 0) == held]


def _cut_all(folder: Path, files: Sequence[Path], seed: int) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, part in enumerate(np.array_split(np.array(files), max(1, len(files) // A_SHARD))):
        path = folder / f"{part[0].stem}-{part[-1].stem}.npz"
        if not path.exists():
            shard(path, part.tolist(), seed * 1000 + number)
        paths.append(path)
    return paths


def as_set(sides: Sequence[Side]) -> LabelledCrops:
    """Return sides as one set for a file."""
    return np.stack([crops for crops, _ in sides]), np.array([labels for _, labels in sides], np.int64)


def shard(path: Path, files: Sequence[Path], seed: int) -> None:
    """Write the sides of these files as sets of A_SET sides, the last of each set without a face."""
    rng = np.random.default_rng(seed)
    sets: list[LabelledCrops] = []
    waiting: list[Side] = []
    for file in rng.permutation(np.array(files)):
        waiting += sides(rng, file)
        observed = [each for group in observations(file).values() for each in group]
        while len(waiting) >= A_SET - JUNK:
            chosen, waiting = waiting[: A_SET - JUNK], waiting[A_SET - JUNK :]
            chosen += [no_face(rng, observed) for _ in range(JUNK)] if observed else []
            if len(chosen) == A_SET:
                sets.append(as_set(chosen))
    save(path, sets)
