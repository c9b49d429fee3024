"""Train the network that compares the relief of discs, and write vision/models/relief.onnx.

    python -m vision.training.relief --work FOLDER --seed 1

Draws what FOLDER lacks (the atlas of glyphs, then sets of invented discs under many lamps in a second process), trains,
and writes the re-identification rate on held-out fonts and symbols next to the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import Module
from torch.utils.data import Dataset

from vision.geometry.crops import grey
from vision.recognition.relief import RAYS, RINGS, TURNS, levelled, places, unrolled
from vision.training.loop import DEVICE, Plan, asked, atlas_in, beside, note
from vision.training.loop import train as train_network
from vision.training.painted.relief_discs import HELD, REACH, SETS, STORED, askew, draw
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.set_files import Growing, fill, waited

WIDTH = 32
FEATURES = 8
BLOCKS = 2
AROUND = 24
"""Rays repeated at each end (circular padding): more than the receptive field."""
STEPS = 2000
FILES = 15
FIRST_FILES = 3
"""Number of files with which the training begins; the last is needed at half of it."""
SETS_A_BATCH = 4
VIEWS_A_BATCH = 3
RATE, DECAY = 3e-3, 0.01
SMOOTH = 0.995
"""Factor of the moving average of the weights per step; the average is written."""
WRITE_EVERY = 200
"""Steps between two writes of the network."""
_PLACES = places(STORED / REACH)
Levels = NDArray[np.uint8]


def _conv(wide: int, wider: int, stride: tuple[int, int] = (1, 1)) -> nn.Sequential:
    """Return a convolution with batch normalisation, without padding along the rays."""
    return nn.Sequential(nn.Conv2d(wide, wider, 3, stride, (0, 1), bias=False), nn.BatchNorm2d(wider))


class Relief(nn.Module):
    """A network with stride 4 along the rays and 2 along the rings, and FEATURES features for every place."""

    def __init__(self) -> None:
        super().__init__()
        self.first = _conv(1, WIDTH // 2, (2, 1))
        self.second = _conv(WIDTH // 2, WIDTH, (2, 2))
        self.layers = nn.ModuleList(nn.ModuleList([_conv(WIDTH, WIDTH), _conv(WIDTH, WIDTH)]) for _ in range(BLOCKS))
        self.last = nn.Conv2d(WIDTH, FEATURES, 1)
        self.sharp = nn.Parameter(torch.tensor(np.log(16.0), dtype=torch.float32))

    def forward(self, discs: Tensor) -> Tensor:
        """Return N x FEATURES x TURNS x RINGS / 2 features, normalised per disc, for N x RAYS x RINGS (0..255)."""
        x = (discs - 128) / 40
        x = torch.cat([x[:, -AROUND:], x, x[:, :AROUND]], dim=1)[:, None]
        x = torch.relu(self.second(torch.relu(self.first(x))))
        for first, second in cast(Any, self.layers):
            x = torch.relu(x[:, :, 2:-2] + second(torch.relu(first(x))))
        x = self.last(x)
        spare = (x.shape[2] - TURNS) // 2
        x = x[:, :, spare : spare + TURNS].float()
        return x / x.square().sum(dim=(1, 2, 3), keepdim=True).sqrt().clamp(min=1e-6)


def _waves() -> tuple[Tensor, Tensor]:
    """Return the cosines and sines (frequencies x TURNS) of the inverse Fourier transform."""
    frequencies = torch.arange(TURNS // 2 + 1)
    angles = 2 * np.pi * frequencies[:, None] * torch.arange(TURNS) / TURNS
    twice = torch.where((frequencies == 0) | (frequencies == TURNS // 2), 1.0, 2.0)[:, None] / TURNS
    return torch.cos(angles) * twice, torch.sin(angles) * twice


COSINES, SINES = _waves()


def likeness(features: Tensor) -> Tensor:
    """Return the similarity of the discs of each set at the best rotation: sets x discs x FEATURES x TURNS x rings."""
    waves = torch.fft.rfft(features, dim=3).permute(0, 3, 1, 2, 4).flatten(3)
    real, imaginary = waves.real, waves.imag
    stacked = torch.cat([real, imaginary], dim=-1)
    cosine = stacked @ torch.cat([real, imaginary], dim=-1).transpose(-1, -2)
    sine = stacked @ torch.cat([-imaginary, real], dim=-1).transpose(-1, -2)
    sets, _, discs, _ = cosine.shape
    each = [part.flatten(2).transpose(1, 2) for part in (cosine, sine)]
    return (each[0] @ COSINES.to(each[0]) - each[1] @ SINES.to(each[1])).amax(dim=-1).reshape(sets, discs, discs)


class _Bytes(nn.Module):
    """The network with byte input."""

    def __init__(self, net: Relief) -> None:
        super().__init__()
        self.net = net

    def forward(self, discs: Tensor) -> Tensor:
        return cast(Tensor, self.net(discs.float()))


def export(net: Relief, path: Path) -> None:
    """Write the network as ONNX: bytes N x RAYS x RINGS in, features out."""
    torch.onnx.export(
        _Bytes(net.eval()),
        (torch.zeros(2, RAYS, RINGS, dtype=torch.uint8),),
        str(path),
        input_names=["discs"],
        output_names=["features"],
        dynamic_axes={"discs": {0: "n"}, "features": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


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


class Batches(Dataset[Any]):
    """The batches of a training, by their steps."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._files = Growing(read, [folder / f"set{k:03d}.npz" for k in range(FILES)], FIRST_FILES)
        self._seed = seed

    def __getitem__(self, step: int) -> tuple[Tensor]:
        """Return the discs of a step."""
        return (batch(np.random.default_rng([self._seed, step]), self._files.at(step / STEPS)),)


def loss_of(net: Relief, discs: Tensor) -> Tensor:
    """Return the supervised InfoNCE loss: views of one side against the other sides of its set."""
    with torch.autocast(DEVICE.type, torch.bfloat16):
        features = net(discs)
    each = A_SET * VIEWS_A_BATCH
    similarity = likeness(features.float().unflatten(0, (-1, each))) * net.sharp.exp()
    owner = torch.arange(A_SET, device=discs.device).repeat_interleave(VIEWS_A_BATCH)
    itself = torch.eye(each, dtype=torch.bool, device=discs.device)
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
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    folder = options.work / "discs"
    held = read(folder / "held000.npz")

    def learn(net: Module, batch: Sequence[Tensor]) -> Tensor:
        return loss_of(cast(Relief, net), batch[0])

    def write(mean: Module, step: int) -> None:
        keep(cast(Relief, mean), options, held, step)

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "relief.checkpoint", WRITE_EVERY, options.loaders)
    train_network(Relief(), plan, Batches(folder, options.seed), learn, write)


def keep(net: Relief, options: argparse.Namespace, held: Levels, step: int) -> None:
    """Write the weights, the ONNX file and the model card."""
    torch.save(net.state_dict(), options.work / "relief.pt")
    export(net, options.out)
    card = {
        "steps": f"{step} of {STEPS}",
        "data": f"{FILES * SETS * A_SET * VIEWS} generated crops, no photograph",
        "held-out fonts and symbols known again": round(known_again(net, held), 4),
    }
    note("relief", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/relief.onnx"))
    options.atlas = atlas_in(options.work)
    with beside(
        options.painters, fill, draw, options.work / "discs", options.atlas, (HELD, "set", FILES), options.seed
    ):
        train(options)


if __name__ == "__main__":
    main()
