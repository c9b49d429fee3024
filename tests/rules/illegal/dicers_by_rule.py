"""Steps that the rules of Dicers forbid, one or more for each rule in the order of the sheet."""

from __future__ import annotations

from tests.rules.dicers.duel import LOST, WON, duel
from tests.rules.dicers.table import basic, dealt
from tests.rules.illegal.dicers import (
    BASIC_MET,
    BEATEN,
    BROUGHT,
    CAPTOR,
    ESCAPES,
    EVOKE,
    MET,
    PLAYED,
    ROWS,
    SET,
    Case,
    holding,
    wins_with,
)

LONG = "Ana advance die:2\nBo advance die:4\n"
TIED = BASIC_MET + "Ana throw die:1=4\nBo throw die:4=4\nBo keep\n"
THREE_EACH = {"Ana": ["a", "a2", "a3"], "Bo": ["b", "b2", "b3"]}
TRIOS = {
    **BROUGHT,
    "level": "intermediate",
    "dice": {die: BROUGHT["dice"][die] for dice in THREE_EACH.values() for die in dice},
    "collections": THREE_EACH,
}
TOTALS = "Ana throw a=1 a2=2 a3=3\nBo throw b=1 b2=2 b3=3\n"
FRESH = wins_with("refresh", ana="front a a2 | keep a3 a5 | dungeon a4")
SPELL = wins_with("cast-spell", ana="front a a2 | keep a3 a5 | dungeon a4", bo="front b b2 b5 | keep b3 | dungeon b4")
STORES = duel(
    {"a": "activate-reserve", "a4": "add", "r": "add", "x": "add", "a2": "add"},
    "front a a2 | keep a3 | dungeon a4 | reserve r | banished x",
)
TWO_HELD = duel({"a": "counter-capture"}, bo="front b b2 b5", hostages={"b2": ["h"], "b5": ["k"]})
GUARDED = duel({"g": "guardian", "r": "shield"}, "front a a2", "front b b2 | reserve g r", shield_not_on_guardian=True)
CHALLENGES = duel({"r": "challenge"}, "front a a2 | reserve r", "front b b2 | keep b3")

