"""Train the reader's network on generated crops only, and write vision/reader.onnx.

    python -m calibration.training.reader --work FOLDER --steps 9000 --seed 1

Makes what FOLDER lacks (the atlas of glyphs, the shards of crops), trains, calibrates the heads' temperatures on
pieces whose fonts and symbol blocks were held out, and writes the figures beside the weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from calibration.training.reader_crops import A_SET, SETS, STORED, VIEWS, shard
from calibration.training.reader_glyphs import load_atlas, make_atlas
from calibration.training.reader_network import HEADS, Reader, export
from calibration.training.reader_weighing import engrave, fit
from vision.crop import SIZE
from vision.faces import KINDS, NUMBERS, open_faces

SETS_A_BATCH = 5
VIEWS_A_BATCH = 3
A_SHARD = SETS * A_SET * VIEWS
"""Crops in one shard."""
WARMTH = 0.06
"""Temperature of the contrastive loss."""
WEIGHTS = {"kind": 0.5, "number": 0.6, "pips": 0.8}


@dataclass(frozen=True, slots=True)
class Crops:
    """Generated sets: crops (sets, sides, views, 72, 72, 3), labels (sets, sides, 3) = kind, number, pips."""

    crops: NDArray[np.uint8]
    labels: NDArray[np.int64]


def load_crops(files: list[Path]) -> Crops:
    """All shards as one."""
    kept = [np.load(file) for file in files]
    return Crops(np.concatenate([k["crops"] for k in kept]), np.concatenate([k["labels"] for k in kept]))


def targets(labels: NDArray[np.int64]) -> dict[str, Tensor]:
    """Class indices for each head; -100 where a head has nothing to learn from a side."""
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


def shifted(rng: np.random.Generator, crops: NDArray[np.uint8]) -> Tensor:
    """Crops cut down to the network's size, each at another place, lighter or darker."""
    spare = STORED - SIZE
    out = np.empty((len(crops), SIZE, SIZE, 3), np.float32)
    for i, (y, x) in enumerate(rng.integers(0, spare + 1, (len(crops), 2))):
        out[i] = crops[i, y : y + SIZE, x : x + SIZE]
    turned = rng.random(len(crops)) < 0.5
    out[turned] = np.rot90(out[turned], int(rng.integers(1, 4)), axes=(1, 2))
    gain = np.exp(rng.normal(0, 0.06, (len(crops), 1, 1, 3)))
    return torch.from_numpy(np.clip(out * gain, 0, 255).astype(np.float32)).permute(0, 3, 1, 2)


def batches(rng: np.random.Generator, data: Crops) -> Iterator[tuple[Tensor, NDArray[np.int64]]]:
    """Without end: some sets, every side of them, a few views of every side."""
    while True:
        sets = rng.choice(len(data.crops), SETS_A_BATCH, replace=False)
        views = rng.permutation(VIEWS)[:VIEWS_A_BATCH]
        chosen = data.crops[sets][:, :, views].reshape(-1, STORED, STORED, 3)
        yield shifted(rng, chosen), data.labels[sets].reshape(-1, 3)


def contrast(embedding: Tensor, junk: Tensor) -> Tensor:
    """Views of one side together, of different sides apart (supervised InfoNCE); junk is only pushed away."""
    sides = len(junk)
    owner = torch.arange(sides).repeat_interleave(VIEWS_A_BATCH)
    near = embedding @ embedding.T / WARMTH
    near = near.masked_fill(torch.eye(len(owner), dtype=torch.bool), -1e9)
    same = (owner[:, None] == owner[None]) & ~torch.eye(len(owner), dtype=torch.bool)
    chance = near - torch.logsumexp(near, dim=1, keepdim=True)
    each = -(chance * same).sum(dim=1) / same.sum(dim=1)
    return each[~junk[owner]].mean()


def loss_of(out: dict[str, Tensor], labels: NDArray[np.int64]) -> Tensor:
    """The embedding's loss and the heads' together."""
    junk = torch.from_numpy(labels[:, 0] == KINDS.index("junk"))
    total = contrast(out["embedding"], junk)
    for name, wanted in targets(labels).items():
        each = wanted.repeat_interleave(VIEWS_A_BATCH)
        if bool((each >= 0).any()):
            total = total + WEIGHTS[name] * nn.functional.cross_entropy(out[name].float(), each, label_smoothing=0.02)
    return total


@torch.no_grad()
def look(net: Reader, data: Crops) -> tuple[dict[str, Tensor], NDArray[np.int64]]:
    """The network's words on every middle crop of some sets, and the labels, side by side."""
    net.eval()
    edge = (STORED - SIZE) // 2
    flat = data.crops.reshape(-1, STORED, STORED, 3)[:, edge : edge + SIZE, edge : edge + SIZE]
    planes = torch.from_numpy(flat.copy()).permute(0, 3, 1, 2).float()
    parts = [net(part) for part in planes.split(256)]
    net.train()
    labels = np.repeat(data.labels.reshape(-1, 3), VIEWS, axis=0)
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}, labels


