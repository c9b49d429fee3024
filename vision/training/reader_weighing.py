"""Fit the weights of the reader's features on pieces whose fonts and symbols the networks have never seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.geometry.crops import FINE, SIZE, alone, grey, sized
from vision.recognition.assignment import FORBIDDEN
from vision.recognition.embedder import KINDS, Embedder
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import log_odds_of, other_inks
from vision.recognition.sides import Side

TRIALS = 40
TAUGHT_SETS = 3
NO_INK = -20.0
"""The log of a negligible weight."""
Labels = NDArray[np.int64]
Trial = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def side_of(labels: Labels, name: str) -> Side | None:
    """Return a generated side as a taught one; None for junk."""
    kind, number, pips = KINDS[labels[0]], int(labels[1]), int(labels[2])
    if kind == "junk":
        return None
    if kind in ("symbol", "number"):
        return Side(f"stone:{name}", "stone", kind, number if number >= 0 else None)
    return Side(f"die:{name}", "die", {"pips": str(pips), "numeral": str(number), "picture": "power"}[kind])


def trials(
    crops: NDArray[np.uint8], labels: Labels, embedder: Embedder, lookalikes: bool = False, seed: int = 1
) -> Iterator[Trial]:
    """Yield trials: a gallery is taught with a few sets, two views a side, and asked about their other views.

    It is also asked about one set that was not taught.  ``crops`` (sets, sides, views, edge, edge, 3);
    ``lookalikes``: beside each taught side another piece with the same drawing in other colours is taught.  A trial has
    the cosines, the log probabilities of what is read, the relief similarities of discs and the ink distances (asked x
    sides; NaN where the crops are not fine ones), and the right column (the last one: not taught).
    """
    rng = np.random.default_rng(seed)
    plain = replace(embedder, scale=0.0, floor=0.0, trust=1.0, lines=0.0, ink=0.0)
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
                    if lookalikes:
                        gallery = gallery.with_crops(*_rival(side, crops[which, j, :2]), embedder)
                    gallery = gallery.with_crops(side, crops[which, j, :2], embedder)
                asked.extend(crops[which, j, 2:])
                truth += [len(gallery.sides) - 1 if place < TAUGHT_SETS else -1] * 2
        if gallery.sides:
            yield _compared(np.stack(asked), np.array(truth), gallery, embedder, plain)


def _rival(side: Side, crops: NDArray[np.uint8]) -> tuple[Side, NDArray[np.uint8]]:
    """Return a copy of a side with exchanged colours, because stones share numbers but not inks."""
    return replace(side, piece=f"{side.piece}'"), np.ascontiguousarray(crops[..., [1, 2, 0]])


def _compared(asked: NDArray[np.uint8], truth: Labels, gallery: Gallery, embedder: Embedder, plain: Embedder) -> Trial:
    near = asked.shape[1] == FINE
    predictions = embedder.predict(alone(sized(asked, SIZE), ["stone"] * len(asked)) if near else asked)
    stone = near | (predictions.kind[:, :2].sum(axis=1) > predictions.kind[:, 2:5].sum(axis=1))
    kinds = ["stone" if one else "die" for one in stone]
    untaught = log_odds_of(kinds, predictions, {}, gallery, plain, np.ones(len(gallery.sides), bool))
    cosine = gallery.likeness(predictions.embedding)
    lines = gallery.relief_similarity(grey(asked)) if near else np.full_like(cosine, np.nan)
    apart = other_inks(gallery, asked, ["stone"] * len(asked)) if near else lines
    wanted = np.where(truth < 0, len(gallery.sides), truth)
    terms = [torch.from_numpy(np.asarray(each, np.float32)) for each in (cosine, untaught, lines, apart)]
    return terms[0], terms[1], terms[2], terms[3], torch.from_numpy(wanted)


def fit(held: Sequence[tuple[NDArray[np.uint8], Labels]], embedder: Embedder) -> dict[str, float]:
    """Return the weights of `Embedder` with the highest likelihood, and the proportion of right answers with them.

    ``held``: crops as the reader sees them, and fine ones, of which the relief of discs is compared too.  The weight of
    the ink is fitted last, on the fine ones with lookalikes: in all trials these would outweigh the other features.
    """
    all_trials = [trial for crops, labels in held for trial in trials(crops, labels, embedder)]
    first = torch.tensor([np.log(12.0), 0.5, np.log(0.5), np.log(4.0), 0.3], dtype=torch.float32)
    five = _settled(first, all_trials, lambda raw: torch.cat([raw, torch.tensor([NO_INK])]))
    beside = list(trials(*held[-1], embedder, lookalikes=True))
    raw = torch.cat([five, _settled(torch.zeros(1), beside, lambda ink: torch.cat([five, ink]))])
    right = [(_odds(raw, *terms).argmax(dim=1) == wanted).float().mean() for *terms, wanted in all_trials]
    scale, floor, trust, lines, unlike, ink = raw.tolist()
    weights = {"scale": np.exp(scale), "floor": floor, "trust": np.exp(trust), "lines": np.exp(lines), "unlike": unlike}
    weights["ink"] = np.exp(ink)
    return {word: float(weight) for word, weight in weights.items()} | {"right": float(torch.stack(right).mean())}


def _settled(start: Tensor, all_trials: Sequence[Trial], whole: Callable[[Tensor], Tensor]) -> Tensor:
    """Minimise the mean loss of the trials by gradient descent; ``whole`` maps the free values to all weights."""
    raw = start.clone().requires_grad_()
    tuner = torch.optim.Adam([raw], lr=0.05)
    for _ in range(150):
        loss = torch.stack([_loss(whole(raw), *trial) for trial in all_trials]).mean()
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
    return raw.detach()


def _odds(raw: Tensor, cosine: Tensor, untaught: Tensor, lines: Tensor, apart: Tensor) -> Tensor:
    odds = raw[0].exp() * (cosine - raw[1]) + raw[2].exp() * untaught.clamp(min=-60)
    odds = odds + ~lines.isnan() * (raw[3].exp() * (lines.nan_to_num(0.0) - raw[4]))
    odds = odds - raw[5].exp() * apart.nan_to_num(0.0)
    odds = odds.masked_fill(untaught < FORBIDDEN / 2, -60)
    return torch.cat([odds, torch.zeros(len(odds), 1)], dim=1)


def _loss(raw: Tensor, *terms: Tensor) -> Tensor:
    return torch.nn.functional.cross_entropy(_odds(raw, *terms[:-1]), terms[-1])


def engrave(path: Path, fitted: dict[str, float]) -> None:
    """Write the fitted weights into the metadata of the network's file."""
    model = onnx.load(path)
    del model.metadata_props[:]
    for word, value in fitted.items():
        model.metadata_props.add(key=word, value=f"{value:.5f}")
    onnx.save(model, path)
