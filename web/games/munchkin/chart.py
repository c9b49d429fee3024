"""The Levels over the game as a drawing: one line of steps for each player, every change one step to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 92.0, 14.0, 14.0
APART = 3.0  # px between lines on one Level


@dataclass(frozen=True, slots=True)
class Line:
    """A player's way up; ``seat`` is the place at the table, (``x``, ``y``) where the line ends."""

    player: str
    seat: int
    path: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing, in a box of ``width`` by ``height``; ``rungs`` are the Levels with their height."""

    width: float
    height: float
    left: float
    right: float
    rungs: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]


def chart_of(
    levels: Mapping[str, int], changes: Sequence[tuple[str, int]], first: Mapping[str, int], top: int
) -> Chart | None:
    """From the *first* Levels by all *changes* (player, Level after) to the *levels* now; None before any change."""
    if not changes:
        return None
    step = (WIDTH - LEFT - RIGHT) / len(changes)
    lines = tuple(_line(player, seat, first[player], changes, step, top) for seat, player in enumerate(levels))
    rungs = tuple((level, _height(level, top)) for level in range(1, top + 1) if top <= 10 or level % 2 == 0)
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, rungs, lines)


def _height(level: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (level - 1) * (HEIGHT - TOP - BOTTOM) / (top - 1), 1)


def _line(player: str, seat: int, first: int, changes: Sequence[tuple[str, int]], step: float, top: int) -> Line:
    nudge = (seat - 2.5) * APART / 2
    y = _height(first, top) + nudge
    path = f"M{LEFT:.1f} {y:.1f}"
    for i, (name, after) in enumerate(changes, start=1):
        if name == player:
            y = _height(after, top) + nudge
            path += f"H{LEFT + i * step:.1f}V{y:.1f}"
    return Line(player, seat, f"{path}H{WIDTH - RIGHT:.1f}", WIDTH - RIGHT, round(y, 1))
