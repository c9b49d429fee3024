"""Train the network for whole dice, on generated scenes alone, and write vision/models/dice.onnx.

    python -m vision.training.dice --work FOLDER --seed 1

One process draws while the other trains; about an hour on two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.detection.die_stance import SIZE
from vision.training.layers import Residual, layer
from vision.training.loop import Plan, asked, beside, files_due, note, temperature
from vision.training.loop import train as train_network
from vision.training.scenes.dice_crops import A_FILE, STORED, UNSAID, Mix, draw, materials
from vision.training.set_files import there

WIDTHS = (20, 40, 64, 112)
PIPS = 7
"""No pips, or one to six."""
STEPS, RATE, DECAY = 17_000, 2.5e-3, 0.02
MIXES = ((60, Mix(near=0.6, clear=0.45)), (28, Mix(near=1.0, clear=0.7)))
"""Numbers of files and their scenes: tables of all kinds, then near views: leaning clear dice are the hardest."""
FILES = sum(files for files, _ in MIXES)
FIRST_FILES = 3
"""Number of files with which the training begins; the last is needed at four fifths of it."""
CORES = 2
"""One core draws and one trains; when all is drawn both train."""
HELD = 2
"""Files that are never trained on: one for the temperatures, one for the figures."""
A_BATCH = 192
SMOOTH = 0.998
"""Factor of the moving average of the weights per step; the average is written."""
WRITE_EVERY = 1000
"""Steps between two writes of the network."""


class DiceNet(nn.Module):
    """A convolutional network with stride 16 and a fully connected head: pip count (7), level or not (1)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            layer(4, a, 2),
            layer(a, b),
            layer(b, b, 2),
            Residual(b),
            layer(b, c, 2),
            Residual(c),
            layer(c, d, 2),
            Residual(d),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(d, 32, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.gather = nn.Sequential(nn.Linear(32 * (SIZE // 16) ** 2, 96), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.last = nn.Linear(96, PIPS + 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Return log odds (N x 7 and N) for crops (N x SIZE x SIZE x 4, 0..255)."""
        x = self.body(crops.permute(0, 3, 1, 2) / 64 - 2)
        outputs = self.last(self.gather(self.squeeze(x))).float()
        return outputs[:, :PIPS], outputs[:, PIPS]


class _Chances(nn.Module):
    """The network with byte input and calibrated probabilities as output."""

    def __init__(self, net: DiceNet, warm: dict[str, float]) -> None:
        super().__init__()
        self.net, self.warm = net, warm

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        pips, level = self.net(crops.float())
        return torch.softmax(pips / self.warm["pips"], dim=1), torch.sigmoid(level / self.warm["level"])


def export(net: DiceNet, path: Path, warm: dict[str, float]) -> None:
    """Write the network as ONNX: bytes N x SIZE x SIZE x 4 in, probabilities of pips (N x 7) and of level (N) out."""
    fresh = DiceNet()
    fresh.load_state_dict(net.state_dict())
    torch.onnx.export(
        _Chances(fresh.eval(), warm).eval(),
        (torch.zeros(2, SIZE, SIZE, 4, dtype=torch.uint8),),
        str(path),
        input_names=["crops"],
        output_names=["pips", "level"],
        dynamic_axes={"crops": {0: "n"}, "pips": {0: "n"}, "level": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


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


def paint(folder: Path, seed: int, planned: Sequence[tuple[int, Mix]]) -> None:
    """Draw the files that are missing in a folder: held-out ones, then the planned numbers of files of each mix."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    textures = materials(np.random.default_rng(seed))
    mixes = [mix for files, mix in planned for _ in range(files)]
    for number, mix in enumerate([planned[0][1]] * HELD + mixes):
        if not (path := crops_file(folder, number)).exists():
            draw(path, textures, seed * 100_000 + number, mix)


def crops_file(folder: Path, number: int) -> Path:
    """Return the file of this number: the first HELD are held out."""
    return folder / (f"held{number}.npz" if number < HELD else f"dice{number - HELD:03d}.npz")


def moved(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a random crop of the network's size from a stored crop: shifted, rotated by quarters, maybe mirrored."""
    left, top = rng.integers(0, STORED - SIZE + 1, 2) if rng.random() < 0.5 else ((STORED - SIZE) // 2,) * 2
    part = np.rot90(crop[top : top + SIZE, left : left + SIZE], int(rng.integers(4)))
    part = part[:, ::-1] if rng.random() < 0.5 else part
    hues = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
    return part[..., [*hues, 3]]


def batch(rng: np.random.Generator, files: list[Crops]) -> tuple[Tensor, Tensor, Tensor]:
    """Return augmented crops of these files in varied light, with their pip counts and whether each is level."""
    which = rng.integers(0, len(files) * A_FILE, A_BATCH)
    rows = [(files[k // A_FILE], int(k % A_FILE)) for k in which]
    crops = lit(rng, np.stack([moved(rng, file.crops[i]) for file, i in rows]))
    pips = np.array([file.pips[i] for file, i in rows])
    level = np.array([file.level[i] for file, i in rows])
    return torch.from_numpy(crops), torch.from_numpy(pips), torch.from_numpy(level)


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
    held = [read(crops_file(folder, k)) for k in range(HELD)]
    files: list[Crops] = []

    def learn(net: nn.Module, step: int) -> Tensor:
        files.extend(
            read(crops_file(folder, HELD + k))
            for k in range(len(files), files_due(step / STEPS, FILES, FIRST_FILES, by=0.8))
        )
        torch.set_num_threads(CORES if crops_file(folder, HELD + FILES - 1).exists() else 1)
        crops, true_pips, is_level = batch(np.random.default_rng([options.seed, step]), files)
        with torch.autocast("cpu", torch.bfloat16):
            pips, level = net(crops)
        return loss_of(pips, level, true_pips, is_level)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last or step % WRITE_EVERY == 0:
            keep(cast(DiceNet, mean), options, held, step, len(files))

    train_network(DiceNet(), Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "dice.checkpoint"), learn, write)


def keep(net: DiceNet, options: argparse.Namespace, held: list[Crops], step: int, files: int) -> None:
    """Write the weights, the ONNX file and the model card."""
    torch.save(net.state_dict(), options.work / "dice.pt")
    temperature_by_head = temperatures(net, held[0])
    export(net, options.out, temperature_by_head)
    card = {
        "steps": f"{step} of {STEPS}",
        "data": f"{files * A_FILE} generated crops, no photograph",
        "temperatures": temperature_by_head,
        "held-out dice": {k: round(v, 4) for k, v in figures(net, held[1]).items()},
    }
    note("dice", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/dice.onnx"))
    with beside(paint, options.work / "dice", options.seed, MIXES):
        train(options)


if __name__ == "__main__":
    main()
