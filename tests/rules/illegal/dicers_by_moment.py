"""Steps that the rules of Dicers forbid at odd moments: after a tie, a house rule, an escape or the end of the game."""

from __future__ import annotations

from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import basic, dealt
from tests.rules.illegal.dicers import (
    BANISHED,
    BASIC_MET,
    BEATEN,
    BROUGHT,
    CAPTOR,
    DOUBLED,
    ESCAPES,
    EVOKE,
    MET,
    PLAYED,
    TWO_SYMBOLS,
    Case,
    holding,
    wins_with,
)
from tests.rules.illegal.dicers_by_rule import SPELL, TRIOS
from tests.rules.illegal.dicers_by_sheet import TIE

DRAFT = "Ana draft die:1\nBo draft die:2\nAna draft die:3\nBo draft die:4\nAna draft die:5\n"
LAST = dealt(
    position={
        "Ana": {"front": ["die:1"], "out": ["die:2", "die:3"]},
        "Bo": {"front": ["die:6"], "out": ["die:4", "die:5"]},
    }
)
LASTED = "Ana advance die:1\nBo advance die:6\nAna throw die:1=6\nBo throw die:6=2\n"
B_WON = "Ana advance die:1\nBo advance die:6\nAna throw die:1=2\nBo throw die:6=5\n"
INTER = {k: v for k, v in TRIOS.items() if k != "collections"}
TWO_BANISHED = duel({}, bo="front b b2 | banished b3 b4", challenger="Bo")
FULL = duel(
    {"a": {"power": "capture", "cb": 1, "alliances": ["gryffindor"]}, "a2": {"alliances": ["gryffindor"]}},
    hostages={"a": ["h"]},
)
GRYFF = {f"a{n}": {"alliances": ["gryffindor"]} for n in (2, 3, 4, 5)}
CAPPED = duel({"a": {"alliances": ["gryffindor"]}, **GRYFF}, "front a a2 a3 a4 a5")
REFRESH_GHOST = duel(
    {
        "a": {"power": "refresh", "only": "ghost"},
        "a3": {"group": "ghost"},
        "a6": {"group": "ghost"},
        "a5": {"group": "wizard"},
    },
    "front a a2 | keep a3 a5 a6",
)
EXPEL_SLY = duel(
    {"a": {"power": "greater-expel", "only": "slytherin"}, **{d: {"alliances": ["slytherin"]} for d in ("b2", "b3")}},
    bo="front b b2 b3 | keep b4",
)
SPELL_SHIELD = duel({"a": "cast-spell", "r": "shield"}, bo="front b b2 b3 | reserve r")
MIMIC = duel({"a": "mimic", "b": "summon"}, "front a a2 | dungeon a3 a4", "front b b2 | dungeon b3")
HELD_RETIRE = duel({"a": "retire"}, bo="front b b2 b5", hostages={"b2": ["h"]})
ENDED = duel({"r": "add"}, "front a a2 | reserve r", "front b")
RESERVED_LAST = duel({"a": "add"}, "front a", "front b b2")

GUARD = duel({"g": "guardian"}, "front a a2", "front b b2 | reserve g")
FRESH = duel({"a": "refresh"}, "front a a2 | keep a3 a4")

