"""Scenes of death, looting and the life after."""

from __future__ import annotations

from tests.rules.munchkin.scenes.scene import ANA, BO, CY, FLED, Scene, at

RICH = {
    "level": 3,
    "equipped": ["Hat", "Wand"],
    "cheat": ["Hat"],
    "ally": "Hermione Granger",
    "hand": 2,
    "roles": ["Prefect"],
}
RICH |= {"proficiencies": ["Charms"], "curses": ["Life Hex"], "house": "Slytherin"}
DIED = (*FLED, "Ana throws 1")
KILLED = ("Ana unlock: Hood", "Bo effect: Hood +5", "Ana run: away", "Ana time: passed", "Ana throws 1")
DEAD_POOR = {"hand": 0, "equipped": ["Hat", "Wand"]}

DEATHS = (
    Scene(
        "death costs all but the character",
        at(RICH, bo={"level": 5}),
        KILLED,
        (
            *("MUN-DEATH-01", "MUN-DEATH-02", "MUN-DEATH-03", "MUN-DEATH-04", "MUN-DEATH-05", "MUN-DEATH-06"),
            *("MUN-DEATH-11", "MUN-DEATH-12", "MUN-PROF-09", "MUN-Q-03", "MUN-Q-04", "MUN-Q-26", "MUN-Q-40"),
        ),
        {
            "levels": {ANA: 3},
            "roles": {ANA: ("Prefect",)},
            "proficiencies": {ANA: ("Charms",)},
            "house": {ANA: "Slytherin"},
        }
        | {"curses": {ANA: ("Life Hex",)}, "hand": {ANA: 0}, "worn": {ANA: ()}, "ally": {ANA: ""}},
        refused=("Ana level: +1 card", "Bo play: Jinx > Ana", "Cy loot: Hat"),
    ),
    Scene(
        "the highest loots first",
        at(RICH, bo={"level": 5}),
        (*KILLED, "Bo loot: Hat"),
        ("MUN-DEATH-06", "MUN-DEATH-10"),
        {"hand": {BO: 6}},
    ),
    Scene(
        "after one card each the rest goes, and the turn with it",
        at(RICH, bo={"level": 5}),
        (*KILLED, "Bo loot: Cheat!", "Cy loot: a card of the hand"),
        ("MUN-DEATH-09", "MUN-TURN-01", "MUN-DEATH-13", "MUN-DEATH-14"),
        {"hand": {BO: 6, CY: 6}, "active": BO, "alive": {ANA: True}},
    ),
    Scene(
        "on one Level the die decides",
        at(DEAD_POOR),
        (*DIED, "Cy throws 4", "Bo throws 2"),
        ("MUN-DEATH-06", "MUN-DEATH-07", "MUN-Q-23"),
        refused=("Bo loot: Hat",),
    ),
    Scene(
        "equal throws are thrown again",
        at(DEAD_POOR),
        (*DIED, "Cy throws 4", "Bo throws 4", "Cy throws 1", "Bo throws power"),
        ("MUN-DEATH-06", "MUN-Q-23"),
        refused=("Cy loot: Hat",),
    ),
    Scene(
        "no cards left, no luck",
        at({"hand": 0, "equipped": ["Hat"]}),
        (*DIED, "Cy throws 4", "Bo throws 2", "Cy loot: Hat"),
        ("MUN-DEATH-08", "MUN-DEATH-10"),
        {"hand": {BO: 5, CY: 6}},
    ),
    Scene("nothing to loot", at({"hand": 0}), DIED, ("MUN-DEATH-08", "MUN-TURN-01"), {"active": BO}),
    Scene(
        "a helper who lives loots",
        at({"hand": 3}, bo={"level": 2}),
        (
            "Ana unlock: Hood",
            "Ana help: Bo > 0 treasures",
            "Bo answer: yes",
            "Ana run: away",
            "Ana time: passed",
            "Ana throws 1",
            "Bo throws 6",
        ),
        ("MUN-Q-25", "MUN-DEATH-06"),
    ),
    Scene(
        "two dead are looted one after the other, and do not loot",
        at({"hand": 1}, bo={"level": 2, "hand": 1}),
        (
            "Ana unlock: Hood",
            "Ana help: Bo > 0 treasures",
            "Bo answer: yes",
            "Ana run: away",
            "Ana time: passed",
            "Ana throws 1",
            "Bo throws 1",
        ),
        ("MUN-Q-24", "MUN-DEATH-11"),
        refused=("Bo loot: a card of the hand",),
    ),
    Scene(
        "the second dead is looted after the first",
        at({"hand": 1}, bo={"level": 2, "hand": 1}),
        (
            *("Ana unlock: Hood", "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana run: away", "Ana time: passed"),
            *("Ana throws 1", "Bo throws 1", "Cy loot: a card of the hand", "Cy loot: a card of the hand"),
        ),
        ("MUN-DEATH-10", "MUN-DEATH-13", "MUN-DEATH-15", "MUN-DEATH-16"),
        {"hand": {ANA: 0, BO: 8, CY: 7}, "active": BO},
    ),
    Scene(
        "the dead of last turn help with what they are",
        at({"hand": 0, "level": 4}, bo={"level": 2}),
        (*DIED, "Bo unlock: Hood", "Bo help: Ana > 0 treasures", "Ana answer: yes"),
        ("MUN-DEATH-14", "MUN-HELP-03"),
        {"strength": (6, 6)},
    ),
    Scene(
        "at the own turn come new cards",
        at({"hand": 0}),
        (
            *DIED,
            *("Bo unlock: another curse", "Bo hand: 0", "Bo room: loot", "Bo end: turn"),
            *("Cy unlock: another curse", "Cy hand: 0", "Cy room: loot", "Cy end: turn"),
        ),
        ("MUN-DEATH-15", "MUN-DEATH-16"),
        {"hand": {ANA: 8}, "active": ANA},
    ),
    Scene(
        "charity passes the dead by",
        at({"level": 4, "hand": 7}, bo={"level": 1, "hand": 0}, cy={"level": 2}),
        (
            *("Ana unlock: Hood", "Ana help: Bo > 0 treasures", "Bo answer: yes", "Ana run: away", "Ana time: passed"),
            *("Ana throws 6", "Bo throws 1", "Ana charity: Cy 2"),
        ),
        ("MUN-Q-21", "MUN-CHARITY-02"),
        {"hand": {ANA: 5, BO: 8, CY: 7}, "active": BO},
    ),
)
