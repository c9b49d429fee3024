"""The decision threshold: the margin (log odds) from which on an answer of this table counts as sure.

The margins of the networks were fitted on other pictures than this table's.  So the probability of a right answer is
fitted again as a logistic curve over the margin, to the answers that the owner has judged at this table and, with a
small weight, to answers about generated pieces.  The threshold is the smallest margin above which answers are right
often enough; with few answers it stays near its default (shrinkage).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.storage.files import StoreError
from calibration.storage.home import Calibration, load_calibration, save_calibration
from vision.thresholds import MARGIN
from vision.types import Note, Piece

Floats = NDArray[np.float64]
WRONG = 0.002
"""Largest share of sure answers that may be wrong: two in a thousand, the promise of the README."""
LEAST, MOST = 1.5, 4.5
"""Bounds of the threshold, log odds: below, 18 % of the answers would be wrong; above, nearly all would be asked."""
GENERATED_WEIGHT = 25.0
"""Total weight of all generated answers in the fit, in judged answers."""
STEADY = 100
"""Number of judged answers that move the threshold half of the way from its default to the fitted value."""
COUNTED = 1000
"""Number of sure answers from which on wrong ones are counted instead of estimated by the curve."""
STEP = 0.05
_NOT_THE_FACE = frozenset({Note.LEANER, Note.STACKED, Note.COCKED, Note.UNCLEAR, Note.SIZE, Note.OFF})
_GENERATED = Path(__file__).with_name("margin_prior.json")


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer judged by the owner: its margin (log odds), and whether it was right."""

    lead: float
    right: bool


def answer_of(piece: Piece, right: bool) -> JudgedAnswer | None:
    """The judged answer for a piece; None where it is asked whatever its margin (a leaning or half hidden piece)."""
    if piece.side is None or _NOT_THE_FACE.intersection(piece.notes):
        return None
    return JudgedAnswer(piece.margin, right)


def fit_margin(answers: Sequence[JudgedAnswer] = ()) -> float:
    """The threshold above which at most WRONG of the answers are expected to be wrong; MARGIN without answers."""
    wanted, count = _wanted(answers), len(answers)
    return round((STEADY * MARGIN + count * wanted) / (STEADY + count), 2)


def _wanted(answers: Sequence[JudgedAnswer]) -> float:
    """The threshold that the answers alone ask for, LEAST to MOST; right answers never raise it."""
    lead, right = (np.array([getattr(one, name) for one in answers], np.float64) for name in ("lead", "right"))
    offset, slope = _curve(lead, right)
    wrong = 1 / (1 + np.exp(np.clip(offset + slope * lead, -50, 50)))
    most = MOST if (right[lead >= MARGIN] == 0).any() else MARGIN
    for margin in np.arange(LEAST, most, STEP):
        sure = lead >= margin
        seen = int((right[sure] == 0).sum())
        likely = seen if sure.sum() >= COUNTED else max(seen, float(wrong[sure].sum()))
        if likely <= WRONG * sure.sum():
            return float(margin)
    return most


def _curve(lead: Floats, right: Floats) -> tuple[float, float]:
    """Offset and slope of the logistic curve (Newton's method, ridge prior at 0 and 1)."""
    before = generated()
    weight = np.concatenate([before.weight, np.ones(len(lead))])
    lead, right = np.concatenate([before.lead, lead]), np.concatenate([before.right, right])
    rows = np.column_stack([np.ones(len(lead)), lead])
    plain, stiff = np.array([0.0, 1.0]), 0.01
    fitted = plain.copy()
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ fitted, -30, 30)))
        bend = rows.T @ (rows * (weight * chance * (1 - chance))[:, None]) + stiff * np.eye(2)
        fitted = fitted + np.linalg.solve(bend, rows.T @ (weight * (right - chance)) - stiff * (fitted - plain))
    return float(fitted[0]), float(fitted[1])


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """Answers about generated pieces: N margins, right (1) or wrong (0), and their weights."""

    lead: Floats
    right: Floats
    weight: Floats


@cache
def generated() -> Generated:
    """The histogram that `calibration/bench/fit_prior.py` wrote."""
    kept = json.loads(_GENERATED.read_text("utf-8"))
    counts = np.array([kept["wrong"], kept["right"]], np.float64)
    leads = (np.arange(counts.shape[1]) + 0.5) * float(kept["step"])
    weight = counts.ravel() * (GENERATED_WEIGHT / counts.sum())
    return Generated(np.tile(leads, 2), np.repeat([0.0, 1.0], len(leads)), weight)


def keep_margin(home: Path, calibration_id: str, answers: Iterable[JudgedAnswer]) -> Calibration:
    """Fit the threshold to all answers judged under this calibration, and store it there; `load_eyes` uses it.

    Raises:
        StoreError: where the table was calibrated again since, so that the answers no longer apply.
    """
    calibration = load_calibration(home)
    if calibration is None or calibration.id != calibration_id:
        raise StoreError("The table was calibrated anew since these throws. Prove it again with `owleye prove`.")
    proven = replace(calibration, margin=fit_margin(list(answers)))
    save_calibration(home, proven)
    return proven