CASES: tuple[Case, ...] = (
    # What lies elsewhere, and what is asked first.
    (duel({"b2": "shield"}), WON + "Ana win expel", "Bo shield b2", "A-29"),
    (duel({}, level="intermediate"), WON, "Ana shield a2", "I-17"),
    (FRESH, EVOKE, "Ana keep", "P-REF-01"),
    (duel({"r": "add"}, hostages={"b2": ["r"]}), WON, "Ana shield r", "P-CAP-14"),
    # After a tie, by a house rule, at the end.
    (basic(), "Ana throw die:1=4", "Bo draft die:2", "B-02 B-03"),
    (basic(), "Ana throw die:1=4\nBo throw die:2=4\nAna throw die:1=3", "Ana draft die:3", "B-04 B-02"),
    (basic(challenger="Ana"), DRAFT, "Ana draft die:6", "B-07"),
    (basic(challenger="Ana"), DRAFT + "Bo draft die:6", "Bo advance die:2", "B-11 B-08"),
    (dealt(), BASIC_MET + "Ana throw die:1=4\nBo throw die:4=3", "Ana throw die:1=6", "B-20 B-17"),
    (LAST, LASTED, "Bo advance die:5", "B-29 B-30"),
    (LAST, LASTED, "Ana throw die:1=4", "B-29 B-30"),
    (dealt(), B_WON, "Bo advance die:6", "B-27"),
    (dealt(), B_WON + "Bo advance die:5", "Ana advance die:1", "B-25"),
    (dealt(), "", "Bo throw die:4=3", "B-11 B-10"),
    (dealt(), BASIC_MET, "Bo throw die:4=3", "B-15 B-21"),
    (duel({}, "front a a2 | keep a3", level="intermediate"), WON + "Ana win expel", "Ana advance a3", "I-10"),
    (duel({}, level="intermediate"), TIE, "Ana win evoke", "B-22"),
    (duel({}, "front a", "front b", None, "intermediate"), WON + "Ana win expel", "Ana throw a=5", "I-30"),
    (
        duel({"a": "summon"}, "front a a2 | dungeon a3 a4", level="intermediate"),
        EVOKE,
        "Ana advance a2",
        "P-SUM-01 I-25",
    ),
    (
        duel({"a": "summon"}, "front a a2 | dungeon a3 a4", level="intermediate"),
        EVOKE,
        "Bo advance b2",
        "P-SUM-01 I-25",
    ),
    (
        duel({"a": {"alliances": ["gryffindor", "slytherin"]}, "a2": {"alliances": ["gryffindor"]}}),
        MET,
        "Bo alliance gryffindor",
        "A-14",
    ),
    (BROUGHT, "", "Ana draft a", "A-01"),
    (BROUGHT, "Ana throw a=5 a2=5 a3=5\nBo throw b=1 b2=1 b3=1", "Bo advance b", "A-07 B-11"),
    (BROUGHT, "Ana throw a=1 a2=2 a3=3", "Bo throw a4=1 b=2 b2=3", "A-07 B-09"),
    (
        holding("escape", "Bo", b={"cb": 2}),
        MET + "Ana throw a=5\nBo throw b=2\nBo throw b=3",
        "Bo reserve r",
        "P-ESC-04 Q-16",
    ),
    (holding("escape", "Bo"), TIE, "Bo reserve r", "P-ESC-04 Q-16"),
    (
        holding("add"),
        BEATEN + "Ana reserve r\nBo win expel\nBo advance b2\nAna advance a2\nBo throw b2=5",
        "Ana reserve r",
        "A-29",
    ),
    (SPELL_SHIELD, EVOKE + "Ana throw a=5\nAna cast-spell b2", "Bo shield r", "Q-20 P-SHD-03 P-SHD-01"),
    (holding("shield", "Bo"), WON + "Ana win expel", "Bo shield b2", "P-SHD-01"),
    (FULL, MET + "Ana throw a=5\nAna keep\nBo throw b=2", "Ana win evoke", "P-CAP-06 P-CAP-07"),
    (duel({"a": "counter-capture"}, must_have_effect=True), WON, "Ana win evoke", "Q-35"),
    (MIMIC, EVOKE, "Ana summon b3", "P-SUM-01"),
    (wins_with("refresh", ana="front a a2 | keep a3 a5 | reserve r"), EVOKE, "Ana refresh r", "P-REF-01"),
    (HELD_RETIRE, EVOKE, "Ana retire h", "P-RET-01"),
    (wins_with("swap", bo="front b b2 b5 | keep b3"), EVOKE + "Ana swap b2", "Ana swap-with b5", "P-SWP-01 P-SWP-02"),
    (wins_with("swap"), EVOKE + "Ana swap a2", "Ana swap-with a2", "P-SWP-01"),
    (wins_with("swap", bo="front b b2 | keep b3 | banished s"), EVOKE + "Ana swap b2", "Ana swap-with s", "P-BAN-03"),
    (
        duel({"a": "activate-reserve", "a2": "add", "a3": "add"}, "front a a2 a3"),
        EVOKE,
        "Ana activate-reserve a",
        "P-ACT-01 P-ACT-03",
    ),
    (DOUBLED, EVOKE + "Ana double roll\nAna throw a=2", "Ana summon a3", "M-DBL-02 P-SUM-01"),
    (REFRESH_GHOST, EVOKE, "Ana refresh a5", "M-COL-01"),
    (EXPEL_SLY, EVOKE, "Ana greater-expel b4", "M-ALN-01"),
    (holding("subtract", "Bo", a="swap"), EVOKE, "Bo reserve r", "P-SUB-01"),
    (
        TWO_BANISHED,
        "Bo advance b\nAna advance a\nBo throw b=5\nAna throw a=2\nBo win expel",
        "Ana advance a2",
        "I-29 B-11",
    ),
    (holding("shield", "Bo"), WON + "Ana win expel", "Ana win evoke", "I-23 P-SHD-01"),
    (holding("guardian", "Bo"), MET + "Bo reserve r\nAna throw a=5", "Bo throw b=4", "P-GRD-03 P-GRD-01"),
    (holding("escape"), MET + "Ana reserve r", "Ana win expel", "P-ESC-01 I-22"),
    (holding("escape"), MET + "Ana reserve r", "Bo advance b2", "Q-15 B-11"),
    (
        duel({"r": "escape"}, "front a a2 | reserve r", escape_swaps_roles=True),
        MET + "Ana reserve r",
        "Ana advance a2",
        "Q-15 B-11",
    ),
    (ENDED, WON + "Ana win expel", "Ana reserve r", "A-33"),
    (RESERVED_LAST, WON + "Ana win evoke", "Ana reserve a", "A-34 A-33"),
    (duel({}), MET, "Ana throw a=cocked", "Q-51"),
    (dealt(), PLAYED, "Ana double roll", "G-10"),
    (dealt(), BASIC_MET, "Ana summon die:2", "G-10"),
    (SPELL, EVOKE + "Ana throw a=3", "Ana cast-spell b", "P-SPL-04 Q-21"),
    (SPELL, EVOKE + "Ana throw a=4", "Ana cast-spell b2", "P-SPL-05 P-SPL-01"),
    (SPELL, EVOKE + "Ana throw a=1", "Ana cast-spell b2", "P-SPL-02 P-SPL-01"),
    (CAPPED, MET + "Ana throw a=1\nAna throw a=2\nAna throw a=3\nAna throw a=4", "Ana throw a=5", "A-16 B-17"),
    (duel({"h": "add"}, hostages={"b2": ["h"]}), MET, "Ana reserve h", "P-CAP-14"),
    # A hostage, a Power of the other player, one that is over or not yet begun.
    (duel({}, level="intermediate"), WON, "Bo win expel", "I-23 I-22"),
    (duel({"a": "summon"}, "front a a2 | dungeon a3 a4", level="intermediate"), EVOKE, "Ana win expel", "I-23 I-25"),
    (
        duel({}, "front a a2", "front b b2 b5 | keep b3", level="intermediate"),
        WON + "Ana win expel\nAna advance a2",
        "Bo advance b3",
        "I-10",
    ),
    (duel({}, "front a a2 | dungeon a3", level="intermediate"), "", "Ana advance a3", "I-15 I-16"),
    (TRIOS, "Ana throw a=4 a2=4 a3=4\nBo throw b=4 b2=4 b3=4", "Ana advance a", "I-20"),
    (TRIOS, "Ana throw a=1 a2=2 a3=3\nBo throw b=1 b2=2 b3=4", "Ana advance a", "I-19 B-11"),
    (BROUGHT, "Ana throw a=1 a2=2 a3=3\nBo throw b=1 b2=2 b3=3", "Bo advance b", "A-08"),
    (holding("challenge", "Bo"), "", "Bo reserve r", "P-CHL-01"),
    (holding("shield"), WON, "Ana shield r", "P-SHD-01 P-SHD-03"),
    (holding("shield", "Bo"), EVOKE, "Bo shield r", "P-SHD-03 P-SHD-01"),
    (wins_with("retire"), EVOKE, "Ana retire b3", "P-RET-01"),
    (wins_with("summon"), EVOKE, "Ana summon a3", "P-SUM-02 P-SUM-01"),
    (
        duel({"a": "swap", "r": "add"}, "front a a2 | keep a3 | reserve r"),
        EVOKE + "Ana swap a2",
        "Ana swap-with r",
        "P-SWP-03 Q-23",
    ),
    (duel({"a": "capture"}), EVOKE, "Ana advance a", "I-10 P-CAP-01"),
    (duel({"a": "capture"}, bo="front b b2 b5"), EVOKE + "Ana advance a2", "Bo advance b", "P-CAP-14"),
    (CAPTOR, "", "Ana advance b4", "P-CAP-14"),
    (TWO_SYMBOLS, MET, "Ana alliance hufflepuff", "A-14 A-15"),
    (holding("escape"), "", "Ana reserve r", "P-ESC-02"),
    (BANISHED, ESCAPES, "Ana throw b3=6", "P-BAN-05"),
    (holding("freeze", "Bo"), MET + "Ana throw a=3\nBo throw b=1", "Bo reserve r", "P-FRZ-01 P-FRZ-02"),
    (GUARD, MET + "Ana throw a=5\nBo throw b=2", "Bo reserve g", "P-GRD-02"),
    (GUARD, "", "Bo reserve g", "P-GRD-01 P-GRD-02"),
    (holding("add", "Bo"), WON + "Ana win expel", "Bo reserve r", "P-ADD-01"),
    (holding("challenge"), "Ana advance a\nAna reserve r", "Bo advance b", "P-CHL-01"),
    (wins_with("banish"), EVOKE + "Ana banish b3", "Ana banish b4", "P-BAN-01"),
    (
        duel({"a": {"power": "greater-expel", "double": True}}, bo="front b b2 b5"),
        EVOKE + "Ana double roll\nAna throw a=1",
        "Ana greater-expel b2",
        "M-DBL-02 P-GEX-01",
    ),
    (wins_with("greater-expel", strict_zone_lists=True), EVOKE, "Ana greater-expel b", "Q-21"),
    (wins_with("greater-expel", strict_zone_lists=True), EVOKE, "Ana greater-expel a", "P-GEX-01"),
    (duel({"r": "add", "s": "shield"}, bo="front b b2 | reserve r s"), WON + "Ana win expel", "Bo reserve r", "Q-04"),
)
