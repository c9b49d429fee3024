"""What the trainings by generated pieces have in common: command line, drawer, rounds, note."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import Module
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.training.reader_glyphs import make_atlas

RISE = 0.02
"""In this part of a round the learning rate rises."""
Learn = Callable[[Module, int], torch.Tensor]
Keep = Callable[[Module, int, bool], None]


def asked(about: str | None, out: Path) -> argparse.Namespace:
    """The command line: ``work``, ``out``, ``seed``."""
    words = argparse.ArgumentParser(description=about)
    words.add_argument("--work", type=Path, required=True)
    words.add_argument("--out", type=Path, default=out)
    words.add_argument("--seed", type=int, default=1)
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


def rate(done: float, most: float, rise: float) -> float:
    """The learning rate when this part (0..1) is done: up to the highest in a part ``rise``, then a half cosine."""
    return most * min(1.0, done / rise + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * min(done, 1.0)))) + 1e-6


def take_rounds(net: Module, rounds: Sequence[tuple[int, float]], smooth: float, learn: Learn, keep: Keep) -> None:
    """Take rounds of so many steps at so high a rate, each from the mean weights of the one before.

    ``smooth``: how much of the running mean of the weights is kept at every step.  ``learn`` gives the loss of
    the network at a step; ``keep`` is handed the mean, and told where a round ends.
    """
    taken = 0
    for steps, most in rounds:
        net.train()
        mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(smooth), use_buffers=True)
        tuner = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
        for step in range(1, steps + 1):
            for group in tuner.param_groups:
                group["lr"] = rate(step / steps, most, RISE)
            loss = learn(net, taken + step)
            tuner.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            tuner.step()
            mean.update_parameters(net)
            keep(mean.module, taken + step, step == steps)
        net, taken = mean.module, taken + steps


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
