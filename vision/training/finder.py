"""Train the detection network on generated scenes alone, and write it as ONNX.

    python -m vision.training.finder --seed 7 --steps 6000 --out vision/models/finder.onnx

Under an hour on two cores: one draws scenes, one trains. The same seed gives the same scenes in the same order. Needs
the extra `train`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn, optim
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.training.layers import Residual, layer
from vision.training.scenes.crowds import Scene, scene, stock
from vision.training.targets import CHANNELS, draw

FRESH, AGAIN = 4, 8
REMEMBERED = 6000

_Tensors = tuple[Tensor, ...] | list[Tensor]


class FinderNet(nn.Module):
    """BGR pictures (N x H x W x 3 uint8, sides multiples of 16) to the maps of `targets` (N x 10 x H/4 x W/4)."""

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


class _Painter(IterableDataset[list[Scene]]):
    """Endless batches of new scenes, the same for the same seed."""

    def __init__(self, seed: int, first: int) -> None:
        self.seed, self.first = seed, first

    def __iter__(self) -> Iterator[list[Scene]]:
        cv2.setNumThreads(1)
        textures = stock(np.random.default_rng(self.seed))
        lot = self.first
        while True:
            yield [scene(np.random.default_rng((self.seed, lot, i)), textures) for i in range(FRESH)]
            lot += 1


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


def _batch(lot: list[Scene], rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    pictures, maps, masks = [], [], []
    for one in lot:
        mirrored = bool(rng.random() < 0.5)
        picture = one.picture[:, ::-1] if mirrored else one.picture
        pictures.append(picture[..., rng.permutation(3)] if rng.random() < 0.2 else picture)
        drawn = draw(one, mirrored)
        maps.append(drawn[0])
        masks.append(drawn[1])
    return _tensor(pictures), _tensor(maps), _tensor(masks)


def _tensor(arrays: list[NDArray[np.uint8]] | list[NDArray[np.float32]]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(np.stack(arrays)))


def train(net: FinderNet, lots: Iterator[list[Scene]], steps: int, seed: int, rate: float) -> Iterator[nn.Module]:
    """Train the network; yield the moving average of the weights every 500 steps and at the end."""
    rng = np.random.default_rng(seed + 1)
    average = optim.swa_utils.AveragedModel(net, multi_avg_fn=_ease, use_buffers=True)
    optimiser = optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.08)
    bank: list[Scene] = []
    began, running = time.monotonic(), 0.0
    for step in range(1, steps + 1):
        fresh = next(lots)
        again = [bank[i] for i in rng.integers(0, len(bank), AGAIN)] if bank else fresh
        bank = (bank + fresh)[-REMEMBERED:]
        cost = _learn(net, optimiser, *_batch(fresh + again, rng))
        schedule.step()
        average.update_parameters(net)
        running += (cost - running) / min(step, 100)
        if step % 50 == 0:
            print(f"step {step} loss {running:.3f} after {time.monotonic() - began:.0f} s", flush=True)
        if step % 500 == 0 or step == steps:
            yield average.module


def _ease(averaged: _Tensors, current: _Tensors, count: Tensor | int) -> None:
    """Update a moving average that is short at first and long at the end."""
    keep = min(0.998, 1 - 10 / (float(count) + 20))
    for old, new in zip(averaged, current, strict=True):
        old.copy_(old * keep + new * (1 - keep)) if old.is_floating_point() else old.copy_(new)


def _learn(net: FinderNet, optimiser: optim.Optimizer, pictures: Tensor, maps: Tensor, masks: Tensor) -> float:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = net(pictures)
    loss_value = loss(output.float(), maps, masks)
    optimiser.zero_grad()
    loss_value.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(net.parameters(), 10.0)
    optimiser.step()
    return float(loss_value)


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


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--out", type=Path, default=Path("vision/models/finder.onnx"))
    parser.add_argument("--start", type=Path, help="go on from the weights of an earlier training (.pt)")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first lot of scenes, to go on with new ones"
    )
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = FinderNet()
    if options.start:
        net.load_state_dict(torch.load(options.start, weights_only=True))
    torch.nn.Module.to(net, memory_format=torch.channels_last)  # type: ignore[call-overload]
    lots = iter(DataLoader(_Painter(options.seed, options.first), batch_size=None, num_workers=1, prefetch_factor=8))
    for average in train(net, lots, options.steps, options.seed, options.rate):
        torch.save(average.state_dict(), options.out.with_suffix(".pt"))
        export(average, options.out)


if __name__ == "__main__":
    main()
