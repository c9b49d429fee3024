"""Powers that call other Powers: Cast Spell, Mimic, hostages, and one after the other."""

from tests.rules.dicers.duel import LOST, WON, Row, duel

EVOKE = WON + "Ana win evoke\n"
HELD = {"a": ["b4"]}  # Ana's die a, about to win, holds Bo's b4
CAPTOR = {"power": "capture", "cb": 2}
OWN = "copy_self_power"
ROLLED = """
Ana advance a
Bo advance b
Ana throw a=5
Ana keep
Bo throw b=2
"""

SPELL = (
    Row("the die is rolled once more", duel({"a": "cast-spell"}), EVOKE, offers={"cast-spell": []}),
    Row(
        "1: it goes to one's own Dungeon, the beaten one lives",
        duel({"a": "cast-spell"}),
        EVOKE + "Ana throw a=1",
        {"a": "dungeon", "b": "keep"},
        ("DIC-P-SPL-01", "DIC-P-SPL-02"),
    ),
    Row(
        "2: a die of one's Keep moves up",
        duel({"a": "cast-spell"}, "front a a2 | keep a3"),
        EVOKE + "Ana throw a=2\nAna cast-spell a3",
        {"a3": "front", "b": "keep"},
        ("DIC-P-SPL-03",),
    ),
    Row(
        "2: with an empty Keep nothing happens",
        duel({"a": "cast-spell"}),
        EVOKE + "Ana throw a=2",
        {"a": "keep"},
        ("DIC-Q-35",),
    ),
    Row(
        "3: up to two dice of the other's Front Line",
        duel({"a": "cast-spell"}, bo="front b b2 b3 b4"),
        EVOKE + "Ana throw a=3\nAna cast-spell b2\nAna cast-spell b3",
        {"b2": "keep", "b3": "keep", "b4": "front"},
        ("DIC-P-SPL-04",),
    ),
    Row(
        "3: fewer will do",
        duel({"a": "cast-spell"}, bo="front b b2 b3 b4"),
        EVOKE + "Ana throw a=3\nAna cast-spell b2\nAna cast-spell done",
        {"b2": "keep", "b3": "front"},
    ),
    Row(
        "4: the beaten die is captured",
        duel({"a": "cast-spell"}),
        EVOKE + "Ana throw a=4",
        {"a": "keep", "b": "hostage"},
        ("DIC-P-SPL-05", "DIC-P-CAP-01"),
    ),
    Row(
        "4: from then on it works like a Capture die",
        duel({"a": {"power": "cast-spell", "cb": 2}}, "front a", bo="front b b2 b3"),
        ROLLED + "Ana win evoke\nAna throw a=4\nAna advance a\nBo advance b2\nAna throw a=5\nAna keep\nBo throw b2=1",
        offers={"win": ["expel", "evoke", "hostage:b", "capture"]},
    ),
    Row(
        "4: and captures",
        duel({"a": {"power": "cast-spell", "cb": 2}}, "front a", bo="front b b2 b3"),
        ROLLED
        + "Ana win evoke\nAna throw a=4\nAna advance a\nBo advance b2\nAna throw a=5\nAna keep\nBo throw b2=1\n"
        + "Ana win capture",
        {"b": "hostage", "b2": "hostage"},
        ("DIC-P-CAP-05",),
    ),
    Row(
        "4: as many as its casting bonus",
        duel({"a": "cast-spell"}, "front a", bo="front b b2 b3"),
        EVOKE + "Ana throw a=4\nAna advance a\nBo advance b2\nAna throw a=5\nBo throw b2=1",
        offers={"win": ["expel", "evoke", "hostage:b"]},
    ),
    Row(
        "5: one of the other's Front Line or Keep, not the beaten one",
        duel({"a": "cast-spell"}, bo="front b b2 | keep b3 | reserve b4 | dungeon b5"),
        EVOKE + "Ana throw a=5",
        offers={"cast-spell": ["b2", "b3"]},
    ),
    Row(
        "5: it is expelled",
        duel({"a": "cast-spell"}, bo="front b b2 | keep b3"),
        EVOKE + "Ana throw a=5\nAna cast-spell b3",
        {"b3": "dungeon", "b": "keep", "b2": "front"},
        ("DIC-P-SPL-06", "DIC-I-14"),
    ),
    Row(
        "6: two of them",
        duel({"a": "cast-spell"}, bo="front b b2 | keep b3"),
        EVOKE + "Ana throw a=power\nAna cast-spell b3\nAna cast-spell b2",
        {"b3": "dungeon", "b2": "dungeon", "b": "front"},
        ("DIC-P-SPL-07", "DIC-G-07"),
    ),
    Row(
        "6: the one there is",
        duel({"a": "cast-spell"}),
        EVOKE + "Ana throw a=6\nAna cast-spell b2",
        {"b2": "dungeon", "b": "front"},
    ),
    Row(
        "a cocked roll is made again",
        duel({"a": "cast-spell"}),
        EVOKE + "Ana throw a=cocked\nAna throw a=1",
        {"a": "dungeon"},
        ("DIC-Q-51",),
    ),
    Row("nobody else rolls it", duel({"a": "cast-spell"}), EVOKE + "Bo throw a=1\nBo throw b=1", {"a": "arena"}),
)

