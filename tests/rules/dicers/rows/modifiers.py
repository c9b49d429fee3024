"""All, Alliance, Color and Double Down, alone and with each other; and Alliances in the Front Line."""

from typing import Any

from rules.dicers.dice import GROUPS
from tests.rules.dicers.duel import WON, Row, duel

EVOKE = WON + "Ana win evoke\n"
READY = "Ana advance a\nBo advance b\n"
STUDENTS: dict[str, str | dict[str, Any]] = {
    "b2": {"group": "student"},
    "b3": {"group": "student"},
    "b4": {"group": "ghost"},
    "b5": {"group": "student", "power": "shield"},
}
FULL = "front b b2 | keep b3 b4 | reserve b5"


def power(name: str, **more: Any) -> dict[str, Any]:
    return {"power": name, **more}


GRYFFINDORS: dict[str, str | dict[str, Any]] = {
    "a": power("summon", all="any"),
    "a2": {"alliance": "Gryffindor"},
    "a3": {"alliance": "Gryffindor"},
    "a4": {"alliance": "Gryffindor"},
    "a5": {"alliance": "Slytherin"},
    "a6": {"alliance": "Gryffindor", "power": "add"},
}
ROWS_OF_ANA = "front a a2 | keep a3 | dungeon a4 a5 | reserve a6"

ALL = (
    Row(
        "Summon All: its player names the type",
        duel(GRYFFINDORS, ROWS_OF_ANA),
        EVOKE,
        offers={"type": [*GROUPS, "gryffindor", "hufflepuff", "ravenclaw", "slytherin"]},
    ),
    Row(
        "Summon All: all of that type come, the Reserve only if wanted, others stay",
        duel(GRYFFINDORS, ROWS_OF_ANA),
        EVOKE + "Ana type gryffindor\nAna stored-too no",
        {"a3": "front", "a4": "front", "a5": "dungeon", "a6": "reserve", "a": "keep"},
        ("DIC-M-GEN-01", "DIC-M-ALL-01", "DIC-M-ALL-03", "DIC-M-ALL-05", "DIC-Q-61"),
    ),
    Row(
        "Summon All: with those in Reserve",
        duel(GRYFFINDORS, ROWS_OF_ANA),
        EVOKE + "Ana type gryffindor\nAna stored-too yes",
        {"a3": "front", "a4": "front", "a6": "front"},
    ),
    Row(
        "Summon All: by house rule the Dungeon only",
        duel(GRYFFINDORS, ROWS_OF_ANA, summon_all_dungeon_only=True),
        EVOKE + "Ana type gryffindor",
        {"a3": "keep", "a4": "front", "a6": "reserve"},
    ),
    Row(
        "Summon All Students brings Students only, and no banished one",
        duel(
            {
                "a": power("summon", all="Students"),
                "a3": {"group": "red"},
                "a4": {"group": "ghost"},
                "a5": {"group": "red"},
            },
            "front a a2 | dungeon a3 a4 | banished a5",
        ),
        EVOKE + "Ana throw a5=1",
        {"a3": "front", "a4": "dungeon", "a5": "banished"},
        ("DIC-M-ALL-06",),
    ),
    Row(
        "without any die of the type it does nothing, and the die goes home",
        duel({"a": power("summon", all="ghosts")}, "front a a2 | dungeon a3"),
        EVOKE,
        {"a": "keep", "b": "keep", "a3": "dungeon"},
        ("DIC-M-ALL-04", "DIC-Q-36"),
    ),
    Row(
        "by house rule he may then still expel",
        duel({"a": power("summon", all="ghosts")}, all_fizzle_allows_expel=True),
        EVOKE + "Ana still expel",
        {"b": "dungeon"},
    ),
    Row(
        "against the other: all his dice of the type, in Reserve too",
        duel({**STUDENTS, "a": power("greater-expel", all="student")}, bo=FULL),
        EVOKE,
        {"b2": "dungeon", "b3": "dungeon", "b4": "front", "b5": "dungeon", "b": "front"},
        ("DIC-P-GEX-01", "DIC-A-31"),
    ),
    Row(
        "against the other without any of the type",
        duel({**STUDENTS, "a": power("greater-expel", all="wizards")}, bo=FULL),
        EVOKE,
        {"b": "keep"},
        ("DIC-M-ALL-02", "DIC-M-ALL-04"),
    ),
    Row(
        "Reverse All Students moves Students only",
        duel(
            {"a": power("reverse", all="students"), "a2": {"group": "student"}, "a3": {"group": "student"}},
            "front a a2 a5 | keep a3 a4",
        ),
        EVOKE + "Ana reverse Ana",
        {"a2": "keep", "a3": "front", "a4": "keep", "a5": "front"},
    ),
    Row(
        "Retire All",
        duel({**STUDENTS, "a": power("retire", all="student")}, bo="front b b2 b3 b4"),
        EVOKE,
        {"b2": "keep", "b3": "keep", "b4": "front"},
    ),
    Row(
        "Activate Reserve All",
        duel(
            {
                "a": power("activate-reserve", all="student"),
                "a2": power("add", group="student"),
                "a3": power("freeze", group="student"),
                "a4": power("freeze"),
            },
            "front a a2 a5 | keep a3 a4",
        ),
        EVOKE,
        {"a2": "reserve", "a3": "reserve", "a4": "keep"},
    ),
    Row(
        "Expel All reaches what Greater Expel reaches",
        duel({**STUDENTS, "a": power("expel", all="student")}, bo=FULL),
        EVOKE,
        {"b2": "dungeon", "b3": "dungeon", "b5": "dungeon", "b4": "front"},
    ),
)

