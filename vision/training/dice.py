"""Train the network that looks at whole dice, on generated crowds alone, and write vision/models/dice.onnx.

    python -m vision.training.dice --work FOLDER --seed 1

One process paints while the other learns; about an hour on two cores.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.detection.die_attitude import SIZE
from vision.training.course import Plan, asked, beside, files_due, note, temperature
from vision.training.course import train as train_network
from vision.training.dice_network import DiceNet, export
from vision.training.scenes.dice_crops import A_FILE, STORED, UNSAID, Mix, draw, materials
from vision.training.set_files import there

STEPS, RATE, DECAY = 17_000, 2.5e-3, 0.02
MIXES = ((60, Mix(near=0.6, clear=0.45)), (28, Mix(near=1.0, clear=0.7)))
"""So many files of tables of all sorts, then so many of tables seen from near: clear dice that lean are the hardest."""
FILES = sum(files for files, _ in MIXES)
EARLY = 3
"""With so many files the training begins; the last is there at four fifths of it."""
CORES = 2
"""One paints and one trains; when all is painted both train."""
HELD = 2
"""Files that are never trained on: one for the temperatures, one for the figures."""
A_BATCH = 192
SMOOTH = 0.998
"""How much of the running mean of the weights is kept at every step; the mean is what is written."""
WRITTEN = 1000
"""After so many steps the network is written each time."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Crops (N x STORED x STORED x 4), the pips that are up (N, 0: none), level or not (N); -1: unsaid."""

    crops: NDArray[np.uint8]
    pips: NDArray[np.int64]
    level: NDArray[np.int64]


def read(path: Path) -> Crops:
    """A file of crops, once the other process has written it."""
    with np.load(there(path)) as kept:
        return Crops(kept["crops"], kept["pips"], kept["level"])


def paint(folder: Path, seed: int) -> None:
    """Paint what a folder lacks."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    have = materials(np.random.default_rng(seed))
    mixes = [mix for files, mix in MIXES for _ in range(files)]
    for number, mix in enumerate([MIXES[0][1]] * HELD + mixes):
        if not (path := _file(folder, number)).exists():
            draw(path, have, seed * 100_000 + number, mix)


def _file(folder: Path, number: int) -> Path:
    return folder / (f"held{number}.npz" if number < HELD else f"dice{number - HELD:03d}.npz")


def moved(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A stored crop cut down to the network's size: a little shifted, turned by quarters, perhaps mirrored."""
    left, top = rng.integers(0, STORED - SIZE + 1, 2) if rng.random() < 0.5 else ((STORED - SIZE) // 2,) * 2
    part = np.rot90(crop[top : top + SIZE, left : left + SIZE], int(rng.integers(4)))
    part = part[:, ::-1] if rng.random() < 0.5 else part
    hues = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
    return part[..., [*hues, 3]]


def batch(rng: np.random.Generator, files: list[Crops]) -> tuple[Tensor, Tensor, Tensor]:
    """Crops of these files, moved and in another light, with the pips that are up and whether each lies level."""
    which = rng.integers(0, len(files) * A_FILE, A_BATCH)
    rows = [(files[k // A_FILE], int(k % A_FILE)) for k in which]
    crops = np.stack([moved(rng, one.crops[i]) for one, i in rows]).astype(np.float32)
    crops[..., :3] *= np.exp(rng.normal(0, 0.1, (A_BATCH, 1, 1, 3))).astype(np.float32)
    pips = np.array([one.pips[i] for one, i in rows])
    level = np.array([one.level[i] for one, i in rows])
    return torch.from_numpy(crops), torch.from_numpy(pips), torch.from_numpy(level)


def loss_of(pips: Tensor, level: Tensor, wanted: Tensor, is_level: Tensor) -> Tensor:
    """Both answers, each where something is said."""
    cross = nn.functional.cross_entropy(pips, wanted, ignore_index=UNSAID, label_smoothing=0.02)
    said = is_level != UNSAID
    return cross + nn.functional.binary_cross_entropy_with_logits(level[said], is_level[said].float())


@torch.no_grad()
def look(net: nn.Module, data: Crops) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The network's log odds on the middle of every crop, and the truth."""
    net.eval()
    edge = (STORED - SIZE) // 2
    inner = torch.from_numpy(data.crops[:, edge : edge + SIZE, edge : edge + SIZE].copy())
    parts = [net(part.float()) for part in inner.split(256)]
    pips, level = (torch.cat([part[k] for part in parts]) for k in (0, 1))
    return pips, level, torch.from_numpy(data.pips), torch.from_numpy(data.level)


def temperatures(net: nn.Module, data: Crops) -> dict[str, float]:
    """Under which held-out dice are least surprising."""
    pips, level, wanted, is_level = look(net, data)
    lean, said = nn.functional.binary_cross_entropy_with_logits, is_level != UNSAID
    return {
        "pips": temperature(lambda t: nn.functional.cross_entropy(pips / t, wanted, ignore_index=UNSAID)),
        "level": temperature(lambda t: lean(level[said] / t, is_level[said].float())),
    }


def figures(net: nn.Module, data: Crops) -> dict[str, float]:
    """How often held-out dice are told right: pips, level ones, cocked ones."""
    pips, level, wanted, is_level = look(net, data)
    known = wanted > 0
    return {
        "pips": float((pips[known].argmax(dim=1) == wanted[known]).float().mean()),
        "level": float((level[is_level == 1] > 0).float().mean()),
        "cocked": float((level[is_level == 0] < 0).float().mean()),
    }


def train(said: argparse.Namespace) -> None:
    """Take all steps; the network is written now and then."""
    torch.manual_seed(said.seed)
    folder = said.work / "dice"
    held = [read(_file(folder, k)) for k in range(HELD)]
    files: list[Crops] = []

    def learn(net: nn.Module, step: int) -> Tensor:
        files.extend(
            read(_file(folder, HELD + k)) for k in range(len(files), files_due(step / STEPS, FILES, EARLY, by=0.8))
        )
        torch.set_num_threads(CORES if _file(folder, HELD + FILES - 1).exists() else 1)
        crops, wanted, is_level = batch(np.random.default_rng([said.seed, step]), files)
        with torch.autocast("cpu", torch.bfloat16):
            pips, level = net(crops)
        return loss_of(pips, level, wanted, is_level)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last or step % WRITTEN == 0:
            keep(cast(DiceNet, mean), said, held, step, len(files))

    train_network(DiceNet(), Plan(STEPS, RATE, DECAY, SMOOTH, said.work / "dice.checkpoint"), learn, write)


def keep(net: DiceNet, said: argparse.Namespace, held: list[Crops], step: int, files: int) -> None:
    """Write the weights, the ONNX file, and where they come from."""
    torch.save(net.state_dict(), said.work / "dice.pt")
    warm = temperatures(net, held[0])
    export(net, said.out, warm)
    words = {
        "steps": f"{step} of {STEPS}",
        "data": f"{files * A_FILE} generated crops, no photograph",
        "temperatures": warm,
        "held-out dice": {k: round(v, 4) for k, v in figures(net, held[1]).items()},
    }
    note("dice", said, words)


def main() -> None:
    """Read the command line, paint what is missing, train."""
    said = asked(__doc__, Path("vision/models/dice.onnx"))
    with beside(paint, said.work / "dice", said.seed):
        train(said)


if __name__ == "__main__":
    main()
