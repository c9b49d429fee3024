"""How far right and wrong answers lead on generated pieces: what `calibration/margin.py` starts from.

    python -m calibration.training.leads FOLDER/crops/held002.npz

The file of crops must be one that the weights were neither trained nor fitted on (`calibration.training.reader` takes
the first two of the held ones).  Only pieces that were taught are asked: a table is taught before it is played on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.margin import Tried, tried
from calibration.teach import boxed
from calibration.training.reader_crops import STORED
from calibration.training.reader_weighing import side_of
from vision.crop import CONTEXT, SIZE
from vision.eyes import Eyes
from vision.faces import load_faces
from vision.gallery import Gallery, Side
from vision.naming import value_of
from vision.read import read_found

Crops = NDArray[np.uint8]
TRIALS, SETS, STEP, BINS = 40, 3, 0.25, 40
_WHOLE = (SIZE / 2 - SIZE / CONTEXT / 2, SIZE / 2 - SIZE / CONTEXT / 2, SIZE / CONTEXT, SIZE / CONTEXT)


def answers(crops: Crops, labels: NDArray[np.int64], seed: int) -> Iterator[Tried]:
    """Teach some sets by two views a side, and judge what is said about the other two (sets x sides x views x ...)."""
    rng = np.random.default_rng(seed)
    for _ in range(TRIALS):
        gallery = Gallery.empty()
        asked: list[tuple[Side, Crops]] = []
        for place, which in enumerate(rng.permutation(len(crops))[:SETS]):
            for j, views in enumerate(crops[which]):
                if (side := side_of(labels[which, j], f"{place}.{j}")) is not None:
                    gallery = gallery.with_crops(side, views[:2], load_faces())
                    asked += [(side, view) for view in views[2:]]
        yield from _judged(asked, Eyes(gallery=gallery))


def _judged(asked: list[tuple[Side, Crops]], eyes: Eyes) -> Iterator[Tried]:
    for side, view in asked:
        piece = read_found(view, [boxed(_WHOLE, side.kind)], eyes)[0]
        shown = (piece.kind, piece.side, piece.value) == (side.kind, side.side, value_of(side, eyes.gallery))
        answer = tried(piece, shown and piece.piece in (None, side.piece))
        if answer is not None:
            yield answer


def counted(given: Iterator[Tried]) -> dict[str, list[int]]:
    """How many right and wrong answers lead by so many steps."""
    counts = {"right": [0] * BINS, "wrong": [0] * BINS}
    for one in given:
        counts["right" if one.right else "wrong"][int(np.clip(one.lead / STEP, 0, BINS - 1))] += 1
    return counts


def main() -> None:
    """Read the command line, ask, write the file."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("crops", type=Path)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--out", type=Path, default=Path("calibration/leads.json"))
    said = words.parse_args()
    edge = (STORED - SIZE) // 2
    with np.load(said.crops) as kept:
        middle = np.ascontiguousarray(kept["crops"][:, :, :, edge:-edge, edge:-edge])
        counts = counted(answers(middle, kept["labels"], said.seed))
    made = {
        "command": f"python -m calibration.training.leads {said.crops.name} --seed {said.seed}",
        "reader": load_faces().fingerprint,
        "step": STEP,
        **counts,
    }
    said.out.write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    main()
