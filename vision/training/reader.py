"""Train the reader's network on generated crops only, and write vision/models/reader.onnx.

    python -m vision.training.render.make --work FOLDER --seed 1      # path-traced dice, in an environment with Blender
    python -m vision.training.reader --work FOLDER --seed 1

Draws what else FOLDER lacks (the atlas of glyphs, then the shards of painted crops in a second process), trains,
calibrates the heads' temperatures on pieces with held-out fonts and symbol blocks, and writes the figures next to the
weights. The weight of the relief of discs is fitted with the current vision/models/relief.onnx
(`vision.training.relief`). An interrupted training continues where it stopped; a step depends on its number alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.geometry.crops import SIZE, alone
from vision.recognition.embedder import KINDS, open_embedder
from vision.training.loop import DEVICE, Plan, asked, atlas_in, beside, command, note, temperature
from vision.training.loop import train as train_network
from vision.training.painted.relief_discs import HELD as HELD_DISCS
from vision.training.painted.relief_discs import draw as draw_discs
from vision.training.painted.relief_discs import fine_crops
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.reader_batches import (
    DISCS,
    VIEWS_A_BATCH,
    Batches,
    Crops,
    joined,
    number_of_crops,
    read,
    targets,
)
from vision.training.reader_crops import STORED, shard
from vision.training.reader_network import HEADS, Reader, export
from vision.training.reader_weighing import engrave, fit
from vision.training.render.face_crops import write_shards
from vision.training.set_files import Growing, fill

STEPS, RATE, DECAY = 20_000, 1.5e-3, 0.02
SHARDS = 160
FIRST_SHARDS = 12
"""Number of shards with which the training begins; the last is needed at half of it."""
TRACED = 0.3
"""Proportion of path-traced sets."""
WRITE_EVERY = 5000
"""Steps between two writes of the network."""
TEMPERATURE = 0.06
"""Temperature of the contrastive loss."""
WEIGHTS = {"kind": 0.7, "number": 0.7, "pips": 0.8}
HELD = 3
"""Shards of held-out fonts and symbols: two to fit temperatures and weights on, the last for the figures."""
SMOOTH = 0.998
"""Factor of the moving average of the weights per step; the average is written."""


def contrast(embedding: Tensor, junk: Tensor) -> Tensor:
    """Return the supervised InfoNCE loss: views of one side together, different sides apart; junk only apart."""
    sides = len(junk)
    owner = torch.arange(sides, device=junk.device).repeat_interleave(VIEWS_A_BATCH)
    itself = torch.eye(len(owner), dtype=torch.bool, device=junk.device)
    similarity = (embedding @ embedding.T / TEMPERATURE).masked_fill(itself, -1e9)
    same = (owner[:, None] == owner[None]) & ~itself
    log_probability = similarity - torch.logsumexp(similarity, dim=1, keepdim=True)
    each = -(log_probability * same).sum(dim=1) / same.sum(dim=1)
    return each[~junk[owner]].mean()


def loss_of(out: dict[str, Tensor], classes: Sequence[Tensor]) -> Tensor:
    """Return the sum of the losses of embedding and heads; ``classes``: indices of the sides for each head."""
    return contrast(out["embedding"], classes[0] == KINDS.index("junk")) + loss_of_heads(out, classes)


def loss_of_heads(out: dict[str, Tensor], classes: Sequence[Tensor]) -> Tensor:
    """Return the weighted sum of the cross entropies of the heads; ``classes``: indices of the sides for each head."""
    total = torch.zeros((), device=classes[0].device)
    for name, wanted in zip(HEADS, classes, strict=True):
        each = wanted.repeat_interleave(VIEWS_A_BATCH)
        if bool((each >= 0).any()):
            total = total + WEIGHTS[name] * nn.functional.cross_entropy(out[name].float(), each, label_smoothing=0.02)
    return total


def middles(data: Crops) -> NDArray[np.uint8]:
    """Return the centre of every crop (sets, sides, views, 64, 64, 3), with discs alone, as at a table."""
    edge = (STORED - SIZE) // 2
    inner = data.crops[:, :, :, edge : edge + SIZE, edge : edge + SIZE]
    kinds = np.repeat(np.where(data.labels[..., 0].ravel() < DISCS, "stone", "die"), VIEWS)
    return alone(inner.reshape(-1, SIZE, SIZE, 3), kinds.tolist()).reshape(inner.shape)


@torch.no_grad()
def look(net: Reader, data: Crops) -> tuple[dict[str, Tensor], NDArray[np.int64]]:
    """Return the network's outputs for every centre crop of some sets, and the labels in the same order."""
    net.eval()
    planes = torch.from_numpy(middles(data).reshape(-1, SIZE, SIZE, 3)).permute(0, 3, 1, 2)
    parts = [net(part.float()) for part in planes.split(256)]
    labels = np.repeat(data.labels.reshape(-1, 3), VIEWS, axis=0)
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}, labels


