"""Measure the margins of right and wrong answers about generated pieces, the prior of `calibration/table/margin.py`.

    python -m calibration.bench.fit_prior FOLDER

Uses the held-out files that `vision.training.reader` has drawn in FOLDER and on which nothing was trained or fitted:
dice of one, near discs of the other. Only taught pieces are asked about, because a table is taught before a game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.table.margin import JudgedAnswer, answer_of
from calibration.teaching.shots import boxed
from vision.eyes import Eyes
from vision.geometry.crops import CONTEXT
from vision.pipeline import read_detections
from vision.recognition.embedder import load_die_reader, load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.identification import value_of
from vision.recognition.sides import Side
from vision.training.painted.relief_discs import fine_crops
from vision.training.reader import middles
from vision.training.reader_batches import dice_of, read
from vision.training.reader_weighing import side_of

Crops = NDArray[np.uint8]
TRIALS, SETS, STEP, BINS = 40, 3, 0.25, 120


def answers(crops: Crops, labels: NDArray[np.int64], seed: int) -> Iterator[JudgedAnswer]:
    """Teach some sets with two views per side, and judge the readings of the others (sets x sides x views x ...)."""
    rng = np.random.default_rng(seed)
    for _ in range(TRIALS):
        gallery = Gallery.empty()
        asked: list[tuple[Side, Crops]] = []
        for place, which in enumerate(rng.permutation(len(crops))[:SETS]):
            for j, views in enumerate(crops[which]):
                if (side := side_of(labels[which, j], f"{place}.{j}")) is not None:
                    gallery = gallery.with_crops(side, views[:2], load_embedder())
                    asked += [(side, view) for view in views[2:]]
        yield from _judged(asked, Eyes(gallery=gallery))


def _judged(asked: list[tuple[Side, Crops]], eyes: Eyes) -> Iterator[JudgedAnswer]:
    for side, view in asked:
        edge, margin = len(view) / CONTEXT, len(view) * (1 - 1 / CONTEXT) / 2
        piece = read_detections(view, [boxed((margin, margin, edge, edge), side.kind)], eyes)[0]
        is_side_right = (piece.kind, piece.side, piece.value) == (side.kind, side.side, value_of(side, eyes.gallery))
        answer = answer_of(piece, is_side_right and piece.piece in (None, side.piece))
        if answer is not None:
            yield answer


def counted(given: Iterable[JudgedAnswer]) -> dict[str, list[int]]:
    """Return histograms of the margins of right and of wrong answers, in steps of STEP."""
    counts = {"right": [0] * BINS, "wrong": [0] * BINS}
    for answer in given:
        counts["right" if answer.right else "wrong"][int(np.clip(answer.lead / STEP, 0, BINS - 1))] += 1
    return counts


def main() -> None:
    """Read the command line, measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("calibration/table/margin_prior.json"))
    options = parser.parse_args()
    dice = dice_of(read(options.folder / "crops" / "held002.npz"))
    held = ((middles(dice), dice.labels), fine_crops(options.folder / "discs" / "held001.npz"))
    prior = {
        "command": f"python -m calibration.bench.fit_prior FOLDER --seed {options.seed}",
        "reader": load_embedder().fingerprint,
        "die reader": load_die_reader().fingerprint,
        "step": STEP,
        **counted(chain.from_iterable(answers(crops, labels, options.seed) for crops, labels in held)),
    }
    options.out.write_text(json.dumps(prior) + "\n")


if __name__ == "__main__":
    main()
