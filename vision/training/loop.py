"""Shared parts of all trainings: command line, drawing processes, training loop with checkpoints, model card."""

from __future__ import annotations

import argparse
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import Module
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader

from vision.training.painted.glyphs import make_atlas

RISE = 0.02
"""Part of a training in which the learning rate rises."""
CHECKPOINT_EVERY = 250
"""Steps between two checkpoints."""
FAILED = (
    "A process that draws pictures has failed (exit code {code}; -9: killed, perhaps for want of memory). "
    "What it printed says more. Correct that, then start the training again: it continues where it was."
)
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""Where networks are trained."""
Learn = Callable[[Module, Sequence[torch.Tensor]], torch.Tensor]
Keep = Callable[[Module, int], None]


def asked(about: str | None, out: Path) -> argparse.Namespace:
    """Parse the command line: ``work``, ``out``, ``seed``, and the numbers of ``painters`` and ``loaders``."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=out)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--painters", type=int, default=1, help="processes that draw the pictures")
    parser.add_argument("--loaders", type=int, default=0, help="processes that put batches together")
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
def beside(painters: int, draw: Callable[..., None], *args: Any) -> Iterator[None]:
    """Run ``draw`` in processes of its own during the context; its last argument is the share of each (k of n).

    They end with the context: after they have drawn all, or at once where an exception leaves it; and with a killed
    training. Raises ChildProcessError, wherever the training waits, as soon as one of them fails.
    """
    spawn = get_context("spawn")
    processes = [spawn.Process(target=_draw_in_one_thread, args=(draw, *args, (k, painters))) for k in range(painters)]
    with _watched(processes):
        for process in processes:
            process.start()
        yield
        for process in processes:
            process.join()


@contextmanager
def _watched(processes: Sequence[BaseProcess]) -> Iterator[None]:
    """Raise ChildProcessError in the context once a process has failed; at its end stop those that still run."""

    def check(number: int, frame: FrameType | None) -> None:
        if callable(before):
            before(number, frame)
        codes = [process.exitcode for process in processes if process.exitcode]
        if codes:
            raise ChildProcessError(FAILED.format(code=codes[0]))

    before = signal.signal(signal.SIGCHLD, check)
    try:
        yield
    finally:
        signal.signal(signal.SIGCHLD, before)
        for process in set(processes).intersection(active_children()):
            process.terminate()
            process.join()


def _draw_in_one_thread(draw: Callable[..., None], *args: Any) -> None:
    cv2.setNumThreads(1)
    Thread(target=_end_with_training, daemon=True).start()
    draw(*args)


def _end_with_training() -> None:
    """Wait until the process of the training has ended, and end this one, for nobody needs its pictures now."""
    training = parent_process()
    assert training is not None, "painters are processes of their own"
    training.join()
    os._exit(1)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained.

    ``steps``; ``rate``: the highest learning rate; ``decay``: the weight decay; ``smooth``: the factor of the moving
    average of the weights per step; ``checkpoint``: the file from which an interrupted training continues;
    ``write_every``: steps between two writes of the network; ``loaders``: processes that put batches together.
    """

    steps: int
    rate: float
    decay: float
    smooth: float
    checkpoint: Path
    write_every: int
    loaders: int = 0


def rate(done: float, most: float) -> float:
    """Return the learning rate at progress ``done`` (0..1): a short linear rise, then a half cosine."""
    return most * min(1.0, done / RISE + 0.01) * (0.5 + 0.5 * float(np.cos(np.pi * min(done, 1.0)))) + 1e-6


def train(net: Module, plan: Plan, batches: Any, learn: Learn, keep: Keep) -> None:
    """Train a network; an interrupted training continues from its checkpoint with the same result.

    ``batches[step]`` are the tensors of a step (from 1), which must depend on the step alone; ``learn`` returns the
    loss of the network for them; ``keep`` receives a copy of the averaged network and the step, now and then and at
    the end.
    """
    net.to(DEVICE).train()
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(plan.smooth), use_buffers=True)
    tuner = torch.optim.AdamW(net.parameters(), weight_decay=plan.decay)
    parts = {"net": net, "mean": mean, "tuner": tuner}
    steps = range(_resumed(plan.checkpoint, parts) + 1, plan.steps + 1)
    for step, batch in zip(steps, _loaded(batches, steps, plan.loaders), strict=True):
        for group in tuner.param_groups:
            group["lr"] = rate(step / plan.steps, plan.rate)
        loss = learn(net, [part.to(DEVICE) for part in batch])
        tuner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        tuner.step()
        mean.update_parameters(net)
        if step % CHECKPOINT_EVERY == 0:
            _save(plan.checkpoint, parts, step)
        if step == plan.steps or step % plan.write_every == 0:
            keep(deepcopy(mean.module).cpu().eval(), step)


def _loaded(batches: Any, steps: range, loaders: int) -> Any:
    """Return the batches of these steps in order, put together in this process or by ``loaders`` others."""
    return DataLoader(
        batches,
        batch_size=None,
        sampler=steps,
        num_workers=loaders,
        multiprocessing_context="spawn" if loaders else None,
        worker_init_fn=_with_one_thread,
    )


def _with_one_thread(_: int) -> None:
    cv2.setNumThreads(1)


def _resumed(path: Path, parts: Mapping[str, Any]) -> int:
    """Load a checkpoint if there is one; return the step after which it was written."""
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True, map_location=DEVICE)
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
