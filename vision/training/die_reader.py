"""Train the network that reads the faces of dice, from the weights of the reader, on generated dice only.

    python -m vision.training.render.make --work FOLDER --seed 1             # in an environment with Blender
    python -m vision.training.render.make --work FOLDER --seed 1 --blank     # the same
    python -m vision.training.die_reader --work FOLDER --seed 1

The reader knows stones and dice.  This network has the same shape and reads dice alone: it may forget the stones, and
its embedding is not used.  Its crops are path-traced dice, path-traced blank dice with printed drawings, and painted
dice.  An interrupted training continues where it stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.geometry.crops import SIZE
from vision.models.inference import model_path
from vision.training.layers import restore_statistics
from vision.training.loop import Plan, asked, atlas_in, beside, command, files_due, note
from vision.training.loop import train as train_network
from vision.training.painted.glyphs import load_atlas
from vision.training.reader import HELD, figures, loss_of_heads, middles, shard_file, temperatures
from vision.training.reader_batches import Crops, batch, dice_of, joined, number_of_crops, read
from vision.training.reader_crops import shard
from vision.training.reader_network import HEADS, Reader, export
from vision.training.render.face_crops import write_shards
from vision.training.render.printing import write_printed
from vision.training.set_files import fill

STEPS, RATE, DECAY, SMOOTH = 2_000, 6e-4, 0.02, 0.995
SHARDS, FIRST_SHARDS = 24, 12
"""Painted shards, and with how many the training begins."""
TRACED = 0.6
"""Proportion of path-traced sets, printed ones included."""
MEASURED = 768
"""Number of crops from which the statistics of each layer are computed."""


def opened(path: Path, crops: NDArray[np.uint8]) -> Reader:
    """Return the trainable network of a file written by `vision.training.reader_network.export`.

    Batch normalisation was folded into the convolutions there; it is restored from the statistics of each layer for
    ``crops`` (N x 64 x 64 x 3).
    """
    weights = {each.name: torch.from_numpy(numpy_helper.to_array(each).astype(np.float32)) for each in _weights(path)}
    net = Reader()
    for name, layer in _layers(net).items():
        layer[0].weight.data = weights[f"{name}_w_half"]
        layer[1].bias.data = weights[f"{name}_b_half"]
    for name, linear in _linear_layers(net).items():
        linear.weight.data, linear.bias.data = weights[f"{name}_w_half"], weights[f"{name}_b_half"]
    restore_statistics(net, list(_layers(net).values()), torch.from_numpy(crops).permute(0, 3, 1, 2).float())
    return net


def _weights(path: Path) -> Any:
    return onnx.load(path).graph.initializer


def _layers(net: Reader) -> dict[str, Any]:
    """Return the convolutions and their normalisations by their names in the file."""
    layers: dict[str, Any] = {}
    for i, blocks in enumerate(net.blocks):
        layers[f"down{i}"] = net.down[i]
        for k, (first, second) in enumerate(cast(Any, blocks)):
            layers[f"first{i}{k}"], layers[f"second{i}{k}"] = first, second
    return layers


def _linear_layers(net: Reader) -> dict[str, nn.Linear]:
    heads = {f"{name}_logits": cast(nn.Linear, net.heads[name]) for name in HEADS}
    return {"embed": net.embed, "think": net.think, **heads}


def train(options: argparse.Namespace) -> None:
    """Train the network, then write it and its figures."""
    torch.manual_seed(options.seed)
    held = dice_of(joined([read(options.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]))
    traced, traced_held = ([read(path) for path in paths] for paths in write_shards(options.work, options.seed))
    printed, printed_held = (
        [read(path) for path in paths] for paths in write_printed(options.work, load_atlas(options.atlas), options.seed)
    )
    painted: list[Crops] = []

    def learn(net: nn.Module, step: int) -> Tensor:
        due = files_due(step / STEPS, SHARDS, FIRST_SHARDS)
        painted.extend(dice_of(read(shard_file(options.work, k))) for k in range(len(painted), due))
        rng = np.random.default_rng([options.seed, step])
        crops, labels = batch(rng, painted, [*traced, *printed], TRACED)
        with torch.autocast("cpu", torch.bfloat16):
            return loss_of_heads(net(crops.contiguous(memory_format=torch.channels_last)), labels)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last:
            others = {"path-traced": joined(traced_held), "printed": joined(printed_held)}
            keep(cast(Reader, mean), options, {"painted": held} | others, [*painted, *traced, *printed])

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "die_reader.checkpoint")
    net = opened(model_path("reader"), _some(held))
    train_network(net.to(memory_format=torch.channels_last), plan, learn, write)  # type: ignore[call-overload]


def keep(net: Reader, options: argparse.Namespace, held: dict[str, Crops], learnt: list[Crops]) -> None:
    """Write the weights, the ONNX file and its model card; ``held``: held-out sets by their origin."""
    torch.save(net.state_dict(), options.work / "die_reader.pt")
    warm = temperatures(net, joined(list(held.values())))
    export(net, options.out, warm, command("die_reader", options))
    rates = {f"held-out {origin} dice": _rates(net, data) for origin, data in held.items()}
    data = f"{number_of_crops(learnt)} generated crops, no photograph"
    note("die_reader", options, {"steps": str(STEPS), "data": data, "temperatures": warm, **rates})


def _rates(net: Reader, data: Crops) -> dict[str, float]:
    return {head: round(rate, 4) for head, rate in figures(net, data).items() if head in HEADS}


def _some(data: Crops) -> NDArray[np.uint8]:
    """Return crops of all kinds, as the network receives them."""
    every = middles(data).reshape(-1, SIZE, SIZE, 3)
    return every[:: max(1, len(every) // MEASURED)]


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/die_reader.onnx"))
    options.atlas = atlas_in(options.work)
    with beside(fill, shard, options.work / "crops", options.atlas, (HELD, "shard", SHARDS), options.seed):
        train(options)


if __name__ == "__main__":
    main()
