"""What all trainings have in common: command line, painting process, training loop with checkpoints, model card."""

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
"""In this part of a training the learning rate rises."""
CHECKPOINT_EVERY = 250
"""Steps between two checkpoints."""
Learn = Callable[[Module, int], torch.Tensor]
Keep = Callable[[Module, int, bool], None]


def asked(about: str | None, out: Path, **more: Path) -> argparse.Namespace:
    """The command line: ``work``, ``out``, ``seed``, and ``more`` files by the names of their options."""
    words = argparse.ArgumentParser(description=about)
    words.add_argument("--work", type=Path, required=True)
    words.add_argument("--out", type=Path, default=out)
    words.add_argument("--seed", type=int, default=1)
    for name, path in more.items():
        words.add_argument(f"--{name}", type=Path, default=path)
    said = words.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    said.work.mkdir(parents=True, exist_ok=True)
    return said


def atlas_in(work: Path) -> Path:
    """The atlas of glyphs, which is made where it is missing."""
    atlas = work / "atlas.npz"
    if not atlas.exists():
        make_atlas(atlas)
    return atlas


@contextmanager
def beside(draw: Callable[..., None], *args: Any) -> Iterator[None]:
    """While a second process draws."""
    other = get_context("spawn").Process(target=draw, args=args)
    other.start()
    yield
    other.join()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained, in one run.

    ``steps``; ``rate``: the highest learning rate; ``decay``: that of the weights; ``smooth``: how much of the running
    mean of the weights is kept at every step; ``checkpoint``: the file from which an interrupted training goes on.
    """

    steps: int
    rate: float
    decay: float
    smooth: float
    checkpoint: Path


def files_due(done: float, files: int, early: int, by: float = 0.5) -> int:
    """How many drawn files a training needs when a part of it (0..1) is done: ``early`` at first, all at ``by``."""
    return min(files, early + int(files * done / by))


def rate(done: float, most: float) -> float:
    """The learning rate when this part (0..1) is done: a short rise to the highest, then a half cosine."""
    return most * min(1.0, done / RISE + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * min(done, 1.0)))) + 1e-6


def train(net: Module, plan: Plan, learn: Learn, keep: Keep) -> None:
    """Train a network; an interrupted training goes on from its checkpoint as if it had not been interrupted.

    ``learn`` gives the loss of the network at a step (from 1), which must depend on the step alone; ``keep`` is handed
    the mean of the weights after every step, and whether it was the last.
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
    """Load a checkpoint where there is one; the step that it was written after."""
    if not path.exists():
        return 0
    kept = torch.load(path, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(kept[name])
    return int(kept["step"])


def _save(path: Path, parts: Mapping[str, Any], step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({name: each.state_dict() for name, each in parts.items()} | {"step": step}, part)
    part.rename(path)


def temperature(surprise: Callable[[float], torch.Tensor]) -> float:
    """The temperature under which held-out pieces are least surprising."""
    tried = np.exp(np.linspace(-1, 1.5, 51))
    return round(float(tried[int(np.argmin([float(surprise(t)) for t in tried]))]), 3)


def command(module: str, said: argparse.Namespace) -> str:
    """How the weights are made again."""
    return f"python -m vision.training.{module} --work FOLDER --seed {said.seed}"


def note(module: str, said: argparse.Namespace, words: Mapping[str, Any]) -> None:
    """Tell how the weights were made and how good they are, and keep it beside them."""
    told = {"command": command(module, said), "seed": said.seed, **words}
    print(json.dumps(told), flush=True)
    said.out.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n")