def figures(net: Reader, data: Crops) -> dict[str, float]:
    """Return the accuracy of each head and the re-identification rate from two views per side on held-out pieces."""
    out, labels = look(net, data)
    rates: dict[str, float] = {}
    for name, classes in targets(labels).items():
        sure = classes >= 0
        rates[name] = float((out[name][sure].argmax(dim=1) == classes[sure]).float().mean())
    embedding = out["embedding"].reshape(-1, A_SET, VIEWS, out["embedding"].shape[1])
    real = torch.from_numpy(data.labels[:, 0, 0] != KINDS.index("junk"))
    similarity = torch.einsum("savd,sbwd->sabvw", embedding[:, :, 2:], embedding[:, :, :2]).amax(dim=4)
    found = similarity.argmax(dim=2) == torch.arange(A_SET)[None, :, None]
    rates["known again"] = float(found[real].float().mean())
    return rates


def temperatures(net: Reader, data: Crops) -> dict[str, float]:
    """Return for each head the temperature with the lowest loss on held-out pieces."""
    out, labels = look(net, data)
    fitted: dict[str, float] = {}
    for name, classes in targets(labels).items():
        odds, right = out[name][classes >= 0], classes[classes >= 0]
        fitted[name] = temperature(partial(_cross_entropy, odds, right))
    return fitted


def _cross_entropy(odds: Tensor, right: Tensor, warmth: float) -> Tensor:
    return nn.functional.cross_entropy(odds / warmth, right)


def shard_files(work: Path, count: int) -> list[Path]:
    """Return the files of the first shards."""
    return [work / "crops" / f"shard{number:03d}.npz" for number in range(count)]


def progress(step: int, steps: int, files: Sequence[Path]) -> dict[str, str]:
    """Return what a model card says of the steps and, at the end, of the files of sets that were learnt."""
    words = {"steps": f"{step} of {steps}"}
    if step == steps:
        words["data"] = f"{number_of_crops(files)} generated crops, no photograph"
    return words


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it every `WRITE_EVERY` steps."""
    torch.manual_seed(options.seed)
    held = [read(options.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]
    traced, traced_held = write_shards(options.work, options.seed)
    unseen = held, [read(path) for path in traced_held]
    painted = shard_files(options.work, SHARDS)

    def learn(net: nn.Module, batch: Sequence[Tensor]) -> Tensor:
        with torch.autocast(DEVICE.type, torch.bfloat16):
            return loss_of(net(batch[0]), batch[1:])

    def write(mean: nn.Module, step: int) -> None:
        keep(cast(Reader, mean), options, unseen, progress(step, STEPS, [*painted, *traced]))

    net = Reader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    sources = (Growing(read, painted, FIRST_SHARDS), 1 - TRACED), (Growing(read, traced, len(traced)), TRACED)
    plan = Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "reader.checkpoint", WRITE_EVERY, options.loaders)
    train_network(net, plan, Batches(sources, STEPS, options.seed), learn, write)


def keep(
    net: Reader, options: argparse.Namespace, held: tuple[list[Crops], list[Crops]], words: Mapping[str, str]
) -> None:
    """Write the weights, the ONNX file and its model card; ``held``: painted and path-traced pieces."""
    torch.save(net.state_dict(), options.work / "reader.pt")
    painted, traced = held
    fitting = joined(painted[:-1])
    warm = temperatures(net, joined([*painted[:-1], *traced]))
    export(net, options.out, warm, command("reader", options))
    near = fine_crops(options.work / "discs" / "held000.npz")
    weighing = fit([(middles(fitting), fitting.labels), near], open_embedder(options.out))
    engrave(options.out, weighing)
    card = {
        **words,
        "temperatures": warm,
        "weighing": {k: round(v, 4) for k, v in weighing.items()},
        "held-out fonts and symbol blocks": {k: round(v, 4) for k, v in figures(net, painted[-1]).items()},
        "held-out path-traced dice": {k: round(v, 4) for k, v in figures(net, joined(traced)).items()},
    }
    note("reader", options, card)


def draw_held_discs(options: argparse.Namespace) -> None:
    """Draw the held-out discs on which the weights of relief and ink are fitted."""
    fill(draw_discs, options.work / "discs", options.atlas, (HELD_DISCS, "set", 0), options.seed)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/reader.onnx"))
    options.atlas = atlas_in(options.work)
    draw_held_discs(options)
    with beside(
        options.painters, fill, shard, options.work / "crops", options.atlas, (HELD, "shard", SHARDS), options.seed
    ):
        train(options)


assert set(WEIGHTS) == set(HEADS)

if __name__ == "__main__":
    main()
