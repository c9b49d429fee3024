"""What each threshold of `vision.thresholds` decides: pictures are read with it a fifth smaller and larger.

    for effect in perturbed([folder], eyes, pictures=6): print(effect.row)

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
from calibration.bench.reading import ANSWERS, SightReport, cases_of, measure
from vision import thresholds
from vision.eyes import Eyes

CHANGE = 0.2
"""Each threshold is made smaller and larger by this part of itself."""
Scene = tuple[Any, Eyes]


@dataclass(frozen=True, slots=True)
class Effect:
    """One threshold, its value, and how the answers change when it is smaller and when it is larger.

    ``smaller``, ``larger``: by answer ("right", "asked", "wrong", "missed"), how many more or fewer pieces have it.
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
    """Every threshold by its name: a number, or a tuple of numbers that belong together."""
    return {name: value for name, value in vars(thresholds).items() if name.isupper()}


def scaled(value: Any, by: float) -> Any:
    """The threshold, or each of a tuple, times ``by``; whole numbers stay whole and change by one at least."""
    if isinstance(value, tuple):
        return tuple(scaled(each, by) for each in value)
    if isinstance(value, int):
        return max(round(value * by), value + 1) if by > 1 else min(round(value * by), value - 1)
    return value * by


@contextmanager
def changed(name: str, value: object) -> Iterator[None]:
    """While a threshold has another value."""
    before = getattr(thresholds, name)
    setattr(thresholds, name, value)
    try:
        yield
    finally:
        setattr(thresholds, name, before)


def perturbed(folders: Sequence[Path], eyes: Eyes, pictures: int) -> Iterator[Effect]:
    """The effect of each threshold on some ``pictures`` of each labelled folder, spread evenly over it.

    Raises BenchError where a folder holds nothing to measure.
    """
    scenes = [scene for folder in folders for scene in _some(folder, eyes, pictures)]
    base = _answers(scenes)
    for name, value in numbers().items():
        ways = []
        for by in (1 - CHANGE, 1 + CHANGE):
            with changed(name, scaled(value, by)):
                now = _answers(scenes)
            ways.append({answer: now[answer] - base[answer] for answer in ANSWERS})
        yield Effect(name, value, *ways)


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
