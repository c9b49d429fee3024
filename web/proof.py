"""The picture that a reading rests on, ready to be drawn: crops, outlines, labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.live import LiveTable

MARGIN = 0.35  # around a piece's crop, as a share of its size
LONE = 80.0  # px around the centre of a piece whose outline nobody knows
FACTS = {"exposure_us": "Exposure (µs)", "gain": "Gain", "calibration": "Calibration", "source": "Camera"}


@dataclass(frozen=True, slots=True)
class Proof:
    """A kept picture of ``size`` (width, height) px and the pieces found in it, each as in a reading's JSON."""

    id: str
    size: tuple[int, int]
    pieces: tuple[Mapping[str, Any], ...]
    problems: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


def proof_of(live: LiveTable, evidence: str | None) -> Proof | None:
    """The proof kept under this name; None where nothing was kept."""
    record = live.evidence(evidence) if evidence else None
    if not evidence or record is None:
        return None
    width, height = record["size"]
    reading = record.get("reading", {})
    pieces = tuple(reading.get("pieces", ()))
    return Proof(evidence, (width, height), pieces, tuple(reading.get("problems", ())), _facts(record))


def _facts(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    told = {**record.get("camera", {}), **record}
    return tuple((words, str(told[key])) for key, words in FACTS.items() if told.get(key) not in (None, ""))


def box(piece: Mapping[str, Any]) -> str:
    """The square around a piece, as an SVG view box."""
    left, top, right, bottom = _bounds(piece)
    side = max(right - left, bottom - top) * (1 + 2 * MARGIN)
    return f"{(left + right - side) / 2:.1f} {(top + bottom - side) / 2:.1f} {side:.1f} {side:.1f}"


def points(outline: Sequence[Sequence[float]]) -> str:
    """An outline as SVG points."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)


def spot(piece: Mapping[str, Any]) -> tuple[float, float]:
    """Where a piece's label stands: under its middle."""
    left, top, right, bottom = _bounds(piece)
    return round((left + right) / 2, 1), round(bottom + (bottom - top) * 0.3, 1)


def _bounds(piece: Mapping[str, Any]) -> tuple[float, float, float, float]:
    x, y = piece["centre_px"]
    outline = piece["outline_px"] or ((x - LONE / 2, y - LONE / 2), (x + LONE / 2, y + LONE / 2))
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
