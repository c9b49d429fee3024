"""How to weigh the reader's witnesses: fitted on pieces whose fonts and symbols the networks have never seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.assign import NEVER
from vision.crop import FINE, SIZE, alone, sized
from vision.evidence import weigh
from vision.faces import KINDS, Faces
from vision.gallery import Gallery, Side, grey

TRIALS = 40
TAUGHT_SETS = 3
Labels = NDArray[np.int64]
Trial = tuple[Tensor, Tensor, Tensor, Tensor]


def side_of(labels: Labels, name: str) -> Side | None:
    """A generated side as a taught one; None for junk."""
    kind, number, pips = KINDS[labels[0]], int(labels[1]), int(labels[2])
    if kind == "junk":
        return None
    if kind in ("symbol", "number"):
        return Side(f"stone:{name}", "stone", kind, number if number >= 0 else None)
    return Side(f"die:{name}", "die", {"pips": str(pips), "numeral": str(number), "picture": "power"}[kind])


def trials(crops: NDArray[np.uint8], labels: Labels, faces: Faces, seed: int = 1) -> Iterator[Trial]:
    """Some sets taught by two views a side, then other views of them and of one strange set looked at.

    ``crops`` (sets, sides, views, edge, edge, 3).  Yields cosines, witnesses and how alike the places of discs are
    (looked at x sides; NaN where the crops are no fine ones), and the right column (the last one: not taught).
    """
    rng = np.random.default_rng(seed)
    plain = replace(faces, scale=0.0, floor=0.0, trust=1.0, lines=0.0)
    for _ in range(TRIALS):
        sets = rng.permutation(len(crops))[: TAUGHT_SETS + 1]
        gallery, truth = Gallery.empty(), []
        asked: list[NDArray[np.uint8]] = []
        for place, which in enumerate(sets):
            for j in range(crops.shape[1]):
                side = side_of(labels[which, j], f"{place}.{j}")
                if side is None:
                    continue
                if place < TAUGHT_SETS:
                    gallery = gallery.with_crops(side, crops[which, j, :2], faces)
                asked.extend(crops[which, j, 2:])
                truth += [len(gallery.sides) - 1 if place < TAUGHT_SETS else -1] * 2
        if gallery.sides:
            yield _compared(np.stack(asked), np.array(truth), gallery, faces, plain)


def _compared(asked: NDArray[np.uint8], truth: Labels, gallery: Gallery, faces: Faces, plain: Faces) -> Trial:
    near = asked.shape[1] == FINE
    looks = faces.look(alone(sized(asked, SIZE), ["stone"] * len(asked)) if near else asked)
    stone = near | (looks.kind[:, :2].sum(axis=1) > looks.kind[:, 2:5].sum(axis=1))
    kinds = ["stone" if one else "die" for one in stone]
    witness = weigh(kinds, looks, {}, gallery, plain, np.ones(len(gallery.sides), bool))
    cosine = gallery.likeness(looks.embedding)
    lines = gallery.lines(grey(asked)) if near else np.full_like(cosine, np.nan)
    wanted = np.where(truth < 0, len(gallery.sides), truth)
    told = [torch.from_numpy(np.asarray(each, np.float32)) for each in (cosine, witness, lines)]
    return told[0], told[1], told[2], torch.from_numpy(wanted)


def fit(held: Sequence[tuple[NDArray[np.uint8], Labels]], faces: Faces) -> dict[str, float]:
    """The weights of `Faces` under which the truth is least surprising; and how often the likeliest was right.

    ``held``: crops as the reader sees them, and fine ones, on which the places of discs are compared too.
    """
    kept = [trial for crops, labels in held for trial in trials(crops, labels, faces)]
    raw = torch.tensor([np.log(12.0), 0.5, np.log(0.5), np.log(4.0), 0.3], dtype=torch.float32, requires_grad=True)
    tuner = torch.optim.Adam([raw], lr=0.05)
    for _ in range(150):
        loss = torch.stack([_surprise(raw, *trial) for trial in kept]).mean()
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
    right = [(_odds(raw, *told).argmax(dim=1) == wanted).float().mean() for *told, wanted in kept]
    scale, floor, trust, lines, unlike = raw.detach().tolist()
    weights = {"scale": np.exp(scale), "floor": floor, "trust": np.exp(trust), "lines": np.exp(lines), "unlike": unlike}
    return {word: float(weight) for word, weight in weights.items()} | {"right": float(torch.stack(right).mean())}


def _odds(raw: Tensor, cosine: Tensor, witness: Tensor, lines: Tensor) -> Tensor:
    odds = raw[0].exp() * (cosine - raw[1]) + raw[2].exp() * witness.clamp(min=-60)
    odds = odds + ~lines.isnan() * (raw[3].exp() * (lines.nan_to_num(0.0) - raw[4]))
    odds = odds.masked_fill(witness < NEVER / 2, -60)
    return torch.cat([odds, torch.zeros(len(odds), 1)], dim=1)


def _surprise(raw: Tensor, cosine: Tensor, witness: Tensor, lines: Tensor, truth: Tensor) -> Tensor:
    return torch.nn.functional.cross_entropy(_odds(raw, cosine, witness, lines), truth)


def engrave(path: Path, fitted: dict[str, float]) -> None:
    """Write the fitted weights into the network's file."""
    model = onnx.load(path)
    del model.metadata_props[:]
    for word, value in fitted.items():
        model.metadata_props.add(key=word, value=f"{value:.5f}")
    onnx.save(model, path)
