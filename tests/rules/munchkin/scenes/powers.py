"""Scenes of the traits that count in a fight: powers, marks, Roles, Proficiencies."""

from __future__ import annotations

from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.scenes.fight import CAPTAIN, PETER, UMBRIDGE
from tests.rules.munchkin.scenes.scene import ANA, FLED, Scene, at, house

COSTLY = {"name": "Inquisitorial Squad", "bonus": -2, "run": -1}

POWERS = (
    Scene(
        "Slytherin pays with a monster, once",
        at({"house": "Slytherin"}),
        (PETER, "Ana power: Slytherin > hand"),
        ("MUN-COMBAT-06", "MUN-Q-34", "MUN-SETUP-12"),
        {"strength": (3, 10), "hand": {ANA: 4}},
        refused=("Ana power: Slytherin > hand", "Bo power: Slytherin > hand"),
    ),
    Scene(
        "a House's power from outside the fight, for the players",
        at(bo={"house": "Slytherin", "roles": ["Prefect"]}),
        (PETER, "Bo power: Slytherin > hand > players"),
        ("MUN-COMBAT-06", "MUN-SETUP-12"),
        {"strength": (3, 10), "hand": {"Bo": 4}},
        refused=("Bo power: Prefect > hand > players",),
    ),
    Scene(
        "or for the monster",
        at(bo={"house": "Slytherin"}),
        (PETER, "Bo power: Slytherin > hand > Peter Pettigrew"),
        ("MUN-COMBAT-06",),
        {"strength": (1, 12)},
        refused=("Bo power: Slytherin > hand > players",),
    ),
    Scene(
        "a Role's power may cost a Proficiency",
        at({"level": 2, "roles": ["Prefect"], "proficiencies": ["Charms"]}),
        (PETER, "Ana power: Prefect > Charms"),
        ("MUN-ROLE-03",),
        {"proficiencies": {"Ana": ()}},
        refused=("Ana power: Prefect > Prefect",),
    ),
    Scene(
        "or as often as the house likes",
        at({"house": "Slytherin"}, **house(house_power_uses=0)),
        (PETER, "Ana power: Slytherin > hand", "Ana power: Slytherin > hand"),
        ("MUN-Q-34",),
        {"strength": (5, 10), "hand": {ANA: 3}},
    ),
    Scene(
        "a Role's power takes any card but a Curse",
        at({"roles": ["Prefect"], "dual_role": True, "equipped": ["Hat"], "curses": ["Life Hex"]}),
        (PETER, "Ana power: Prefect > Hat"),
        ("MUN-ROLE-03", "MUN-ROLE-10"),
        {"worn": {ANA: ()}, "strength": (3, 10)},
        refused=("Ana power: Prefect > Life Hex",),
    ),
    Scene(
        "a Proficiency's power, too",
        at({"level": 2, "proficiencies": ["Potions"]}),
        (PETER, "Ana power: Potions > hand"),
        ("MUN-PROF-10",),
        {"strength": (5, 10)},
    ),
    Scene(
        "a bonus against a mark",
        at({"level": 4, **CAPTAIN}),
        ("Ana unlock: Ridgeback",),
        ("MUN-ROLE-02", "MUN-COMBAT-02"),
        {"strength": (6, 3)},
    ),
    Scene(
        "a Dual Role on one Role spares its owner",
        at({**CAPTAIN, "dual_role": True}),
        (UMBRIDGE,),
        ("MUN-COMBAT-05", "MUN-ROLE-09"),
        {"strength": (1, 8)},
    ),
    Scene(
        "also from what the Role itself costs",
        at({"roles": ["Inquisitorial Squad"], "dual_role": True}, cards=[*CARDS, COSTLY]),
        (PETER,),
        ("MUN-ROLE-09",),
        {"strength": (1, 10)},
    ),
    Scene(
        "also when running away",
        at({"roles": ["Inquisitorial Squad"], "dual_role": True}, cards=[*CARDS, COSTLY]),
        (*FLED, "Ana throws 5"),
        ("MUN-RUN-03",),
        {"alive": {ANA: True}},
    ),
    Scene(
        "but what a monster loses by that Role it loses",
        at({"roles": ["Prefect"], "dual_role": True}),
        ("Ana unlock: Slug",),
        ("MUN-COMBAT-05", "MUN-Q-45"),
        {"strength": (2, 2)},
    ),
    Scene(
        "on two Roles it does not",
        at({"roles": ["Quidditch Captain", "Prefect"], "dual_role": True}),
        (UMBRIDGE,),
        ("MUN-ROLE-11",),
        {"strength": (2, 11)},
    ),
    Scene(
        "Proficiencies are swapped in a fight",
        at({"proficiencies": ["Charms"]}),
        (PETER, "Ana discard: Charms", "Ana play: Charms"),
        ("MUN-Q-31",),
        {"strength": (2, 10)},
    ),
    Scene(
        "or not, as the house likes it",
        at({"proficiencies": ["Charms"]}, **house(prof_not_in_combat=True)),
        (PETER, "Ana discard: Charms"),
        ("MUN-PROF-07",),
        refused=("Ana play: Charms",),
    ),
    Scene(
        "Ranks too high in a fight go at once",
        at({"level": 2, "proficiencies": ["Potions"]}),
        (PETER, "Bo play: Jinx > Ana"),
        ("MUN-Q-28", "MUN-PROF-08"),
    ),
    Scene(
        "or after it",
        at({"level": 2, "proficiencies": ["Potions"]}, **house(after_combat=True)),
        (PETER, "Bo play: Jinx > Ana", "Bo remove: Peter Pettigrew > no reward"),
        ("MUN-PROF-08",),
    ),
    Scene(
        "an unlisted monster",
        at({"level": 4}),
        ("Ana unlock: monster of level 3, treasures 2", "Ana time: passed"),
        ("MUN-COMBAT-10",),
        {"levels": {ANA: 5}, "hand": {ANA: 7}},
    ),
    Scene(
        "Epic goes to 20",
        at({"level": 19}, **house(epic=True)),
        ("Ana unlock: Gnome", "Ana time: passed"),
        ("MUN-EPIC-01", "MUN-WIN-01"),
        {"winners": (ANA,)},
    ),
)
