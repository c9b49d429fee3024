"""Train the committed reader further, with clear dice among its pictures; what it knows of discs stays as it is.

    python -m vision.training.render.make --work FOLDER --seed 1      # in an environment with Blender
    python -m vision.training.reader_further --work FOLDER --seed 1 --start vision/models/reader.onnx

A sixth of the steps of `vision.training.reader`, for a machine that has no day for the whole training.  The network
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
from vision.training.course import Plan, asked, atlas_in, beside, files_due
from vision.training.course import train as train_network
from vision.training.reader import (
    DISCS,
    HELD,
    VIEWS_A_BATCH,
    Crops,
    batch,
    draw_held_discs,
    keep,
    loss_of,
    middles,
    read,
    shard_file,
    targets,
)
from vision.training.reader_crops import shard
from vision.training.reader_network import HEADS, Reader
from vision.training.rendered import write_shards
from vision.training.set_files import fill

STEPS, RATE, DECAY, SMOOTH = 3_200, 4e-4, 0.02, 0.995
SHARDS, EARLY = 32, 12
"""Painted shards, and with how many the training begins; the path-traced ones come on top."""
TRACED = 0.4
"""This part of the sets is path-traced."""
KEPT = 0.8
"""A crop whose true class had at least this probability at the start is one that the network knew."""
LOYALTY, LOYALTY_OF_DICE = 4.0, 1.0
"""How strongly the embeddings of known crops are held where they were: weight of one minus the cosine."""
PART = 0.35
"""The written weights are those of the start moved by this part towards the trained ones: all of it reads clear dice
best, but forgets pips in photographs (Wortsman et al., Robust fine-tuning of zero-shot models, 2022)."""
MEASURED = 768
"""So many crops measure what goes through each layer."""


def opened(path: Path, crops: NDArray[np.uint8]) -> Reader:
    """The network of a file as `vision.training.reader_network.export` wrote it, ready to be trained.

    Batch normalisation was folded into the convolutions there; it is taken out again by what goes through each layer
    when the network looks at ``crops`` (N x 64 x 64 x 3).
    """
    kept = {each.name: torch.from_numpy(numpy_helper.to_array(each).astype(np.float32)) for each in _weights(path)}
    net = Reader()
    for name, layer in _layers(net).items():
        layer[0].weight.data = kept[f"{name}_w_half"]
        layer[1].bias.data = kept[f"{name}_b_half"]
    for name, linear in _linear_layers(net).items():
        linear.weight.data, linear.bias.data = kept[f"{name}_w_half"], kept[f"{name}_b_half"]
    return _normalising(net, torch.from_numpy(crops).permute(0, 3, 1, 2).float())


def _weights(path: Path) -> Any:
    return onnx.load(path).graph.initializer


def _layers(net: Reader) -> dict[str, Any]:
    """The convolutions and their normalisations, by the names that they have in the file."""
    layers: dict[str, Any] = {}
    for i, blocks in enumerate(net.blocks):
        layers[f"down{i}"] = net.down[i]
        for k, (first, second) in enumerate(cast(Any, blocks)):
            layers[f"first{i}{k}"], layers[f"second{i}{k}"] = first, second
    return layers


def _linear_layers(net: Reader) -> dict[str, nn.Linear]:
    heads = {f"{name}_logits": cast(nn.Linear, net.heads[name]) for name in HEADS}
    return {"embed": net.embed, "think": net.think, **heads}


@torch.no_grad()
def _normalising(net: Reader, planes: Tensor) -> Reader:
    """The same network; each normalisation holds the mean and variance of what goes through it."""
    hooks = [layer[0].register_forward_hook(_measuring(layer[1])) for layer in _layers(net).values()]
    net.eval()
    net(planes)
    for hook in hooks:
        hook.remove()
    return net


def _measuring(norm: nn.BatchNorm2d) -> Any:
    def measure(_: nn.Module, __: Any, out: Tensor) -> None:
        norm.running_mean = out.mean(dim=(0, 2, 3))
        norm.running_var = out.var(dim=(0, 2, 3))
        norm.weight.data = torch.sqrt(norm.running_var + norm.eps)
        norm.bias.data = norm.bias.data + norm.running_mean

    return measure


def forgotten(out: dict[str, Tensor], start: dict[str, Tensor], labels: NDArray[np.int64]) -> Tensor:
    """How far the network has moved from what it knew at the start: 0 where it answers as it did.

    ``out`` and ``start``: its outputs now and then, a row a crop; ``labels`` a row a side (VIEWS_A_BATCH crops each).
    The sum of the divergence of each head's answers (nats) and of the embeddings' one minus cosine, over known crops.
    """
    wanted = {name: classes.repeat_interleave(VIEWS_A_BATCH) for name, classes in targets(labels).items()}
    known = {name: _known(start[name], classes) for name, classes in wanted.items()}
    total = sum((_divergence(out[name], start[name], known[name]) for name in wanted), torch.zeros(()))
    loyalty = torch.where(wanted["kind"] < DISCS, LOYALTY, LOYALTY_OF_DICE)[known["kind"]]
    apart = 1 - (out["embedding"] * start["embedding"]).sum(dim=1)[known["kind"]]
    return total + (loyalty * apart).sum() / max(1, len(apart))


def _known(logits: Tensor, wanted: Tensor) -> Tensor:
    """Which crops (a mask) a head read right and surely."""
    chances = logits.float().softmax(dim=1).gather(1, wanted.clamp(min=0)[:, None])[:, 0]
    return (wanted >= 0) & (chances >= KEPT)


def _divergence(logits: Tensor, start: Tensor, known: Tensor) -> Tensor:
    """The mean Kullback-Leibler divergence of a head's answers from its first ones, over known crops (nats)."""
    if not bool(known.any()):
        return torch.zeros(())
    now, then = (each[known].float().log_softmax(dim=1) for each in (logits, start))
    return nn.functional.kl_div(now, then, reduction="batchmean", log_target=True)


