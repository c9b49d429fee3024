"""Shared parts of all trainings: command line, drawing process, training loop with checkpoints, model card."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import Module
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.training.painted.glyphs import make_atlas

RISE = 0.02
"""Part of a training in which the learning rate rises."""
CHECKPOINT_EVERY = 250
"""Steps between two checkpoints."""
Learn = Callable[[Module, int], torch.Tensor]
Keep = Callable[[Module, int, bool], None]


def asked(about: str | None, out: Path, **more: Path) -> argparse.Namespace:
    """Parse the command line: ``work``, ``out``, ``seed``, and ``more`` files by the names of their options."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=out)
    parser.add_argument("--seed", type=int, default=1)
    for name, path in more.items():
        parser.add_argument(f"--{name}", type=Path, default=path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    return options


def atlas_in(work: Path) -> Path:
    """Return the file of the glyph atlas, drawn first where it is missing."""
    atlas = work / "atlas.npz"
    if not atlas.exists():
        make_atlas(atlas)
    return atlas


@contextmanager
def beside(draw: Callable[..., None], *args: Any) -> Iterator[None]:
    """Run ``draw`` in a second process during the context."""
    process = get_context("spawn").Process(target=draw, args=args)
    process.start()
    yield
    process.join()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained.

    ``steps``; ``rate``: the highest learning rate; ``decay``: the weight decay; ``smooth``: the factor of the moving
    average of the weights per step; ``checkpoint``: the file from which an interrupted training continues.
    """

    steps: int
    rate: float
    decay: float
    smooth: float
    checkpoint: Path


def files_due(done: float, files: int, early: int, by: float = 0.5) -> int:
    """Return how many drawn files a training uses at progress ``done`` (0..1): from ``early`` to all at ``by``."""
    return min(files, early + int(files * done / by))


def rate(done: float, most: float) -> float:
    """Return the learning rate at progress ``done`` (0..1): a short linear rise, then a half cosine."""
    return most * min(1.0, done / RISE + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * min(done, 1.0)))) + 1e-6


def train(net: Module, plan: Plan, learn: Learn, keep: Keep) -> None:
    """Train a network; an interrupted training continues from its checkpoint with the same result.

    ``learn`` returns the loss of the network at a step (from 1), which must depend on the step alone; ``keep`` receives
    the averaged network after every step, and whether it was the last.
    """
    net.train()
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(plan.smooth), use_buffers=True)
    tuner = torch.optim.AdamW(net.parameters(), weight_decay=plan.decay)
    parts = {"net": net, "mean": mean, "tuner": tuner}
    for step in range(_resumed(plan.checkpoint, parts) + 1, plan.steps + 1):
        for group in tuner.param_groups:
            group["lr"] = rate(step / plan.steps, plan.rate)
        loss = learn(net, step)
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
        mean.update_parameters(net)
        if step % CHECKPOINT_EVERY == 0:
            _save(plan.checkpoint, parts, step)
        keep(mean.module, step, step == plan.steps)
        net.train()


def _resumed(path: Path, parts: Mapping[str, Any]) -> int:
    """Load a checkpoint if there is one; return the step after which it was written."""
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(state[name])
    return int(state["step"])


def _save(path: Path, parts: Mapping[str, Any], step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({name: each.state_dict() for name, each in parts.items()} | {"step": step}, part)
    part.rename(path)


def temperature(loss: Callable[[float], torch.Tensor]) -> float:
    """Return the temperature with the lowest loss on held-out pieces."""
    candidates = np.exp(np.linspace(-1, 1.5, 51))
    return round(float(candidates[int(np.argmin([float(loss(t)) for t in candidates]))]), 3)


def command(module: str, options: argparse.Namespace) -> str:
    """Return the command that trains the network again."""
    return f"python -m vision.training.{module} --work FOLDER --seed {options.seed}"


def note(module: str, options: argparse.Namespace, words: Mapping[str, Any]) -> None:
    """Print how the network was trained and how accurate it is, and write the same as JSON next to it."""
    card = {"command": command(module, options), "seed": options.seed, **words}
    print(json.dumps(card), flush=True)
    options.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")
