"""The Powers that act when a Round is won, each with its effect and its limits."""

from tests.rules.dicers.duel import WON, Row, duel

EVOKE = WON + "Ana win evoke\n"
FULL = "front b b2 | keep b3 | dungeon b4 | reserve b5"

EXPEL = (
    Row(
        "whatever the Power, the beaten die may be expelled",
        duel({"a": "summon"}),
        WON + "Ana win expel",
        {"a": "keep", "b": "dungeon"},
        ("DIC-I-23", "DIC-I-24", "DIC-P-EXP-01", "DIC-P-EXP-02", "DIC-I-13", "DIC-I-14", "DIC-I-15"),
    ),
    Row("a die whose Power is Expel does the same", duel({"a": "expel"}), EVOKE, {"b": "dungeon"}, ("DIC-Q-56",)),
    Row(
        "Expel for one Group does not reach another",
        duel({"a": {"power": "expel", "only": "red"}, "b": {"group": "ghost"}}),
        EVOKE,
        {"b": "keep", "a": "keep"},
        ("DIC-Q-35", "DIC-M-COL-01"),
    ),
    Row("the loser chooses nothing", duel({}), WON, offers={"win": ["expel", "evoke"], "reserve": []}),
)

ACTIVATE = (
    Row(
        "only own dice with a Reserve Power in Front Line or Keep",
        duel(
            {"a": "activate-reserve", "a2": "add", "a3": "freeze", "a4": "add", "b2": "add"},
            "front a a2 a5 | keep a3 | dungeon a4",
        ),
        EVOKE,
        offers={"activate-reserve": ["a2", "a3"]},
    ),
    Row(
        "the die goes to the Reserve, the other home",
        duel({"a": "activate-reserve", "a3": "freeze"}, "front a a2 | keep a3"),
        EVOKE + "Ana activate-reserve a3",
        {"a3": "reserve", "a": "keep", "b": "keep"},
        ("DIC-P-ACT-01", "DIC-P-ACT-02", "DIC-P-ACT-03", "DIC-Q-47"),
    ),
    Row("without such a die nothing happens", duel({"a": "activate-reserve"}), EVOKE, {"b": "keep"}, ("DIC-Q-35",)),
)

BANISH = (
    Row(
        "any die of the other, the beaten one too, but no hostage and none of one's own",
        duel({"a": "banish"}, bo=FULL, hostages={"a2": ["b6"]}),
        EVOKE,
        offers={"banish": ["b2", "b3", "b4", "b5", "b"]},
    ),
    Row(
        "by house rule only the places that the Power lists",
        duel({"a": "banish"}, bo=FULL, strict_zone_lists=True),
        EVOKE,
        offers={"banish": ["b2", "b3", "b4", "b5"]},
    ),
    Row(
        "it lies banished",
        duel({"a": "banish"}),
        EVOKE + "Ana banish b",
        {"b": "banished", "a": "keep"},
        ("DIC-P-BAN-01", "DIC-P-BAN-02", "DIC-P-BAN-03", "DIC-P-BAN-04", "DIC-Q-21"),
    ),
    Row(
        "its owner rolls it after a win, and a 6 sets it free",
        duel({"a": "spy"}, "front a a2 | banished a3"),
        WON + "Ana win expel\nAna throw a3=power",
        {"a3": "keep"},
        ("DIC-P-BAN-05", "DIC-P-BAN-06", "DIC-Q-37"),
        {"advance": ["a2"]},
    ),
    Row(
        "which joins the same refill",
        duel({"a": "spy"}, "front a | banished a3"),
        WON + "Ana win expel\nAna throw a3=power",
        {"a3": "front", "a": "front"},
    ),
    Row(
        "on 1 to 5 it stays",
        duel({"a": "spy"}, "front a a2 | banished a3"),
        WON + "Ana win expel\nAna throw a3=5",
        {"a3": "banished"},
        ("DIC-P-BAN-07",),
        {"advance": ["a2"]},
    ),
    Row(
        "one roll for each banished die",
        duel({"a": "spy"}, "front a a2 | banished a3 a4"),
        WON + "Ana win expel\nAna throw a3=6\nAna throw a4=1",
        {"a3": "keep", "a4": "banished"},
    ),
    Row(
        "who advances first has lost the roll",
        duel({"a": "spy"}, "front a a2 | banished a3"),
        WON + "Ana win expel\nAna advance a2",
        {"a3": "banished", "a2": "arena"},
        ("DIC-P-BAN-08", "DIC-Q-38"),
    ),
    Row(
        "the loser of the Round does not roll",
        duel({"a": "spy"}, bo="front b b2 | banished b3"),
        WON + "Ana win expel\nBo throw b3=6",
        {"b3": "banished"},
        ("DIC-P-BAN-05",),
        unsaid=("DIC-P-BAN-06", "DIC-P-BAN-07"),
    ),
    Row(
        "a last die that is banished may still come back before the game is looked at",
        duel({"a": {"power": "cast-spell"}}, "front a | banished a3"),
        EVOKE + "Ana throw a=1\nAna throw a3=6",
        {"a": "dungeon", "a3": "front"},
        offers={"advance": ["a3"]},
    ),
    Row(
        "by house rule it may not",
        duel({"a": {"power": "cast-spell"}}, "front a | banished a3", check_immediately=True),
        EVOKE + "Ana throw a=1",
        winner="Bo",
    ),
    Row(
        "by house rule the roll comes before the dice leave the Arena",
        duel({"a": "spy"}, "front a a2 | banished a3", escape_before_clean_up=True),
        WON + "Ana win evoke",
        {"a": "arena", "b": "arena"},
    ),
)

