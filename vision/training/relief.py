"""Train the network that compares discs place by place, and write vision/models/relief.onnx.

    python -m vision.training.relief --work FOLDER --seed 1

Makes what FOLDER lacks (the atlas of glyphs, then sets of invented discs under many lamps in a second process), trains,
and writes how often discs with held-out fonts and symbols are known again beside the weights.
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
"""With so many files the training begins; the last is there at half of it."""
SETS_A_BATCH = 4
VIEWS_A_BATCH = 3
RATE, DECAY = 3e-3, 0.01
SMOOTH = 0.995
"""How much of the running mean of the weights is kept at every step; the mean is what is written."""
WRITTEN = 200
"""After so many steps the network is written each time."""
_PLACES = places(STORED / REACH)
Levels = NDArray[np.uint8]


def read(path: Path) -> Levels:
    """The crops of a file, levelled (sets, sides, views, STORED, STORED), once the other process has written it."""
    crops, _ = waited(path)
    level = [levelled(crop) for crop in grey(crops.reshape(-1, STORED, STORED, 3))]
    return np.stack(level).reshape(crops.shape[:-1])


def moved(rng: np.random.Generator, level: Levels) -> Levels:
    """A levelled crop, unrolled from any ray on, about a middle that is a little off, drawn a little too long."""
    whole = askew(rng, 0.02, 0.025)
    return unrolled(level, (STORED - 1) / 2 + rng.normal(0, 1.6, 2) + _PLACES @ whole.T)


def batch(rng: np.random.Generator, files: list[Levels]) -> Tensor:
    """Some sets of these files, a few views of every side, side by side."""
    discs = []
    for which in rng.integers(0, len(files) * SETS, SETS_A_BATCH):
        for side in files[which // SETS][which % SETS]:
            discs += [moved(rng, side[view]) for view in rng.permutation(VIEWS)[:VIEWS_A_BATCH]]
    return torch.from_numpy(np.stack(discs)).float()


def loss_of(net: Relief, discs: Tensor) -> Tensor:
    """Views of one side together, the other sides of its set away (supervised InfoNCE)."""
    with torch.autocast("cpu", torch.bfloat16):
        said = net(discs)
    each = A_SET * VIEWS_A_BATCH
    near = likeness(said.float().unflatten(0, (-1, each))) * net.sharp.exp()
    owner = torch.arange(A_SET).repeat_interleave(VIEWS_A_BATCH)
    itself = torch.eye(each, dtype=torch.bool)
    same = (owner[:, None] == owner[None]) & ~itself
    near = near.masked_fill(itself, -1e9)
    chance = near - torch.logsumexp(near, dim=2, keepdim=True)
    return -(chance * same).sum(dim=2).mean() / (VIEWS_A_BATCH - 1)


@torch.no_grad()
def known_again(net: Relief, held: Levels) -> float:
    """How often a held-out disc is known again among its set from two views a side."""
    net.eval()
    middle = (STORED - 1) / 2 + _PLACES
    right = []
    for one in held:
        discs = np.stack([unrolled(level, middle) for level in one.reshape(-1, STORED, STORED)])
        near = likeness(net(torch.from_numpy(discs).float())[None])[0].reshape(A_SET, VIEWS, A_SET, VIEWS)
        best = near[:, 2:, :, :2].amax(dim=3).argmax(dim=2)
        right.append(float((best == torch.arange(A_SET)[:, None]).float().mean()))
    return float(np.mean(right))


def train(said: argparse.Namespace) -> None:
    """Take all steps; the network is written now and then."""
    torch.manual_seed(said.seed)
    held = read(said.work / "discs" / "held000.npz")
    files: list[Levels] = []

    def learn(net: Module, step: int) -> Tensor:
        due = min(FILES, EARLY + int(FILES * step / (0.5 * STEPS)))
        files.extend(read(said.work / "discs" / f"set{k:03d}.npz") for k in range(len(files), due))
        return loss_of(cast(Relief, net), batch(np.random.default_rng([said.seed, step]), files))

    def write(mean: Module, step: int, last: bool) -> None:
        if last or step % WRITTEN == 0:
            keep(cast(Relief, mean), said, held, step, len(files))

    train_network(Relief(), Plan(STEPS, RATE, DECAY, SMOOTH, said.work / "relief.checkpoint"), learn, write)


def keep(net: Relief, said: argparse.Namespace, held: Levels, step: int, files: int) -> None:
    """Write the weights, the ONNX file, and where they come from."""
    torch.save(net.state_dict(), said.work / "relief.pt")
    export(net, said.out)
    words = {
        "steps": f"{step} of {STEPS}",
        "data": f"{files * SETS * A_SET * VIEWS} generated crops, no photograph",
        "held-out fonts and symbols known again": round(known_again(net, held), 4),
    }
    note("relief", said, words)


def main() -> None:
    """Read the command line, make what is missing, train."""
    said = asked(__doc__, Path("vision/models/relief.onnx"))
    said.atlas = atlas_in(said.work)
    with beside(fill, draw, said.work / "discs", said.atlas, (HELD, "set", FILES), said.seed):
        train(said)


if __name__ == "__main__":
    main()
