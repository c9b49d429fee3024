"""Pairs of Powers that meet at one moment."""

from typing import Any

from tests.rules.dicers.duel import LOST, WON, Row, duel

READY = "Ana advance a\nBo advance b\n"
TWO: dict[str, Any] = {"cb": 2}

ROWS = (
    Row(
        "Shield and Guardian: a Shield may save the beaten Guardian",
        duel({"s": "guardian", "t": "shield"}, bo="front b b2 | reserve s t"),
        READY + "Ana throw a=5\nBo reserve s\nBo throw s=2\nAna win expel\nBo shield t",
        {"s": "keep", "t": "dungeon", "b": "keep"},
        ("DIC-Q-19",),
    ),
    Row(
        "Shield and Guardian: by house rule not",
        duel({"s": "guardian", "t": "shield"}, bo="front b b2 | reserve s t", shield_not_on_guardian=True),
        READY + "Ana throw a=5\nBo reserve s\nBo throw s=2\nAna win expel",
        {"s": "dungeon", "t": "reserve", "b": "keep"},
        ("DIC-Q-19",),
    ),
    Row(
        "Shield and a Guardian die that was advanced like any other: it is no Guardian then",
        duel({"b": "guardian", "s": "shield"}, bo="front b b2 | reserve s", shield_not_on_guardian=True),
        WON + "Ana win expel\nBo shield s",
        {"b": "keep", "s": "dungeon"},
        ("DIC-Q-20",),
        unsaid=("DIC-Q-19",),
    ),
    Row(
        "Shield and Banish: no",
        duel({"a": "banish", "s": "shield"}, bo="front b b2 | reserve s"),
        WON + "Ana win evoke\nAna banish b",
        {"b": "banished", "s": "reserve"},
    ),
    Row(
        "Shield and Greater Expel of the beaten die: yes",
        duel({"a": "greater-expel", "s": "shield"}, bo="front b b2 | reserve s"),
        WON + "Ana win evoke\nAna greater-expel b\nBo shield s",
        {"b": "keep", "s": "dungeon"},
    ),
    Row(
        "Shield and Capture: no",
        duel({"a": "capture", "s": "shield"}, bo="front b b2 | reserve s"),
        WON + "Ana win evoke",
        {"b": "hostage", "s": "reserve"},
    ),
    Row(
        "Shield and a die with hostages: it is saved, and keeps them",
        duel({"s": "shield"}, bo="front b b2 | reserve s", hostages={"b": ["a4"]}),
        WON + "Ana win expel\nBo shield s",
        {"b": "keep", "a4": "hostage"},
    ),
    Row(
        "Freeze and Extra Roll: it cannot open the cast again",
        duel({"r": "freeze", "b": TWO, "s": "extra-roll"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        READY + "Ana throw a=4\nBo throw b=2\nAna reserve r",
        offers={"reserve": [], "win": ["expel", "evoke"]},
    ),
    Row(
        "Freeze and Extra Roll: by house rule it can",
        duel(
            {"r": "freeze", "b": TWO, "s": "extra-roll"},
            "front a a2 | reserve r",
            "front b b2 | reserve s",
            extra_roll_beats_freeze=True,
        ),
        READY + "Ana throw a=4\nBo throw b=2\nAna reserve r\nBo reserve s\nBo throw b=5",
        values={"Bo": 5},
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "Freeze and Force Roll: the freezer may still force a roll",
        duel({"r": "freeze", "r2": "force-roll", "b": TWO}, "front a a2 | reserve r r2"),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nAna reserve r2\nBo throw b=1\nAna win expel",
        {"b": "dungeon"},
    ),
    Row(
        "Extra Roll and Force Roll against each other",
        duel({"r": "extra-roll", "s": "force-roll"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        LOST + "Ana reserve r\nAna throw a=6\nBo reserve s\nAna throw a=1",
        values={"Ana": 1, "Bo": 5},
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "Add and Subtract: both count, in the order used",
        duel({"r": "add", "s": "subtract"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nBo reserve s",
        values={"Ana": 4, "Bo": 5},
        rules=("DIC-A-30",),
    ),
    Row(
        "Add and Force Roll: the added number goes with the roll",
        duel({"r": "add", "s": "force-roll"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        READY + "Ana throw a=5\nBo throw b=4\nAna reserve r\nBo reserve s\nAna throw a=3",
        values={"Ana": 3},
    ),
    Row(
        "Guardian and Alliances: its own symbol counts",
        duel(
            {"r": {"power": "guardian", "alliance": "g"}, "a2": {"alliance": "g"}, "a": {"alliance": "x"}},
            "front a a2 | reserve r",
        ),
        READY + "Ana reserve r\nAna throw r=1\nAna throw r=2",
        rules=("DIC-A-12",),
        values={"Ana": 2},
    ),
    Row(
        "Guardian and Mimic: its Power is a Reserve Power",
        duel({"a": "mimic", "s": "guardian"}, bo="front b b2 | reserve s"),
        READY + "Ana throw a=5\nBo reserve s\nBo throw s=2",
        offers={"win": ["expel"]},
    ),
    Row(
        "Guardian and Capture: the Guardian is the hostage",
        duel({"a": "capture", "s": "guardian"}, bo="front b b2 | reserve s"),
        READY + "Ana throw a=5\nBo reserve s\nBo throw s=2\nAna win evoke",
        {"s": "hostage", "b": "keep"},
    ),
    Row(
        "Guardian and Challenge: once it stands there the die is not changed",
        duel({"r": "challenge", "s": "guardian"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        READY + "Bo reserve s",
        offers={"reserve": []},
    ),
    Row(
        "Challenge and First Cast together",
        duel({"r": "challenge", "r2": "first-cast"}, "front a a2 | reserve r r2"),
        READY + "Ana reserve r2\nAna reserve r\nAna challenge b2\nBo throw b2=3\nAna throw a=4\nAna win expel",
        {"b2": "dungeon", "b": "front"},
        ("DIC-A-25", "DIC-A-30"),
    ),
    Row(
        "Escape and First Cast: the Defender rolls, the Challenger cannot escape yet",
        duel({"r": "escape", "r2": "first-cast"}, "front a a2 | reserve r r2"),
        READY + "Ana reserve r2",
        offers={"reserve": []},
    ),
    Row(
        "Banish and Summon: it does not come back",
        duel({"a": "summon"}, "front a a2 | dungeon a3 | banished a4"),
        WON + "Ana win evoke",
        offers={"summon": ["a3"]},
    ),
    Row(
        "Banish and Swap: no",
        duel({"a": "swap"}, "front a a2 | banished a4"),
        WON + "Ana win evoke\nAna throw a4=1",
        {"a4": "banished"},
        ("DIC-Q-35",),
    ),
    Row(
        "Banish of a die in the Dungeon",
        duel({"a": "banish"}, bo="front b b2 | dungeon b3"),
        WON + "Ana win evoke\nAna banish b3",
        {"b3": "banished"},
    ),
    Row(
        "Greater Expel and a Guardian in Reserve",
        duel({"a": "greater-expel", "s": "guardian"}, bo="front b b2 | reserve s"),
        WON + "Ana win evoke\nAna greater-expel s",
        {"s": "dungeon", "b": "keep"},
    ),
    Row(
        "Swap and a hostage in exchange for a die of the Dungeon",
        duel({"a": "swap"}, "front a a2 | dungeon a3", hostages={"b2": ["a4"]}),
        WON + "Ana win evoke\nAna swap a4\nAna swap-with a3",
        {"a4": "dungeon", "a3": "hostage"},
    ),
    Row(
        "Retire and a die with hostages: they go along",
        duel({"a": "retire"}, bo="front b b2 b3", hostages={"b2": ["a4"]}),
        WON + "Ana win evoke\nAna retire b2",
        {"b2": "keep", "a4": "hostage"},
    ),
    Row(
        "Reverse and a die with hostages",
        duel({"a": "reverse"}, bo="front b b2 | keep b3", hostages={"b2": ["a4"]}),
        WON + "Ana win evoke\nAna reverse Bo",
        {"b2": "keep", "b3": "front", "a4": "hostage"},
    ),
    Row(
        "Always Beats and Shield: the beaten die may still be saved",
        duel({"r": "always-beats-odd", "s": "shield"}, "front a a2 | reserve r", "front b b2 | reserve s"),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nAna win expel\nBo shield s",
        {"b": "keep", "s": "dungeon"},
    ),
    Row(
        "Mimic and Counter Capture",
        duel({"a": "mimic", "b": "counter-capture"}, hostages={"b2": ["a4"]}),
        WON + "Ana win evoke\nAna counter-capture b2",
        {"a4": "keep"},
    ),
    Row(
        "Activate Reserve and Guardian: in the next Round",
        duel({"a": "activate-reserve", "a2": "guardian"}, "front a a2 a3"),
        WON + "Ana win evoke\nAna activate-reserve a2\nAna advance a3\nBo advance b2\nAna reserve a2",
        {"a2": "arena", "a3": "aside"},
    ),
    Row(
        "Activate Reserve and Challenge: by house rule used at once, for the next Round",
        duel({"a": "activate-reserve", "a2": "challenge"}, "front a a2 a3", activate_reserve_uses_now=True),
        WON + "Ana win evoke\nAna activate-reserve a2",
        offers={"challenge": ["b2"]},
        rules=("DIC-P-CHL-01", "DIC-Q-47"),
    ),
    Row(
        "Activate Reserve and First Cast: by house rule the Defender rolls first in the next Round",
        duel({"a": "activate-reserve", "a2": "first-cast"}, "front a a2 a3", activate_reserve_uses_now=True),
        WON + "Ana win evoke\nAna activate-reserve a2\nAna advance a3\nBo advance b2",
        {"a2": "keep"},
        ("DIC-P-FST-01",),
        offers={"cast": []},
    ),
    Row(
        "Activate Reserve and Add: by house rule it stays in Reserve, for there is nothing to add to",
        duel({"a": "activate-reserve", "a2": "add"}, "front a a2 a3", activate_reserve_uses_now=True),
        WON + "Ana win evoke\nAna activate-reserve a2",
        {"a2": "reserve"},
    ),
)
