"""Capture, its stacks, limits and rescues; Counter Capture; Swap with hostages."""

from tests.rules.dicers.duel import WON, Row, duel

EVOKE = WON + "Ana win evoke\n"
HELD = {"a": ["b4"]}  # Ana's die a, about to win, holds Bo's b4
CAPTOR = {"power": "capture", "cb": 2}
ROLLED = """
Ana advance a
Bo advance b
Ana throw a=5
Ana keep
Bo throw b=2
"""

CAPTURE = (
    Row(
        "the beaten die goes under, both into the Keep",
        duel({"a": "capture"}),
        EVOKE,
        {"a": "keep", "b": "hostage"},
        ("DIC-P-CAP-01", "DIC-P-CAP-02", "DIC-P-CAP-06", "DIC-P-CAP-07", "DIC-P-CAP-14"),
    ),
    Row(
        "expel, capture again, or the hostage's Power",
        duel({"a": CAPTOR, "b4": "refresh"}, hostages=HELD),
        ROLLED,
        offers={"win": ["expel", "evoke", "hostage:b4"]},
    ),
    Row(
        "the new hostage goes under the old",
        duel({"a": CAPTOR}, hostages=HELD),
        ROLLED + "Ana win evoke",
        {"b": "hostage", "b4": "hostage"},
        ("DIC-P-CAP-05",),
    ),
    Row(
        "no more hostages than the casting bonus",
        duel({"a": {"power": "capture", "cb": 1}}, hostages=HELD),
        WON,
        offers={"win": ["expel", "hostage:b4"]},
    ),
    Row(
        "Alliances do not raise the limit",
        duel(
            {"a": {"power": "capture", "cb": 1, "alliance": "g"}, "a2": {"alliance": "g"}},
            hostages=HELD,
        ),
        ROLLED,
        offers={"win": ["expel", "hostage:b4"]},
    ),
    Row(
        "the hostage's Power works as it says",
        duel({"a": CAPTOR, "b4": "refresh"}, "front a a2 | keep a3", hostages=HELD),
        ROLLED + "Ana win hostage:b4\nAna refresh a3",
        {"a3": "front", "b": "keep", "b4": "hostage"},
        ("DIC-P-CAP-03", "DIC-P-CAP-04", "DIC-P-CAP-08", "DIC-P-CAP-09", "DIC-Q-34"),
    ),
    Row(
        "of several hostages any one",
        duel({"a": {"power": "capture", "cb": 3}}, hostages={"a": ["b4", "b5"]}),
        ROLLED,
        offers={"win": ["expel", "evoke", "hostage:b4", "hostage:b5"]},
    ),
    Row(
        "a hostage's Reserve Power cannot be used",
        duel({"a": CAPTOR, "b4": "add"}, hostages=HELD),
        ROLLED,
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "which is said to the holder when it is taken",
        duel({"a": "capture", "b": "add"}),
        EVOKE,
        {"b": "hostage"},
        ("DIC-Q-28",),
    ),
    Row(
        "by house rule the die on top goes to the Reserve with it",
        duel({"a": CAPTOR, "b4": "add"}, hostages=HELD, hostage_reserve_allowed=True),
        ROLLED + "Ana win hostage:b4",
        {"a": "reserve", "b4": "hostage", "b": "keep"},
    ),
    Row(
        "only the beaten die of the right colour",
        duel({"a": {"power": "capture", "only": "blue"}, "b": {"group": "red"}}),
        EVOKE,
        {"b": "keep"},
        ("DIC-Q-35",),
    ),
    Row(
        "capturing a die with hostages sets them free",
        duel({"a": "capture"}, hostages={"b": ["a4"]}),
        EVOKE,
        {"b": "hostage", "a4": "keep"},
        ("DIC-Q-27",),
    ),
    Row(
        "by house rule they stay under it",
        duel({"a": "capture"}, hostages={"b": ["a4"]}, hostages_go_with_captor=True),
        EVOKE,
        {"b": "hostage", "a4": "hostage"},
    ),
    Row(
        "hostages do not save a player",
        duel({"a": "capture"}, bo="front b"),
        EVOKE,
        {"b": "hostage"},
        ("DIC-A-35", "DIC-P-CAP-15", "DIC-G-14"),
        winner="Ana",
    ),
    Row(
        "hostages lend no rolls",
        duel({"a": {"alliance": "g"}, "a4": {"alliance": "g"}}, hostages={"b2": ["a4"]}),
        "Ana advance a\nBo advance b",
        unsaid=("DIC-A-11",),
    ),
)

