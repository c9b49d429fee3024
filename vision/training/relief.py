"""Train the network that compares the relief of discs, and write vision/models/relief.onnx.

    python -m vision.training.relief --work FOLDER --seed 1

Draws what FOLDER lacks (the atlas of glyphs, then sets of invented discs under many lamps in a second process), trains,
and writes the re-identification rate on held-out fonts and symbols next to the weights.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import Module

from vision.recognition.gallery import grey
from vision.recognition.relief import levelled, places, unrolled
from vision.training.course import Plan, asked, atlas_in, beside, note
from vision.training.course import train as train_network
from vision.training.painted.relief_discs import HELD, REACH, SETS, STORED, askew, draw
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.relief_network import Relief, export, likeness
from vision.training.set_files import fill, waited

STEPS = 2000
FILES = 15
EARLY = 3
"""Number of files with which the training begins; the last is needed at half of it."""
SETS_A_BATCH = 4
VIEWS_A_BATCH = 3
RATE, DECAY = 3e-3, 0.01
SMOOTH = 0.995
"""Factor of the moving average of the weights per step; the average is written."""
WRITTEN = 200
"""Steps between two writes of the network."""
_PLACES = places(STORED / REACH)
Levels = NDArray[np.uint8]


def read(path: Path) -> Levels:
    """Return the levelled crops of a file (sets, sides, views, STORED, STORED), after waiting until it is written."""
    crops, _ = waited(path)
    level = [levelled(crop) for crop in grey(crops.reshape(-1, STORED, STORED, 3))]
    return np.stack(level).reshape(crops.shape[:-1])


def moved(rng: np.random.Generator, level: Levels) -> Levels:
    """Return a levelled crop in polar coordinates from a random ray, about a slightly shifted and distorted centre."""
    whole = askew(rng, 0.02, 0.025)
    return unrolled(level, (STORED - 1) / 2 + rng.normal(0, 1.6, 2) + _PLACES @ whole.T)


def batch(rng: np.random.Generator, files: list[Levels]) -> Tensor:
    """Return some sets of these files, with a few views of every side in a row."""
    discs = []
    for which in rng.integers(0, len(files) * SETS, SETS_A_BATCH):
        for side in files[which // SETS][which % SETS]:
            discs += [moved(rng, side[view]) for view in rng.permutation(VIEWS)[:VIEWS_A_BATCH]]
    return torch.from_numpy(np.stack(discs)).float()


def loss_of(net: Relief, discs: Tensor) -> Tensor:
    """Return the supervised InfoNCE loss: views of one side against the other sides of its set."""
    with torch.autocast("cpu", torch.bfloat16):
        features = net(discs)
    each = A_SET * VIEWS_A_BATCH
    similarity = likeness(features.float().unflatten(0, (-1, each))) * net.sharp.exp()
    owner = torch.arange(A_SET).repeat_interleave(VIEWS_A_BATCH)
    itself = torch.eye(each, dtype=torch.bool)
    same = (owner[:, None] == owner[None]) & ~itself
    similarity = similarity.masked_fill(itself, -1e9)
    log_probability = similarity - torch.logsumexp(similarity, dim=2, keepdim=True)
    return -(log_probability * same).sum(dim=2).mean() / (VIEWS_A_BATCH - 1)


@torch.no_grad()
def known_again(net: Relief, held: Levels) -> float:
    """Return how often a held-out disc is re-identified in its set from two views per side."""
    net.eval()
    middle = (STORED - 1) / 2 + _PLACES
    right = []
    for each in held:
        discs = np.stack([unrolled(level, middle) for level in each.reshape(-1, STORED, STORED)])
        similarity = likeness(net(torch.from_numpy(discs).float())[None])[0].reshape(A_SET, VIEWS, A_SET, VIEWS)
        best = similarity[:, 2:, :, :2].amax(dim=3).argmax(dim=2)
        right.append(float((best == torch.arange(A_SET)[:, None]).float().mean()))
    return float(np.mean(right))


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every WRITTEN steps."""
    torch.manual_seed(options.seed)
    held = read(options.work / "discs" / "held000.npz")
    files: list[Levels] = []

    def learn(net: Module, step: int) -> Tensor:
        due = min(FILES, EARLY + int(FILES * step / (0.5 * STEPS)))
        files.extend(read(options.work / "discs" / f"set{k:03d}.npz") for k in range(len(files), due))
        return loss_of(cast(Relief, net), batch(np.random.default_rng([options.seed, step]), files))

    def write(mean: Module, step: int, last: bool) -> None:
        if last or step % WRITTEN == 0:
            keep(cast(Relief, mean), options, held, step, len(files))

    train_network(Relief(), Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "relief.checkpoint"), learn, write)


def keep(net: Relief, options: argparse.Namespace, held: Levels, step: int, files: int) -> None:
    """Write the weights, the ONNX file and the model card."""
    torch.save(net.state_dict(), options.work / "relief.pt")
    export(net, options.out)
    card = {
        "steps": f"{step} of {STEPS}",
        "data": f"{files * SETS * A_SET * VIEWS} generated crops, no photograph",
        "held-out fonts and symbols known again": round(known_again(net, held), 4),
    }
    note("relief", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/relief.onnx"))
    options.atlas = atlas_in(options.work)
    with beside(fill, draw, options.work / "discs", options.atlas, (HELD, "set", FILES), options.seed):
        train(options)


if __name__ == "__main__":
    main()
