"""A choice that is not offered is refused with the rule that stands against it."""

from collections.abc import Sequence

import pytest

from rules.core.fold import referee
from rules.core.game import Setup
from rules.core.refusals import refusal
from tests.rules.munchkin.play import GAME, facts
from tests.rules.munchkin.scenes import FLED, at, house

HOOD = ("Ana unlock: Hood",)
ROOM = ("Ana unlock: Prefect > hand",)
DEAD = (*HOOD, "Bo bonus: Hood +5", "Ana run: away", "Ana time: passed", "Ana throws 1")


@pytest.mark.parametrize(
    ("setup", "lines", "choice", "rule"),
    [
        (at(begin="create"), (), "Ana play: Jinx > Bo", "MUN-SETUP-15"),
        (at(), (), "Bo play: Prefect", "MUN-ROLE-05"),
        (at(), (), "Ana play: Bombarda! > Hood", "MUN-COMBAT-08"),
        (at({"hand": 0}), (), "Ana play: Prefect", "MUN-CARD-06"),
        (at(), HOOD, "Ana play: Hat", "MUN-ITEM-02"),
        (at(), HOOD, "Bo play: Horntail", "MUN-MULTI-09"),
        (at(**house(prof_not_in_combat=True)), HOOD, "Ana play: Charms", "MUN-Q-31"),
        (at({"carried": ["Hat"]}), HOOD, "Ana equip: Hat", "MUN-ITEM-07"),
        (at({"carried": ["Hat"]}), (), "Ana carry: Hat", "MUN-ITEM-06"),
        (at({"roles": ["Prefect"]}), (), "Ana give: Prefect > Bo", "MUN-ITEM-14"),
        (at({"carried": ["Hat"]}), (), "Ana discard: Hat", "MUN-ITEM-12"),
        (at({"carried": ["Hat"]}), HOOD, "Ana sell: Hat", "MUN-SELL-01"),
        (at(), ROOM, "Ana unlock: Hood", "MUN-TURN-03"),
        (at(), (*FLED, "Ana throws 5"), "Ana room: loot", "MUN-TURN-07"),
        (at(), (), "Bo room: loot", "MUN-TURN-08"),
        (at(), (), "Ana charity: Bo 1", "MUN-CHARITY-02"),
        (at({"hand": 6}), (*FLED, "Ana throws 5"), "Ana charity: Bo 1", "MUN-CHARITY-04"),
        (at({"level": 9}), HOOD, "Ana help: Bo > 0 treasures", "MUN-HELP-01"),
        (at(), (*HOOD, "Ana help: Bo > 0 treasures", "Bo answer: yes"), "Ana help: Cy > 0 treasures", "MUN-HELP-03"),
        (at(), HOOD, "Bo answer: yes", "MUN-HELP-01"),
        (at({"level": 9}), HOOD, "Ana run: away", "MUN-RUN-01"),
        (at(), HOOD, "Ana time: passed", "MUN-COMBAT-14"),
        (at({"house": "Slytherin"}), (), "Ana power: Slytherin > hand", "MUN-COMBAT-08"),
        (at(), HOOD, "Ana power: Slytherin > hand", "MUN-COMBAT-06"),
        (at(), FLED, "Bo run from: Hood", "MUN-RUN-06"),
        (at(), FLED, "Ana ally: give up", "MUN-ALLY-06"),
        (at(bo={"hand": 1}), DEAD, "Ana level: +1 card", "MUN-DEATH-12"),
    ],
)
def test_refused_with_its_rule(setup: Setup, lines: Sequence[str], choice: str, rule: str) -> None:
    said = refusal(GAME, referee(GAME, setup, facts(*lines)), facts(choice)[0])
    assert said is not None
    assert rule in said