def blended(start: Reader, trained: Reader) -> Reader:
    """The network whose weights lie PART of the way from the start's to the trained one's."""
    net = deepcopy(start)
    new = trained.state_dict()
    for name, values in net.state_dict().items():
        if values.is_floating_point():
            values.lerp_(new[name], PART)
    return net


def train(said: argparse.Namespace) -> None:
    """Take all steps, then write the network and its figures."""
    torch.manual_seed(said.seed)
    held = [read(said.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]
    painted: list[Crops] = []
    traced, traced_held = ([read(path) for path in paths] for paths in write_shards(said.work, said.seed))
    net = opened(said.start, _some(held[0]))
    teacher = deepcopy(net).eval()

    def learn(net: nn.Module, step: int) -> Tensor:
        due = files_due(step / STEPS, SHARDS, EARLY)
        painted.extend(read(shard_file(said.work, k)) for k in range(len(painted), due))
        crops, labels = batch(np.random.default_rng([said.seed, step]), painted, traced, TRACED)
        planes = crops.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(planes)
            with torch.no_grad():
                start = teacher(planes)
            return loss_of(out, labels) + forgotten(out, start, labels)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last:
            start = hashlib.sha256(said.start.read_bytes()).hexdigest()[:12]
            words = {"steps": f"{step}, from the weights {start}"}
            net = blended(teacher, cast(Reader, mean))
            keep(net, said, "reader_further", (held, traced_held), words, [*painted, *traced])

    plan = Plan(STEPS, RATE, DECAY, SMOOTH, said.work / "reader_further.checkpoint")
    train_network(net.to(memory_format=torch.channels_last), plan, learn, write)  # type: ignore[call-overload]


def _some(data: Crops) -> NDArray[np.uint8]:
    """Crops of all kinds, as the network sees them."""
    every = middles(data).reshape(-1, SIZE, SIZE, 3)
    return every[:: max(1, len(every) // MEASURED)]


def main() -> None:
    """Read the command line, make what is missing, train."""
    said = asked(__doc__, Path("vision/models/reader.onnx"), start=Path("vision/models/reader.onnx"))
    said.atlas = atlas_in(said.work)
    draw_held_discs(said)
    with beside(fill, shard, said.work / "crops", said.atlas, (HELD, "shard", SHARDS), said.seed):
        train(said)


if __name__ == "__main__":
    main()
