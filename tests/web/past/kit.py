"""Games that were played to their end, with their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.kit import POTION, SETUP, SPELL, Bench, playing, sides_of


def sees(bench: Bench, player: str, letters: str) -> None:
    """The camera sees the cast of *player*."""
    bench.devices.sees(list(zip(SETUP["hands"][player], sides_of(letters), strict=True)))


def turn(bench: Bench, turret: int) -> None:
    """Bo wins with a Spell, and puts a gem on that turret."""
    sees(bench, "Bo", SPELL)
    sees(bench, "Ana", POTION)
    assert bench.post("/say/choose", player="Bo", kind="victory", pick=f"gem {turret}").status_code == 303


def finished(home: Path) -> Bench:
    """Bo won game 1 in four turns."""
    bench = playing(home)
    for turret in range(1, 5):
        turn(bench, turret)
    assert bench.now.table is not None
    assert not bench.now.table.asks
    return bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A table on which Bo has just won."""
    bench = finished(tmp_path)
    yield bench
    bench.close()