CASES: tuple[Case, ...] = (
    # Basic: sharing out the dice.
    (basic(), "", "Ana throw die:1=4 die:2=5", "B-02"),
    (basic(), "Ana throw die:1=4", "Ana throw die:2=5", "B-02"),
    (basic(), "Ana throw die:1=2\nBo throw die:2=5", "Ana draft die:3", "B-07"),
    (basic(), "Ana throw die:1=4\nBo throw die:2=4", "Ana draft die:3", "B-04"),
    (basic(), "Ana throw die:1=4\nBo throw die:2=4", "Ana advance die:3", "B-02 B-04"),
    (basic(challenger="Ana"), "Ana draft die:1\nBo draft die:2", "Ana throw die:1=4", "B-07"),
    # Basic: the Round.
    (dealt(), "", "Ana advance die:5", "B-11 B-09"),
    (dealt(), "", "Bo advance die:5", "B-11"),
    (dealt(), "Ana advance die:1", "Bo advance die:2", "B-11 B-09"),
    (dealt(), "Ana advance die:1", "Ana throw die:1=4", "B-12"),
    (dealt(), BASIC_MET, "Bo throw die:5=4", "B-13"),
    (dealt(), BASIC_MET, "Bo advance die:6", "B-10"),
    (dealt(), LONG + "Ana throw die:2=3\nAna keep", "Ana throw die:2=5", "B-20"),
    (dealt(), LONG + "Ana throw die:2=3\nAna keep", "Ana keep", "B-20"),
    (dealt(), LONG + "Ana throw die:2=3\nAna keep\nBo throw die:4=1", "Ana throw die:2=5", "B-20"),
    (dealt(), LONG + "Ana throw die:2=3", "Bo keep", "B-15 B-21"),
    (dealt(), TIED + "Ana throw die:1=3", "Ana throw die:1=5", "B-22"),
    (dealt(), TIED, "Bo keep", "B-22"),
    (dealt(), TIED, "Ana win expel", "B-25 B-22"),
    (dealt(), PLAYED + "Ana advance die:2", "Bo advance die:4", "B-25"),
    (dealt(), PLAYED, "Ana throw die:1=4", "B-11"),
    (dealt(), PLAYED, "Bo keep", "B-10"),
    (dealt(), PLAYED, "Bo advance die:6", "B-28"),
    # Intermediate: zones and Rounds.
    (BROUGHT, "", "Ana throw a=4 a2=4 a3=4 a4=4", "A-07"),
    (BROUGHT, "Ana throw a=1 a2=2 a3=3", "Ana throw a=1 a2=2 a3=3", "A-07"),
    (BROUGHT, TOTALS, "Ana advance a", "A-08"),
    (TRIOS, TOTALS, "Ana advance a", "I-20"),
    (BROUGHT, "", "Bo reserve b", "A-07"),
    (duel({}, level="intermediate", bo="front b b2 | keep b3"), "Ana advance a", "Bo advance b3", "I-10"),
    (duel({}, level="intermediate", bo="front b b2 | dungeon b3"), "Ana advance a", "Bo advance b3", "I-15"),
    (duel({"a": "summon"}, level="intermediate"), WON, "Bo win evoke", "I-23"),
    (duel({"a": "summon"}, level="intermediate"), EVOKE, "Ana win expel", "I-23"),
    (duel({}, level="intermediate"), WON + "Ana win expel", "Bo advance b2", "I-29"),
    (duel({}, level="intermediate"), WON + "Ana win expel", "Ana advance b2", "B-11 B-09"),
    (duel({}, level="intermediate"), WON + "Ana win expel", "Ana throw a=3", "B-11"),
    (duel({}, level="intermediate"), WON + "Ana win expel", "Ana win evoke", "I-23"),
    # Alliances.
    (duel({"b": {"alliances": ["gryffindor", "slytherin"]}}), MET, "Ana alliance gryffindor", "A-14"),
    (duel({"a": {"alliances": ["gryffindor"]}}), MET, "Ana alliance gryffindor", "A-14"),
    # The Reserve.
    (duel({"a": "add"}), WON, "Ana reserve a", "A-22 A-21"),
    (duel({"a2": "add"}), MET, "Ana reserve a2", "A-29 A-22"),
    (duel({"k": "add"}, "front a a2 | keep k"), MET, "Ana reserve k", "A-29 A-22"),
    (ROWS, SET + "Ana reserve r\nBo throw b=2", "Ana reserve r", "A-29"),
    (holding("add", "Bo"), WON, "Ana reserve r", "A-22"),
    (holding("extra-roll"), WON + "Ana win expel", "Ana reserve r", "P-XRL-01"),
    (holding("add"), WON + "Ana win expel\nAna advance a2", "Ana throw r=3", "B-12 A-32"),
    # Activate Reserve, Banish.
    (STORES, EVOKE, "Ana activate-reserve a4", "P-ACT-01"),
    (STORES, EVOKE, "Ana activate-reserve r", "P-ACT-01"),
    (STORES, EVOKE, "Ana activate-reserve x", "P-BAN-03"),
    (STORES, EVOKE, "Bo activate-reserve b2", "I-25"),
    (wins_with("banish", bo="front b b2 | banished b3"), EVOKE, "Bo banish a2", "I-25"),
    (wins_with("retire", bo="front b b2 b5 | banished b3"), EVOKE, "Ana retire b3", "P-BAN-03"),
    (wins_with("refresh", ana="front a a2 | keep a3 a5 | banished x"), EVOKE, "Ana refresh x", "P-BAN-03"),
    (duel({}, bo="front b b2 | banished b3", challenger="Bo"), ESCAPES, "Bo throw b3=power b2=4", "P-BAN-05"),
    (duel({}, bo="front b b2 | banished b3", challenger="Bo"), ESCAPES, "Bo throw b2=power", "P-BAN-05"),
    (duel({}, bo="front b b2 | banished b3"), "", "Bo throw b3=power", "P-BAN-05"),
    (duel({}, bo="front b b2 | banished b3"), MET, "Bo throw b3=power", "P-BAN-05"),
    # Capture, Counter Capture.
    (CAPTOR, MET, "Ana throw b4=4", "B-13 P-CAP-14"),
    (CAPTOR, WON.replace("Bo throw", "Ana keep\nBo throw"), "Ana win hostage:a2", "P-CAP-04"),
    (duel({"a": "summon"}, hostages={"b2": ["h"]}), "", "Ana advance h", "P-CAP-14"),
    (TWO_HELD, EVOKE, "Ana counter-capture a2", "P-CCP-01"),
    (TWO_HELD, EVOKE, "Ana counter-capture h", "P-CCP-01"),
    (TWO_HELD, EVOKE, "Bo counter-capture b2", "I-25"),
    # Cast Spell.
    (SPELL, EVOKE + "Ana throw a=2", "Ana cast-spell a4", "P-SPL-03"),
    (SPELL, EVOKE + "Ana throw a=2", "Ana cast-spell b3", "P-SPL-03"),
    (SPELL, EVOKE + "Ana throw a=2", "Bo cast-spell a3", "I-25"),
    (SPELL, EVOKE + "Ana throw a=3", "Ana cast-spell b4", "P-SPL-04"),
    (SPELL, EVOKE + "Ana throw a=5", "Ana cast-spell done", "P-SPL-06"),
    (SPELL, EVOKE + "Ana throw a=6\nAna cast-spell b2", "Ana cast-spell b2", "P-SPL-07"),
    (SPELL, EVOKE, "Ana throw b=4", "P-SPL-01"),
    (SPELL, EVOKE + "Ana throw a=5", "Bo advance b2", "P-SPL-06"),
    # Greater Expel, Refresh, Retire, Summon, Swap.
    (wins_with("greater-expel", ana="front a a2 | reserve r"), EVOKE, "Ana greater-expel r", "P-GEX-01"),
    (FRESH, EVOKE, "Ana refresh a4", "P-REF-01"),
    (FRESH, EVOKE, "Bo refresh b3", "I-25"),
    (wins_with("retire", bo="front b b2 b5 | reserve r"), EVOKE, "Ana retire r", "P-RET-01"),
    (wins_with("retire", bo="front b b2 b5 | dungeon b4"), EVOKE, "Ana retire b4", "P-RET-01"),
    (wins_with("summon", ana="front a | dungeon a4 a5 | reserve r"), EVOKE, "Ana summon r", "P-SUM-01"),
    (
        duel({"a": "summon"}, "front a | dungeon a4 a5", hostages={"a": ["h"]}),
        EVOKE,
        "Ana summon h",
        "P-SUM-01 P-SUM-03",
    ),
    (wins_with("swap", bo="front b b2 | keep b3 | reserve s"), EVOKE, "Ana swap s", "P-SWP-03"),
    (wins_with("swap"), EVOKE + "Ana swap a2", "Ana swap-with b2", "P-SWP-10"),
    (wins_with("swap"), EVOKE + "Ana swap a2", "Bo swap-with a3", "I-25"),
    (wins_with("reverse"), EVOKE, "Bo reverse Ana", "I-25"),
    # Reserve Powers at the wrong moment.
    (holding("add"), MET, "Bo reserve r", "A-22"),
    (holding("always-beats-odd"), BEATEN.replace("b=4", "b=6"), "Ana reserve r", "P-ABT-01"),
    (CHALLENGES, "Ana advance a\nAna reserve r", "Ana challenge b3", "P-CHL-01"),
    (CHALLENGES, "Ana advance a\nAna reserve r\nAna challenge b2", "Bo advance b", "B-10"),
    (holding("challenge", a={"cb": 2}), SET, "Ana reserve r", "P-CHL-02"),
    (holding("escape", a={"cb": 2}), MET + "Ana throw a=2\nAna throw a=3", "Ana reserve r", "P-ESC-04"),
    (holding("escape"), "Ana advance a", "Ana reserve r", "P-ESC-02"),
    (holding("first-cast", a={"cb": 2}), SET, "Ana reserve r", "P-FST-02"),
    (holding("force-roll"), SET, "Ana reserve r", "P-FRL-01 P-FRL-02"),
    (holding("freeze", b={"cb": 2}), SET, "Ana reserve r", "P-FRZ-01"),
    (holding("freeze", "Bo", b={"cb": 2}), SET, "Bo reserve r", "P-FRZ-02"),
    (holding("guardian", a={"cb": 2}), MET + "Ana throw a=2", "Ana reserve r", "P-GRD-02"),
    (holding("guardian", "Bo"), "Ana advance a", "Bo reserve r", "P-GRD-01"),
    (holding("shield"), SET, "Ana reserve r", "P-SHD-03"),
    (holding("shield", "Bo"), WON + "Ana win expel", "Ana shield yes", "P-SHD-01"),
    (GUARDED, MET + "Bo reserve g\nAna throw a=5\nBo throw g=2\nAna win expel", "Bo shield r", "Q-19"),
    (GUARDED, MET + "Bo reserve g\nAna throw a=5\nBo throw g=2", "Bo reserve r", "Q-19"),
    # Modifiers.
    (
        duel(
            {"a": {"power": "summon", "only": "student"}, "a4": {"group": "ghost"}, "a3": {"group": "student"}},
            "front a a2 | dungeon a3 a4",
        ),
        EVOKE,
        "Ana summon a4",
        "M-COL-01",
    ),
    # Points that the sheet leaves open.
    (
        duel({"r": "add"}, "front a a2 | reserve r", reserve_only_during_cast=True),
        SET + "Bo throw b=2",
        "Ana reserve r",
        "Q-04",
    ),
    (
        duel({"r": "extra-roll", "a": {"cb": 2}}, "front a a2 | reserve r", extra_roll_only_if_exhausted=True),
        MET,
        "Ana reserve r",
        "Q-12",
    ),
    (
        duel({"r": "challenge"}, "front a a2 | reserve r", challenge_before_advance_only=True),
        MET,
        "Ana reserve r",
        "Q-14",
    ),
    (
        duel(
            {"a": "swap", "a2": {"cb": 1}}, "front a a2 | keep a3", "front b b2", must_have_effect=True, hostages=None
        ),
        WON,
        "Ana win capture",
        "P-CAP-04",
    ),
    (duel({}, "front a", "front b"), WON + "Ana win expel", "Bo advance b", "A-33"),
    (duel({}, "front a", "front b"), WON + "Ana win expel", "Ana win evoke", "A-33"),
    (duel({}, "front a", "front b", None, "intermediate"), WON + "Ana win expel", "Ana keep", "I-30"),
    (duel({}), LOST, "Ana win expel", "I-23"),
)