RESCUE = (
    Row(
        "expel the die on top: all its hostages come to the Keep",
        duel({}, hostages={"b": ["a4", "a5"]}),
        WON + "Ana win expel",
        {"b": "dungeon", "a4": "keep", "a5": "keep"},
        ("DIC-P-CAP-10", "DIC-Q-25"),
    ),
    Row(
        "also by Greater Expel",
        duel({"a": "greater-expel"}, hostages={"b2": ["a4"]}),
        EVOKE + "Ana greater-expel b2",
        {"b2": "dungeon", "a4": "keep", "b": "front"},
    ),
    Row(
        "by house rule to the Front Line",
        duel({}, hostages={"b": ["a4"]}, rescued_to="front_line"),
        WON + "Ana win expel",
        {"a4": "front"},
    ),
    Row(
        "banished with hostages: they are free",
        duel({"a": "banish"}, hostages={"b2": ["a4"]}),
        EVOKE + "Ana banish b2",
        {"b2": "banished", "a4": "keep"},
        ("DIC-Q-27",),
    ),
    Row(
        "Summon brings one hostage to the Front Line, the others stay",
        duel({"a": "summon"}, hostages={"b2": ["a4", "a5"]}),
        EVOKE + "Ana summon a4",
        {"a4": "front", "a5": "hostage", "b2": "front"},
        ("DIC-P-SUM-03", "DIC-P-CAP-12", "DIC-Q-26"),
    ),
    Row(
        "by house rule to the Keep",
        duel({"a": "summon"}, hostages={"b2": ["a4"]}, rescued_to="keep"),
        EVOKE + "Ana summon a4",
        {"a4": "keep"},
    ),
    Row(
        "Counter Capture: the dice of one stack come back, the die on top goes to its Keep",
        duel({"a": "counter-capture"}, hostages={"b2": ["a4", "a5"], "b": ["a6"]}),
        EVOKE + "Ana counter-capture b2",
        {"a4": "keep", "a5": "keep", "a6": "hostage", "b2": "front", "b": "front"},
        ("DIC-P-CCP-01", "DIC-P-CCP-02", "DIC-P-CCP-03", "DIC-P-CAP-11", "DIC-Q-60"),
    ),
    Row(
        "Counter Capture offers the stacks of the other, also the beaten one",
        duel({"a": "counter-capture"}, hostages={"b2": ["a4"], "b": ["a6"], "a2": ["b6"]}),
        EVOKE,
        offers={"counter-capture": ["b", "b2"]},
    ),
    Row(
        "by house rule all stacks",
        duel({"a": "counter-capture"}, hostages={"b2": ["a4"], "b": ["a6"]}, counter_capture_all=True),
        EVOKE + "Ana counter-capture b2",
        {"a4": "keep", "a6": "keep"},
    ),
    Row(
        "Counter Capture without a Capture does nothing",
        duel({"a": "counter-capture"}, hostages={"a2": ["b6"]}),
        EVOKE,
        {"b6": "hostage"},
        ("DIC-Q-35",),
    ),
)

SWAPS = (
    Row(
        "first use: another die takes the place of one's hostage",
        duel({"a": "swap"}, "front a a2 | keep a3", hostages={"b2": ["a4"]}),
        EVOKE + "Ana swap a4\nAna swap-with a2",
        {"a4": "front", "a2": "hostage"},
        ("DIC-P-SWP-04", "DIC-P-SWP-05", "DIC-P-CAP-13", "DIC-Q-30"),
    ),
    Row(
        "second use: another die on top; the hostage stays",
        duel({"a": "swap", "b2": "capture"}, bo="front b b2 b3", hostages={"b2": ["a4"]}),
        EVOKE + "Ana swap b2\nAna swap-with b3",
        {"a4": "hostage", "b2": "front", "b3": "front"},
        ("DIC-P-SWP-06", "DIC-P-SWP-07", "DIC-P-SWP-08"),
    ),
    Row(
        "third use: another die of the other becomes one's hostage",
        duel({"a": "swap"}, bo="front b b2 | keep b3", hostages={"a2": ["b4"]}),
        EVOKE + "Ana swap b4\nAna swap-with b3",
        {"b4": "keep", "b3": "hostage"},
        ("DIC-P-SWP-09",),
    ),
    Row(
        "of two hostages only one is moved",
        duel({"a": "swap"}, hostages={"b2": ["a4", "a5"]}),
        EVOKE + "Ana swap a4",
        offers={"swap-with": ["a2"]},
    ),
    Row(
        "a die on top that is no Capture die takes no more, but the hostage's Power can be used",
        duel({"a": "spy", "b4": "refresh"}, hostages=HELD),
        WON,
        offers={"win": ["expel", "evoke", "hostage:b4"]},
    ),
    Row(
        "not even by the Capture of its hostage",
        duel({"a": {"power": "spy", "cb": 1}, "b4": "capture"}, hostages=HELD),
        WON,
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "more hostages than the new die's bonus stay",
        duel(
            {"a": "swap", "b2": {"power": "capture", "cb": 2}, "b3": {"power": "capture", "cb": 1}},
            bo="front b b2 b3",
            hostages={"b2": ["a4", "a5"]},
        ),
        EVOKE + "Ana swap b2\nAna swap-with b3",
        {"a4": "hostage", "a5": "hostage"},
        ("DIC-Q-31",),
    ),
    Row(
        "by house rule the newest go free",
        duel(
            {"a": "swap", "b2": {"power": "capture", "cb": 2}, "b3": {"power": "capture", "cb": 1}},
            bo="front b b2 b3",
            hostages={"b2": ["a4", "a5"]},
            excess_hostages_freed=True,
        ),
        EVOKE + "Ana swap b2\nAna swap-with b3",
        {"a4": "hostage", "a5": "keep"},
    ),
)

ROWS = (*CAPTURE, *RESCUE, *SWAPS)
