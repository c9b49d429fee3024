"""The motion on the simulated table: a hand comes, takes, throws, leaves; pieces tumble and come to rest at seeded
places, with the mishaps of a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.art import Piece
from hardware.simulated.poses import Placed, edge_mm, lying, thick_mm, tipped

REACH_MM = (140.0, 95.0)  # largest distance of thrown pieces from the middle of the mat, in x and y
ROOM_MM = 10.0  # between pieces that do not touch
PUT_BACK_MM = 2.5  # largest error when a hand puts a turned stone back
Rng = np.random.Generator
Floats = NDArray[np.float64]
Place = tuple[float, float]

AWAY: Place = (30.0, -560.0)  # mm: where the hand waits out of sight
RELEASE: Place = (20.0, -150.0)
REACH_S = 0.45  # time of the hand on its way in, and again on its way out
TUMBLE_S = 0.9
SHAKE_S = 0.3  # between taking and throwing


def landed(
    pieces: Sequence[Piece],
    sides: Mapping[str, str],
    mishaps: Sequence[str],
    others: Sequence[Placed],
    rng: Rng,
) -> tuple[Placed, ...]:
    """Final poses of *pieces*; sides not given are drawn; *mishaps* are keys of MISHAPS; *others* lie there already.

    A mishap changes nothing where no piece is left, or too few for it.

    Raises:
        ValueError: for a mishap or side that does not exist, with a sentence.
    """
    placed: list[Placed] = []
    for piece in pieces:
        side = sides.get(piece.id) or str(rng.choice(piece.sides))
        if side not in piece.sides:
            raise ValueError(f"{piece.id} has no side {side!r}; it shows one of: {', '.join(piece.sides)}.")
        x, y = _free_place(piece, [*others, *placed], rng)
        placed.append(lying(piece, side, x, y, float(rng.uniform(0, 360))))
    for mishap in mishaps:
        if mishap not in MISHAPS:
            raise ValueError(f"The simulated table knows no mishap {mishap!r}; it knows: {', '.join(MISHAPS)}.")
        placed = MISHAPS[mishap](placed, others, rng) if placed else placed
    return tuple(placed)


def turned_over(placed: Placed, rng: Rng) -> Placed:
    """The same stone with its other side up, put back at nearly the same place."""
    side = "number" if placed.side == "symbol" else "symbol"
    x, y = placed.at[:2] + rng.normal(0, PUT_BACK_MM, 2)
    return lying(placed.piece, side, float(x), float(y), float(rng.uniform(0, 360)))


def _free_place(piece: Piece, others: Sequence[Placed], rng: Rng) -> tuple[float, float]:
    """A random place with room around it; on a full table the one with most room of many."""
    tries = rng.uniform(-1, 1, (200, 2)) * REACH_MM
    best, most = tries[0], -np.inf
    for place in tries:
        room = _room(piece, place, others)
        if room > most:
            best, most = place, room
        if most >= ROOM_MM:
            break
    return float(best[0]), float(best[1])


def _room(piece: Piece, place: Floats, others: Sequence[Placed]) -> float:
    """The least gap in mm between *piece* at *place* and the *others*; at most ROOM_MM where there are none."""
    gaps = (float(np.linalg.norm(place - o.at[:2])) - _half(o.piece) - _half(piece) for o in others)
    return min(gaps, default=ROOM_MM)


def _half(piece: Piece) -> float:
    """The radius around the middle that a piece needs, mm."""
    return edge_mm(piece) / 2 * (1.0 if piece.look == "stone" else 1.42)


def _leaner(placed: list[Placed], _: Sequence[Placed], __: Rng) -> list[Placed]:
    """The first stone leans on the second piece."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    x, y = float(second.at[0]) - 17.0, float(second.at[1])
    flat = lying(first.piece, first.side, x, y, 40.0)
    return [tipped(flat, "leaner", 90.0, -26.0), *placed[1:]]


def _stacked(placed: list[Placed], _: Sequence[Placed], __: Rng) -> list[Placed]:
    """The first piece lies on the second, half over it."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    x, y = float(second.at[0]) + 9.0, float(second.at[1]) - 4.0
    on = lying(first.piece, first.side, x, y, 15.0, on_mm=thick_mm(second.piece))
    return [Placed(first.piece, "stacked", on.at, on.turn), *placed[1:]]


def _touching(placed: list[Placed], others: Sequence[Placed], _: Rng) -> list[Placed]:
    """The first piece lies edge to edge with the second, where there is most room: regular, but hard to separate."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    apart = (edge_mm(first.piece) + edge_mm(second.piece)) / 2
    ways = np.radians(np.arange(0, 360, 30))
    places = second.at[:2] + apart * np.column_stack([np.cos(ways), np.sin(ways)])
    rooms = [_room(first.piece, place, [*placed[2:], *others]) for place in places]
    at = np.append(places[int(np.argmax(rooms))], first.at[2])
    return [Placed(first.piece, first.side, at, first.turn), *placed[1:]]


def _missing(placed: list[Placed], _: Sequence[Placed], __: Rng) -> list[Placed]:
    """Remove the last piece: it rolled off the table."""
    return placed[:-1]


def _cocked(placed: list[Placed], _: Sequence[Placed], rng: Rng) -> list[Placed]:
    """The first die (else the first piece) rests on an edge."""
    which = next((n for n, p in enumerate(placed) if p.piece.kind == "die"), 0)
    tilted = tipped(placed[which], "cocked", float(rng.uniform(0, 360)), 24.0)
    return [*placed[:which], tilted, *placed[which + 1 :]]


def _off(placed: list[Placed], _: Sequence[Placed], __: Rng) -> list[Placed]:
    """The first piece lies beside the mat, still in the picture."""
    first = placed[0]
    at = np.array([-268.0, 20.0, first.at[2]])
    return [Placed(first.piece, "off", at, first.turn), *placed[1:]]


MISHAPS: dict[str, Callable[[list[Placed], Sequence[Placed], Rng], list[Placed]]] = {
    "leaner": _leaner,
    "stacked": _stacked,
    "touching": _touching,
    "missing": _missing,
    "cocked": _cocked,
    "off": _off,
}


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
        """The time when everything is at rest and the hand is gone, s."""
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
    taken = script.taken if t >= script.start + REACH_S else frozenset()
    still = tuple(piece for piece in script.before if piece.piece.id not in taken)
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
    """A flying piece: at *part* 0 in the hand, at 1 at rest; in between it slides, bounces and turns over."""
    if part >= 1:
        return rest
    left = 1 - max(0.0, part)
    start = np.array([RELEASE[0] + 8 * (number % 3 - 1), RELEASE[1] + 40.0])
    flat = rest.at[:2] + (start - rest.at[:2]) * left**2.2
    high = rest.at[2] + 45 * left * abs(np.cos(3 * np.pi * left)) * min(1.0, 4 * left)
    axis = np.array([np.cos(number * 2.4), np.sin(number * 2.4), 0.3])
    turn, _ = cv2.Rodrigues(axis / np.linalg.norm(axis) * 7 * left**1.5)
    return Placed(rest.piece, rest.side, np.array([*flat, high]), np.asarray(turn, np.float64) @ rest.turn)
