"""A count over the game as a drawing: one line of steps for each player, every change one step to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 92.0, 14.0, 14.0
APART = 3.0  # px between lines of the same height
NAME_HIGH = 17.0  # px of a name at the end of a line
GRID_LINES = 10  # lines across the drawing at most


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: ``seat`` counts from 0, (``x``, ``y``) is its end, ``name_y`` the height of its name."""

    player: str
    seat: int
    path: str
    x: float
    y: float
    name_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing, in a box of ``width`` by ``height``; ``grid_lines`` are the counts with their height."""

    width: float
    height: float
    left: float
    right: float
    grid_lines: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]


def chart_of(
    last: Mapping[str, int], changes: Sequence[tuple[str, int]], first: Mapping[str, int], top: int, low: int = 1
) -> Chart | None:
    """The chart of each player's count over a game; None before any change.

    *first* and *last* are the counts at the beginning and at the end, *changes* are (player, count after) in order.
    The drawing reaches from the count *low* to *top*.
    """
    if not changes:
        return None
    step = (WIDTH - LEFT - RIGHT) / len(changes)
    lines = [_line(player, seat, first[player], changes, step, (low, top)) for seat, player in enumerate(last)]
    each = -(-(top - low) // GRID_LINES) or 1
    grid_lines = tuple((count, _height(count, low, top)) for count in range(top, low - 1, -each))
    return Chart(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, grid_lines[::-1], _named(lines))


def _height(count: int, low: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (count - low) * (HEIGHT - TOP - BOTTOM) / max(1, top - low), 1)


def _line(
    player: str, seat: int, first: int, changes: Sequence[tuple[str, int]], step: float, span: tuple[int, int]
) -> Line:
    nudge = (seat - 2.5) * APART / 2
    y = _height(first, *span) + nudge
    path = f"M{LEFT:.1f} {y:.1f}"
    for i, (name, after) in enumerate(changes, start=1):
        if name == player:
            y = _height(after, *span) + nudge
            path += f"H{LEFT + i * step:.1f}V{y:.1f}"
    return Line(player, seat, f"{path}H{WIDTH - RIGHT:.1f}", WIDTH - RIGHT, round(y, 1), round(y, 1))


def _named(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines in the order of the seats, with their names moved apart so that each can be read."""
    heights: dict[int, float] = {}
    free = HEIGHT
    for line in sorted(lines, key=lambda line: -line.y):
        heights[line.seat] = free = min(line.y, free - NAME_HIGH)
    lift = min(0.0, free - NAME_HIGH / 2)
    return tuple(
        Line(line.player, line.seat, line.path, line.x, line.y, round(heights[line.seat] - lift, 1)) for line in lines
    )
