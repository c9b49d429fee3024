"""Train the appearance embeddings of dice, on generated dice only, and write vision/models/appearance.onnx.

    python -m vision.training.render.make --work FOLDER --seed 1             # in an environment with Blender
    python -m vision.training.render.make --work FOLDER --seed 1 --blank     # the same
    python -m vision.training.appearance --work FOLDER --seed 1

One process prints dice while the other trains; about half an hour on two cores.  An interrupted training continues
where it stopped.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import Dataset

from vision.geometry.crops import SIZE
from vision.training.appearance_network import AppearanceNet, export
from vision.training.dice import any_orientation
from vision.training.loop import DEVICE, Plan, asked, atlas_in, beside, note
from vision.training.loop import train as train_network
from vision.training.reader_crops import STORED
from vision.training.render.die_families import Families, family_files, read, write_families
from vision.training.set_files import Growing

STEPS, RATE, DECAY, SMOOTH = 6000, 2e-3, 0.05, 0.996
FAMILIES, VIEWS = 24, 3
"""Families of a batch, two dice of each, and the most crops of a die."""
TURNED_HUES = 0.6
"""Proportion of families whose hues are turned."""
WRITE_EVERY = 2000
"""Steps between two writes of the network."""
Image = NDArray[np.uint8]
Rng = np.random.Generator
IMPOSSIBLE = -1e4


class Index:
    """The crops of a file of families by family and die."""

    def __init__(self, families: Families) -> None:
        self.crops = families.crops
        self._rows: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for row, (family, die) in enumerate(zip(families.family, families.die, strict=True)):
            self._rows[int(family)][int(die)].append(row)

    @cached_property
    def families(self) -> list[list[list[int]]]:
        """The rows of the crops of each die of each family."""
        return [list(dice.values()) for dice in self._rows.values()]


def read_index(path: Path) -> Index:
    """Return a file of families, after waiting until it is written."""
    return Index(read(path))


class Batches(Dataset[Any]):
    """The batches of a training, by their steps."""

    def __init__(self, files: Sequence[Path], seed: int) -> None:
        self._files, self._seed = Growing(read_index, files, 1), seed

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return crops (N x SIZE x SIZE x 3), the family of each, and its die."""
        rng = np.random.default_rng([self._seed, step])
        files = self._files.at(step / STEPS)
        return batch(rng, files[int(rng.integers(len(files)))])


def batch(rng: Rng, index: Index) -> tuple[Tensor, Tensor, Tensor]:
    """Return augmented crops of two dice of each of FAMILIES families, the family of each crop, and its die."""
    crops: list[Image] = []
    labels: list[tuple[int, int]] = []
    for number, chosen in enumerate(rng.integers(len(index.families), size=FAMILIES)):
        family = index.families[chosen]
        colours = turned_hues(rng) if rng.random() < TURNED_HUES else np.eye(3)
        for die in rng.permutation(len(family))[:2]:
            rows = rng.permutation(family[die])[:VIEWS]
            crops += [np.asarray(cv2.transform(moved(rng, index.crops[row]), colours), np.uint8) for row in rows]
            labels += [(number, int(die))] * len(rows)
    families, dice = torch.tensor(labels).T
    return torch.from_numpy(np.stack(crops)), families, dice


def turned_hues(rng: Rng) -> NDArray[np.float64]:
    """Return a matrix (3x3) for colours that turns all hues by one angle, or mirrors them too; greys stay."""
    turn, _ = cv2.Rodrigues(np.ones(3) / np.sqrt(3) * rng.uniform(0, 2 * np.pi))
    return np.asarray(turn[:, [1, 0, 2]] if rng.random() < 0.5 else turn, np.float64)


def moved(rng: Rng, crop: Image) -> Image:
    """Return a random part of a stored crop in the network's size: rotated by quarters, maybe mirrored."""
    left, top = rng.integers(0, STORED - SIZE + 1, 2)
    return any_orientation(rng, crop[top : top + SIZE, left : left + SIZE])


def loss_of(embeddings: Tensor, scale: Tensor, families: Tensor, dice: Tensor) -> Tensor:
    """Return the contrastive loss within families: a crop of the same die against the mean of the other die's.

    ``scale``: log odds of two dice for a difference of 1 in similarity.
    """
    odds = embeddings @ embeddings.T * scale
    related = families[:, None] == families
    same = related & (dice[:, None] == dice)
    others = related & ~same
    against = torch.where(others, odds, IMPOSSIBLE).logsumexp(dim=1) - others.sum(dim=1).clamp(min=1).log()
    pairs = same & ~torch.eye(len(odds), dtype=torch.bool, device=odds.device) & others.any(dim=1)[:, None]
    return nn.functional.softplus(against[:, None] - odds)[pairs].mean()


@torch.no_grad()
def embedded(net: AppearanceNet, crops: Image) -> NDArray[np.float32]:
    """Return the embeddings of the centres of stored crops."""
    edge = (STORED - SIZE) // 2
    inner = torch.from_numpy(crops[:, edge : edge + SIZE, edge : edge + SIZE].copy())
    return torch.cat([net(part) for part in inner.split(256)]).numpy()


def triplets(index: Index) -> Iterator[tuple[int, int, int]]:
    """Yield rows of two crops of one die and of one crop of another die of the family."""
    for family in index.families:
        for die, other in permutations(family, 2):
            yield from ((one, same, rival) for one, same in permutations(die, 2) for rival in other)


def rate_of_right(embeddings: NDArray[np.float32], index: Index) -> float:
    """Return the proportion of triplets in which the crop of the same die is more similar (chance: 0.5)."""
    one, same, rival = np.array(list(triplets(index))).T
    return float((np.sum(embeddings[one] * (embeddings[same] - embeddings[rival]), axis=1) > 0).mean())


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    held_file, *files = family_files(options.work)
    held = read_index(held_file)

    def learn(net: nn.Module, batch: Sequence[Tensor]) -> Tensor:
        crops, families, dice = batch
        return loss_of(net(crops), cast(AppearanceNet, net).scale, families, dice)

    def write(mean: nn.Module, step: int) -> None:
        net = cast(AppearanceNet, mean)
        export(net, options.out)
        card = {
            "steps": f"{step} of {STEPS}",
            "data": f"{len(files)} files of path-traced dice and of prints on path-traced blank dice, no photograph",
            "scale": round(float(net.scale.detach()), 2),
            "held-out dice: right of two, by one other face": round(rate_of_right(embedded(net, held.crops), held), 4),
        }
        note("appearance", options, card)

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "appearance.checkpoint", WRITE_EVERY, options.loaders)
    train_network(AppearanceNet().to(DEVICE), plan, Batches(files, options.seed), learn, write)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/appearance.onnx"))
    with beside(options.painters, write_families, options.work, atlas_in(options.work), options.seed):
        train(options)


if __name__ == "__main__":
    main()
