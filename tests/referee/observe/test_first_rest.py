"""The simulated table offers a throw only when it has been seen at rest: what lies there before is never a throw."""

from __future__ import annotations

from pathlib import Path

from referee.inventory.pieces import stones_of
from referee.model.commands import NewGame
from tests.referee.simulated import Bench, setup_of


def test_a_throw_made_as_soon_as_the_table_offers_it_counts(tmp_path: Path, home: Path) -> None:
    bench = Bench(tmp_path, home)
    assert bench.submit(NewGame(setup_of(stones_of(bench.sight.eyes().gallery)))).ok
    bench.look(1)
    while bench.now().eyes == "starting":
        bench.look(1)
    bench.throw()
    assert bench.now().length == 1
