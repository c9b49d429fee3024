"""Train the network that knows discs again by what runs through each of their places, and write vision/relief.onnx.

    python -m calibration.training.relief --work FOLDER --seed 1

Makes what FOLDER lacks (the atlas of glyphs, then sets of invented discs under many lamps in a second process), trains,
and writes how often discs with held-out fonts and symbols are known again beside the weights.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from calibration.training.reader_glyphs import make_atlas
from calibration.training.reader_stones import A_SET, VIEWS
from calibration.training.relief_network import Relief, export, likeness
from calibration.training.relief_pieces import REACH, SETS, STORED, fill
from vision.relief import levelled, places, unrolled

STEPS = 2000
FILES = 15
EARLY = 3
"""With so many files the training begins; the last is there at half of it."""
SETS_A_BATCH = 4
VIEWS_A_BATCH = 3
RATE = 3e-3
SMOOTH = 0.995
"""How much of the running mean of the weights is kept at every step; the mean is what is written."""
WRITTEN = 200
"""After so many steps the network is written each time."""
_PLACES = places(STORED / REACH)
Levels = NDArray[np.uint8]


def waited(path: Path) -> Levels:
    """The crops of a file, levelled (sets, sides, views, STORED, STORED), once the other process has written it."""
    while not path.exists():
        time.sleep(1)
    with np.load(path) as kept:
        crops = kept["crops"]
    level = [levelled(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)) for crop in crops.reshape(-1, STORED, STORED, 3)]
    return np.stack(level).reshape(crops.shape[:-1])


def moved(rng: np.random.Generator, level: Levels) -> Levels:
    """A levelled crop, unrolled from any ray on, about a middle that is a little off, drawn a little too long."""
    turn, lean = rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi)
    spins = [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in (turn, lean)]
    whole = spins[1] @ np.diag([1, 1 + rng.normal(0, 0.02)]) @ spins[1].T @ spins[0] * (1 + rng.normal(0, 0.025))
    return unrolled(level, (STORED - 1) / 2 + rng.normal(0, 1.6, 2) + _PLACES @ whole.T)


def batches(rng: np.random.Generator, files: list[Levels]) -> Iterator[Tensor]:
    """Without end: some sets of the files that there are by then, a few views of every side, side by side."""
    while True:
        discs = []
        for which in rng.integers(0, len(files) * SETS, SETS_A_BATCH):
            for side in files[which // SETS][which % SETS]:
                discs += [moved(rng, side[view]) for view in rng.permutation(VIEWS)[:VIEWS_A_BATCH]]
        yield torch.from_numpy(np.stack(discs)).float()


def loss_of(net: Relief, discs: Tensor) -> Tensor:
    """Views of one side together, the other sides of its set away (supervised InfoNCE)."""
    with torch.autocast("cpu", torch.bfloat16):
        said = net(discs)
    each = A_SET * VIEWS_A_BATCH
    near = likeness(said.float().unflatten(0, (-1, each))) * net.sharp.exp()
    owner = torch.arange(A_SET).repeat_interleave(VIEWS_A_BATCH)
    itself = torch.eye(each, dtype=torch.bool)
    same = (owner[:, None] == owner[None]) & ~itself
    near = near.masked_fill(itself, -1e9)
    chance = near - torch.logsumexp(near, dim=2, keepdim=True)
    return -(chance * same).sum(dim=2).mean() / (VIEWS_A_BATCH - 1)


@torch.no_grad()
def known_again(net: Relief, held: Levels) -> float:
    """How often a held-out disc is known again among its set from two views a side."""
    net.eval()
    middle = (STORED - 1) / 2 + _PLACES
    right = []
    for one in held:
        discs = np.stack([unrolled(level, middle) for level in one.reshape(-1, STORED, STORED)])
        near = likeness(net(torch.from_numpy(discs).float())[None])[0].reshape(A_SET, VIEWS, A_SET, VIEWS)
        best = near[:, 2:, :, :2].amax(dim=3).argmax(dim=2)
        right.append(float((best == torch.arange(A_SET)[:, None]).float().mean()))
    return float(np.mean(right))


def rate(done: float) -> float:
    """The learning rate when this part (0..1) of the training is done: a short rise, then a half cosine."""
    return RATE * min(1.0, done / 0.05 + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * done))) + 1e-6


def train(said: argparse.Namespace) -> None:
    """All steps; the network is written now and then."""
    torch.manual_seed(said.seed)
    held = waited(said.work / "discs" / "held000.npz")
    files: list[Levels] = []
    stream = batches(np.random.default_rng(said.seed), files)
    net = Relief().train()
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(SMOOTH), use_buffers=True)
    tuner = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
    for step in range(1, STEPS + 1):
        due = min(FILES, EARLY + int(FILES * step / (0.5 * STEPS)))
        files += [waited(said.work / "discs" / f"set{k:03d}.npz") for k in range(len(files), due)]
        for group in tuner.param_groups:
            group["lr"] = rate(step / STEPS)
        loss = loss_of(net, next(stream))
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
        mean.update_parameters(net)
        if step % WRITTEN == 0:
            keep(cast(Relief, mean.module), said, held, step, len(files))


def keep(net: Relief, said: argparse.Namespace, held: Levels, step: int, files: int) -> None:
    """Write the weights, the ONNX file, and where they come from."""
    torch.save(net.state_dict(), said.work / "relief.pt")
    export(net, said.out)
    note: dict[str, Any] = {
        "command": f"python -m calibration.training.relief --work FOLDER --seed {said.seed}",
        "seed": said.seed,
        "steps": f"{step} of {STEPS}",
        "data": f"{files * SETS * A_SET * VIEWS} generated crops, no photograph",
        "held-out fonts and symbols known again": round(known_again(net, held), 4),
    }
    print(json.dumps(note), flush=True)
    said.out.with_suffix(".json").write_text(json.dumps(note, indent=1) + "\n")


def main() -> None:
    """Read the command line, make what is missing, train."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--work", type=Path, required=True)
    words.add_argument("--out", type=Path, default=Path("vision/relief.onnx"))
    words.add_argument("--seed", type=int, default=1)
    said = words.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    said.work.mkdir(parents=True, exist_ok=True)
    atlas = said.work / "atlas.npz"
    if not atlas.exists():
        make_atlas(atlas)
    other = get_context("spawn").Process(target=fill, args=(said.work / "discs", atlas, FILES, said.seed))
    other.start()
    train(said)
    other.join()


if __name__ == "__main__":
    main()
