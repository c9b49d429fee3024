from __future__ import annotations

import pytest

from rules.core import advance, opening
from rules.munchkin.state import State
from tests.rules import fuzz
from tests.rules.munchkin.kit import KIT

# What changes hands, sides or numbers, but makes no gold and spends none.
MOVES = {
    "give",
    "equip",
    "carry",
    "change",
    "level",
    "hand",
    "object",
    "help",
    "answer",
    "time",
    "bribe",
    "room",
    "end",
}


def gold(state: State) -> int:
    return sum(state.card(item.name).gold for seat in state.seats for item in seat.items)


@pytest.mark.parametrize("seed", range(1, 16, 2))
def test_gold_is_neither_made_nor_lost_by_moving_it(seed: int) -> None:
    played = fuzz.play(KIT, seed)
    table = opening(KIT.game, played.setup)
    for entry in played.table.entries:
        before, table = gold(table.state), advance(KIT.game, table, entry.play)
        if getattr(entry.play, "kind", "throw") in MOVES and not table.state.bodies:
            assert gold(table.state) == before, entry.play