BEATEN_TOO = {**STUDENTS, "a": power("expel", all="student"), "b": {"group": "student"}}

SHIELD_OF_THE_TYPE = (
    Row(
        "Expel All of the beaten die and of a Shield: the Shield may still save it, for both happen at one moment",
        duel(BEATEN_TOO, bo=FULL),
        EVOKE,
        {"b2": "dungeon", "b3": "dungeon", "b5": "reserve"},
        offers={"shield": ["b5", "no"]},
    ),
    Row(
        "used, it goes to the Dungeon in place of the beaten die",
        duel(BEATEN_TOO, bo=FULL),
        EVOKE + "Bo shield b5",
        {"b": "front", "b4": "front", "b5": "dungeon"},
        ("DIC-P-SHD-01", "DIC-P-SHD-02"),
    ),
    Row(
        "else both go there",
        duel(BEATEN_TOO, bo=FULL),
        EVOKE + "Bo shield no",
        {"b": "dungeon", "b5": "dungeon"},
        ("DIC-P-EXP-02",),
    ),
)

LIMITS = (
    Row(
        "an Alliance after the Power",
        duel({"a": power("retire", only="Slytherin"), "b2": {"alliance": "slytherin"}}, bo="front b b2 b3"),
        EVOKE,
        rules=("DIC-M-ALN-01", "DIC-M-GEN-01"),
        offers={"retire": ["b2"]},
    ),
    Row(
        "a colour",
        duel({"a": power("refresh", only="green"), "a3": {"group": "creature"}}, "front a a2 | keep a3 a4"),
        EVOKE,
        rules=("DIC-M-COL-01", "DIC-I-03"),
        offers={"refresh": ["a3"]},
    ),
    Row(
        "white is any colour",
        duel({"a": power("refresh", only="white"), "a3": {"group": "creature"}}, "front a a2 | keep a3 a4"),
        EVOKE,
        rules=("DIC-M-COL-02",),
        offers={"refresh": ["a3", "a4"]},
    ),
    Row(
        "a limited Swap swaps only such dice",
        duel(
            {"a": power("swap", only="red"), "a2": {"colour": "red"}, "a3": {"colour": "red"}},
            "front a a2 | keep a3 a4",
        ),
        EVOKE + "Ana swap a2",
        offers={"swap-with": ["a3"]},
    ),
    Row(
        "a limited Summon with others in the Dungeon does not turn to the Keep",
        duel({"a": power("summon", only="red"), "a3": {"colour": "red"}}, "front a a2 | keep a3 | dungeon a4"),
        EVOKE,
        {"a3": "keep"},
        ("DIC-Q-35",),
    ),
    Row(
        "Add for an Alliance: not for a die without it",
        duel({"a3": power("add", only="gryffindor")}, "front a a2 | reserve a3"),
        READY + "Ana throw a=2",
        offers={"reserve": ["pass"]},
    ),
    Row(
        "Add for an Alliance: for a die of it",
        duel({"a3": power("add", only="gryffindor"), "a": {"alliance": "gryffindor"}}, "front a a2 | reserve a3"),
        READY + "Ana throw a=2",
        offers={"reserve": ["a3", "pass"]},
    ),
    Row(
        "who uses none is asked again when something has happened",
        duel({"a3": power("add", only="gryffindor"), "a": {"alliance": "gryffindor"}}, "front a a2 | reserve a3"),
        READY + "Ana throw a=2\nAna reserve pass",
        rules=("DIC-A-26",),
        offers={"reserve": []},
    ),
    Row(
        "a limited Power used on the other's die that it does not reach stays in Reserve, and is not offered again",
        duel({"a3": power("subtract", only="red")}, "front a a2 | reserve a3"),
        READY + "Ana throw a=5\nBo throw b=2\nAna reserve a3",
        {"a3": "reserve"},
        ("DIC-M-GEN-01", "DIC-M-COL-01", "DIC-A-32"),
        {"reserve": []},
        {"Bo": 2},
        unsaid=("DIC-P-SUB-01",),
    ),
    Row(
        "one that it does reach",
        duel({"a3": power("subtract", only="red"), "b": {"group": "red"}}, "front a a2 | reserve a3"),
        READY + "Ana throw a=5\nBo throw b=2\nAna reserve a3",
        {"a3": "keep"},
        ("DIC-M-COL-01", "DIC-P-SUB-01"),
        values={"Bo": 1},
    ),
    Row(
        "a limited Challenge without such a die stays in Reserve",
        duel({"a3": power("challenge", only="red")}, "front a a2 | reserve a3"),
        "Ana reserve a3",
        {"a3": "reserve"},
        ("DIC-M-COL-01",),
        {"reserve": [], "challenge": []},
    ),
    Row(
        "a limited Challenge names only such dice",
        duel({"a3": power("challenge", only="red"), "b2": {"group": "red"}}, "front a a2 | reserve a3"),
        "Ana reserve a3",
        offers={"challenge": ["b2"]},
    ),
    Row(
        "a Shield of one colour saves only that",
        duel({"b3": power("shield", only="red"), "b": {"group": "blue"}}, bo="front b b2 | reserve b3"),
        WON + "Ana win expel\nBo shield no",
        {"b": "dungeon", "b3": "reserve"},
    ),
    Row(
        "asked about all the same, so that nobody learns of which colour the die is",
        duel({"b3": power("shield", only="red"), "b": {"group": "blue"}}, bo="front b b2 | reserve b3"),
        WON + "Ana win expel",
        {"b": "arena"},
        offers={"shield": ["no"]},
    ),
)

ROWS = (*ALL, *SHIELD_OF_THE_TYPE, *LIMITS)
