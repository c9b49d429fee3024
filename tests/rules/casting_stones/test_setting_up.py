"""Set-ups that can be played, and one sentence for each that cannot."""

from __future__ import annotations

from typing import Any

import pytest

from rules.casting_stones.game import CastingStones
from rules.casting_stones.stones import starter
from rules.core.phrases import Phrase
from tests.rules import fuzz
from tests.rules.casting_stones.kit import FIVE_EACH, KIT, setup

GAME = CastingStones()
CHASER = {"piece": "stone:121", "name": "Sorcerer's Stone", "type": "chaser", "number": 50}


def changed(**fields: Any) -> dict[str, Any]:
    return {**setup(), **fields}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"players": ["Ana"]}, "two players"),
        ({"players": ["Ana", "Ana"]}, "different names"),
        ({"players": ["Ana", "Bo", "Cy"]}, "two players"),
        ({"players": "Ab"}, "two players"),
        ({"players": ["Ana", 3]}, "two players"),
        ({"players": None}, "two players"),
        ({"youngest": "Cy"}, "youngest must be Ana or Bo"),
        ({"level": "hard"}, "no level 'hard'"),
        ({"pieces": None}, "'pieces'"),
        ({"pieces": ["stone:1"]}, "A stone is told"),
        ({"pieces": starter()[:11]}, "12 stones"),
        ({"pieces": [*starter()[:11], starter()[0]]}, "listed twice"),
        ({"pieces": [*starter()[:11], {**starter()[11], "type": "artifact"}]}, "12 stones"),
        ({"pieces": [*starter()[:11], {**starter()[11], "type": "gold"}]}, "type of Unicorn Hair"),
        ({"pieces": [*starter()[:11], {**starter()[11], "number": 0}]}, "number of Unicorn Hair"),
        ({"pieces": [*starter()[:11], {**starter()[11], "number": "5"}]}, "number of Unicorn Hair"),
        ({"pieces": [*starter()[:11], {**starter()[11], "piece": "two words"}]}, "'piece' is a word"),
        ({"pieces": [*starter()[:11], {**starter()[11], "name": ""}]}, "name of stone:120"),
        ({"pieces": [*starter()[:11], CHASER]}, "Advanced game only"),
        ({"house_rules": {"tie": 1}}, "no house rule called 'tie'"),
        ({"house_rules": {"tie_order": "random"}}, "'tie_order' cannot be 'random'"),
        ({"house_rules": {"tie_redraft": 1}}, "'tie_redraft' cannot be 1"),
        ({"house_rules": ["tie_order"]}, "'house_rules'"),
        ({"turrets": ["North", "South"]}, "names the 8 turrets"),
        ({"turrets": ["North"] * 8}, "names the 8 turrets"),
        ({"colours": {"Ana": "red", "Bo": "red"}}, "another gem colour"),
        ({"colours": {"Cy": "red"}}, "another gem colour"),
        ({"colours": {"Ana": "pink"}}, "another gem colour"),
        ({"hands": {"Ana": FIVE_EACH["Ana"]}}, "'hands' gives each player five"),
        ({"hands": {**FIVE_EACH, "Bo": FIVE_EACH["Ana"]}}, "in one hand only"),
        (
            {"hands": {**FIVE_EACH, "Bo": ["stone:21", "stone:35", "stone:46", "stone:18", "stone:99"]}},
            "one of 'pieces'",
        ),
        ({"hands": {**FIVE_EACH, "Bo": FIVE_EACH["Bo"][:4]}}, "Bo's hand must be"),
        (
            {"hands": {**FIVE_EACH, "Bo": ["stone:44", "stone:35", "stone:46", "stone:18", "stone:39"]}},
            "Bo's hand must be",
        ),
    ],
)
def test_impossible_set_ups_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        GAME.start(changed(**fields))
    assert isinstance(caught.value.args[0], Phrase), "or nobody can read it in another language"


def test_the_youngest_picks_first() -> None:
    [ask] = GAME.asks(GAME.start(setup()))
    assert (ask.player, ask.kind, len(ask.options)) == ("Bo", "draft", 12)
    [ask] = GAME.asks(GAME.start(changed(youngest="Ana")))
    assert ask.player == "Ana"


def test_without_a_youngest_the_first_named_begins() -> None:
    plain = {key: value for key, value in setup().items() if key != "youngest"}
    assert GAME.asks(GAME.start(plain))[0].player == "Ana"


def test_hands_picked_at_the_table_begin_with_the_casts() -> None:
    state = GAME.start(setup(picked=True))
    assert [ask.kind for ask in GAME.asks(state)] == ["cast"]
    assert [stone["piece"] for stone in GAME.view(state, None, frozenset())["vault"]] == ["stone:44", "stone:120"]


def test_turrets_are_named_by_the_owner() -> None:
    names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    view = GAME.view(GAME.start(changed(turrets=names)), None, frozenset())
    assert [turret["name"] for turret in view["turrets"]] == names
    six = GAME.view(GAME.start(setup(turret_count=6)), None, frozenset())
    assert [turret["name"] for turret in six["turrets"]] == [f"turret {n}" for n in range(1, 7)]


def test_a_nonsensical_set_up_is_refused_with_a_sentence() -> None:
    fuzz.check_set_ups(KIT)
