"""Batches for the training of the reader: crops of one set, varied in place, angle, light and surroundings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import Dataset

from vision.geometry.crops import SIZE, alone
from vision.recognition.embedder import NUMBERS
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.reader_crops import STORED
from vision.training.set_files import Growing, waited

SETS_A_BATCH = 5
VIEWS_A_BATCH = 3
DISCS = 2
"""Number of kinds that are on discs: symbols and numbers, the first two."""
CLOSE = 0.1
"""Probability that a view is a close-up."""
ALONE = 0.8
"""Probability that a disc is shown without its surroundings, as by `vision.geometry.crops.alone` at a table."""
LAMP = 0.5
"""Probability that all sides of a set share an additional light, so that similar light is no evidence."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Generated sets: crops (sets, sides, views, 72, 72, 3), labels (sets, sides, 3) = kind, number, pips."""

    crops: NDArray[np.uint8]
    labels: NDArray[np.int64]


def targets(labels: NDArray[np.int64]) -> dict[str, Tensor]:
    """Return the class indices for each head; -100 where a side has no label for a head."""
    kind, number, pips = labels[..., 0], labels[..., 1], labels[..., 2]
    classes = np.full(number.shape, len(NUMBERS))
    for index, value in enumerate(NUMBERS):
        classes[number == value] = index
    classes[number < 0] = -100
    return {
        "kind": torch.from_numpy(kind.copy()),
        "number": torch.from_numpy(classes),
        "pips": torch.from_numpy(np.where(pips > 0, pips - 1, -100)),
    }


def moved(rng: np.random.Generator, crop: NDArray[np.uint8], free: bool, mirror: bool) -> NDArray[np.uint8]:
    """Return a random crop of the network's size: rotated (by any angle if ``free``), shifted, slightly scaled.

    Sometimes it is a close-up, as of a picture of the face alone, whose border is then repeated.
    """
    turn = rng.integers(4) * 90.0 + (rng.uniform(-45, 45) if free else rng.normal(0, 5))
    close = rng.random() < CLOSE
    scale = rng.uniform(1.1, 1.5) if close else np.exp(rng.normal(0.02, 0.04))
    where: NDArray[Any] = cv2.getRotationMatrix2D(((STORED - 1) / 2,) * 2, turn, float(scale))
    where[:, 2] -= rng.uniform(0.2, 1.8, 2) * (STORED - SIZE) / 2
    if mirror:
        where[0] = -where[0]
        where[0, 2] += SIZE - 1
    out = cv2.warpAffine(crop, where, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT_101)
    if close and rng.random() < 0.5:
        out = cv2.copyMakeBorder(out[5:-5, 5:-5], 5, 5, 5, 5, cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def under_a_lamp(rng: np.random.Generator, crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return crops (N x 64 x 64 x 3) under one additional light: a gradient, another hue and exposure."""
    along = np.linspace(-0.5, 0.5, SIZE)
    turn, strength = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.35)
    slope = 1 + strength * (along[:, None] * np.cos(turn) + along * np.sin(turn))
    bright = np.clip(crops * (slope[..., None] * np.exp(rng.normal(0, 0.12, 3))).astype(np.float32), 0, 255)
    curve = 255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.25))
    return np.asarray(curve.astype(np.uint8)[bright.astype(np.uint8)])


def varied(rng: np.random.Generator, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return an augmented set (sides, views, 72, 72, 3): common hues, and sides without a number maybe mirrored.

    Every view is moved independently.
    """
    out = np.empty((*crops.shape[:2], SIZE, SIZE, 3), np.uint8)
    mirror = (rng.random(len(crops)) < 0.5) & (labels[:, 1] < 0)
    for side, views in enumerate(crops):
        free = bool(labels[side, 0] < DISCS and rng.random() < 0.7)
        for view, crop in enumerate(views):
            out[side, view] = moved(rng, crop, free, bool(mirror[side]))
    hues = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    out = out[..., hues]
    if rng.random() < LAMP:
        out = np.stack([under_a_lamp(rng, out[:, view]) for view in range(out.shape[1])], axis=1)
    return unsurrounded(rng, out, labels)


def unsurrounded(rng: np.random.Generator, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return crops (sides, views, 64, 64, 3) with the surroundings of most discs painted over."""
    kinds = np.repeat(np.where(labels[:, 0] < DISCS, "stone", "die"), crops.shape[1])
    kinds[rng.random(len(kinds)) >= ALONE] = "die"
    return alone(crops.reshape(-1, SIZE, SIZE, 3), kinds.tolist()).reshape(crops.shape)


class Batches(Dataset[Any]):
    """The batches of a training of ``steps`` steps, by their steps; ``sources``: files and the proportion of each."""

    def __init__(self, sources: Sequence[tuple[Growing[Crops], float]], steps: int, seed: int) -> None:
        self._sources, self._steps, self._seed = sources, steps, seed

    def __getitem__(self, step: int) -> tuple[Tensor, ...]:
        """Return crops (N x 3 x 64 x 64), and the class indices of their sides for each head (see `targets`)."""
        now = [(files.at(step / self._steps), part) for files, part in self._sources]
        crops, labels = batch(np.random.default_rng([self._seed, step]), now)
        return crops.contiguous(memory_format=torch.channels_last), *targets(labels).values()


def batch(rng: np.random.Generator, sources: Sequence[tuple[list[Crops], float]]) -> tuple[Tensor, NDArray[np.int64]]:
    """Return a few views of every side of some sets, which are from each source in its proportion (0..1)."""
    crops, labels = [], []
    for _ in range(SETS_A_BATCH):
        shards = sources[rng.choice(len(sources), p=[part for _, part in sources])][0]
        shard = shards[int(rng.integers(len(shards)))]
        place = int(rng.integers(len(shard.crops)))
        views = np.sort(rng.permutation(VIEWS)[:VIEWS_A_BATCH])
        crops.append(varied(rng, shard.crops[place][:, views], shard.labels[place]))
        labels.append(shard.labels[place])
    planes = torch.from_numpy(np.concatenate(crops).reshape(-1, SIZE, SIZE, 3)).permute(0, 3, 1, 2).float()
    gain = np.exp(rng.normal(0, 0.06, (len(planes), 3, 1, 1))).astype(np.float32)
    return planes * torch.from_numpy(gain), np.concatenate(labels)


def read(path: Path) -> Crops:
    """Return a file of sets, after waiting until it is written."""
    return Crops(*waited(path))


def dice_of(data: Crops) -> Crops:
    """Return the sets without discs."""
    chosen = (data.labels[..., 0] >= DISCS).all(axis=1)
    return Crops(data.crops[chosen], data.labels[chosen])


def number_of_crops(paths: Sequence[Path]) -> int:
    """Return the number of crops in these files."""
    sets = 0
    for path in paths:
        with np.load(path) as file:
            sets += len(file["labels"])
    return sets * A_SET * VIEWS


def joined(shards: list[Crops]) -> Crops:
    """Return the sets of all shards as one."""
    return Crops(np.concatenate([each.crops for each in shards]), np.concatenate([each.labels for each in shards]))
