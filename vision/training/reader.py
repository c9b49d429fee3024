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
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.recognition.crops import SIZE, alone
from vision.recognition.embedder import KINDS, NUMBERS, open_embedder
from vision.training.course import Plan, asked, atlas_in, beside, command, files_due, fill, note, temperature, waited
from vision.training.course import train as train_network
from vision.training.painted.relief_discs import HELD as HELD_DISCS
from vision.training.painted.relief_discs import draw as draw_discs
from vision.training.painted.relief_discs import fine_crops
from vision.training.painted.stones import A_SET, VIEWS
from vision.training.reader_crops import STORED, shard
from vision.training.reader_network import HEADS, Reader, export
from vision.training.reader_weighing import engrave, fit
from vision.training.rendered import write_shards

SETS_A_BATCH = 5
VIEWS_A_BATCH = 3
TRACED = 0.3
"""Proportion of path-traced sets."""
STEPS, RATE, DECAY = 20_000, 1.5e-3, 0.02
CORES = 2
"""One draws and one trains; when all is drawn both train."""
SHARDS = 160
EARLY = 12
"""Number of shards with which the training begins; the last is needed at half of it."""
WRITTEN = 6
"""Number of times that the network is written."""
WARMTH = 0.06
"""Temperature of the contrastive loss."""
WEIGHTS = {"kind": 0.7, "number": 0.7, "pips": 0.8}
DISCS = 2
"""Number of kinds that are on discs: symbols and numbers, the first two."""
CLOSE = 0.1
"""Probability that a view is a close-up."""
ALONE = 0.8
"""Probability that a disc is shown without its surroundings, as by `vision.recognition.crops.alone` at a table."""
LAMP = 0.5
"""Probability that all sides of a set share an additional light, so that similar light is no evidence."""
HELD = 3
"""Shards of held-out fonts and symbols: two to fit temperatures and weights on, the last for the figures."""
SMOOTH = 0.998
"""Factor of the moving average of the weights per step; the average is written."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Generated sets: crops (sets, sides, views, 72, 72, 3), labels (sets, sides, 3) = kind, number, pips."""

    crops: NDArray[np.uint8]
    labels: NDArray[np.int64]


def targets(labels: NDArray[np.int64]) -> dict[str, Tensor]:
    """Return the class indices for each head; -100 where a side has no label for a head."""
    kind, number, pips = labels[..., 0], labels[..., 1], labels[..., 2]
    classes = np.full(number.shape, len(NUMBERS))
    for index, value in enumerate(NUMBERS):
        classes[number == value] = index
    classes[number < 0] = -100
    return {
        "kind": torch.from_numpy(kind.copy()),
        "number": torch.from_numpy(classes),
        "pips": torch.from_numpy(np.where(pips > 0, pips - 1, -100)),
    }


