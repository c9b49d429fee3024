"""Where two rules of Dicers meet: the outcome by the sheet, and the rule that is named first."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.facts import Choose
from rules.core.game import Setup
from rules.core.refusals import why_not
from rules.core.rulings import short
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import LOST, WON, duel
from tests.rules.dicers.table import fact, last_rulings, play, state, view

MET = "Ana advance a\nBo advance b\n"
EVOKE = WON + "Ana win evoke\n"
WITH_KEEP = "front a a2 | keep a3 a4"

# The name, the set-up, what is played, where dice lie then, and a rule among the first four of the last rulings.
COMES: tuple[tuple[str, Setup, str, Mapping[str, str], str], ...] = (
    (
        "the last die of the Front Line wins: the whole Keep comes forward, that die with it",
        duel({}, "front a | keep a2"),
        WON + "Ana win expel",
        {"a": "front", "a2": "front", "b": "dungeon", "b2": "front"},
        "I-11",
    ),
    (
        "a captor that is expelled sets its hostage free into the Keep",
        duel({"b": "capture"}, "front a a2", "front b b2 b3", hostages={"b": ["a4"]}),
        WON + "Ana win expel",
        {"b": "dungeon", "a4": "keep"},
        "Q-25",
    ),
    (
        "a captor that is captured sets its hostage free too",
        duel({"a": "capture", "b": "capture"}, "front a a2", "front b b2 b3", hostages={"b": ["a4"]}),
        EVOKE,
        {"b": "hostage", "a": "keep", "a4": "keep"},
        "P-CAP-01",
    ),
    (
        "Counter Capture frees all hostages of the stack and retires the captor",
        duel(
            {"a": "counter-capture", "b3": {"power": "capture", "cb": 2}},
            "front a a2",
            "front b b2 b3",
            hostages={"b3": ["a4", "a5"]},
        ),
        EVOKE + "Ana counter-capture b3",
        {"b3": "keep", "a4": "keep", "a5": "keep", "b": "keep"},
        "P-CCP-01",
    ),
    (
        "Summon with an empty Dungeon moves a die from the Keep",
        duel({"a": "summon"}, "front a a2 | keep a3"),
        EVOKE + "Ana summon a3",
        {"a3": "front", "a": "keep", "b": "keep"},
        "P-SUM-02",
    ),
    (
        "Summon of a hostage leaves the captor where it is",
        duel({"a": "summon"}, "front a a2 | dungeon a5", "front b b2 b3", hostages={"b3": ["a4"]}),
        EVOKE + "Ana summon a4",
        {"a4": "front", "b3": "front", "a5": "dungeon"},
        "P-SUM-03",
    ),
    (
        "Mimic uses the beaten die's Power, and both dice go to their Keeps",
        duel({"a": "mimic", "b": "refresh"}, WITH_KEEP),
        EVOKE + "Ana refresh a3",
        {"a": "keep", "b": "keep", "a3": "front", "a4": "keep"},
        "P-REF-01",
    ),
    (
        "Reverse after the last advance: the cast die stays behind",
        duel({"a": "reverse"}, "front a a2 | keep a3"),
        EVOKE + "Ana reverse Ana",
        {"a2": "keep", "a3": "front", "a": "keep"},
        "P-REV-01",
    ),
    (
        "Retire takes the opponent's last die of the Front Line, and the Keep comes forward",
        duel({"a": "retire"}, "front a a2", "front b b2"),
        EVOKE + "Ana retire b2",
        {"b2": "front", "b": "front"},
        "P-RET-01",
    ),
    (
        "Greater Expel of a die in Reserve spares the beaten one",
        duel({"a": "greater-expel", "r": "add"}, "front a a2", "front b b2 | reserve r"),
        EVOKE + "Ana greater-expel r",
        {"r": "dungeon", "b": "keep"},
        "P-GEX-01",
    ),
    (
        "a Reserve die that wins is stored, and the beaten die goes to the Keep",
        duel({"a": "add"}),
        EVOKE,
        {"a": "reserve", "b": "keep"},
        "A-23",
    ),
    (
        "Cast Spell with a 1 expels its own die, and the beaten one is spared",
        duel({"a": "cast-spell"}, "front a a2"),
        EVOKE + "Ana throw a=1",
        {"a": "dungeon", "b": "keep"},
        "P-SPL-02",
    ),
    (
        "Cast Spell with a 4 holds the beaten die under it",
        duel({"a": "cast-spell"}, "front a a2"),
        EVOKE + "Ana throw a=4",
        {"a": "keep", "b": "hostage"},
        "P-SPL-05",
    ),
    (
        "Activate Reserve stores a die without using it",
        duel({"a": "activate-reserve", "a3": "shield"}, "front a a2 | keep a3"),
        EVOKE + "Ana activate-reserve a3",
        {"a3": "reserve", "a": "keep", "b": "keep"},
        "P-ACT-01",
    ),
    (
        "Swap brings the own hostage home for a weaker die",
        duel({"a": "swap"}, "front a a2 a3", "front b b2", hostages={"b2": ["a4"]}),
        EVOKE + "Ana swap a3\nAna swap-with a4",
        {"a3": "hostage", "a4": "front", "b": "keep"},
        "P-SWP-04",
    ),
    (
        "an Escape sends both dice to their Keeps before the last roll",
        duel({"r": "escape"}, "front a a2 | reserve r"),
        MET + "Ana reserve r",
        {"a": "keep", "b": "keep", "r": "keep"},
        "P-ESC-01",
    ),
)

# The name, the set-up, what is played, what is forbidden then, and a rule among the first four of the reason.
FORBIDDEN: tuple[tuple[str, Setup, str, str, str], ...] = (
    (
        "a die that has just won waits in the Keep",
        duel({}),
        WON + "Ana win expel",
        "Ana advance a",
        "I-10",
    ),
    (
        "the winner is the next Challenger, also as the Defender of before",
        duel({}),
        LOST + "Bo win expel",
        "Ana advance a2",
        "I-29",
    ),
    (
        "a hostage's Reserve Power is not the captor's",
        duel({"a": {"power": "capture", "cb": 2}, "h": "add"}, "front a a2", hostages={"a": ["h"]}),
        MET + "Ana throw a=5\nAna keep\nBo throw b=2",
        "Ana win hostage:h",
        "Q-28",
    ),
    (
        "a full captor captures no more",
        duel({"a": {"power": "capture", "cb": 1}}, "front a a2", hostages={"a": ["h"]}),
        WON,
        "Ana win evoke",
        "P-CAP-06",
    ),
    (
        "a banished die is not summoned",
        duel({"a": "summon"}, "front a a2 | keep a3 a5 | banished a4"),
        EVOKE,
        "Ana summon a4",
        "P-BAN-03",
    ),
    (
        "Cast Spell cannot expel a die in Reserve",
        duel({"a": "cast-spell", "r": "add"}, "front a a2", "front b b2 b3 | reserve r"),
        EVOKE + "Ana throw a=5",
        "Ana cast-spell r",
        "P-SPL-06",
    ),
    (
        "Swap mixes no dice of two players",
        duel({"a": "swap"}, "front a a2 | keep a3", "front b b2 | keep b3"),
        EVOKE + "Ana swap a3",
        "Ana swap-with b2",
        "P-SWP-10",
    ),
    (
        "a Shield saves from no Capture",
        duel({"a": "capture", "s": "shield"}, bo="front b b2 | reserve s"),
        EVOKE,
        "Bo shield s",
        "P-SHD-03",
    ),
    (
        "First Cast is for the Challenger",
        duel({"r": "first-cast"}, bo="front b b2 | reserve r"),
        MET,
        "Bo reserve r",
        "P-FST-01",
    ),
    (
        "a hostage does not roll",
        duel({"a": {"power": "capture", "cb": 2}}, "front a a2", hostages={"a": ["h"]}),
        "Ana advance a",
        "Bo advance h",
        "P-CAP-14",
    ),
    (
        "nothing is played once the game is over",
        duel({}, "front a a2", "front b"),
        WON + "Ana win expel",
        "Bo advance b",
        "A-33",
    ),
)


@pytest.mark.parametrize(("start", "lines", "zones", "rule"), [pytest.param(*c[1:], id=c[0]) for c in COMES])
def test_the_outcome_follows_the_sheet(start: Setup, lines: str, zones: Mapping[str, str], rule: str) -> None:
    table = play(start, lines)
    assert {die: state(table).zones[die] for die in zones} == dict(zones)
    rulings = [(ruling.text, short(ruling.rules)) for ruling in last_rulings(table)]
    assert any(f"DIC-{rule}" in rules for _, rules in rulings), rulings


@pytest.mark.parametrize(("start", "lines", "step", "rule"), [pytest.param(*c[1:], id=c[0]) for c in FORBIDDEN])
def test_a_forbidden_step_names_the_deciding_rule(start: Setup, lines: str, step: str, rule: str) -> None:
    choice = fact(step)
    assert isinstance(choice, Choose)
    reason = why_not(DICERS, play(start, lines), choice)
    assert reason
    assert f"DIC-{rule}" in short(reason.rules), reason


def test_an_empty_keep_and_front_line_lose_although_a_hostage_is_held() -> None:
    table = play(duel({}, "front a a2", "front b", hostages={"a2": ["b4"]}), WON, "Ana win expel")
    assert view(table)["winner"] == "Ana"


def test_dice_in_reserve_do_not_save_a_player() -> None:
    table = play(duel({"r": "add"}, "front a a2", "front b | reserve r"), WON, "Ana win expel")
    assert view(table)["winner"] == "Ana"