GREATER = (
    Row(
        "Front Line, Keep, Reserve, and the beaten die",
        duel({"a": "greater-expel"}, bo=FULL),
        EVOKE,
        offers={"greater-expel": ["b2", "b3", "b5", "b"]},
    ),
    Row(
        "by house rule not the beaten die",
        duel({"a": "greater-expel"}, bo=FULL, strict_zone_lists=True),
        EVOKE,
        offers={"greater-expel": ["b2", "b3", "b5"]},
    ),
    Row(
        "a die in Reserve is not safe, and the beaten one lives",
        duel({"a": "greater-expel", "b5": "shield"}, bo=FULL),
        EVOKE + "Ana greater-expel b5",
        {"b5": "dungeon", "b": "keep"},
        ("DIC-P-GEX-01", "DIC-P-GEX-02", "DIC-A-31", "DIC-Q-22", "DIC-I-27"),
    ),
)

MOVES = (
    Row(
        "Refresh: a die of one's own Keep",
        duel({"a": "refresh"}, "front a a2 | keep a3 | dungeon a4", "front b b2 | keep b3"),
        EVOKE,
        offers={"refresh": ["a3"]},
    ),
    Row(
        "Refresh moves it up",
        duel({"a": "refresh"}, "front a a2 | keep a3"),
        EVOKE + "Ana refresh a3",
        {"a3": "front", "a": "keep", "b": "keep"},
        ("DIC-P-REF-01", "DIC-I-12"),
    ),
    Row("Refresh with an empty Keep does nothing", duel({"a": "refresh"}), EVOKE, {"b": "keep"}, ("DIC-Q-35",)),
    Row("Retire: the other's Front Line", duel({"a": "retire"}, bo=FULL), EVOKE, offers={"retire": ["b2"]}),
    Row(
        "Retire sends it back, and an empty Front Line is filled",
        duel({"a": "retire"}, bo=FULL),
        EVOKE + "Ana retire b2",
        {"b": "front", "b2": "front", "b3": "front"},
        ("DIC-P-RET-01", "DIC-I-11", "DIC-I-28"),
    ),
    Row("Reverse: whose rows", duel({"a": "reverse"}), EVOKE, offers={"reverse": ["Ana", "Bo"]}),
    Row(
        "Reverse one's own",
        duel({"a": "reverse"}, "front a a2 | keep a3"),
        EVOKE + "Ana reverse Ana",
        {"a2": "keep", "a3": "front", "a": "keep"},
        ("DIC-P-REV-01",),
    ),
    Row(
        "Reverse the other's",
        duel({"a": "reverse"}, bo="front b b2 | keep b3"),
        EVOKE + "Ana reverse Bo",
        {"b2": "keep", "b3": "front", "b": "keep"},
        ("DIC-P-REV-02",),
    ),
    Row(
        "Reverse with an empty Keep: the Front Line is filled again at the end",
        duel({"a": "reverse"}),
        EVOKE + "Ana reverse Ana",
        {"a": "front", "a2": "front"},
        ("DIC-Q-57", "DIC-Q-39"),
    ),
    Row(
        "by house rule it is filled at once",
        duel({"a": "reverse"}, refill_immediately=True),
        EVOKE + "Ana reverse Ana",
        {"a": "keep", "a2": "front"},
    ),
    Row("Spy moves nothing", duel({"a": "spy"}), EVOKE, {"a": "keep", "b": "keep"}, ("DIC-P-SPY-01", "DIC-Q-58")),
)

SUMMON = (
    Row(
        "from the Dungeon, while there are dice, and hostages of the other",
        duel({"a": "summon"}, "front a a2 | keep a3 | dungeon a4 a5", hostages={"b2": ["a6"]}),
        EVOKE,
        offers={"summon": ["a4", "a5", "a6"]},
    ),
    Row(
        "to the Front Line",
        duel({"a": "summon"}, "front a a2 | dungeon a4"),
        EVOKE + "Ana summon a4",
        {"a4": "front", "a": "keep", "b": "keep"},
        ("DIC-P-SUM-01", "DIC-I-16"),
    ),
    Row(
        "with an empty Dungeon from the Keep",
        duel({"a": "summon"}, "front a a2 | keep a3"),
        EVOKE + "Ana summon a3",
        {"a3": "front"},
        ("DIC-P-SUM-02",),
    ),
    Row(
        "a banished die is not reached, and leaves the Dungeon empty",
        duel({"a": "summon"}, "front a a2 | keep a3 | banished a4"),
        EVOKE,
        offers={"summon": ["a3"]},
    ),
    Row(
        "by house rule a banished die blocks the Keep",
        duel({"a": "summon"}, "front a a2 | keep a3 | banished a4", banished_blocks_summon_keep=True),
        EVOKE + "Ana throw a4=1",
        {"a3": "keep"},
        ("DIC-Q-35",),
    ),
    Row(
        "not one's own hostages, nor the other's dice",
        duel({"a": "summon"}, bo="front b b2 | dungeon b3", hostages={"a2": ["b6"]}),
        EVOKE,
        {"b3": "dungeon", "b6": "hostage"},
        ("DIC-Q-35",),
    ),
)

ROWS = (*EXPEL, *ACTIVATE, *BANISH, *GREATER, *MOVES, *SUMMON)
