"""Swap: two dice of one player change places."""

from tests.rules.dicers.duel import WON, Row, duel

EVOKE = WON + "Ana win evoke\n"
FULL = "front b b2 | keep b3 | dungeon b4 | reserve b5"

ROWS = (
    Row(
        "dice of either player that have a partner in another row",
        duel({"a": "swap"}, "front a a2 | keep a3 | reserve a4 | banished a5", "front b b2 b3"),
        EVOKE,
        offers={"swap": ["a2", "a3"]},
    ),
    Row(
        "the partner is of the same player",
        duel({"a": "swap"}, "front a a2 | keep a3 | dungeon a4", "front b b2 | keep b3"),
        EVOKE + "Ana swap a4",
        offers={"swap-with": ["a2", "a3"]},
    ),
    Row(
        "one's own",
        duel({"a": "swap"}, "front a a2 | dungeon a4"),
        EVOKE + "Ana swap a4\nAna swap-with a2",
        {"a4": "front", "a2": "dungeon", "a": "keep", "b": "keep"},
        ("DIC-P-SWP-01", "DIC-P-SWP-02", "DIC-P-SWP-03", "DIC-P-SWP-10", "DIC-I-16", "DIC-I-12"),
    ),
    Row(
        "the other's",
        duel({"a": "swap"}, bo="front b b2 | dungeon b3"),
        EVOKE + "Ana swap b2\nAna swap-with b3",
        {"b2": "dungeon", "b3": "front"},
    ),
    Row(
        "by house rule the Reserve too",
        duel({"a": "swap"}, "front a a2 | reserve a4", swap_reaches_reserve=True),
        EVOKE,
        offers={"swap": ["a2", "a4"]},
    ),
    Row(
        "by house rule the Arena too",
        duel({"a": "swap"}, "front a a2 | dungeon a4", swap_reaches_arena=True),
        EVOKE + "Ana swap a4\nAna swap-with a",
        {"a4": "keep", "a": "dungeon"},
    ),
    Row(
        "a hostage with one under another die",
        duel({"a": "swap"}, "front a", "front b b2 | keep b3", {"b2": ["h", "h2"], "b3": ["k"]}),
        EVOKE + "Ana swap h",
        offers={"swap-with": ["k"]},
    ),
    Row("without a pair nothing happens", duel({"a": "swap"}), EVOKE, {"b": "keep"}, ("DIC-Q-35",)),
    Row(
        "by house rule such a Power is not offered",
        duel({"a": "swap"}, must_have_effect=True),
        WON,
        offers={"win": ["expel"]},
    ),
    Row(
        "by house rule one with effect is",
        duel({"a": "swap"}, "front a a2 | keep a3", must_have_effect=True),
        WON,
        offers={"win": ["expel", "evoke"]},
    ),
)
