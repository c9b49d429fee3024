"""How thrown pieces come to lie: seeded places and sides, and the accidents of a real table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from hardware.simulated.art import Piece
from hardware.simulated.poses import Placed, edge_mm, lying, thick_mm, tipped

REACH_MM = (140.0, 95.0)  # thrown pieces stay within this of the middle
ROOM_MM = 10.0  # between pieces that do not touch
PUT_BACK_MM = 2.5  # how exactly a hand puts a stone back where it lay
Rng = np.random.Generator


def landed(
    pieces: Sequence[Piece],
    sides: Mapping[str, str],
    faults: Sequence[str],
    others: Sequence[Placed],
    rng: Rng,
) -> tuple[Placed, ...]:
    """Final poses of *pieces*; sides not given are drawn; *faults* are keys of FAULTS; *others* lie there already.

    Raises:
        ValueError: for a fault or side that does not exist, with a sentence.
    """
    placed: list[Placed] = []
    for piece in pieces:
        side = sides.get(piece.id) or str(rng.choice(piece.sides))
        if side not in piece.sides:
            raise ValueError(f"{piece.id} has no side {side!r}; it shows one of: {', '.join(piece.sides)}.")
        x, y = _free_place(piece, [*others, *placed], rng)
        placed.append(lying(piece, side, x, y, float(rng.uniform(0, 360))))
    for fault in faults:
        if fault not in FAULTS:
            raise ValueError(f"The simulated table knows no accident {fault!r}; it knows: {', '.join(FAULTS)}.")
        placed = FAULTS[fault](placed, rng)
    return tuple(placed)


def turned_over(placed: Placed, rng: Rng) -> Placed:
    """The same stone with its other side up, put back about where it lay."""
    side = "number" if placed.side == "symbol" else "symbol"
    x, y = placed.at[:2] + rng.normal(0, PUT_BACK_MM, 2)
    return lying(placed.piece, side, float(x), float(y), float(rng.uniform(0, 360)))


def _free_place(piece: Piece, others: Sequence[Placed], rng: Rng) -> tuple[float, float]:
    """A random place with some room around it; the roomiest of many where the table is full."""
    tries = rng.uniform(-1, 1, (200, 2)) * REACH_MM
    best, most = tries[0], -np.inf
    for place in tries:
        gaps = [float(np.linalg.norm(place - o.at[:2])) - _half(o.piece) - _half(piece) for o in others]
        room = min(gaps, default=ROOM_MM)
        if room > most:
            best, most = place, room
        if most >= ROOM_MM:
            break
    return float(best[0]), float(best[1])


def _half(piece: Piece) -> float:
    """The radius around the middle that a piece needs, mm."""
    return edge_mm(piece) / 2 * (1.0 if piece.look == "stone" else 1.42)


def _leaner(placed: list[Placed], _: Rng) -> list[Placed]:
    """The first stone leans on the second piece."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    x, y = float(second.at[0]) - 17.0, float(second.at[1])
    flat = lying(first.piece, first.side, x, y, 40.0)
    return [tipped(flat, "leaner", 90.0, -26.0), *placed[1:]]


def _stacked(placed: list[Placed], _: Rng) -> list[Placed]:
    """The first piece lies on the second, half over it."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    x, y = float(second.at[0]) + 9.0, float(second.at[1]) - 4.0
    on = lying(first.piece, first.side, x, y, 15.0, on_mm=thick_mm(second.piece))
    return [Placed(first.piece, "stacked", on.at, on.turn), *placed[1:]]


def _touching(placed: list[Placed], _: Rng) -> list[Placed]:
    """The first piece lies edge to edge with the second: regular, but hard to separate."""
    if len(placed) < 2:
        return placed
    first, second = placed[:2]
    apart = (edge_mm(first.piece) + edge_mm(second.piece)) / 2
    at = first.at.copy()
    at[:2] = second.at[:2] + np.array([apart, 0.0])
    return [Placed(first.piece, first.side, at, first.turn), *placed[1:]]


def _missing(placed: list[Placed], _: Rng) -> list[Placed]:
    """The last piece rolled off the table."""
    return placed[:-1]


def _cocked(placed: list[Placed], rng: Rng) -> list[Placed]:
    """The first die (else the first piece) rests on an edge."""
    which = next((n for n, p in enumerate(placed) if p.piece.kind == "die"), 0)
    tilted = tipped(placed[which], "cocked", float(rng.uniform(0, 360)), 24.0)
    return [*placed[:which], tilted, *placed[which + 1 :]]


def _off(placed: list[Placed], _: Rng) -> list[Placed]:
    """The first piece lies beside the mat, still in the picture."""
    first = placed[0]
    at = np.array([-268.0, 20.0, first.at[2]])
    return [Placed(first.piece, "off", at, first.turn), *placed[1:]]


FAULTS: dict[str, Callable[[list[Placed], Rng], list[Placed]]] = {
    "leaner": _leaner,
    "stacked": _stacked,
    "touching": _touching,
    "missing": _missing,
    "cocked": _cocked,
    "off": _off,
}
