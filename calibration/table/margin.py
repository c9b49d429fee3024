"""The decision threshold: the margin (log odds) from which an answer at this table counts as sure.

The networks' margins were fitted on other pictures. The probability of a right answer is therefore fitted again as a
logistic curve over the margin, to the answers that the owner judged at this table and, with a small weight, to answers
about generated pieces. The threshold is the smallest margin above which answers are right often enough; with few
answers it stays near its default (shrinkage).
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
from calibration.storage.table_files import Calibration, load_calibration, save_calibration
from rules.core.phrases import Phrase
from vision.thresholds import MARGIN
from vision.types import Note, Piece

CALIBRATED_SINCE = Phrase("The table was calibrated anew since these throws. Prove it again with `owleye prove`.")
Floats = NDArray[np.float64]
WRONG = 0.002
"""Largest part of the sure answers that may be wrong: two in a thousand (docs/how-it-sees.md, section 8)."""
LEAST, MOST = 1.5, 4.5
"""Bounds of the threshold, log odds: below, 18 % of the answers would be wrong; above, nearly all would be asked."""
GENERATED_WEIGHT = 25.0
"""Total weight of all generated answers in the fit, in judged answers."""
STEADY = 100
"""Number of judged answers that move the threshold halfway from its default to the fitted value."""
COUNTED = 1000
"""Number of sure answers from which wrong ones are counted instead of estimated by the curve."""
STEP = 0.05
_NOT_THE_FACE = frozenset({Note.LEANER, Note.STACKED, Note.COCKED, Note.OVEREXPOSED, Note.UNCLEAR, Note.SIZE, Note.OFF})
_GENERATED = Path(__file__).with_name("margin_prior.json")


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer judged by the owner: its margin (log odds), and whether it was right."""

    lead: float
    right: bool


def answer_of(piece: Piece, right: bool) -> JudgedAnswer | None:
    """Return the judged answer for a piece; None for a piece that is always asked about (leaning, half hidden)."""
    if piece.side is None or _NOT_THE_FACE.intersection(piece.notes):
        return None
    return JudgedAnswer(piece.margin, right)


def fit_margin(answers: Sequence[JudgedAnswer] = ()) -> float:
    """Return the threshold (log odds) above which at most WRONG of the answers are wrong; MARGIN without answers."""
    fitted, count = _fitted_threshold(answers), len(answers)
    return round((STEADY * MARGIN + count * fitted) / (STEADY + count), 2)


def _fitted_threshold(answers: Sequence[JudgedAnswer]) -> float:
    """Return the threshold fitted to the answers alone, LEAST to MOST; right answers never raise it."""
    lead, right = (np.array([getattr(answer, name) for answer in answers], np.float64) for name in ("lead", "right"))
    offset, slope = _curve(lead, right)
    wrong = 1 / (1 + np.exp(np.clip(offset + slope * lead, -50, 50)))
    most = MOST if (right[lead >= MARGIN] == 0).any() else MARGIN
    for margin in np.arange(LEAST, most, STEP):
        is_sure = lead >= margin
        wrong_count = int((right[is_sure] == 0).sum())
        expected_wrong = wrong_count if is_sure.sum() >= COUNTED else max(wrong_count, float(wrong[is_sure].sum()))
        if expected_wrong <= WRONG * is_sure.sum():
            return float(margin)
    return most


def _curve(lead: Floats, right: Floats) -> tuple[float, float]:
    """Fit a logistic curve by Newton's method (ridge prior at 0 and 1); return offset and slope."""
    prior_answers = generated()
    weight = np.concatenate([prior_answers.weight, np.ones(len(lead))])
    lead, right = np.concatenate([prior_answers.lead, lead]), np.concatenate([prior_answers.right, right])
    rows = np.column_stack([np.ones(len(lead)), lead])
    prior, ridge = np.array([0.0, 1.0]), 0.01
    fitted = prior.copy()
    for _ in range(40):
        probability = 1 / (1 + np.exp(-np.clip(rows @ fitted, -30, 30)))
        hessian = rows.T @ (rows * (weight * probability * (1 - probability))[:, None]) + ridge * np.eye(2)
        fitted = fitted + np.linalg.solve(hessian, rows.T @ (weight * (right - probability)) - ridge * (fitted - prior))
    return float(fitted[0]), float(fitted[1])


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """Answers about generated pieces: N margins, right (1) or wrong (0), and weights."""

    lead: Floats
    right: Floats
    weight: Floats


@cache
def generated() -> Generated:
    """Return the histogram written by `calibration/bench/fit_prior.py`."""
    histogram = json.loads(_GENERATED.read_text("utf-8"))
    counts = np.array([histogram["wrong"], histogram["right"]], np.float64)
    leads = (np.arange(counts.shape[1]) + 0.5) * float(histogram["step"])
    weight = counts.ravel() * (GENERATED_WEIGHT / counts.sum())
    return Generated(np.tile(leads, 2), np.repeat([0.0, 1.0], len(leads)), weight)


def keep_margin(home: Path, calibration_id: str, answers: Iterable[JudgedAnswer]) -> Calibration:
    """Fit the threshold to all answers judged under this calibration, and save it there for `load_eyes`.

    Raises StoreError where the table was calibrated again since, so that the answers no longer apply, and where the
    file cannot be written.
    """
    calibration = load_calibration(home)
    if calibration is None or calibration.id != calibration_id:
        raise StoreError(CALIBRATED_SINCE)
    proven = replace(calibration, margin=fit_margin(list(answers)))
    save_calibration(home, proven)
    return proven
