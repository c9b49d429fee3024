"""Scenes of running away and of death."""

from __future__ import annotations

from tests.rules.munchkin.scenes.fight import PETER
from tests.rules.munchkin.scenes.scene import ANA, BO, CY, FLED, SIDE, Scene, at, house

RUNNING = (
    Scene("from 5 on you are away", at(), (*FLED, "Ana throws 5"), ("MUN-RUN-03", "MUN-RUN-11"), {"phase": "charity"}),
    Scene(
        "with less you are caught, and it hurts at once",
        at({"level": 4}),
        (PETER, "Ana run: away", "Ana time: passed", "Ana throws 4"),
        ("MUN-RUN-03", "MUN-RUN-05", "MUN-RUN-07", "MUN-RUN-11"),
        {"levels": {ANA: 2}, "phase": "charity"},
    ),
    Scene(
        "Items change the throw",
        at({"equipped": ["Boots"]}),
        (PETER, "Ana run: away", "Ana time: passed", "Ana throws 3"),
        ("MUN-RUN-04", "MUN-Q-38"),
        {"levels": {ANA: 1}, "phase": "charity"},
    ),
    Scene(
        "monsters as well",
        at({"level": 2}),
        ("Ana unlock: Ridgeback", "Ana run: away", "Ana time: passed", "Ana throws 5"),
        ("MUN-RUN-04", "MUN-RUN-05"),
        {"hand": {ANA: 3}},
    ),
    Scene(
        "a card changes it",
        at(),
        (*FLED, "Bo run bonus: -1"),
        ("MUN-RUN-04",),
        refused=("Ana room: loot",),
    ),
    Scene(
        "and then it counts",
        at(),
        (*FLED, "Bo run bonus: -1", "Bo run bonus: +3", "Ana throws 3"),
        ("MUN-RUN-03", "MUN-Q-38"),
    ),
    Scene("the picture side counts 6", at(), (*FLED, "Ana throws power"), ("MUN-Q-39", "MUN-RUN-11")),
    Scene(
        "or what the house has set",
        at(**house(die_symbol_value=1)),
        (PETER, "Ana run: away", "Ana time: passed", "Ana throws power"),
        ("MUN-Q-39", "MUN-RUN-05"),
    ),
    Scene("a cocked die is thrown again", at(), (*FLED, "Ana throws cocked"), ("MUN-RUN-03",), {"phase": "flight"}),
    Scene("a throw by the wrong player", at(), (*FLED, "Bo throws 6"), ("MUN-RUN-03",), {"phase": "flight"}),
    Scene("a throw out of time", at(), ("Ana throws 6",), ("MUN-RUN-03",), {"phase": "arrange"}),
    Scene(
        "several monsters in the runner's order",
        at(),
        (PETER, "Bo play: Wandering Monster > Hood", "Ana run: away", "Ana time: passed", "Ana run from: Hood"),
        ("MUN-RUN-06",),
    ),
    Scene(
        "one throw for each",
        at(),
        (
            PETER,
            "Bo play: Wandering Monster > Hood",
            "Ana run: away",
            "Ana time: passed",
            "Ana run from: Hood",
            "Ana throws 5",
        ),
        ("MUN-RUN-03",),
        {"phase": "flight"},
    ),
    Scene(
        "the fighter runs first, then the helper",
        at(),
        (*SIDE, "Ana run: away", "Ana time: passed"),
        ("MUN-RUN-08", "MUN-RUN-09", "MUN-Q-10"),
        refused=("Bo ally: give up",),
    ),
    Scene(
        "or the helper first",
        at(bo={"ally": "Hermione Granger"}, **house(helper_first=True)),
        (*SIDE, "Ana run: away", "Ana time: passed", "Bo throws 5"),
        ("MUN-RUN-03",),
        {"phase": "flight"},
    ),
    Scene(
        "a monster may catch both",
        at(),
        (*SIDE, "Ana run: away", "Ana time: passed", "Ana throws 5", "Bo throws 1"),
        ("MUN-RUN-10", "MUN-RUN-05"),
        {"phase": "flight"},
    ),
    Scene(
        "Bad Stuff that is not listed is told",
        at({"level": 3, "equipped": ["Hat"]}),
        ("Ana unlock: Horntail", "Ana run: away", "Ana time: passed", "Ana throws 2", "Ana bad stuff: lose Hat"),
        ("MUN-ITEM-13",),
        {"worn": {ANA: ()}},
    ),
    Scene(
        "bit by bit until it is done",
        at({"level": 3}),
        (
            *("Ana unlock: Horntail", "Ana run: away", "Ana time: passed", "Ana throws 2"),
            *("Ana bad stuff: lose 1 level", "Ana bad stuff: lose a card of the hand", "Ana bad stuff: done"),
        ),
        ("MUN-RUN-05", "MUN-RUN-11"),
        {"levels": {ANA: 2}, "hand": {ANA: 4}, "phase": "charity"},
    ),
    Scene(
        "an Ally is given up instead of a throw",
        at({"ally": "Hermione Granger"}),
        (*FLED, "Ana ally: give up"),
        ("MUN-ALLY-06", "MUN-Q-11", "MUN-RUN-11"),
        {"ally": {ANA: ""}, "phase": "charity"},
    ),
    Scene(
        "and the helper still runs",
        at({"ally": "Hermione Granger"}),
        (*SIDE, "Ana run: away", "Ana time: passed", "Ana ally: give up"),
        ("MUN-ALLY-06", "MUN-ALLY-07"),
        {"phase": "flight"},
    ),
    Scene(
        "or gets away too",
        at({"ally": "Hermione Granger"}),
        (*SIDE, "Ana run: away", "Ana time: passed", "Ana ally: give up > with Bo"),
        ("MUN-ALLY-07", "MUN-RUN-11"),
        {"phase": "charity"},
    ),
    Scene(
        "the helper's Ally saves the helper",
        at(bo={"ally": "Hermione Granger"}),
        (*SIDE, "Ana run: away", "Ana time: passed", "Ana throws 6", "Bo ally: give up"),
        ("MUN-Q-12", "MUN-ALLY-06"),
        {"phase": "charity"},
    ),
    Scene(
        "or both, where the helper runs first",
        at(bo={"ally": "Hermione Granger"}, **house(helper_ally_saves_both=True, helper_first=True)),
        (*SIDE, "Ana run: away", "Ana time: passed", "Bo ally: give up > with Ana"),
        ("MUN-ALLY-07",),
        {"phase": "charity"},
    ),
    Scene(
        "between throws an Ally saves from the rest",
        at({"ally": "Hermione Granger"}),
        (
            PETER,
            "Bo play: Wandering Monster > Hood",
            "Ana run: away",
            "Ana time: passed",
            "Ana run from: Peter Pettigrew",
            "Ana throws 1",
            "Ana ally: give up",
        ),
        ("MUN-Q-11",),
        {"phase": "charity"},
    ),
    Scene(
        "unless the house has it before the first",
        at({"ally": "Hermione Granger"}, **house(ally_before_first_roll=True)),
        (
            PETER,
            "Bo play: Wandering Monster > Hood",
            "Ana run: away",
            "Ana time: passed",
            "Ana run from: Peter Pettigrew",
            "Ana throws 1",
        ),
        ("MUN-RUN-05",),
        refused=("Ana ally: give up",),
    ),
)

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
