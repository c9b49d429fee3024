"""Train the detection network on generated scenes alone, and write vision/models/finder.onnx.

    python -m vision.training.finder --work FOLDER --seed 1

One process draws while the other trains; about 75 minutes on two cores.
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
from torch.nn import functional
from torch.utils.data import Dataset

from vision.training.layers import Residual, layer
from vision.training.loop import DEVICE, Plan, asked, beside, note
from vision.training.loop import train as train_network
from vision.training.scenes.crowds import Scene, stock
from vision.training.scenes.scene_files import A_FILE, draw_file, read_file
from vision.training.set_files import Growing, missing
from vision.training.targets import CHANNELS, STRIDE, draw

STEPS, RATE, DECAY = 24_000, 2e-3, 1e-3
FILES, FIRST_FILES = 600, 3
"""Number of files of scenes, and with how many the training begins; the last is needed at four fifths of it."""
A_BATCH = 12
SMOOTH = 0.998
"""Factor of the moving average of the weights per step; the average is written."""
WRITE_EVERY = 1000
"""Steps between two writes of the network."""
RECOLOURED = 0.2
"""Part of the pictures whose colour channels are exchanged."""
LEAST_HEAT, NEAR_PX = 0.3, 6.0
"""A peak of the heat is a detection from this value on, and right within this distance of a piece of its kind."""


class FinderNet(nn.Module):
    """The detection network: heat maps and shapes of pieces (`targets`, N x 10 x H/4 x W/4) from BGR pictures.

    Pictures are N x H x W x 3 uint8, with sides that are multiples of 16.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 24, 48, 88)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.quarter = nn.Sequential(layer(3, a, 2), layer(a, b, 2), layer(b, b))
        self.eighth = nn.Sequential(layer(b, c, 2), Residual(c))
        self.sixteenth = nn.Sequential(layer(c, d, 2), Residual(d, 2), layer(d, d, spread=2))
        self.up_eighth = layer(d, c, wide=1)
        self.join_eighth = layer(c, c)
        self.up_quarter = layer(c, b, wide=1)
        self.join_quarter = layer(b, b)
        last = nn.Conv2d(48, CHANNELS, 1)
        with torch.no_grad():
            last.bias[:3] = -4.0  # type: ignore[index]
        self.head = nn.Sequential(layer(b, 48), last)

    def forward(self, picture: Tensor) -> Tensor:
        """Return the maps, with heat as probabilities."""
        quarter = self.quarter(picture.permute(0, 3, 1, 2).float() / 255 - 0.45)
        eighth = self.eighth(quarter)
        deep = self.up_eighth(self.sixteenth(eighth))
        eighth = self.join_eighth(eighth + functional.interpolate(deep, scale_factor=2.0, mode="nearest"))
        deep = self.up_quarter(eighth)
        maps = self.head(self.join_quarter(quarter + functional.interpolate(deep, scale_factor=2.0, mode="nearest")))
        return torch.cat([torch.sigmoid(maps[:, :3]), maps[:, 3:]], dim=1)


