"""Train the committed reader further, with clear dice among its pictures; what it knows of discs stays as it is.

    python -m vision.training.render.make --work FOLDER --seed 1      # in an environment with Blender
    python -m vision.training.reader_further --work FOLDER --seed 1 --start vision/models/reader.onnx

An eighth of the steps of `vision.training.reader`, for a machine that has no day for the whole training.  The network
starts with the weights of a file.  Where that file already read a crop right and surely, its answers and its embedding
are the target as well (distillation), so that nothing is forgotten while clear dice are learnt.
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

from vision.recognition.crops import SIZE
from vision.training.blocks import restore_statistics
from vision.training.course import Plan, asked, atlas_in, beside, files_due
from vision.training.course import train as train_network
from vision.training.reader import HELD, draw_held_discs, keep, loss_of, middles, shard_file
from vision.training.reader_batches import DISCS, VIEWS_A_BATCH, Crops, batch, read, targets
from vision.training.reader_crops import shard
from vision.training.reader_network import HEADS, Reader
from vision.training.rendered import write_shards
from vision.training.set_files import fill

STEPS, RATE, DECAY, SMOOTH = 2_400, 4e-4, 0.02, 0.995
SHARDS, EARLY = 24, 12
"""Painted shards, and with how many the training begins; the path-traced ones come on top."""
TRACED = 0.4
"""Proportion of path-traced sets."""
KEPT = 0.8
"""Least probability of the true class at the start of a crop that the network knows."""
LOYALTY, LOYALTY_OF_DICE = 4.0, 1.0
"""Weights of one minus the cosine between the embeddings of known crops now and at the start."""
PART = 0.7
"""The written weights are those of the start moved by this part towards the trained ones: all of it reads clear dice
best, but forgets pips in photographs (Wortsman et al., Robust fine-tuning of zero-shot models, 2022)."""
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


def forgotten(out: dict[str, Tensor], start: dict[str, Tensor], labels: NDArray[np.int64]) -> Tensor:
    """Return the distillation loss against the answers at the start: 0 where they are unchanged.

    ``out`` and ``start``: outputs now and at the start, one row per crop; ``labels``: one row per side (VIEWS_A_BATCH
    crops each). The sum of the divergence of each head's answers (nats) and of the embeddings' one minus cosine, over
    known crops.
    """
    classes_by_head = {name: classes.repeat_interleave(VIEWS_A_BATCH) for name, classes in targets(labels).items()}
    known = {name: _known(start[name], classes) for name, classes in classes_by_head.items()}
    total = sum((_divergence(out[name], start[name], known[name]) for name in classes_by_head), torch.zeros(()))
    loyalty = torch.where(classes_by_head["kind"] < DISCS, LOYALTY, LOYALTY_OF_DICE)[known["kind"]]
    apart = 1 - (out["embedding"] * start["embedding"]).sum(dim=1)[known["kind"]]
    return total + (loyalty * apart).sum() / max(1, len(apart))


def _known(logits: Tensor, classes: Tensor) -> Tensor:
    """Return which crops (a mask) a head read right and surely."""
    probability = logits.float().softmax(dim=1).gather(1, classes.clamp(min=0)[:, None])[:, 0]
    return (classes >= 0) & (probability >= KEPT)


def _divergence(logits: Tensor, start: Tensor, known: Tensor) -> Tensor:
    """Return the mean Kullback-Leibler divergence (nats) of a head's answers to known crops from the start."""
    if not bool(known.any()):
        return torch.zeros(())
    now, then = (each[known].float().log_softmax(dim=1) for each in (logits, start))
    return nn.functional.kl_div(now, then, reduction="batchmean", log_target=True)


def blended(start: Reader, trained: Reader) -> Reader:
    """Return the network with weights PART of the way from the start's to the trained one's."""
    net = deepcopy(start)
    new = trained.state_dict()
    for name, values in net.state_dict().items():
        if values.is_floating_point():
            values.lerp_(new[name], PART)
    return net


def train(options: argparse.Namespace) -> None:
    """Train the network, then write it and its figures."""
    torch.manual_seed(options.seed)
    held = [read(options.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]
    painted: list[Crops] = []
    traced, traced_held = ([read(path) for path in paths] for paths in write_shards(options.work, options.seed))
    net = opened(options.start, _some(held[0]))
    teacher = deepcopy(net).eval()

    def learn(net: nn.Module, step: int) -> Tensor:
        due = files_due(step / STEPS, SHARDS, EARLY)
        painted.extend(read(shard_file(options.work, k)) for k in range(len(painted), due))
        crops, labels = batch(np.random.default_rng([options.seed, step]), painted, traced, TRACED)
        planes = crops.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(planes)
            with torch.no_grad():
                start = teacher(planes)
            return loss_of(out, labels) + forgotten(out, start, labels)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last:
            start = hashlib.sha256(options.start.read_bytes()).hexdigest()[:12]
            card = {"steps": f"{step}, from the weights {start}"}
            net = blended(teacher, cast(Reader, mean))
            keep(net, options, "reader_further", (held, traced_held), card, [*painted, *traced])

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "reader_further.checkpoint")
    train_network(net.to(memory_format=torch.channels_last), plan, learn, write)  # type: ignore[call-overload]


def _some(data: Crops) -> NDArray[np.uint8]:
    """Return crops of all kinds, as the network receives them."""
    every = middles(data).reshape(-1, SIZE, SIZE, 3)
    return every[:: max(1, len(every) // MEASURED)]


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/reader.onnx"), start=Path("vision/models/reader.onnx"))
    options.atlas = atlas_in(options.work)
    draw_held_discs(options)
    with beside(fill, shard, options.work / "crops", options.atlas, (HELD, "shard", SHARDS), options.seed):
        train(options)


if __name__ == "__main__":
    main()
