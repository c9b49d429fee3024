"""Scenes of Curses and other cards that come at any time, in the middle of a choice, a looting or a deal."""

from __future__ import annotations

from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.scenes.deaths import KILLED
from tests.rules.munchkin.scenes.scene import ANA, BO, CY, Scene, at, house

DOOM = [*CARDS, {"name": "Doom", "kind": "curse", "harm": {"death": True}}]
TWO_ARMORS = {"equipped": ["Cloak"], "carried": ["Chain Mail"], "level": 3}
STRUCK = ("Bo play: Sectumsempra! > Ana",)
FIT = {"equipped": ["Hat"], "level": 3}
PROMISED = (
    *("Ana unlock: Peter Pettigrew", "Cy bonus: players +1", "Ana bribe: Hat"),
    *("Ana help: Bo > 0 treasures", "Bo answer: yes", "Cy play: Pickpocket > Ana"),
)
HAT = {"carried": ["Hat"]}
FORGETFUL = {"level": 3, "proficiencies": ["Charms", "Potions"]}
OVER_RANKED = ("Bo play: Jinx > Ana",)
TWO_ROLES = {"roles": ["Prefect", "Quidditch Captain"], "dual_role": True}
OVER_ROLED = ("Ana discard: Dual Role",)
TWO_HATS = {"equipped": ["Hat", "Helmet"], "ally": "Big Friend", "level": 3}
CROWDED = ("Ana play: Hermione Granger",)
UNPRICED = ("Ana describe: Crystal Ball > slot no slot", "Ana sell: Crystal Ball")