def loss(output: Tensor, maps: Tensor, masks: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss of the heat, plus the absolute error of the other maps where they count."""
    heat, true = output[:, :3].clamp(1e-4, 1 - 1e-4), maps[:, :3]
    peak = (true == 1).float()
    miss = -((1 - heat) ** 2) * torch.log(heat) * peak
    false = -(heat**2) * torch.log(1 - heat) * (1 - true) ** 4 * (1 - peak)
    heats = ((miss + false) * masks[:, :1]).sum() / peak.sum().clamp(min=1)
    off = (output[:, 3:5] - maps[:, 3:5]).abs().sum(1)
    shape = (output[:, 5:8] - maps[:, 5:8]).abs().sum(1)
    turn = (output[:, 8:] - maps[:, 8:]).abs().sum(1)
    where, dice = masks[:, 1], masks[:, 2]
    shapes = ((off + shape) * where).sum() / where.sum().clamp(min=1)
    return heats + shapes + 0.3 * (turn * dice).sum() / dice.sum().clamp(min=1)


def batch(rng: np.random.Generator, files: Sequence[list[Scene]]) -> tuple[Tensor, Tensor, Tensor]:
    """Return random scenes of these files, half of them mirrored, with their maps and masks (see `targets`)."""
    pictures, maps, masks = [], [], []
    for which in rng.integers(0, len(files) * A_FILE, A_BATCH):
        one, mirrored = files[which // A_FILE][which % A_FILE], bool(rng.random() < 0.5)
        picture = one.picture[:, ::-1] if mirrored else one.picture
        pictures.append(picture[..., rng.permutation(3)] if rng.random() < RECOLOURED else picture)
        drawn = draw(one, mirrored)
        maps.append(drawn[0])
        masks.append(drawn[1])
    return _tensor(pictures), _tensor(maps), _tensor(masks)


class Batches(Dataset[Any]):
    """The batches of a training, by their steps."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._files = Growing(read_file, [scenes_file(folder, number + 1) for number in range(FILES)], FIRST_FILES, 0.8)
        self._seed = seed

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return pictures, maps and masks."""
        return batch(np.random.default_rng([self._seed, step]), self._files.at(step / STEPS))


def _tensor(arrays: list[NDArray[np.uint8]] | list[NDArray[np.float32]]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(np.stack(arrays)))


def paint(folder: Path, seed: int, share: tuple[int, int]) -> None:
    """Draw the files of scenes that are missing in a folder: a held-out one, then those to train on.

    ``share``: see `vision.training.set_files.missing`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    textures = stock(np.random.default_rng(seed))
    for number, path in missing([scenes_file(folder, number) for number in range(FILES + 1)], share):
        draw_file(path, textures, (seed, number))


def scenes_file(folder: Path, number: int) -> Path:
    """Return the file of this number; file 0 is held out."""
    return folder / ("held.npz" if number == 0 else f"scenes{number:03d}.npz")


def export(net: nn.Module, out: Path) -> None:
    """Write the network as ONNX with free height and width."""
    frozen = FinderNet()
    frozen.load_state_dict(net.state_dict())
    sides = {0: "pictures", 1: "height", 2: "width"}
    torch.onnx.export(
        frozen.eval(),
        (torch.zeros(1, 64, 96, 3, dtype=torch.uint8),),
        str(out),
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": sides, "maps": {0: "pictures", 2: "rows", 3: "columns"}},
        opset_version=17,
        dynamo=False,
    )


@torch.no_grad()
def figures(net: nn.Module, scenes: Sequence[Scene]) -> dict[str, float]:
    """Return precision and recall of the peaks of the heat on held-out scenes."""
    net.eval()
    found = right = pieces = 0
    for one in scenes:
        heat = net(torch.from_numpy(one.picture[None].copy()))[:, :3]
        peaks = torch.nonzero((heat >= LEAST_HEAT) & (heat == functional.max_pool2d(heat, 3, 1, 1)))[:, 1:].numpy()
        maps, masks = draw(one)
        true = np.argwhere(maps[:3] == 1)
        counted = [peak for peak in peaks if masks[0, peak[1], peak[2]]]
        found, pieces = found + len(counted), pieces + len(true)
        right += sum(any(_is_near(peak, piece) for peak in counted) for piece in true)
    return {"precision": right / max(found, 1), "recall": right / max(pieces, 1)}


def _is_near(peak: NDArray[np.int64], piece: NDArray[np.int64]) -> bool:
    away = float(np.hypot(*(peak[1:] - piece[1:]))) * STRIDE
    return bool(peak[0] == piece[0]) and away <= NEAR_PX


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    folder = options.work / "scenes"
    held = read_file(scenes_file(folder, 0))

    def learn(net: nn.Module, batch: Sequence[Tensor]) -> Tensor:
        pictures, maps, masks = batch
        with torch.autocast(DEVICE.type, torch.bfloat16):
            output = net(pictures)
        return loss(output.float(), maps, masks)

    def write(mean: nn.Module, step: int) -> None:
        keep(cast(FinderNet, mean), options, held, step)

    net = nn.Module.to(FinderNet(), memory_format=torch.channels_last)  # type: ignore[call-overload]
    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "finder.checkpoint", WRITE_EVERY, options.loaders)
    train_network(net, plan, Batches(folder, options.seed), learn, write)


def keep(net: FinderNet, options: argparse.Namespace, held: Sequence[Scene], step: int) -> None:
    """Write the ONNX file and the model card."""
    export(net, options.out)
    card = {
        "steps": f"{step} of {STEPS}",
        "data": f"{FILES * A_FILE} generated scenes, no photograph",
        "held-out scenes": {name: round(value, 4) for name, value in figures(net, held).items()},
    }
    note("finder", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/finder.onnx"))
    with beside(options.painters, paint, options.work / "scenes", options.seed):
        train(options)


if __name__ == "__main__":
    main()
