"""The turrets around the mat, counted from 0; with open ends the last one has no neighbour in the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

IN_A_ROW = 4
# The order is a guess until the owner tells it (CST-Q-14); the two seats face each other.
NAMES = ("Gryffindor", "Spell", "Ravenclaw", "Charms", "Slytherin", "Potions", "Hufflepuff", "Counter-Spell")

Turrets = tuple[str | None, ...]


def pairs(count: int, open_ends: bool) -> Iterator[tuple[int, int]]:
    """Every turret with the next one, once."""
    for one in range(count - 1 if open_ends else count):
        yield one, (one + 1) % count


@cache
def rows(count: int, open_ends: bool) -> tuple[tuple[int, ...], ...]:
    """Every four turrets side by side."""
    starts = range(count - IN_A_ROW + 1 if open_ends else count)
    return tuple(tuple((start + step) % count for step in range(IN_A_ROW)) for start in starts)


def row_of(turrets: Sequence[str | None], player: str, open_ends: bool) -> tuple[int, ...] | None:
    """Four turrets side by side that are all *player*'s, or None."""
    for row in rows(len(turrets), open_ends):
        if all(turrets[turret] == player for turret in row):
            return row
    return None


def winning_turrets(turrets: Sequence[str | None], player: str, open_ends: bool) -> list[int]:
    """The empty turrets on which one more gem of *player* makes four in a row."""
    return [
        turret
        for turret, owner in enumerate(turrets)
        if owner is None
        and row_of([player if place == turret else one for place, one in enumerate(turrets)], player, open_ends)
    ]


def winning_moves(turrets: Sequence[str | None], player: str, open_ends: bool) -> list[int]:
    """The empty turrets that make four in a row when one of *player*'s gems moves there from another turret."""
    targets = set[int]()
    for turret, owner in enumerate(turrets):
        if owner == player:
            lifted = [None if place == turret else one for place, one in enumerate(turrets)]
            targets.update(target for target in winning_turrets(lifted, player, open_ends) if target != turret)
    return sorted(targets)