def figures(net: Reader, data: Crops) -> dict[str, float]:
    """How well held-out pieces are read, and known again among their set from two views a side."""
    out, labels = look(net, data)
    made: dict[str, float] = {}
    for name, wanted in targets(labels).items():
        sure = wanted >= 0
        made[name] = float((out[name][sure].argmax(dim=1) == wanted[sure]).float().mean())
    embedding = out["embedding"].reshape(-1, A_SET, VIEWS, out["embedding"].shape[1])
    real = torch.from_numpy(data.labels[:, 0, 0] != KINDS.index("junk"))
    near = torch.einsum("savd,sbwd->sabvw", embedding[:, :, 2:], embedding[:, :, :2]).amax(dim=4)
    found = near.argmax(dim=2) == torch.arange(A_SET)[None, :, None]
    made["known again"] = float(found[real].float().mean())
    return made


def temperatures(net: Reader, data: Crops) -> dict[str, float]:
    """For each head the temperature under which held-out pieces are least surprising."""
    out, labels = look(net, data)
    made: dict[str, float] = {}
    for name, wanted in targets(labels).items():
        known = wanted >= 0
        tried = np.exp(np.linspace(-1, 1.5, 51))
        surprise = [float(nn.functional.cross_entropy(out[name][known] / t, wanted[known])) for t in tried]
        made[name] = round(float(tried[int(np.argmin(surprise))]), 3)
    return made


def rate(done: float) -> float:
    """The learning rate when this part (0..1) of the steps is taken: a short rise, then a half cosine."""
    return 2e-3 * min(1.0, done / 0.02 + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * min(done, 1.0)))) + 1e-6


def train(said: argparse.Namespace) -> None:
    """Take so many steps, keeping the network at every quarter."""
    torch.manual_seed(said.seed)
    folder = said.work / "crops"
    held = load_crops(sorted(folder.glob("held???.npz"))[:2])
    files = sorted(folder.glob("shard???.npz"))
    stream = batches(np.random.default_rng(said.seed), load_crops(files))
    net = Reader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if said.resume:
        net.load_state_dict(torch.load(said.work / "reader.pt"))
    before = json.loads(said.out.with_suffix(".json").read_text()) if said.resume else None
    tuner = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    for step in range(1, said.steps + 1):
        for group in tuner.param_groups:
            group["lr"] = rate(step / said.steps) * said.rate
        learn(net, tuner, *next(stream))
        if step % max(1, said.steps // 4) == 0:
            note = {"command": f"python -m calibration.training.reader {' '.join(sys.argv[1:])}", "steps": step}
            keep(
                net,
                said,
                held,
                note | {"data": f"{len(files) * A_SHARD} generated crops, no photograph", "before": before},
            )


def learn(net: Reader, tuner: torch.optim.Optimizer, crops: Tensor, labels: NDArray[np.int64]) -> None:
    """One step."""
    with torch.autocast("cpu", torch.bfloat16):
        loss = loss_of(net(crops.contiguous(memory_format=torch.channels_last)), labels)
    tuner.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    tuner.step()


def keep(net: Reader, said: argparse.Namespace, held: Crops, note: dict[str, Any]) -> None:
    """Write the weights, the ONNX file, and where they come from."""
    torch.save(net.state_dict(), said.work / "reader.pt")
    warm = temperatures(net, held)
    export(net, said.out, warm, str(note["command"]))
    edge = (STORED - SIZE) // 2
    middle = np.ascontiguousarray(held.crops[:, :, :, edge : edge + SIZE, edge : edge + SIZE])
    weighing = fit(middle, held.labels, open_faces(said.out))
    engrave(said.out, weighing)
    note["temperatures"], note["weighing"] = warm, {k: round(v, 4) for k, v in weighing.items()}
    note["held-out fonts and symbol blocks"] = {k: round(v, 4) for k, v in figures(net, held).items()}
    print(json.dumps(note), flush=True)
    said.out.with_suffix(".json").write_text(json.dumps(note, indent=1) + "\n")
    net.train()


def main() -> None:
    """Read the command line, make what is missing, train."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--work", type=Path, required=True)
    words.add_argument("--out", type=Path, default=Path("vision/reader.onnx"))
    words.add_argument("--steps", type=int, default=9000)
    words.add_argument("--shards", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--rate", type=float, default=1.0)
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--resume", action="store_true")
    said = words.parse_args()
    torch.set_num_threads(said.threads)
    cv2.setNumThreads(1)
    prepare(said)
    train(said)


def prepare(said: argparse.Namespace) -> None:
    """The atlas and the shards, where the folder has none yet."""
    folder = said.work / "crops"
    folder.mkdir(parents=True, exist_ok=True)
    if not (said.work / "atlas.npz").exists():
        make_atlas(said.work / "atlas.npz")
    if sorted(folder.glob("shard???.npz")):
        return
    atlas = load_atlas(said.work / "atlas.npz")
    for k in range(2):
        shard(folder / f"held{k:03d}.npz", atlas, seed=said.seed * 100_000 + 50_000 + k, held=True)
    for k in range(said.shards):
        shard(folder / f"shard{k:03d}.npz", atlas, seed=said.seed * 100_000 + k)


assert set(WEIGHTS) == set(HEADS)

if __name__ == "__main__":
    main()