ANY_TIME = (
    Scene(
        "while a victim chooses, another Curse may strike",
        at(TWO_ARMORS),
        (*STRUCK, "Cy play: Jinx > Ana"),
        ("MUN-CURSE-03",),
        {"levels": {ANA: 2}, "worn": {ANA: ("Cloak",)}},
        refused=("Ana unlock: Gnome", "Cy harm: Cloak"),
    ),
    Scene(
        "and the choice is made afterwards",
        at(TWO_ARMORS),
        (*STRUCK, "Cy play: Jinx > Bo", "Ana harm: Cloak"),
        ("MUN-ITEM-13",),
        {"worn": {ANA: ()}, "carried": {ANA: ("Chain Mail",)}},
    ),
    Scene(
        "a second Curse of the same kind leaves no choice for the second",
        at(TWO_ARMORS),
        (*STRUCK, "Cy play: Sectumsempra! > Ana", "Ana harm: Cloak"),
        ("MUN-ITEM-13",),
        {"worn": {ANA: ()}, "carried": {ANA: ()}},
    ),
    Scene(
        "a Role may be discarded before the choice, and the Curse takes the other",
        at({"roles": ["Prefect", "Quidditch Captain"], "dual_role": True}),
        ("Bo play: Butterfingers > Ana", "Ana discard: Prefect"),
        ("MUN-TIMING-01", "MUN-Q-29"),
        {"roles": {ANA: ()}},
    ),
    Scene(
        "a victim who dies loses no more than all",
        {**at(TWO_ARMORS), "cards": DOOM},
        (*STRUCK, "Cy play: Doom > Ana"),
        ("MUN-DEATH-01",),
        {"alive": {ANA: False}, "worn": {ANA: ()}},
        refused=("Ana harm: Cloak",),
    ),
    Scene(
        "a Curse strikes while the dead are looted",
        at(FIT, bo={"level": 5}),
        (*KILLED, "Cy play: Jinx > Bo"),
        ("MUN-CURSE-03",),
        {"levels": {BO: 4}},
        refused=("Cy loot: Hat", "Cy play: Jinx > Ana", "Bo unlock: Gnome"),
    ),
    Scene(
        "a looter who dies loots nothing",
        {**at(FIT, bo={"level": 5}), "cards": DOOM},
        (*KILLED, "Cy play: Doom > Bo"),
        ("MUN-DEATH-11", "MUN-Q-24"),
        {"alive": {BO: False, CY: True}},
        refused=("Bo loot: Hat",),
    ),
    Scene(
        "the next in order does",
        {**at(FIT, bo={"level": 5}), "cards": DOOM},
        (*KILLED, "Cy play: Doom > Bo", "Cy loot: Hat"),
        ("MUN-DEATH-09",),
        {"hand": {ANA: 0, CY: 5}},
    ),
    Scene(
        "the last looter dies: the rest is discarded",
        {**at(FIT, bo={"level": 5}), "cards": DOOM},
        (*KILLED, "Bo loot: Hat", "Bo play: Doom > Cy"),
        ("MUN-DEATH-09", "MUN-DEATH-06"),
        {"alive": {CY: False}},
        refused=("Cy loot: a card of the hand",),
    ),
    Scene(
        "what was looted may be played at once",
        at(FIT, bo={"level": 5}),
        (*KILLED, "Bo loot: Hat", "Bo play: Hat"),
        ("MUN-ITEM-02",),
        {"worn": {BO: ("Hat",)}},
    ),
    Scene(
        "an Item that was promised and lost is not handed over",
        at(HAT, bo={"level": 9}, **house(enforce_all_deals=True)),
        (*PROMISED, "Ana time: passed"),
        ("MUN-HELP-05", "MUN-Q-33"),
        {"carried": {ANA: (), BO: ()}},
    ),
    Scene(
        "nor is it a promise any more",
        at(HAT, bo={"level": 9}),
        (*PROMISED, "Ana time: passed"),
        ("MUN-HELP-05", "MUN-Q-33"),
        {"carried": {ANA: (), BO: ()}},
    ),
    Scene(
        "nor at once, where the house hands it over at once",
        at(HAT, **house(bribe_at_once=True)),
        (*PROMISED[:-2], "Cy play: Pickpocket > Ana", "Bo answer: yes"),
        ("MUN-HELP-05", "MUN-Q-33"),
        {"carried": {ANA: (), BO: ()}},
    ),
    *(
        Scene(
            f"a Curse strikes while {what}",
            at(ana),
            (*lines, "Cy play: Jinx > Bo", "Cy play: another curse > Bo", "Bo level: +1 card"),
            ("MUN-STAT-03",),
            {"levels": {BO: 2}},
            refused=("Ana unlock: Gnome", "Bo play: Prefect"),
        )
        for what, ana, lines in (
            ("a Proficiency has to go", FORGETFUL, OVER_RANKED),
            ("a Role has to go", TWO_ROLES, OVER_ROLED),
            ("something has to be taken off", TWO_HATS, CROWDED),
            ("a price is asked", {"carried": ["Crystal Ball"]}, UNPRICED),
            ("a victim chooses", TWO_ARMORS, STRUCK),
            ("Items are sold", HAT, ("Ana sell: Hat",)),
        )
    ),
    Scene(
        "no Proficiency has to go once the Level is high enough again",
        at(FORGETFUL),
        (*OVER_RANKED, "Bo play: Go Up a Level > Ana"),
        ("MUN-ITEM-25",),
        {"levels": {ANA: 3}, "proficiencies": {ANA: ("Charms", "Potions")}},
        refused=("Ana ranks: Charms",),
    ),
    Scene(
        "nor once one is discarded of the player's own accord",
        at(FORGETFUL),
        (*OVER_RANKED, "Ana discard: Charms", "Ana unlock: Gnome"),
        ("MUN-TURN-03",),
        {"proficiencies": {ANA: ("Potions",)}},
        refused=("Ana ranks: Potions",),
    ),
    Scene(
        "no Role has to go once one is discarded",
        at(TWO_ROLES),
        (*OVER_ROLED, "Ana discard: Prefect", "Ana unlock: Gnome"),
        ("MUN-TURN-03",),
        {"roles": {ANA: ("Quidditch Captain",)}},
        refused=("Ana roles: Quidditch Captain",),
    ),
    Scene(
        "nothing has to be taken off once there is room again",
        at(TWO_HATS),
        (*CROWDED, "Ana play: Big Friend", "Ana unlock: Gnome"),
        ("MUN-TURN-03",),
        {"worn": {ANA: ("Hat", "Helmet")}},
        refused=("Ana crowded: Hat",),
    ),
    Scene(
        "the price of an Item that a Curse has taken is not asked any more",
        at({"carried": ["Crystal Ball"]}),
        (*UNPRICED, "Bo play: Pickpocket > Ana", "Ana unlock: Gnome"),
        ("MUN-TURN-03",),
        {"carried": {ANA: ()}},
        refused=("Ana price: 300",),
    ),
)
