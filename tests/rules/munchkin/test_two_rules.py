"""Where two rules meet: the outcome by the sheet, and the rule that is named first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.core.facts import Choose
from rules.core.refusals import why_not
from rules.core.rulings import short
from tests.rules.munchkin.play import GAME, facts, play
from tests.rules.munchkin.scenes.scene import FLED, at, house
from tests.rules.munchkin.scenes.test_scenes import _standing

HOOD, MASK, GNOME, MIRROR = (f"Ana unlock: {name}" for name in ("Hood", "Mask", "Gnome", "Mirror"))
HELPED = ("Ana help: Bo > 0 treasures", "Bo answer: yes")
BOTH = (HOOD, "Bo play: Mask")

# The name, the set-up, what is played, what then holds, and a rule that the last play must name among its first four.
COMES: tuple[tuple[str, dict[str, Any], tuple[str, ...], Mapping[str, Any], str], ...] = (
    (
        "a helper's Items do not count where only Levels do",
        at({"level": 1, "equipped": ["Hat"]}, bo={"level": 2, "equipped": ["Helmet"]}),
        (MIRROR, *HELPED),
        {"strength": (3, 2)},
        "HELP-03",
    ),
    (
        "a monster's grudge against one House counts once for two of that House",
        at({"level": 1, "house": "Ravenclaw"}, bo={"level": 9, "house": "Ravenclaw"}),
        (MIRROR, *HELPED),
        {"strength": (10, 6)},
        "HELP-03",
    ),
    (
        "one monster gone and away from the other: no Level, no Treasure",
        at({"hand": 5, "level": 2}),
        (*BOTH, "Cy remove: Mask > its treasures", "Ana run: away", "Ana time: passed", "Ana throws 6"),
        {"levels": {"Ana": 2}, "hand": {"Ana": 5}, "phase": "charity"},
        "RUN-11",
    ),
    (
        "weaker than nothing, and worth no Treasure",
        at({"hand": 5}),
        (GNOME, "Bo play: Shrinking > Gnome", "Ana time: passed"),
        {"levels": {"Ana": 2}, "hand": {"Ana": 5}},
        "REWARD-01",
    ),
    (
        "a sale of two Levels from Level 8 brings one",
        at({"level": 8, "carried": ["Broom"]}),
        ("Ana sell: Broom", "Ana sell: done"),
        {"levels": {"Ana": 9}, "carried": {"Ana": ()}},
        "SELL-01",
    ),
    (
        "1,999 gold are one Level",
        at({"carried": ["Wand", "Shield"]}),
        ("Ana sell: Wand", "Ana sell: Shield", "Ana sell: done"),
        {"levels": {"Ana": 2}},
        "SELL-01",
    ),
    (
        "the dead run from no second monster",
        at({"level": 3}),
        (*BOTH, "Ana run: away", "Ana time: passed", "Ana run from: Hood", "Ana throws 1"),
        {"alive": {"Ana": False}, "levels": {"Ana": 3}},
        "RUN-05",
    ),
    (
        "the dead are looted and draw no Treasure when the monster is removed while the helper runs",
        at({"hand": 3}),
        (HOOD, *HELPED, "Ana run: away", "Ana time: passed", "Ana throws 1", "Cy remove: Hood > its treasures"),
        {"alive": {"Ana": False}, "hand": {"Ana": 0}},
        "DEATH-04",
    ),
    (
        "Role and Proficiency outlive their owner",
        at({"roles": ["Prefect"], "proficiencies": ["Charms"], "ally": "Hermione Granger"}),
        (*FLED, "Ana throws 1"),
        {"roles": {"Ana": ("Prefect",)}, "proficiencies": {"Ana": ("Charms",)}, "ally": {"Ana": ""}},
        "RUN-05",
    ),
    (
        "a Level in mid-fight counts for the helper's side at once",
        at({"level": 3}, bo={"level": 2}),
        (HOOD, *HELPED, "Cy play: Go Up a Level > Bo"),
        {"levels": {"Bo": 3}, "strength": (6, 6)},
        "ITEM-25",
    ),
    (
        "a monster of two Levels wins from Level 8",
        at({"level": 8, "equipped": ["Broom", "Helmet", "Chain Mail"]}),
        ("Ana unlock: Horntail", "Ana bonus: players +5", "Ana time: passed"),
        {"levels": {"Ana": 10}, "winners": ("Ana",)},
        "COMBAT-15",
    ),
    (
        "the helper wins too where the house shares victories",
        at({"level": 9}, **house(shared_victory=True, help_any_time=True)),
        (GNOME, *HELPED, "Ana time: passed"),
        {"winners": ("Ana", "Bo")},
        "COMBAT-15",
    ),
    (
        "the helper wins nothing where it does not",
        at({"level": 9}, **house(help_any_time=True)),
        (GNOME, *HELPED, "Ana time: passed"),
        {"winners": ("Ana",)},
        "COMBAT-15",
    ),
    (
        "a wandering monster turns the fight, and its countdown ends",
        at({"level": 9}),
        (MASK, "Bo play: Wandering Monster > Hood"),
        {"strength": (9, 10), "hand": {"Bo": 3}},
        "MULTI-01",
    ),
    (
        "a Curse on the next combat counts in this one",
        at({"level": 9}),
        (MASK, "Bo play: Duel Hex > Ana"),
        {"strength": (4, 4)},
        "CURSE-03",
    ),
    (
        "a Curse on the next turn counts in this one, and ends with it",
        at({"level": 7, "hand": 3}, bo={"level": 2}),
        (MASK, "Bo play: Day Hex > Ana", "Ana time: passed", "Ana end: turn"),
        {"curses": {"Ana": ()}, "active": "Bo"},
        "TURN-14",
    ),
    (
        "a Curse on Armor passes by those without",
        at({"equipped": ["Hat"]}),
        ("Ana unlock: Sectumsempra!",),
        {"worn": {"Ana": ("Hat",)}, "phase": "room"},
        "CURSE-01",
    ),
    (
        "without an Item the Curse takes the Level that it names instead",
        at({"level": 3}),
        ("Ana unlock: Pickpocket",),
        {"levels": {"Ana": 2}},
        "CURSE-01",
    ),
    (
        "nobody falls below Level 1",
        at({"level": 1}),
        ("Ana unlock: Jinx",),
        {"levels": {"Ana": 1}},
        "CURSE-01",
    ),
    (
        "an Ally given up saves fighter and helper from both monsters",
        at({"ally": "Hermione Granger"}),
        (*BOTH, *HELPED, "Ana run: away", "Ana time: passed", "Ana ally: give up > with Bo"),
        {"phase": "charity", "ally": {"Ana": ""}, "alive": {"Ana": True, "Bo": True}},
        "ALLY-06",
    ),
    (
        "a One-Shot from the table needs no hand",
        at({"hand": 0, "carried": ["Felix Felicis"], "level": 2}),
        (HOOD, "Ana play: Felix Felicis > players"),
        {"strength": (7, 6), "carried": {"Ana": ()}},
        "ITEM-21",
    ),
    (
        "under a Cheat! a second Headgear is worn",
        at({"equipped": ["Hat"], "carried": ["Helmet"]}),
        ("Ana play: Cheat! > Helmet", "Ana equip: Helmet"),
        {"worn": {"Ana": ("Hat", "Helmet")}},
        "ITEM-05",
    ),
    (
        "a Dual Role on one Role keeps its disadvantage away",
        at({"level": 3, "roles": ["Quidditch Captain"], "dual_role": True}),
        ("Ana unlock: Dolores Umbridge",),
        {"strength": (3, 8)},
        "TURN-04",
    ),
    (
        "without it the monster gets its 3",
        at({"level": 3, "roles": ["Quidditch Captain"]}),
        ("Ana unlock: Dolores Umbridge",),
        {"strength": (3, 11)},
        "TURN-04",
    ),
    (
        "after a Curse at the door the room is open",
        at({"hand": 4, "level": 2}),
        ("Ana unlock: Jinx", "Ana room: loot"),
        {"hand": {"Ana": 5}, "phase": "charity"},
        "TURN-10",
    ),
    (
        "nobody on the last step goes up by a card, in a fight or not",
        at(bo={"level": 9}),
        (HOOD, *HELPED, "Cy play: Go Up a Level > Bo"),
        {"levels": {"Bo": 9}, "hand": {"Cy": 5}},
        "Q-08",
    ),
    (
        "with the next turn the dead live again, without cards",
        at({"level": 2}, bo={"level": 4}, cy={"level": 3}),
        (*FLED, "Ana throws 1", "Bo loot: a card of the hand", "Cy loot: a card of the hand"),
        {"active": "Bo", "alive": {"Ana": True}, "hand": {"Ana": 0}},
        "DEATH-06",
    ),
)

# The name, the set-up, what is played, what is forbidden then, and a rule among the first four of the reason.
FORBIDDEN: tuple[tuple[str, dict[str, Any], tuple[str, ...], str, str], ...] = (
    (
        "nothing is played once the game is won",
        at({"level": 9}),
        (GNOME, "Ana time: passed"),
        "Bo play: Jinx > Ana",
        "WIN-01",
    ),
    (
        "a monster without the mark joins no marked one",
        at(),
        (HOOD,),
        "Bo play: Gnome",
        "MULTI-08",
    ),
    (
        "with too many Ranks nothing else goes on",
        at({"level": 3, "proficiencies": ["Flying"]}),
        ("Bo play: Jinx > Ana",),
        "Ana unlock: Hood",
        "PROF-08",
    ),
    (
        "the victim says which Item goes, not who played the Curse",
        at({"carried": ["Hat", "Helmet"]}),
        ("Bo play: Pickpocket > Ana",),
        "Bo harm: Hat",
        "CURSE-09",
    ),
    (
        "the lowest get even shares",
        at({"level": 3, "hand": 7}),
        ("Ana unlock: another card > hand", "Ana room: loot"),
        "Ana charity: Bo 3, Cy 1",
        "CHARITY-03",
    ),
    (
        "after running from a fight at the door there is no room",
        at(),
        (*FLED, "Ana throws 6"),
        "Ana room: loot",
        "RUN-02",
    ),
    (
        "after a lost fight while Up to No Good there is no looting",
        at(),
        ("Ana unlock: Jinx", "Ana room: no good > Hood", "Ana run: away", "Ana time: passed", "Ana throws 6"),
        "Ana room: loot",
        "TURN-08",
    ),
    (
        "a helper cannot be asked in a fight that is won",
        at({"level": 9}),
        (GNOME,),
        "Ana help: Bo > 1 treasures > Bo first",
        "HELP-01",
    ),
    (
        "the helper's Ally is not the fighter's to give up",
        at(bo={"ally": "Hermione Granger"}),
        (*BOTH, *HELPED, "Ana run: away", "Ana time: passed"),
        "Ana ally: give up",
        "ALLY-06",
    ),
    (
        "the helper runs after the fighter",
        at(),
        (HOOD, *HELPED, "Ana run: away", "Ana time: passed"),
        "Bo run from: Hood",
        "RUN-09",
    ),
)


@pytest.mark.parametrize(("start", "lines", "holds", "rule"), [pytest.param(*c[1:], id=c[0]) for c in COMES])
def test_the_outcome_follows_the_sheet(
    start: dict[str, Any], lines: tuple[str, ...], holds: Mapping[str, Any], rule: str
) -> None:
    table = play(start, *lines)
    for what, wanted in holds.items():
        assert _standing(table, what, wanted) == wanted, (what, [ruling.text for ruling in table.rulings])
    rulings = [(ruling.text, short(ruling.rules)) for ruling in table.entries[-1].rulings]
    assert any(f"MUN-{rule}" in rules for _, rules in rulings), rulings


@pytest.mark.parametrize(("start", "lines", "step", "rule"), [pytest.param(*c[1:], id=c[0]) for c in FORBIDDEN])
def test_a_forbidden_step_names_the_deciding_rule(
    start: dict[str, Any], lines: tuple[str, ...], step: str, rule: str
) -> None:
    (choice,) = facts(step)
    assert isinstance(choice, Choose)
    reason = why_not(GAME, play(start, *lines), choice)
    assert reason
    assert f"MUN-{rule}" in short(reason.rules), reason
