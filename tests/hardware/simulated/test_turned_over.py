"""The simulated hand turns stones over where they lie."""

import numpy as np

from hardware.simulated.table import SimulatedTable


def test_every_stone_shows_its_other_side_about_where_it_lay() -> None:
    now = [0.0]
    table = SimulatedTable(lambda: now[0])
    now[0] = table.throw(["stone:1", "stone:2", "die:1"], {"stone:1": "symbol", "stone:2": "number", "die:1": "4"}) + 1
    before = {one.piece: one for one in table.truth()}
    now[0] = table.turn_over() + 1
    after = {one.piece: one for one in table.truth()}
    assert table.lying() == {"stone:1": "number", "stone:2": "symbol", "die:1": "4"}
    for piece in before:
        assert np.linalg.norm(np.subtract(before[piece].centre_mm, after[piece].centre_mm)) < 12
