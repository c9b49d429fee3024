"""A refusal of a set-up quotes no more of a wrong value than anybody reads."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.phrases import QUOTED
from rules.games import GAMES

LONG = "x" * 4000
TWO, THREE = ["Ana", "Bo"], ["Ana", "Bo", "Cy"]
CASTING, DICERS, MUNCHKIN = ({"game": game} for game in ("casting-stones", "dicers", "munchkin"))
DICE = {f"die:{number}": {"cb": 1} for number in range(1, 7)}


@pytest.mark.parametrize(
    "setup",
    [
        {**CASTING, "players": TWO, "level": LONG},
        {**CASTING, "players": TWO, "youngest": LONG},
        {**CASTING, "players": TWO, "pieces": [{"piece": [LONG], "name": "Ring", "type": "element", "number": 3}]},
        {**CASTING, "players": TWO, "pieces": [{"piece": "s:1", "name": "Ring", "type": LONG, "number": 3}]},
        {**CASTING, "players": TWO, "pieces": [{"piece": "s:1", "name": "Ring", "type": "element", "number": LONG}]},
        {**CASTING, "players": TWO, "house_rules": {LONG: 1}},
        {**CASTING, "players": TWO, "house_rules": {"turret_count": LONG}},
        {**CASTING, "players": TWO, LONG: 1},
        {**CASTING, "players": TWO, "format": LONG},
        {**DICERS, "players": TWO, "level": LONG},
        {**DICERS, "players": TWO, "level": "basic", "dice": DICE, "challenger": LONG},
        {**DICERS, "players": TWO, "level": "basic", "dice": {"die:1": {"cb": 1, "power": LONG}}},
        {**DICERS, "players": TWO, "level": "basic", "dice": {"die:1": {"cb": 1, "group": LONG}}},
        {**DICERS, "players": TWO, "level": "basic", "dice": {"die:1": {"cb": 1, "group": [LONG]}}},
        {**DICERS, "players": TWO, "level": "basic", "dice": DICE, "position": {"Ana": {LONG: []}}},
        {**DICERS, "players": TWO, "level": "basic", "dice": DICE, "collections": {"Ana": [LONG]}},
        {**MUNCHKIN, "players": THREE, "begin": LONG},
        {**MUNCHKIN, "players": THREE, "characters": {"Ana": {"level": LONG}}},
        {**MUNCHKIN, "players": THREE, "characters": {"Ana": {"curses": [LONG]}}},
        {**MUNCHKIN, "players": THREE, "cards": [{"name": "Troll", "kind": LONG}]},
        {**MUNCHKIN, "players": THREE, "cards": [{"name": "Troll", "kind": "monster", "level": LONG}]},
    ],
)
def test_a_refusal_quotes_a_part_of_a_long_value(setup: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="x" * (QUOTED // 2)) as refused:
        GAMES[setup["game"]].start(setup)
    assert "x" * (QUOTED + 1) not in str(refused.value)
