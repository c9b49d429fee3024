"""How to weigh the reader's witnesses: fitted on pieces whose fonts and symbols the network has never seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.assign import NEVER
from vision.evidence import weigh
from vision.faces import KINDS, Faces
from vision.gallery import Gallery, Side

TRIALS = 40
TAUGHT_SETS = 3
Labels = NDArray[np.int64]


def side_of(labels: Labels, name: str) -> Side | None:
    """A generated side as a taught one; None for junk."""
    kind, number, pips = KINDS[labels[0]], int(labels[1]), int(labels[2])
    if kind == "junk":
        return None
    if kind in ("symbol", "number"):
        return Side(f"stone:{name}", "stone", kind, number if number >= 0 else None)
    return Side(f"die:{name}", "die", {"pips": str(pips), "numeral": str(number), "picture": "power"}[kind])


def trials(
    crops: NDArray[np.uint8], labels: Labels, faces: Faces, seed: int = 1
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Some sets taught by two views a side, then other views of them and of one strange set looked at.

    Yields cosines and witnesses (looked at x sides), and the right column (the last one: not taught).
    """
    rng = np.random.default_rng(seed)
    plain = replace(faces, scale=0.0, floor=0.0, trust=1.0)
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


def _compared(
    asked: NDArray[np.uint8], truth: Labels, gallery: Gallery, faces: Faces, plain: Faces
) -> tuple[Tensor, Tensor, Tensor]:
    looks = faces.look(asked)
    stone = looks.kind[:, :2].sum(axis=1) > looks.kind[:, 2:5].sum(axis=1)
    kinds = ["stone" if one else "die" for one in stone]
    witness = weigh(kinds, looks, gallery, plain, np.ones(len(gallery.sides), bool))
    cosine = gallery.likeness(looks.embedding)
    wanted = np.where(truth < 0, len(gallery.sides), truth)
    return torch.from_numpy(cosine.copy()), torch.from_numpy(witness).float(), torch.from_numpy(wanted)


def fit(crops: NDArray[np.uint8], labels: Labels, faces: Faces) -> dict[str, float]:
    """Scale, floor and trust under which the truth is least surprising; and how often the likeliest was right."""
    kept = list(trials(crops, labels, faces))
    raw = torch.tensor([np.log(12.0), 0.5, np.log(0.5)], dtype=torch.float32, requires_grad=True)
    tuner = torch.optim.Adam([raw], lr=0.05)
    for _ in range(150):
        loss = torch.stack([_surprise(raw, *trial) for trial in kept]).mean()
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
    right = [(_odds(raw, c, w).argmax(dim=1) == t).float().mean() for c, w, t in kept]
    fitted = raw.detach()
    scale, floor, trust = float(fitted[0].exp()), float(fitted[1]), float(fitted[2].exp())
    return {"scale": scale, "floor": floor, "trust": trust, "right": float(torch.stack(right).mean())}


def _odds(raw: Tensor, cosine: Tensor, witness: Tensor) -> Tensor:
    odds = raw[0].exp() * (cosine - raw[1]) + raw[2].exp() * witness.clamp(min=-60)
    odds = odds.masked_fill(witness < NEVER / 2, -60)
    return torch.cat([odds, torch.zeros(len(odds), 1)], dim=1)


def _surprise(raw: Tensor, cosine: Tensor, witness: Tensor, truth: Tensor) -> Tensor:
    return torch.nn.functional.cross_entropy(_odds(raw, cosine, witness), truth)


def engrave(path: Path, fitted: dict[str, float]) -> None:
    """Write the fitted weights into the network's file."""
    model = onnx.load(path)
    del model.metadata_props[:]
    for word, value in fitted.items():
        model.metadata_props.add(key=word, value=f"{value:.5f}")
    onnx.save(model, path)
