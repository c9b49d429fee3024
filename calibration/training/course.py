"""What every training by generated pieces begins and ends with: its command line, its drawer, its note."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import torch

from calibration.training.reader_glyphs import make_atlas


def asked(about: str | None, out: Path) -> argparse.Namespace:
    """The command line: ``work``, ``out``, ``seed``, and the ``atlas`` of glyphs, which is made where it is missing."""
    words = argparse.ArgumentParser(description=about)
    words.add_argument("--work", type=Path, required=True)
    words.add_argument("--out", type=Path, default=out)
    words.add_argument("--seed", type=int, default=1)
    said = words.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    said.work.mkdir(parents=True, exist_ok=True)
    said.atlas = said.work / "atlas.npz"
    if not said.atlas.exists():
        make_atlas(said.atlas)
    return said


@contextmanager
def beside(draw: Callable[..., None], *args: Any) -> Iterator[None]:
    """While a second process draws."""
    other = get_context("spawn").Process(target=draw, args=args)
    other.start()
    yield
    other.join()


def command(module: str, said: argparse.Namespace) -> str:
    """How the weights are made again."""
    return f"python -m calibration.training.{module} --work FOLDER --seed {said.seed}"


def note(module: str, said: argparse.Namespace, words: Mapping[str, Any]) -> None:
    """Tell how the weights were made and how good they are, and keep it beside them."""
    told = {"command": command(module, said), "seed": said.seed, **words}
    print(json.dumps(told), flush=True)
    said.out.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n")
