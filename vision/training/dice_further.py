"""Train the network for whole dice further, with path-traced clear dice among its crops.

    python -m vision.training.render.make --work FOLDER --seed 1      # in an environment with Blender
    python -m vision.training.dice_further --work FOLDER --seed 1 --start vision/models/dice.onnx

The network starts with the weights of a file, whose answers about the pips of painted crops are a target as well
(distillation).
"""

from __future__ import annotations

import argparse
import hashlib
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.detection.die_stance import SIZE
from vision.models.inference import model_path
from vision.training.dice import (
    A_BATCH,
    CORES,
    HELD,
    Crops,
    DiceNet,
    crops_file,
    export,
    figures,
    lit,
    loss_of,
    moved,
    paint,
    read,
    temperatures,
)
from vision.training.layers import restore_statistics
from vision.training.loop import Plan, asked, beside, files_due, note
from vision.training.loop import train as train_network
from vision.training.render.whole_dice import crops as traced_crops
from vision.training.scenes.dice_crops import Mix

STEPS, RATE, DECAY, SMOOTH = 2_000, 4e-4, 0.02, 0.995
MIXES = ((5, Mix(near=0.6, clear=0.45)), (3, Mix(near=1.0, clear=0.7)))
FILES, FIRST_FILES = sum(files for files, _ in MIXES), 2
"""Painted files, and with how many the training begins."""
TRACED = 0.5
"""Proportion of path-traced crops."""
LEANING = 0.35
"""Proportion of cocked dice among these."""
LOYALTY = 1.0
"""Weight of the distillation."""


def opened(path: Path, crops: NDArray[np.uint8]) -> DiceNet:
    """Return the trainable network of a file written by `vision.training.dice.export`.

    Batch normalisation was folded into the convolutions there; it is restored for ``crops`` (N x SIZE x SIZE x 4).
    """
    graph = onnx.load(path).graph
    values = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    weighted = [node.input[1:3] for node in graph.node if node.op_type in ("Conv", "Gemm")]
    net = DiceNet()
    layers = [each for each in net.body.modules() if _is_layer(each)]
    for layer, (weight, bias) in zip(layers, weighted, strict=False):
        layer[0].weight.data, layer[1].bias.data = values[weight], values[bias]
    plain = (net.squeeze[0], net.gather[0], net.last)
    for linear, (weight, bias) in zip(plain, weighted[len(layers) :], strict=True):
        linear.weight.data, linear.bias.data = values[weight], values[bias]
    restore_statistics(net, layers, torch.from_numpy(crops).float())
    return net


def _is_layer(module: Any) -> bool:
    return isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], nn.BatchNorm2d)


def mixed(rng: np.random.Generator, painted: list[Crops], traced: Crops) -> tuple[Tensor, Tensor, Tensor]:
    """Return augmented painted and path-traced crops, with their pip counts and whether each is level."""
    cocked, others = np.flatnonzero(traced.level == 0), np.flatnonzero(traced.level != 0)
    rows = [
        (traced, int(rng.choice(cocked if rng.random() < LEANING else others)))
        if k < TRACED * A_BATCH
        else _any_row(rng, painted)
        for k in range(A_BATCH)
    ]
    crops = lit(rng, np.stack([moved(rng, file.crops[i]) for file, i in rows]))
    pips, level = (np.array([getattr(file, name)[i] for file, i in rows]) for name in ("pips", "level"))
    return torch.from_numpy(crops), torch.from_numpy(pips), torch.from_numpy(level)


def _any_row(rng: np.random.Generator, files: list[Crops]) -> tuple[Crops, int]:
    file = files[int(rng.integers(len(files)))]
    return file, int(rng.integers(len(file.crops)))


def forgotten(pips: Tensor, start: Tensor) -> Tensor:
    """Return the mean divergence (nats) of the painted crops' pip probabilities from those at the start."""
    first = int(np.ceil(TRACED * A_BATCH))
    now, then = (each[first:].float().log_softmax(dim=1) for each in (pips, start))
    return nn.functional.kl_div(now, then, reduction="batchmean", log_target=True)


def train(options: argparse.Namespace) -> None:
    """Train the network, then write it and its figures."""
    torch.manual_seed(options.seed)
    folder = options.work / "dice_further"
    traced, traced_held = (read(traced_crops(options.work, held, options.seed)) for held in (False, True))
    held = [read(crops_file(folder, k)) for k in range(HELD)]
    painted: list[Crops] = []
    edge = (held[0].crops.shape[1] - SIZE) // 2
    net = opened(options.start, held[0].crops[::4, edge : edge + SIZE, edge : edge + SIZE])
    teacher = deepcopy(net).eval()

    def learn(net: nn.Module, step: int) -> Tensor:
        due = files_due(step / STEPS, FILES, FIRST_FILES)
        painted.extend(read(crops_file(folder, HELD + k)) for k in range(len(painted), due))
        torch.set_num_threads(CORES if len(painted) == FILES else 1)
        crops, true_pips, is_level = mixed(np.random.default_rng([options.seed, step]), painted, traced)
        with torch.autocast("cpu", torch.bfloat16):
            pips, level = net(crops)
            with torch.no_grad():
                start, _ = teacher(crops)
        return loss_of(pips, level, true_pips, is_level) + LOYALTY * forgotten(pips, start)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last:
            keep(cast(DiceNet, mean), options, held, traced_held, len(traced.crops))

    train_network(net, Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "dice_further.checkpoint"), learn, write)


def keep(net: DiceNet, options: argparse.Namespace, held: list[Crops], traced_held: Crops, traced: int) -> None:
    """Write the ONNX file and the model card."""
    temperature_by_head = temperatures(net, held[0])
    export(net, options.out, temperature_by_head)
    card = {
        "steps": f"{STEPS}, from the weights {hashlib.sha256(options.start.read_bytes()).hexdigest()[:12]}",
        "data": f"{sum(len(file.crops) for file in held) // HELD * FILES} painted and {traced} path-traced crops",
        "temperatures": temperature_by_head,
        "held-out painted dice": {k: round(v, 4) for k, v in figures(net, held[1]).items()},
        "held-out path-traced dice": {k: round(v, 4) for k, v in figures(net, traced_held).items()},
    }
    note("dice_further", options, card)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, model_path("dice"), start=model_path("dice"))
    with beside(paint, options.work / "dice_further", options.seed, MIXES):
        train(options)


if __name__ == "__main__":
    main()
