"""Steps that the rules of Munchkin forbid, each with the rules of which one must be named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.facts import Fact
from rules.core.game import Setup
from tests.rules.munchkin.play import facts
from tests.rules.munchkin.scenes.scene import FLED, at, house

HOOD = ("Ana unlock: Hood",)
GNOME = ("Ana unlock: Gnome",)
MIRROR = ("Ana unlock: Mirror",)
ROOM = ("Ana unlock: Prefect > hand",)
LOOTED = (*ROOM, "Ana room: loot")
KILLED = (*HOOD, "Bo bonus: Hood +5", "Ana run: away", "Ana time: passed", "Ana throws 1")
ASKED = (*HOOD, "Ana help: Bo > 0 treasures")
HELPED = (*ASKED, "Bo answer: yes")
TOP: Mapping[str, Any] = {"level": 9}
RICH = {"level": 3, "hand": 8}
HAT = {"carried": ["Hat"]}
FIT = {"equipped": ["Hat"], "level": 3}
FULL_RANKS = {"level": 3, "proficiencies": ["Charms", "Potions"]}
TWO_HATS = {"equipped": ["Hat", "Helmet"], "ally": "Big Friend"}
SOLD = ("Ana sell: Broom",)
HELPERS_RUN = (*HELPED, "Cy bonus: Hood +9", "Ana run: away", "Ana time: passed")
CAUGHT = (*FLED, "Ana throws 1")

Case = tuple[Setup, tuple[str, ...], str, str]

CASES: tuple[Case, ...] = (
    # The first cards.
    (at(begin="create"), (), "Ana play: Potions", "SETUP-15"),
    (at(begin="create"), (), "Ana play: Go Up a Level > Ana", "SETUP-14 SETUP-15 SETUP-16"),
    (at(begin="create"), (), "Ana unlock: Hood", "SETUP-17"),
    (at(begin="create"), (), "Ana level: +1 card", "SETUP-11"),
    (at(begin="create"), (), "Ana sell: Hat", "SETUP-17 SELL-01"),
    (at(begin="create"), ("Ana ready: ready",), "Ana ready: ready", "SETUP-17"),
    (at(), (), "Ana ready: ready", "SETUP-17"),
    (at(), (), "Ana change: Ravenclaw", "SETUP-03"),
    # The course of a turn.
    (at(), (), "Bo unlock: Hood", "TURN-01 TURN-03"),
    (at(), (), "Ana unlock: Hat", "TURN-03"),
    (at(), (), "Ana unlock: Felix Felicis > hand", "TURN-03"),
    (at(), HOOD, "Ana unlock: Gnome", "TURN-03 TURN-04"),
    (at(), HOOD, "Ana room: loot", "TURN-04 TURN-07"),
    (at(), HOOD, "Ana end: turn", "TURN-04"),
    (at(), (), "Ana end: turn", "TURN-03"),
    (at(), (), "Bo end: turn", "TURN-14 TURN-01"),
    (at(), (), "Ana room: no good > Gnome", "TURN-08 TURN-03"),
    (at(), ROOM, "Ana room: no good > Hat", "TURN-09"),
    (at({"hand": 0}), ("Ana unlock: Jinx",), "Ana room: no good > Gnome", "TURN-09 CARD-06"),
    (at(), LOOTED, "Ana room: loot", "TURN-08"),
    (at(), LOOTED, "Ana room: no good > Gnome", "TURN-08"),
    (at(), ROOM, "Ana end: turn", "TURN-08"),
    (at(), (*FLED, "Ana throws 6"), "Ana room: no good > Gnome", "TURN-07 RUN-02"),
    (at(**house(listen_at_the_door=True)), (), "Ana unlock: Hood", "FAST-01 FAST-02"),
    (at(), (), "Ana listen: listen", "FAST-01"),
    # The hand at the end of the turn.
    (at({"hand": 8}), LOOTED, "Ana charity: Bo 5", "CHARITY-04"),
    (at(RICH, bo={"level": 2}), LOOTED, "Ana charity: Bo 5", "CHARITY-02"),
    (at(RICH), LOOTED, "Ana charity: Bo 5", "CHARITY-03"),
    (at(RICH), LOOTED, "Ana charity: discard", "CHARITY-02 CHARITY-04"),
    (at({"hand": 3, "level": 3}), LOOTED, "Ana charity: Bo 1", "CARD-08 CHARITY-01"),
    (at(RICH), LOOTED, "Ana end: turn", "CARD-08 CHARITY-01"),
    (at(RICH), LOOTED, "Bo charity: Cy 1", "CHARITY-01 CHARITY-02"),
    # Roles, Proficiencies, Allies.
    (at({"roles": ["Prefect"]}), (), "Ana play: Prefect", "ROLE-08"),
    (at({"roles": ["Prefect"]}), (), "Ana play: Quidditch Captain", "ROLE-06"),
    (at(), (), "Ana play: Potions", "PROF-04"),
    (at({"proficiencies": ["Charms"], "level": 5}), (), "Ana play: Charms", "ROLE-08 PROF-11"),
    (at({"proficiencies": ["Charms"], "level": 3}), (), "Ana play: Flying", "PROF-04"),
    (at(), (), "Ana play: Dual Role", "ROLE-07"),
    (at(), (), "Bo play: Dual Role", "ROLE-05 ROLE-07"),
    (at({"proficiencies": ["Charms"]}), (), "Ana give: Charms > Bo", "PROF-05 ITEM-14"),
    (at({"ally": "Hermione Granger"}), (), "Ana give: Hermione Granger > Bo", "ALLY-05"),
    (at({"ally": "Hermione Granger"}), (), "Ana discard: Hermione Granger", "TIMING-01 ITEM-12"),
    (at(), (), "Ana discard: Prefect", "CARD-04 ROLE-04"),
    # Items.
    (at(), (), "Bo play: Hat", "ITEM-02 TIMING-09"),
    (at({"equipped": ["Hat"]}), HOOD, "Ana carry: Hat", "ITEM-07"),
    (at({"equipped": ["Hat"], "carried": ["Helmet"]}), (), "Ana equip: Helmet", "ITEM-09 ITEM-11"),
    (at({"equipped": ["Wand", "Shield"], "carried": ["Broom"]}), (), "Ana equip: Broom", "ITEM-09"),
    (at({"carried": ["Felix Felicis"]}), (), "Ana equip: Felix Felicis", "ITEM-20"),
    (at(), (), "Ana play: Cheat! > Hat", "ITEM-10"),
    (at(HAT), HOOD, "Ana give: Hat > Bo", "ITEM-16 TIMING-04"),
    (at(bo=HAT), HOOD, "Bo give: Hat > Ana", "ITEM-16 TIMING-04"),
    (at(HAT), (), "Ana give: Hat > Ana", "ITEM-18 ITEM-14"),
    (at(), (), "Ana give: Hat > Bo", "ITEM-15"),
    (at(HAT), (), "Ana lose: Prefect", "ITEM-13 CARD-04 ROLE-04"),
    # Sales.
    (at(bo=HAT), (), "Bo sell: Hat", "SELL-01"),
    (at(), (), "Ana sell: done", "SELL-01"),
    (at(HAT), ("Ana sell: Hat",), "Ana sell: done", "SELL-01"),
    (at({**TOP, "carried": ["Broom"]}), (), "Ana sell: Broom", "SELL-05"),
    (at(), (), "Ana sell: Go Up a Level > hand", "ITEM-24"),
    (at(HAT), ("Ana sell: Hat",), "Ana sell: Hat", "SELL-04 SELL-01"),
    (at(HAT), ("Ana sell: Hat",), "Ana unlock: Hood", "SELL-01"),
    (at(HAT), FLED, "Ana sell: Hat", "SELL-01"),
    # Levels.
    (at(TOP), (), "Ana play: Go Up a Level > Ana", "Q-08 CONF-07 WIN-02"),
    (at(bo=TOP), (), "Ana play: Go Up a Level > Bo", "Q-08 CONF-07 WIN-02"),
    (at(), (), "Ana level: +1 kill", "CONF-05"),
    (at(), (), "Ana level: +1 sale", "SELL-01"),
    (at(), (), "Ana level: set 0", "CONF-03"),
    (at(), (), "Ana level: set 10", "CONF-07 WIN-02"),
    (at(), (), "Ana won: yes", "WIN-01"),
    # Not in turn, whatever else must be settled first.
    (at(HAT), ("Ana sell: Hat",), "Bo end: turn", "TURN-14"),
    (at(HAT), ("Ana sell: Hat",), "Bo unlock: Gnome", "TURN-03"),
    (at(HAT), ("Ana sell: Hat",), "Bo bonus: players +1", "COMBAT-01"),
    (at(bo={"carried": ["Hat", "Helmet"]}), ("Ana play: Pickpocket > Bo",), "Cy room: loot", "TURN-08"),
    (at(bo={"carried": ["Hat", "Helmet"]}), ("Ana play: Pickpocket > Bo",), "Ana unlock: Gnome", "CURSE-09"),
    # Into a fight.
    (at(), (), "Ana play: Felix Felicis > players", "COMBAT-01 ITEM-21"),
    (at(), (), "Ana play: Wandering Monster > Hood", "MULTI-01 COMBAT-01 COMBAT-08"),
    (at(), HOOD, "Bo play: Ridgeback", "MULTI-08 MULTI-09"),
    (at(bo={"hand": 1}), HOOD, "Bo play: Wandering Monster > Gnome", "MULTI-01 CARD-06"),
    (at(bo={"hand": 0}), HOOD, "Bo play: Jinx > Ana", "CARD-06"),
    (at(), HOOD, "Bo play: Bombarda! > Gnome", "ENH-05"),
    (at(), HOOD, "Bo play: Felix Felicis > Gnome", "INTERF-01"),
    (at(), HOOD, "Bo bonus: Gnome +1", "INTERF-01 COMBAT-06"),
    (at(), (), "Bo bonus: players +1", "COMBAT-01"),
    (at(), HOOD, "Bo remove: Gnome > no reward", "MULTI-04"),
    (at(), HOOD, "Ana kill levels: Hood > 3", "COMBAT-09"),
    (at(), HOOD, "Ana kill levels: Hood > 1", "REWARD-01"),
    (at(), HOOD, "Ana kill levels: Gnome > 2", "COMBAT-09"),
    (at(), FLED, "Ana room: loot", "RUN-02 TURN-07"),
    (at(), MIRROR, "Ana fight: level only", "MULTI-03"),
    # Powers.
    (at({"house": "Slytherin", "hand": 0}), HOOD, "Ana power: Slytherin > hand", "SETUP-12 CARD-06 ROLE-03"),
    (
        at({"house": "Slytherin"}),
        (*HOOD, "Ana power: Slytherin > hand"),
        "Ana power: Slytherin > hand",
        "Q-34",
    ),
    (at({"house": "Slytherin", **HAT}), HOOD, "Ana power: Slytherin > Hat", "SETUP-12"),
    (at(bo={"roles": ["Prefect"]}), HOOD, "Bo power: Prefect > hand", "COMBAT-06"),
    (at({"roles": ["Prefect"], "curses": ["Life Hex"]}), HOOD, "Ana power: Prefect > Life Hex", "CURSE-06"),
    (at({"roles": ["Prefect"]}), HOOD, "Ana power: Prefect > Prefect", "ROLE-03"),
    # Help.
    (at(), HOOD, "Ana help: Ana > 0 treasures", "HELP-01"),
    (at(), HOOD, "Bo help: Cy > 0 treasures", "HELP-01"),
    (at(), HOOD, "Ana help: Bo > 5 treasures > Bo first", "HELP-06"),
    (at(), HOOD, "Ana help: Bo > 1 treasures", "HELP-07"),
    (at(), ASKED, "Ana help: Cy > 0 treasures", "HELP-02"),
    (at(), ASKED, "Cy answer: yes", "HELP-01 HELP-02"),
    (at(), ASKED, "Bo answer: perhaps", "HELP-02"),
    (at(), HELPED, "Bo answer: no", "Q-14"),
    (at(), HELPED, "Bo run: away", "Q-14 HELP-03 RUN-01"),
    (at(), HOOD, "Ana bribe: Hat", "HELP-05"),
    (at({"roles": ["Prefect"]}), HOOD, "Ana bribe: Prefect", "HELP-05"),
    # The countdown.
    (at(TOP), GNOME, "Bo time: passed", "COMBAT-14"),
    (at(TOP), GNOME, "Bo object: go on", "COMBAT-14"),
    (at(TOP), (*GNOME, "Bo object: object"), "Cy object: go on", "COMBAT-14"),
    (at(TOP), (*GNOME, "Bo object: object"), "Ana time: passed", "COMBAT-14"),
    (at(), HOOD, "Bo object: object", "COMBAT-14"),
    (at(), (), "Ana run: away", "RUN-01 COMBAT-01"),
    # Running away.
    (at(), FLED, "Ana play: Felix Felicis > players", "RUN-01"),
    (at(), FLED, "Ana help: Bo > 0 treasures", "RUN-01"),
    (at(HAT), FLED, "Ana equip: Hat", "ITEM-07"),
    (at(bo={"ally": "Hermione Granger"}), FLED, "Bo ally: give up", "RUN-08"),
    (at(), FLED, "Ana run from: Hood", "RUN-06"),
    (at(), (*HOOD, "Bo play: Mask", "Ana run: away", "Ana time: passed"), "Ana run from: Gnome", "RUN-06"),
    (at(), (*HOOD, "Bo play: Mask", "Ana run: away", "Ana time: passed"), "Ana escape: 6", "RUN-06 RUN-03"),
    (at(), (*HOOD, "Ana run: away"), "Ana run: away", "RUN-01"),
    # Death.
    (at(), KILLED, "Bo play: Jinx > Ana", "Q-26"),
    (at(), KILLED, "Ana play: Prefect", "DEATH-11"),
    (at(bo=HAT), KILLED, "Bo give: Hat > Ana", "DEATH-11 DEATH-06"),
    (at(bo={"level": 3}), KILLED, "Cy loot: a card of the hand", "DEATH-06"),
    (at(bo={"level": 3}), KILLED, "Bo loot: Hat", "DEATH-06 DEATH-04"),
    (at(), KILLED, "Bo loot: a card of the hand", "DEATH-07"),
    # One of each kind of choice.
    (at(begin="create"), (), "Ana play: Jinx > Bo", "SETUP-15"),
    (at(), (), "Bo play: Prefect", "ROLE-05"),
    (at(), (), "Ana play: Bombarda! > Hood", "COMBAT-01 COMBAT-08"),
    (at({"hand": 0}), (), "Ana play: Prefect", "CARD-06"),
    (at(), HOOD, "Ana play: Hat", "ITEM-02"),
    (at(), HOOD, "Bo play: Horntail", "MULTI-08 MULTI-09"),
    (at(**house(prof_not_in_combat=True)), HOOD, "Ana play: Charms", "Q-31"),
    (at({"carried": ["Hat"]}), HOOD, "Ana equip: Hat", "ITEM-07"),
    (at({"carried": ["Hat"]}), (), "Ana carry: Hat", "ITEM-06"),
    (at({"roles": ["Prefect"]}), (), "Ana give: Prefect > Bo", "ITEM-14"),
    (at({"carried": ["Hat"]}), (), "Ana discard: Hat", "ITEM-12"),
    (at({"carried": ["Hat"]}), HOOD, "Ana sell: Hat", "SELL-01"),
    (at(), ROOM, "Ana unlock: Hood", "TURN-03"),
    (at(), (*FLED, "Ana throws 5"), "Ana room: loot", "RUN-02 TURN-07"),
    (at(), (), "Bo room: loot", "TURN-08"),
    (at(), (), "Ana charity: Bo 1", "CHARITY-01 CHARITY-02"),
    (at({"hand": 6}), (*FLED, "Ana throws 5"), "Ana charity: Bo 1", "CHARITY-04"),
    (at({"level": 9}), HOOD, "Ana help: Bo > 0 treasures", "HELP-01"),
    (at(), (*HOOD, "Ana help: Bo > 0 treasures", "Bo answer: yes"), "Ana help: Cy > 0 treasures", "HELP-03"),
    (at(), HOOD, "Bo answer: yes", "HELP-01"),
    (at({"level": 9}), HOOD, "Ana run: away", "RUN-01"),
    (at(), HOOD, "Ana time: passed", "COMBAT-14"),
    (at({"house": "Slytherin"}), (), "Ana power: Slytherin > hand", "COMBAT-01 COMBAT-08"),
    (at(), HOOD, "Ana power: Slytherin > hand", "SETUP-12"),
    (at(), FLED, "Bo run from: Hood", "RUN-08"),
    (at(), FLED, "Ana ally: give up", "ALLY-06"),
    (at(bo={"hand": 1}), KILLED, "Ana level: +1 card", "DEATH-12"),
    # The rule that decides stands first.
    (at({"ally": "Hermione Granger"}), (), "Ana give: Hermione Granger > Cy", "ALLY-05"),
    (at({"proficiencies": ["Charms"]}), (), "Ana give: Charms > Cy", "PROF-05"),
    (at(), HOOD, "Bo treasures: Gnome +1", "ENH-05"),
    (at(), (), "Ana ranks: Charms", "PROF-08"),
    (at(), (), "Ana roles: Prefect", "Q-30"),
    (at(), (), "Ana crowded: Hat", "ITEM-09"),
    (at(), (), "Ana bad stuff: done", "RUN-05"),
    (at(), (), "Ana price: 300", "ITEM-03"),
    (at({"equipped": ["Hat"]}), (), "Ana equip: Hat", "ITEM-05"),
    # Where only Levels are kept.
    (at(level="levels"), (), "Ana unlock: Hood", "STAT-02"),
    (at(level="levels"), (), "Ana play: Jinx > Bo", "STAT-02"),
    # Help: the reason is the one that holds.
    (at(), HOOD, "Ana help: Bo > 2 treasures > Cy first", "HELP-07"),
    (at(), (*ASKED, "Bo answer: no"), "Ana help: Bo > 0 treasures", "HELP-02"),
    (at(), HELPED, "Bo help: Cy > 0 treasures", "HELP-01"),
    (at(HAT), HELPED, "Ana bribe: Hat", "HELP-03"),
    (at(bo=HAT), HELPED, "Bo equip: Hat", "ITEM-07"),
    # Running away, in order.
    (at(bo={"ally": "Hermione Granger"}), HELPERS_RUN, "Bo ally: give up", "Q-10"),
    (at(), HELPERS_RUN, "Bo run from: Hood", "Q-10"),
    (at(), HELPERS_RUN, "Bo throws 6", "Q-10"),
    (at(), HELPERS_RUN, "Cy throws 6", "RUN-08"),
    (at(bo={"level": 3}), KILLED, "Bo throws 6", "DEATH-06"),
    (at({"ally": "Hermione Granger"}), FLED, "Ana ally: give up > with Bo", "ALLY-07"),
    (at(), FLED, "Ana unlock: Gnome", "TURN-03 TURN-04 RUN-02"),
    (at(), FLED, "Ana end: turn", "RUN-01"),
    # What the dead keep.
    (at({"level": 4, "roles": ["Prefect"], **HAT}, bo={"level": 5}), CAUGHT, "Bo loot: Prefect", "DEATH-03"),
    (at({"level": 4, "house": "Slytherin", **HAT}, bo={"level": 5}), CAUGHT, "Bo loot: Slytherin", "DEATH-03 Q-03"),
    (at({"level": 4, **HAT}, bo={"level": 5}), CAUGHT, "Bo loot: Broom", "DEATH-04 DEATH-06"),
    (at({"level": 4, **HAT}, bo={"level": 5}), CAUGHT, "Ana loot: Hat", "DEATH-11"),
    (at({"level": 4, **HAT}, bo={"level": 5}), CAUGHT, "Bo end: turn", "TURN-14 DEATH-06"),
    # Roles, Proficiencies and Items that do not fit.
    (at({"roles": ["Prefect", "Quidditch Captain"], "dual_role": True}), (), "Ana play: Head Boy/Girl", "ROLE-06"),
    (at({"level": 2, "proficiencies": ["Potions"]}), (), "Ana play: Charms", "PROF-04"),
    (at(FULL_RANKS), ("Ana unlock: Jinx",), "Ana room: loot", "PROF-08"),
    (at(FULL_RANKS), ("Ana unlock: Jinx",), "Ana ranks: Flying", "PROF-08"),
    (at(TWO_HATS), ("Ana lose: Big Friend",), "Ana unlock: Hood", "ITEM-09"),
    (at(TWO_HATS), ("Ana lose: Big Friend",), "Ana crowded: Boots", "ITEM-09"),
    (at(), (), "Bo play: Jinx > Dora", "CURSE-03"),
    (at(), (), "Bo play: another curse > Dora", "CURSE-03"),
    (at(HAT), HOOD, "Ana play: Cheat! > Hat", "ITEM-07 ITEM-02"),
    (at({"level": 8, "carried": ["Broom"]}, **house(forbid_overpay=True)), SOLD, "Ana sell: done", "Q-07 SELL-05"),
    (at({"carried": ["Broom"]}), SOLD, "Ana give: Broom > Bo", "SELL-01"),
    # Charity.
    (at({"level": 2, "hand": 4}), LOOTED, "Ana charity: discard", "CHARITY-02"),
    (at({"level": 2, "hand": 4}, cy={"level": 5}), LOOTED, "Ana charity: Cy 1", "CHARITY-02"),
    (at({"level": 2, "hand": 6}), LOOTED, "Ana charity: Ana 3", "CHARITY-02 CHARITY-03"),
    # Answers that nobody offered.
    (at(), (), "Ana level: set -1", "CONF-03"),
    (at(), (), "Ana level: set 99", "STAT-02"),
    (at(), (), "Ana level: set x", "STAT-02"),
    (at(), (), "Ana level: -99 curse", "STAT-03"),
    (at(), (), "Ana hand: -1", "CARD-08"),
    (at(), (), "Ana change: robot", "SETUP-13"),
    (at(), (), "Bo got: Hat", "TIMING-06"),
    (at(), (), "Ana sell: -5 gold > hand", "ITEM-03"),
    (at(), (), "Ana unlock: Hood > play", "TURN-04"),
    (at(), (), "Ana unlock: Jinx > hand", "TURN-05 CURSE-01"),
    (at(), (), "Ana unlock: Nobody", "CARD-05"),
    (at(), (), "Ana play: Imp > monster > level -3", "CARD-05 TURN-09"),
    (at(begin="create"), (), "Ana ready: steady", "SETUP-17"),
    (at(), HOOD, "Ana fight: on", "MULTI-03"),
    (at(), HOOD, "Ana run: x", "RUN-01"),
    (at(), HOOD, "Ana remove: Hood", "COMBAT-12"),
    (at(), HOOD, "Ana bonus: players +99", "COMBAT-06"),
    (at(), HOOD, "Ana help: Dora > 0 treasures", "HELP-01"),
    (at(), HOOD, "Ana kill levels: Hood > -1", "COMBAT-09"),
    (at(), FLED, "Ana run bonus: +99", "RUN-04"),
    (at(), LOOTED, "Ana end: x", "CARD-08"),
    (at({"hand": 2}), LOOTED, "Ana end: x", "TURN-14"),
    (at(), (), "Ana describe: Nobody > gold 300", "CARD-05"),
    (at(), (), "Ana describe: Hat > gold 300", "CARD-04"),
    (at(HAT), (), "Ana describe: Hat > gold 300", "CARD-05"),
    (at({"carried": ["Deluminator"]}), (), "Ana describe: Deluminator > gold 99", "ITEM-03"),
    (at(HAT), (), "Ana sell: Hat > Bo", "SELL-01"),
    (at(), HOOD, "Ana help: Bo > -1", "HELP-06"),
    (at(), HOOD, "Ana help: Bo", "HELP-06"),
    (at(), HOOD, "Ana play: Felix Felicis", "INTERF-01"),
    (at({"ally": "Hermione Granger"}), HOOD, "Ana give: Hermione Granger > Bo", "ALLY-05"),
    (at({"curses": ["Life Hex"]}), (), "Ana discard: Life Hex", "CURSE-05"),
    (at({"level": 2, "hand": 7}), LOOTED, "Ana charity: Bo 1, Cy 1", "CHARITY-02"),
    (at(), HOOD, "Bo play: Wandering Monster", "MULTI-01"),
    (at(), HOOD, "Ana treasures: Hood +9", "ENH-02"),
    # While cards are looted or lost.
    (at(FIT, bo={"level": 3}), KILLED, "Cy play: Jinx > Dora", "CURSE-03"),
    (at(FIT, bo={"level": 3}), KILLED, "Bo unlock: Gnome", "TURN-03"),
    # After the end.
    (at(TOP), (*HOOD, "Ana time: passed"), "Ana throws 4", "WIN-01"),
    (at(TOP), (*HOOD, "Ana time: passed"), "Bo unlock: Hood", "WIN-01"),
)


def games(cases: Sequence[Case]) -> list[tuple[str, Setup, list[Fact], Fact, frozenset[str]]]:
    """Every case: its name, the set-up, what is played, what is forbidden, and the rules of which one decides."""
    return [
        (f"{number}: {step}", of, facts(*lines), facts(step)[0], frozenset(f"MUN-{rule}" for rule in rules.split()))
        for number, (of, lines, step, rules) in enumerate(cases)
    ]
