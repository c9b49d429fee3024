"""Measure the effect of each threshold of `vision.thresholds` by reading pictures with smaller and larger values.

    for effect in effects([folder], eyes, pictures=6): print(effect.row)

Teaching uses the thresholds as they are; only reading is repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.bench.labels import BenchError
from calibration.bench.reading import cases_of, measure
from calibration.bench.report import ANSWERS, SightReport
from vision import thresholds
from vision.eyes import Eyes

CHANGE = 0.2
"""Relative change of each threshold."""
Scene = tuple[Any, Eyes]


@dataclass(frozen=True, slots=True)
class Effect:
    """One threshold, its value, and the change of the answers with a smaller and with a larger value.

    ``smaller``, ``larger``: for each answer ("right", "asked", "wrong", "missed") the change of its count.
    """

    name: str
    value: object
    smaller: dict[str, int]
    larger: dict[str, int]

    @property
    def row(self) -> str:
        """A row of a Markdown table."""
        return f"| `{self.name}` | {self.value} | {_words(self.smaller)} | {_words(self.larger)} |"


def _words(change: dict[str, int]) -> str:
    return ", ".join(f"{count:+d} {answer}" for answer, count in change.items() if count) or "-"


def numbers() -> dict[str, Any]:
    """Return all thresholds by name: numbers, or tuples of numbers that belong together."""
    return {name: value for name, value in vars(thresholds).items() if name.isupper()}


def scaled_threshold(value: Any, by: float) -> Any:
    """Return a threshold, or each of a tuple, times ``by``; whole numbers stay whole and change by at least one."""
    if isinstance(value, tuple):
        return tuple(scaled_threshold(each, by) for each in value)
    if isinstance(value, int):
        return max(round(value * by), value + 1) if by > 1 else min(round(value * by), value - 1)
    return value * by


@contextmanager
def threshold_at(name: str, value: object) -> Iterator[None]:
    """Set a threshold to another value within the context."""
    before = getattr(thresholds, name)
    setattr(thresholds, name, value)
    try:
        yield
    finally:
        setattr(thresholds, name, before)


def effects(folders: Sequence[Path], eyes: Eyes, pictures: int) -> Iterator[Effect]:
    """Yield the effect of each threshold on ``pictures`` pictures of each labelled folder, spread evenly over it.

    Raises BenchError where a folder has nothing to measure.
    """
    scenes = [scene for folder in folders for scene in _some(folder, eyes, pictures)]
    base = _answers(scenes)
    for name, value in numbers().items():
        effects = []
        for by in (1 - CHANGE, 1 + CHANGE):
            with threshold_at(name, scaled_threshold(value, by)):
                now = _answers(scenes)
            effects.append({answer: now[answer] - base[answer] for answer in ANSWERS})
        yield Effect(name, value, *effects)


def _some(folder: Path, eyes: Eyes, pictures: int) -> list[Scene]:
    found, taught = cases_of(folder, eyes)
    cases = list(found)
    if not cases:
        raise BenchError(f"{folder} holds no labelled picture.")
    step = max(1, len(cases) // pictures)
    return [(case, taught) for case in cases[::step][:pictures]]


def _answers(scenes: Sequence[Scene]) -> Counter[str]:
    report = SightReport()
    for case, eyes in scenes:
        measure(case, eyes, report)
    return sum(report.kinds.values(), Counter())