MIMIC = (
    Row(
        "it does what the beaten die can",
        duel({"a": "mimic", "b": "greater-expel"}),
        EVOKE + "Ana greater-expel b2",
        {"b2": "dungeon", "a": "keep", "b": "front"},
        ("DIC-P-MIM-01", "DIC-P-MIM-02", "DIC-Q-34"),
    ),
    Row(
        "against a Reserve Power it is not offered",
        duel({"a": "mimic", "b": "add"}),
        WON,
        offers={"win": ["expel"]},
    ),
    Row(
        "of which its player is told",
        duel({"a": "mimic", "b": "add"}),
        WON + "Ana win expel",
        {"b": "dungeon"},
        ("DIC-P-MIM-03",),
    ),
    Row(
        "Mimic against Mimic",
        duel({"a": "mimic", "b": "mimic"}),
        EVOKE,
        {"a": "keep", "b": "keep"},
        ("DIC-Q-33",),
    ),
    Row(
        "Mimic against Mimic: by house rule a Power of one's own is copied, none of the Reserve and no Mimic",
        duel(
            {"a": "mimic", "b": "mimic", "a2": "retire", "a3": "add", "a4": "mimic"},
            "front a a2 | keep a3 a4",
            mimic_mimic=OWN,
        ),
        EVOKE,
        offers={"mimic": ["a2", "none"]},
        rules=("DIC-Q-33",),
    ),
    Row(
        "Mimic against Mimic: which then works as it says",
        duel({"a": "mimic", "b": "mimic", "a2": "retire"}, bo="front b b2 b3", mimic_mimic=OWN),
        EVOKE + "Ana mimic a2\nAna retire b3",
        {"a": "keep", "b": "keep", "b3": "keep", "b2": "front"},
        ("DIC-Q-33", "DIC-P-RET-01"),
    ),
    Row(
        "Mimic against Mimic: by house rule without a Power to copy nothing happens",
        duel({"a": "mimic", "b": "mimic", "a2": "add"}, mimic_mimic=OWN),
        EVOKE + "Ana mimic none",
        {"a": "keep", "b": "keep"},
        ("DIC-Q-33",),
    ),
    Row(
        "Mimic and Capture: the Mimic die takes the beaten one",
        duel({"a": "mimic", "b": "capture"}),
        EVOKE,
        {"a": "keep", "b": "hostage"},
        ("DIC-P-MIM-01", "DIC-P-CAP-01"),
    ),
    Row(
        "Mimic and Cast Spell: the Mimic die is rolled, and expelled by a 1",
        duel({"a": "mimic", "b": "cast-spell"}),
        EVOKE + "Ana throw a=1",
        {"a": "dungeon", "b": "keep"},
    ),
    Row(
        "with its modifiers",
        duel(
            {"a": "mimic", "b": {"power": "greater-expel", "only": "ghosts"}, "b3": {"group": "ghost"}},
            bo="front b b2 b3",
        ),
        EVOKE,
        offers={"greater-expel": ["b3"]},
    ),
    Row(
        "by house rule without",
        duel(
            {"a": "mimic", "b": {"power": "greater-expel", "only": "ghosts"}, "b3": {"group": "ghost"}},
            bo="front b b2 b3",
            mimic_strips_modifiers=True,
        ),
        EVOKE,
        offers={"greater-expel": ["b2", "b3", "b"]},
    ),
    Row(
        "a hostage's Mimic copies the beaten die",
        duel({"a": {"power": "capture", "cb": 2}, "b4": "mimic", "b": "retire"}, hostages=HELD),
        ROLLED + "Ana win hostage:b4",
        offers={"retire": ["b2"]},
    ),
    Row(
        "Mimic of Summon is for oneself",
        duel({"a": "mimic", "b": "summon"}, "front a a2 | dungeon a3", "front b b2 | dungeon b3"),
        EVOKE,
        offers={"summon": ["a3"]},
    ),
)

CHAIN = (
    Row(
        "one choice for each win",
        duel({"a": CAPTOR, "b4": "refresh"}, "front a a2 | keep a3", hostages=HELD),
        ROLLED + "Ana win hostage:b4\nAna refresh a3",
        {"a": "keep"},
        offers={"advance": ["a2", "a3"]},
    ),
    Row(
        "by house rule the others of the stack too, each once",
        duel({"a": CAPTOR, "b4": "refresh"}, "front a a2 | keep a3", hostages=HELD, powers_chain=True),
        ROLLED + "Ana win hostage:b4\nAna refresh a3",
        offers={"more": ["evoke", "done"]},
    ),
    Row(
        "whoever holds a hostage whose Power cannot be used is asked all the same: its Power is a secret",
        duel({"a": CAPTOR, "b": "add", "b4": "add"}, hostages=HELD, powers_chain=True),
        ROLLED + "Ana win evoke",
        offers={"more": ["done"]},
    ),
    Row(
        "but none once the winning die itself is expelled",
        duel({"a": CAPTOR, "b4": "cast-spell"}, hostages=HELD, powers_chain=True),
        ROLLED + "Ana win hostage:b4\nAna throw a=1",
        {"a": "dungeon", "b": "keep", "b4": "keep"},
        offers={"advance": ["a2"]},
    ),
    Row(
        "which may leave both with nothing: the winner of the Round wins",
        duel({"a": "freeze", "b4": "greater-expel"}, "front a", "front b", hostages=HELD, powers_chain=True),
        WON + "Ana win hostage:b4\nAna greater-expel b\nAna more evoke",
        {"a": "reserve", "b": "dungeon"},
        ("DIC-Q-41",),
        winner="Ana",
    ),
    Row(
        "by house rule a draw",
        duel(
            {"a": "freeze", "b4": "greater-expel"},
            "front a",
            "front b",
            hostages=HELD,
            powers_chain=True,
            double_empty="draw",
        ),
        WON + "Ana win hostage:b4\nAna greater-expel b\nAna more evoke",
        winner="draw",
    ),
    Row("the other side of the table", duel({"b": "capture"}), LOST + "Bo win evoke", {"a": "hostage", "b": "keep"}),
)

ROWS = (*SPELL, *MIMIC, *CHAIN)
