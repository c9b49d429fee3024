"""How far an answer must lead before it counts as sure: learnt from this table's own proof.

An answer's lead is in log odds, but no table is as the pictures that those odds were fitted on.  So the chance of being
right is fitted anew, as a logistic curve over the lead, to the answers that the owner has judged at this table and to
answers about generated pieces that the eyes never saw.  The margin is the least above which this table's answers would
be right often enough; as long as they are few it stays near to where it was.
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
from vision.eyes import MARGIN
from vision.types import Note, Piece

Floats = NDArray[np.float64]
WRONG = 0.002
"""Of the answers that count as sure no larger share may be wrong."""
LEAST, MOST = 1.5, 4.5
"""The margin stays within these: below nobody would call it sure, above everything would be asked."""
GENERATED_WEIGHT = 25.0
"""So many judged answers the generated ones are worth for the curve."""
STEADY = 100
"""So many answers move the margin half of the way from MARGIN to where they want it."""
COUNTED = 1000
"""Of so many sure answers the wrong ones are simply counted, whatever the curve says."""
STEP = 0.05
_NOT_THE_FACE = frozenset({Note.LEANER, Note.STACKED, Note.COCKED, Note.UNCLEAR, Note.SIZE, Note.OFF})
_GENERATED = Path(__file__).with_name("margin_prior.json")


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer that was judged: how far it led (log odds), sure or not, and whether it was right."""

    lead: float
    right: bool


def answer_of(piece: Piece, right: bool) -> JudgedAnswer | None:
    """What a judged piece tells about the margin; None where it is asked whatever its lead (a leaner, half hidden)."""
    if piece.side is None or _NOT_THE_FACE.intersection(piece.notes):
        return None
    return JudgedAnswer(piece.margin, right)


def fit_margin(answers: Sequence[JudgedAnswer] = ()) -> float:
    """The margin above which at most two answers in a thousand are expected to be wrong; MARGIN where none is given."""
    wanted, count = _wanted(answers), len(answers)
    return round((STEADY * MARGIN + count * wanted) / (STEADY + count), 2)


def _wanted(answers: Sequence[JudgedAnswer]) -> float:
    """The least margin that the answers themselves allow, LEAST to MOST; right ones alone never raise it."""
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
    """Offset and slope of the logistic curve of being right, by Newton's method, drawn a little to 0 and 1."""
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
    """Answers about generated pieces: N leads, right (1) or wrong (0), and how much each weighs."""

    lead: Floats
    right: Floats
    weight: Floats


@cache
def generated() -> Generated:
    """The counts that `calibration/bench/fit_prior.py` wrote."""
    kept = json.loads(_GENERATED.read_text("utf-8"))
    counts = np.array([kept["wrong"], kept["right"]], np.float64)
    leads = (np.arange(counts.shape[1]) + 0.5) * float(kept["step"])
    weight = counts.ravel() * (GENERATED_WEIGHT / counts.sum())
    return Generated(np.tile(leads, 2), np.repeat([0.0, 1.0], len(leads)), weight)


def keep_margin(home: Path, calibration_id: str, answers: Iterable[JudgedAnswer]) -> Calibration:
    """Fit the margin to all answers judged under this calibration, and keep it there; `load_eyes` uses it.

    Raises StoreError where the table has been calibrated anew since: what was proven then says nothing now.
    """
    calibration = load_calibration(home)
    if calibration is None or calibration.id != calibration_id:
        raise StoreError("The table was calibrated anew since these throws. Prove it again with `owleye prove`.")
    proven = replace(calibration, margin=fit_margin(list(answers)))
    save_calibration(home, proven)
    return proven