def moved(rng: np.random.Generator, crop: NDArray[np.uint8], free: bool, mirror: bool) -> NDArray[np.uint8]:
    """Return a random crop of the network's size: rotated (by any angle if ``free``), shifted, slightly scaled.

    Sometimes it is a close-up, as of a picture of the face alone, whose border is then repeated.
    """
    turn = rng.integers(4) * 90.0 + (rng.uniform(-45, 45) if free else rng.normal(0, 5))
    close = rng.random() < CLOSE
    scale = rng.uniform(1.1, 1.5) if close else np.exp(rng.normal(0.02, 0.04))
    where: NDArray[Any] = cv2.getRotationMatrix2D(((STORED - 1) / 2,) * 2, turn, float(scale))
    where[:, 2] -= rng.uniform(0.2, 1.8, 2) * (STORED - SIZE) / 2
    if mirror:
        where[0] = -where[0]
        where[0, 2] += SIZE - 1
    out = cv2.warpAffine(crop, where, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT_101)
    if close and rng.random() < 0.5:
        out = cv2.copyMakeBorder(out[5:-5, 5:-5], 5, 5, 5, 5, cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


def under_a_lamp(rng: np.random.Generator, crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return crops (N x 64 x 64 x 3) under one additional light: a gradient, another hue and exposure."""
    along = np.linspace(-0.5, 0.5, SIZE)
    turn, strength = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.35)
    slope = 1 + strength * (along[:, None] * np.cos(turn) + along * np.sin(turn))
    bright = np.clip(crops * (slope[..., None] * np.exp(rng.normal(0, 0.12, 3))).astype(np.float32), 0, 255)
    curve = 255 * (np.arange(256) / 255) ** np.exp(rng.normal(0, 0.25))
    return np.asarray(curve.astype(np.uint8)[bright.astype(np.uint8)])


def varied(rng: np.random.Generator, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return an augmented set (sides, views, 72, 72, 3): common hues, and sides without a number maybe mirrored.

    Every view is moved independently.
    """
    out = np.empty((*crops.shape[:2], SIZE, SIZE, 3), np.uint8)
    mirror = (rng.random(len(crops)) < 0.5) & (labels[:, 1] < 0)
    for side, views in enumerate(crops):
        free = bool(labels[side, 0] < DISCS and rng.random() < 0.7)
        for view, crop in enumerate(views):
            out[side, view] = moved(rng, crop, free, bool(mirror[side]))
    hues = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    out = out[..., hues]
    if rng.random() < LAMP:
        out = np.stack([under_a_lamp(rng, out[:, view]) for view in range(out.shape[1])], axis=1)
    return unsurrounded(rng, out, labels)


def unsurrounded(rng: np.random.Generator, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return crops (sides, views, 64, 64, 3) with the surroundings of most discs painted over."""
    kinds = np.repeat(np.where(labels[:, 0] < DISCS, "stone", "die"), crops.shape[1])
    kinds[rng.random(len(kinds)) >= ALONE] = "die"
    return alone(crops.reshape(-1, SIZE, SIZE, 3), kinds.tolist()).reshape(crops.shape)


def batch(
    rng: np.random.Generator, painted: list[Crops], traced: list[Crops], part: float = TRACED
) -> tuple[Tensor, NDArray[np.int64]]:
    """Return painted and, with probability ``part``, path-traced sets: a few views of every side."""
    crops, labels = [], []
    for _ in range(SETS_A_BATCH):
        shards = traced if rng.random() < part else painted
        shard = shards[int(rng.integers(len(shards)))]
        place = int(rng.integers(len(shard.crops)))
        views = np.sort(rng.permutation(VIEWS)[:VIEWS_A_BATCH])
        crops.append(varied(rng, shard.crops[place][:, views], shard.labels[place]))
        labels.append(shard.labels[place])
    planes = torch.from_numpy(np.concatenate(crops).reshape(-1, SIZE, SIZE, 3)).permute(0, 3, 1, 2).float()
    gain = np.exp(rng.normal(0, 0.06, (len(planes), 3, 1, 1))).astype(np.float32)
    return planes * torch.from_numpy(gain), np.concatenate(labels)


def contrast(embedding: Tensor, junk: Tensor) -> Tensor:
    """Return the supervised InfoNCE loss: views of one side together, different sides apart; junk only apart."""
    sides = len(junk)
    owner = torch.arange(sides).repeat_interleave(VIEWS_A_BATCH)
    similarity = embedding @ embedding.T / WARMTH
    similarity = similarity.masked_fill(torch.eye(len(owner), dtype=torch.bool), -1e9)
    same = (owner[:, None] == owner[None]) & ~torch.eye(len(owner), dtype=torch.bool)
    log_probability = similarity - torch.logsumexp(similarity, dim=1, keepdim=True)
    each = -(log_probability * same).sum(dim=1) / same.sum(dim=1)
    return each[~junk[owner]].mean()


def loss_of(out: dict[str, Tensor], labels: NDArray[np.int64]) -> Tensor:
    """Return the sum of the losses of embedding and heads."""
    junk = torch.from_numpy(labels[:, 0] == KINDS.index("junk"))
    total = contrast(out["embedding"], junk)
    for name, classes in targets(labels).items():
        each = classes.repeat_interleave(VIEWS_A_BATCH)
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


def shard_file(work: Path, number: int) -> Path:
    """Return the file of a shard."""
    return work / "crops" / f"shard{number:03d}.npz"


def read(path: Path) -> Crops:
    """Return a file of sets, after waiting until it is written."""
    return Crops(*waited(path))


def train(options: argparse.Namespace) -> None:
    """Train the network, and write it WRITTEN times."""
    torch.manual_seed(options.seed)
    held = [read(options.work / "crops" / f"held{k:03d}.npz") for k in range(HELD)]
    traced, traced_held = ([read(path) for path in paths] for paths in write_shards(options.work, options.seed))
    painted: list[Crops] = []

    def learn(net: nn.Module, step: int) -> Tensor:
        painted.extend(
            read(shard_file(options.work, k)) for k in range(len(painted), files_due(step / STEPS, SHARDS, EARLY))
        )
        torch.set_num_threads(CORES if shard_file(options.work, SHARDS - 1).exists() else 1)
        crops, labels = batch(np.random.default_rng([options.seed, step]), painted, traced)
        with torch.autocast("cpu", torch.bfloat16):
            return loss_of(net(crops.contiguous(memory_format=torch.channels_last)), labels)

    def write(mean: nn.Module, step: int, last: bool) -> None:
        if last or step % (STEPS // WRITTEN) == 0:
            card = {"steps": f"{step} of {STEPS}"}
            keep(cast(Reader, mean), options, "reader", (held, traced_held), card, [*painted, *traced])

    net = Reader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    train_network(net, Plan(STEPS, RATE, DECAY, SMOOTH, options.work / "reader.checkpoint"), learn, write)


def _crops_in(shards: list[Crops]) -> int:
    return sum(shard.labels.shape[0] * A_SET * VIEWS for shard in shards)


def _joined(shards: list[Crops]) -> Crops:
    return Crops(np.concatenate([each.crops for each in shards]), np.concatenate([each.labels for each in shards]))


def keep(
    net: Reader,
    options: argparse.Namespace,
    module: str,
    held: tuple[list[Crops], list[Crops]],
    words: Mapping[str, Any],
    learnt: list[Crops],
) -> None:
    """Write the weights, the ONNX file and its model card; ``held``: painted and path-traced pieces."""
    torch.save(net.state_dict(), options.work / f"{module}.pt")
    painted, traced = held
    fitting = _joined(painted[:-1])
    warm = temperatures(net, _joined([*painted[:-1], *traced]))
    export(net, options.out, warm, command(module, options))
    near = fine_crops(options.work / "discs" / "held000.npz")
    weighing = fit([(middles(fitting), fitting.labels), near], open_embedder(options.out))
    engrave(options.out, weighing)
    card = {
        **words,
        "data": f"{_crops_in(learnt)} generated crops, no photograph",
        "temperatures": warm,
        "weighing": {k: round(v, 4) for k, v in weighing.items()},
        "held-out fonts and symbol blocks": {k: round(v, 4) for k, v in figures(net, painted[-1]).items()},
        "held-out path-traced dice": {k: round(v, 4) for k, v in figures(net, _joined(traced)).items()},
    }
    note(module, options, card)


def draw_held_discs(options: argparse.Namespace) -> None:
    """Draw the held-out discs on which the weights of relief and ink are fitted."""
    fill(draw_discs, options.work / "discs", options.atlas, (HELD_DISCS, "set", 0), options.seed)


def main() -> None:
    """Read the command line, draw what is missing, train."""
    options = asked(__doc__, Path("vision/models/reader.onnx"))
    options.atlas = atlas_in(options.work)
    draw_held_discs(options)
    with beside(fill, shard, options.work / "crops", options.atlas, (HELD, "shard", SHARDS), options.seed):
        train(options)


assert set(WEIGHTS) == set(HEADS)

if __name__ == "__main__":
    main()
