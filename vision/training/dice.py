"""Train the network for whole dice, on generated pictures alone, and write vision/models/dice.onnx.

    python -m vision.training.render.make --work FOLDER --seed 1      # path-traced dice, in an environment with Blender
    python -m vision.training.dice --work FOLDER --seed 1

One process paints while the other trains; about an hour on two cores. The last part of the training also sees the
path-traced dice: painted clear dice that lean look unlike real ones, because the figure and the table seen through the
cube bend.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import Dataset

from vision.detection.die_stance import SIZE
from vision.training.dice_network import DiceNet, export
from vision.training.loop import DEVICE, Plan, asked, beside, note, temperature
from vision.training.loop import train as train_network
from vision.training.render.whole_dice import crops as traced_crops
from vision.training.scenes.dice_crops import A_FILE, STORED, UNSAID, Mix, draw, materials
from vision.training.set_files import Growing, missing, there

STEPS, RATE, DECAY = 17_000, 2.5e-3, 0.02
PAINTED = ((40, Mix(near=0.6, clear=0.45)), (20, Mix(near=1.0, clear=0.7)))
"""Numbers of files and their scenes: tables of all kinds, then near views: leaning clear dice are the hardest."""
FILES = sum(files for files, _ in PAINTED)
FIRST_FILES = 3
"""Number of files with which the training begins; the last is needed at four fifths of it."""
HELD = 2
"""Files that are never trained on: one for the temperatures, one for the figures."""
A_BATCH = 192
TRACED_FROM = 0.75
"""Progress of the training (0..1) from which on batches hold path-traced crops too."""
TRACED, LEANING = 0.5, 0.35
"""Proportion of path-traced crops in these batches, and of cocked dice among them."""
SMOOTH = 0.998
"""Factor of the moving average of the weights per step; the average is written."""
WRITE_EVERY = 4000
"""Steps between two writes of the network."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Crops (N x STORED x STORED x 4), the pip count that is up (N, 0: none), level or not (N); -1: not labelled."""

    crops: NDArray[np.uint8]
    pips: NDArray[np.int64]
    level: NDArray[np.int64]


def read(path: Path) -> Crops:
    """Return a file of crops, after waiting until the other process has written it."""
    with np.load(there(path)) as file:
        return Crops(file["crops"], file["pips"], file["level"])


