"""What happens on the simulated table: a hand comes, takes, throws, leaves; pieces tumble and come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.poses import Placed

Floats = NDArray[np.float64]
Place = tuple[float, float]

AWAY: Place = (30.0, -560.0)  # mm: where the hand waits out of sight
RELEASE: Place = (20.0, -150.0)
REACH_S = 0.45  # the hand on its way in; as long on its way out
TUMBLE_S = 0.9
SHAKE_S = 0.3  # between taking and throwing


@dataclass(frozen=True, slots=True)
class Script:
    """One visit of the hand from *start* (s) on: it takes *taken* away and throws *thrown* (with their final poses)."""

    start: float
    before: tuple[Placed, ...] = ()
    taken: frozenset[str] = frozenset()
    thrown: tuple[Placed, ...] = ()

    @property
    def release(self) -> float:
        """When the thrown pieces leave the hand, s."""
        return self.start + (2 * REACH_S + SHAKE_S if self.taken else 0.0) + REACH_S

    @property
    def end(self) -> float:
        """When everything lies and the hand is away, s."""
        last = self.release + max(TUMBLE_S, REACH_S) if self.thrown else self.start + 2 * REACH_S
        return last if self.thrown or self.taken else self.start


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at one moment: pieces, and where the hand is (mm, None: away)."""

    placed: tuple[Placed, ...]
    hand: Place | None
    moving: bool


def scene(script: Script, t: float) -> Scene:
    """The table at *t* s."""
    gone = script.taken if t >= script.start + REACH_S else frozenset()
    still = tuple(piece for piece in script.before if piece.piece.id not in gone)
    flying: tuple[Placed, ...] = ()
    if t >= script.release:
        flying = tuple(_flown(piece, (t - script.release) / TUMBLE_S, n) for n, piece in enumerate(script.thrown))
    return Scene(still + flying, _hand(script, t), bool(flying) and t < script.release + TUMBLE_S)


def _hand(script: Script, t: float) -> Place | None:
    visits = []
    if script.taken:
        middle = np.mean([p.at[:2] for p in script.before if p.piece.id in script.taken], axis=0)
        visits.append((script.start, (float(middle[0]), float(middle[1]) - 40.0)))
    if script.thrown:
        visits.append((script.release - REACH_S, RELEASE))
    for start, goal in visits:
        if start <= t < start + 2 * REACH_S:
            near = 1 - abs((t - start) / REACH_S - 1)
            part = min(1.0, 1.15 * near)
            return AWAY[0] + (goal[0] - AWAY[0]) * part, AWAY[1] + (goal[1] - AWAY[1]) * part
    return None


def _flown(rest: Placed, part: float, number: int) -> Placed:
    """A piece on its way: *part* 0 in the hand, 1 at rest; it slides out, bounces and turns over."""
    if part >= 1:
        return rest
    left = 1 - max(0.0, part)
    start = np.array([RELEASE[0] + 8 * (number % 3 - 1), RELEASE[1] + 40.0])
    flat = rest.at[:2] + (start - rest.at[:2]) * left**2.2
    high = rest.at[2] + 45 * left * abs(np.cos(3 * np.pi * left)) * min(1.0, 4 * left)
    axis = np.array([np.cos(number * 2.4), np.sin(number * 2.4), 0.3])
    turn, _ = cv2.Rodrigues(axis / np.linalg.norm(axis) * 7 * left**1.5)
    return Placed(rest.piece, rest.side, np.array([*flat, high]), np.asarray(turn, np.float64) @ rest.turn)
