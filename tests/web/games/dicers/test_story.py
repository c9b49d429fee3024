"""What the story of a game of Dicers counts: dice put out of the game, and the highest roll."""

from __future__ import annotations

from typing import Any

from rules.core.facts import Throw
from web.games.dicers.pages import feats, scores


def test_dungeons_and_hostages_are_dice_put_out_by_the_other() -> None:
    rows = {
        "Ana": {"front": ("z",), "dungeon": ("a",), "banished": ("b",), "out": ()},
        "Bo": {"front": (), "dungeon": (), "banished": (), "out": ("c",)},
    }
    owners = {"d": "Bo", "e": "Bo", "f": "Ana"}
    view: dict[str, Any] = {
        "rows": rows,
        "hostages": {"x": ("d", "e"), "y": ("f",)},
        "dice": {die: {"owner": owner} for die, owner in owners.items()},
    }
    assert scores(view) == {"Ana": 3, "Bo": 3}
    assert scores({**view, "hostages": {"x": ("d",)}}) == {"Ana": 2, "Bo": 2}


def test_a_roll_is_a_feat_where_it_counts() -> None:
    throw = Throw("Ana", (("a", "5"),))

    def made(value: int | None) -> list[tuple[str, float]]:
        view = {"arena": {"Ana": {"value": value, "die": "a"}}, "dice": {"a": {"name": "Troll"}}}
        return [(str(feat.words), feat.worth) for feat in feats(throw, 3, view)]

    assert made(5) == [("The highest roll: Troll shows 5, by Ana", 5)]
    assert made(None) == []
    assert list(feats(throw, 3, {"arena": {}, "dice": {}})) == []
