"""Scenes of help and the bargains over it."""

from __future__ import annotations

from tests.rules.munchkin.scenes.fight import CAPTAIN, PETER, RAVEN, UMBRIDGE
from tests.rules.munchkin.scenes.scene import ANA, BO, Scene, at, house

HELP = (
    Scene(
        "help is asked for when losing",
        at(),
        (PETER, "Ana help: Bo > 2 treasures > Bo first"),
        ("MUN-HELP-01", "MUN-HELP-06", "MUN-HELP-07", "MUN-Q-15"),
        refused=("Ana help: Cy > 0 treasures", "Cy answer: yes"),
    ),
    Scene(
        "not when winning",
        at({"level": 9}),
        ("Ana unlock: Gnome",),
        ("MUN-COMBAT-04",),
        refused=("Ana help: Bo > 0 treasures",),
    ),
    Scene(
        "unless the house lets you",
        at({"level": 9}, **house(help_any_time=True)),
        ("Ana unlock: Gnome", "Ana help: Bo > 0 treasures"),
        ("MUN-HELP-01",),
    ),
    Scene(
        "after a refusal another is asked",
        at(),
        (PETER, "Ana help: Bo > 0 treasures", "Bo answer: no"),
        ("MUN-HELP-02",),
        refused=("Ana help: Bo > 0 treasures",),
    ),
    Scene(
        "the helper's strength is added, and the helper stays",
        at(bo={"level": 4, "equipped": ["Hat"]}),
        (PETER, "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-HELP-03", "MUN-HELP-04", "MUN-Q-14", "MUN-Q-44"),
        {"strength": (6, 10)},
        refused=("Ana help: Cy > 0 treasures", "Bo carry: Hat"),
    ),
    Scene(
        "after a kill with help the Treasures are shared",
        at(bo={"level": 9}),
        (
            "Ana unlock: Peter Pettigrew",
            "Cy bonus: players +1",
            "Ana help: Bo > 2 treasures > Bo first",
            "Bo answer: yes",
            "Ana time: passed",
        ),
        ("MUN-HELP-12", "MUN-HELP-13", "MUN-HELP-14", "MUN-HELP-15", "MUN-HELP-07", "MUN-REWARD-04", "MUN-Q-16"),
        {"levels": {ANA: 2, BO: 9}, "hand": {ANA: 6, BO: 7}},
    ),
    Scene(
        "nobody gets more Treasures than there are",
        at(bo={"level": 9}),
        (
            *("Ana unlock: Mask", "Ana help: Bo > 1 treasures > Bo first", "Bo answer: yes"),
            *("Cy treasures: Mask -1", "Ana time: passed"),
        ),
        ("MUN-COMBAT-10", "MUN-Q-17", "MUN-ENH-02"),
        {"levels": {ANA: 2}, "hand": {ANA: 5, BO: 5}},
    ),
    Scene(
        "the promised Treasures go first to the helper",
        at(bo={"level": 9}),
        (
            *("Ana unlock: Hood", "Ana help: Bo > 2 treasures > Ana first", "Bo answer: yes"),
            *("Cy treasures: Hood -1", "Ana time: passed"),
        ),
        ("MUN-HELP-15", "MUN-Q-16"),
        {"hand": {ANA: 5, BO: 6}},
    ),
    Scene(
        "a helping Captain strengthens Umbridge",
        at(bo=CAPTAIN),
        (UMBRIDGE, "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-HELP-09", "MUN-HELP-10"),
        {"strength": (2, 11)},
    ),
    Scene(
        "two Captains do so once",
        at(CAPTAIN, bo=CAPTAIN),
        (UMBRIDGE, "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-HELP-11", "MUN-Q-13"),
        {"strength": (2, 11)},
    ),
    Scene(
        "or twice",
        at(CAPTAIN, bo=CAPTAIN, **house(count_twice_for_roles=True)),
        (UMBRIDGE, "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-Q-13",),
        {"strength": (2, 14)},
    ),
    Scene(
        "one House counts once always",
        at(RAVEN, bo=RAVEN, **house(count_twice_for_roles=True)),
        ("Ana unlock: Mirror", "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-HELP-11",),
        {"strength": (2, 6)},
    ),
    Scene(
        "an Item is promised, on honour",
        at({"carried": ["Hat"]}, bo={"level": 9}),
        (
            PETER,
            "Cy bonus: players +1",
            "Ana bribe: Hat",
            "Ana help: Bo > 0 treasures",
            "Bo answer: yes",
            "Ana time: passed",
        ),
        ("MUN-HELP-05", "MUN-Q-16", "MUN-Q-33"),
        {"carried": {ANA: ("Hat",), BO: ()}},
    ),
    Scene(
        "or handed over by the referee",
        at({"carried": ["Hat"]}, bo={"level": 9}, **house(enforce_all_deals=True)),
        (
            PETER,
            "Cy bonus: players +1",
            "Ana bribe: Hat",
            "Ana help: Bo > 0 treasures",
            "Bo answer: yes",
            "Ana time: passed",
        ),
        ("MUN-HELP-05", "MUN-Q-33"),
        {"carried": {ANA: (), BO: ("Hat",)}},
    ),
    Scene(
        "or at once",
        at({"carried": ["Hat"]}, **house(bribe_at_once=True)),
        (PETER, "Ana bribe: Hat", "Ana help: Bo > 0 treasures", "Bo answer: yes"),
        ("MUN-Q-33",),
        {"carried": {ANA: (), BO: ("Hat",)}},
    ),
    Scene(
        "an offer is withdrawn",
        at({"carried": ["Hat"]}),
        (PETER, "Ana bribe: Hat", "Ana bribe: nothing"),
        ("MUN-HELP-05",),
    ),
    Scene(
        "the helper does not win",
        at({"level": 9}, bo={"level": 2}),
        (PETER, "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana time: passed"),
        ("MUN-WIN-01",),
        {"winners": (ANA,)},
    ),
    Scene(
        "unless victory is shared",
        at({"level": 9}, bo={"level": 2}, **house(shared_victory=True)),
        (PETER, "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana time: passed"),
        ("MUN-FAST-04", "MUN-Q-41"),
        {"winners": (ANA, BO)},
    ),
    Scene(
        "help for nothing: all Treasures are drawn face up and none is shared",
        at({"level": 1}, bo={"level": 9}),
        ("Ana unlock: Hood", "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana time: passed"),
        ("MUN-REWARD-04", "MUN-HELP-15"),
        {"levels": {ANA: 2, BO: 9}, "hand": {ANA: 7, BO: 5}},
    ),
)