def paint(folder: Path, seed: int, share: tuple[int, int]) -> None:
    """Draw the files that are missing in a folder: held-out ones, then those of `PAINTED`.

    ``share``: see `vision.training.set_files.missing`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    textures = materials(np.random.default_rng(seed))
    mixes = [PAINTED[0][1]] * HELD + [mix for files, mix in PAINTED for _ in range(files)]
    for number, path in missing([crops_file(folder, number) for number in range(HELD + FILES)], share):
        draw(path, textures, seed * 100_000 + number, mixes[number])


def crops_file(folder: Path, number: int) -> Path:
    """Return the file of this number: the first HELD are held out."""
    return folder / (f"held{number}.npz" if number < HELD else f"dice{number - HELD:03d}.npz")


def moved(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a random crop of the network's size from a stored crop: shifted, rotated by quarters, maybe mirrored."""
    left, top = rng.integers(0, STORED - SIZE + 1, 2) if rng.random() < 0.5 else ((STORED - SIZE) // 2,) * 2
    part = any_orientation(rng, crop[top : top + SIZE, left : left + SIZE])
    hues = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
    return part[..., [*hues, 3]]


def any_orientation(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a square crop rotated by any number of quarter turns, and in one of two cases mirrored."""
    rotated = np.rot90(crop, int(rng.integers(4)))
    return rotated[:, ::-1] if rng.random() < 0.5 else rotated


def batch(
    rng: np.random.Generator, painted: Sequence[Crops], traced: Crops | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Return augmented crops in varied light, with their pip counts and whether each is level; path-traced ones first.

    ``painted``: files of `A_FILE` crops; ``traced``: all path-traced crops, None for a batch without any.
    """
    rows = [] if traced is None else traced_rows(rng, traced)
    which = rng.integers(0, len(painted) * A_FILE, A_BATCH - len(rows))
    rows += [(painted[k // A_FILE], int(k % A_FILE)) for k in which]
    crops = lit(rng, np.stack([moved(rng, file.crops[i]) for file, i in rows]))
    pips = np.array([file.pips[i] for file, i in rows])
    level = np.array([file.level[i] for file, i in rows])
    return torch.from_numpy(crops), torch.from_numpy(pips), torch.from_numpy(level)


class Batches(Dataset[Any]):
    """The batches of a training, by their steps; ``traced``: the file of path-traced crops."""

    def __init__(self, folder: Path, traced: Path, seed: int) -> None:
        self._painted = Growing(read, [crops_file(folder, HELD + k) for k in range(FILES)], FIRST_FILES, 0.8)
        self._traced, self._seed = Growing(read, [traced], 1), seed

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return crops, pip counts, and whether each is level."""
        done, rng = step / STEPS, np.random.default_rng([self._seed, step])
        return batch(rng, self._painted.at(done), self._traced.at(done)[0] if done > TRACED_FROM else None)


def traced_rows(rng: np.random.Generator, traced: Crops) -> list[tuple[Crops, int]]:
    """Choose the path-traced crops of one batch: a proportion `LEANING` of cocked dice, among the others."""
    cocked, others = np.flatnonzero(traced.level == 0), np.flatnonzero(traced.level != 0)
    chosen = [rng.choice(cocked if rng.random() < LEANING else others) for _ in range(int(TRACED * A_BATCH))]
    return [(traced, int(row)) for row in chosen]


def lit(rng: np.random.Generator, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return crops (N x SIZE x SIZE x 4) in light of random colours."""
    balance = np.exp(rng.normal(0, 0.1, (len(crops), 1, 1, 3)))
    return np.concatenate([crops[..., :3] * balance, crops[..., 3:]], axis=-1).astype(np.float32)


def loss_of(pips: Tensor, level: Tensor, true_pips: Tensor, is_level: Tensor) -> Tensor:
    """Return the sum of both losses, each over the labelled crops."""
    cross = nn.functional.cross_entropy(pips, true_pips, ignore_index=UNSAID, label_smoothing=0.02)
    is_labelled = is_level != UNSAID
    return cross + nn.functional.binary_cross_entropy_with_logits(level[is_labelled], is_level[is_labelled].float())


@torch.no_grad()
def look(net: nn.Module, data: Crops) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the network's log odds for the centre of every crop, and the labels."""
    net.eval()
    edge = (STORED - SIZE) // 2
    inner = torch.from_numpy(data.crops[:, edge : edge + SIZE, edge : edge + SIZE].copy())
    parts = [net(part.float()) for part in inner.split(256)]
    pips, level = (torch.cat([part[k] for part in parts]) for k in (0, 1))
    return pips, level, torch.from_numpy(data.pips), torch.from_numpy(data.level)


def temperatures(net: nn.Module, data: Crops) -> dict[str, float]:
    """Return the calibration temperatures of both outputs on held-out dice."""
    pips, level, true_pips, is_level = look(net, data)
    lean, is_labelled = nn.functional.binary_cross_entropy_with_logits, is_level != UNSAID
    return {
        "pips": temperature(lambda t: nn.functional.cross_entropy(pips / t, true_pips, ignore_index=UNSAID)),
        "level": temperature(lambda t: lean(level[is_labelled] / t, is_level[is_labelled].float())),
    }


def figures(net: nn.Module, data: Crops) -> dict[str, float]:
    """Return the accuracy on held-out dice: pips, level dice, cocked dice."""
    pips, level, true_pips, is_level = look(net, data)
    known = true_pips > 0
    return {
        "pips": float((pips[known].argmax(dim=1) == true_pips[known]).float().mean()),
        "level": float((level[is_level == 1] > 0).float().mean()),
        "cocked": float((level[is_level == 0] < 0).float().mean()),
    }


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    folder = options.work / "dice"
    traced, traced_held = (traced_crops(options.work, held, options.seed) for held in (False, True))
    fitting, measured = (read(crops_file(folder, k)) for k in range(HELD))
    held = fitting, measured, read(traced_held)
    data = f"{FILES * A_FILE} painted and {len(read(traced).crops)} path-traced crops, no photograph"

    def learn(net: nn.Module, batch: Sequence[Tensor]) -> Tensor:
        crops, true_pips, is_level = batch
        with torch.autocast(DEVICE.type, torch.bfloat16):
            pips, level = net(crops)
        return loss_of(pips, level, true_pips, is_level)

    def write(mean: nn.Module, step: int) -> None:
        keep(cast(DiceNet, mean), options, held, {"steps": f"{step} of {STEPS}", "data": data})

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "dice.checkpoint", WRITE_EVERY, options.loaders)
    train_network(DiceNet(), plan, Batches(folder, traced, options.seed), learn, write)


def keep(net: DiceNet, options: argparse.Namespace, held: tuple[Crops, Crops, Crops], words: Mapping[str, str]) -> None:
    """Write the ONNX file and the model card; ``held``: for the temperatures, for figures, path-traced for figures."""
    fitting, painted, traced = held
    temperature_by_head = temperatures(net, fitting)
    export(net, options.out, temperature_by_head)
    card = {
        **words,
        "temperatures": temperature_by_head,
        "held-out painted dice": {k: round(v, 4) for k, v in figures(net, painted).items()},
        "held-out path-traced dice": {k: round(v, 4) for k, v in figures(net, traced).items()},
    }
    note("dice", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/dice.onnx"))
    with beside(options.painters, paint, options.work / "dice", options.seed):
        train(options)


if __name__ == "__main__":
    main()
