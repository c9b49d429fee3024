"""The turrets: neighbours and four in a row (CST-EX-06, counted from 0)."""

import pytest

from rules.casting_stones.ring import pairs, row_of


def ring(count: int, own: list[int], other: list[int] | None = None) -> list[str | None]:
    return ["Ana" if turret in own else "Bo" if turret in (other or []) else None for turret in range(count)]


@pytest.mark.parametrize(
    ("own", "open_ends", "won"),
    [
        ([0, 1, 2, 3], False, True),
        ([6, 7, 0, 1], False, True),
        ([0, 1, 2, 4], False, False),
        ([0, 1, 2], False, False),
        ([5, 6, 7, 0], False, True),
        ([5, 6, 7, 0], True, False),
        ([4, 5, 6, 7], True, True),
        ([0, 1, 2, 3, 4], False, True),
        ([0, 1, 3, 4, 6], False, False),
    ],
)
def test_four_in_a_row(own: list[int], open_ends: bool, won: bool) -> None:
    assert (row_of(ring(8, own), "Ana", open_ends) is not None) is won


def test_the_other_players_gems_do_not_count() -> None:
    turrets = ring(8, [0, 1, 3], [2])
    assert row_of(turrets, "Ana", False) is None
    assert row_of(turrets, "Bo", False) is None


def test_neighbours() -> None:
    assert len(list(pairs(8, False))) == 8
    assert (7, 0) in pairs(8, False)
    assert len(list(pairs(8, True))) == 7
    assert (7, 0) not in pairs(8, True)
