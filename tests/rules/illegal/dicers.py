"""Steps that the rules of Dicers forbid, each with the rules of which one must be named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.facts import Fact
from rules.core.game import Setup
from tests.rules.dicers.duel import LOST, WON, duel
from tests.rules.dicers.table import basic, dealt, fact, facts

MET = "Ana advance a\nBo advance b\n"
SET = MET + "Ana throw a=5\n"
EVOKE = WON + "Ana win evoke\n"
BASIC_MET = "Ana advance die:1\nBo advance die:4\n"
PLAYED = BASIC_MET + "Ana throw die:1=5\nBo throw die:4=1\nBo throw die:4=2\n"
ROLLED = "Ana throw die:1=5\nBo throw die:2=3\n"
ROWS = duel({"r": "add"}, "front a a2 | keep a3 | reserve r", "front b b2 | keep b5 | dungeon b3 | banished b4")
HELD = {"a": ["b4"]}
CAPTOR = duel({"a": {"power": "capture", "cb": 2}, "b4": "refresh"}, "front a a2 | keep a3", hostages=HELD)
TWICE = MET + "Ana throw a=5\nAna keep\nBo throw b=2\n"
BANISHED = duel({}, bo="front b b2 | banished b3", challenger="Bo")


def holding(power: str, of: str = "Ana", **more: str | Mapping[str, Any]) -> Setup:
    """The player *of* has a die r with that Power in Reserve."""
    ana, bo = ("front a a2 | reserve r", "front b b2") if of == "Ana" else ("front a a2", "front b b2 | reserve r")
    return duel({"r": power, **more}, ana, bo)


def wins_with(
    power: str,
    ana: str = "front a a2 | keep a3 | dungeon a4",
    bo: str = "front b b2 | keep b3 | dungeon b4",
    **house: bool,
) -> Setup:
    """Ana's die a has that Power."""
    return duel({"a": power}, ana, bo, None, "advanced", "Ana", **house)


def limited(kind: str) -> Setup:
    """Ana's die a summons that type only: a3, and not a4."""
    types: dict[str, Mapping[str, Any]] = {
        "a3": {"group": "student", "alliances": ["gryffindor"]},
        "a4": {"group": "wizard"},
    }
    return duel({"a": {"power": "summon", "only": kind}, **types}, "front a a2 | dungeon a3 a4")


DOUBLED = duel({"a": {"power": "summon", "double": True}}, "front a a2 | dungeon a3 a4")
SUMMONS_ALL = duel({"a": {"power": "summon", "all": "any"}}, "front a a2 | dungeon a3 a4")
HELD_TWICE = duel({"a": "counter-capture"}, bo="front b b2 b5", hostages={"b2": ["h"], "b5": ["k"]})
TWO_SYMBOLS = duel({"a": {"alliances": ["gryffindor", "slytherin"]}, "a2": {"alliances": ["gryffindor"]}})
MIMICS = duel({"a": "mimic", "b": "mimic"}, mimic_mimic="copy_self_power")
ADDS_TWICE = duel({"r": {"power": "add", "double": True}}, "front a a2 | reserve r")
DEFENDER_FIRST = duel({"r": "add", "s": "add"}, "front a a2 | reserve r", "front b b2 | reserve s", defender_first=True)
FROZEN = duel({"r": "freeze", "s": "extra-roll", "b": {"cb": 2}}, "front a a2 | reserve r", "front b b2 | reserve s")
BEATEN = MET + "Ana throw a=2\nBo throw b=4\n"
EARLY = holding("guardian", "Bo", a={"cb": 2}, b={"cb": 2})
THREE = "front b b2 b3"
BROUGHT = {key: value for key, value in duel({}).items() if key not in ("position", "challenger")}
BROUGHT["dice"] = {
    die: {"cb": 1, "power": "spy", "name": die} for die in ("a", "a2", "a3", "a4", "b", "b2", "b3", "b4")
}
BROUGHT["collections"] = {"Ana": ["a", "a2", "a3", "a4"], "Bo": ["b", "b2", "b3", "b4"]}
ESCAPES = "Bo advance b\nAna advance a\nBo throw b=5\nAna throw a=2\nBo win expel"


Case = tuple[Setup, str, str, str]

CASES: tuple[Case, ...] = (
    # Sharing out the dice.
    (basic(), "", "Ana draft die:1", "B-02 B-03"),
    (basic(challenger="Ana"), "", "Bo draft die:1", "B-07"),
    (basic(challenger="Ana"), "Ana draft die:1", "Ana draft die:2", "B-07"),
    (basic(challenger="Ana"), "Ana draft die:1", "Bo draft die:1", "B-07"),
    (basic(challenger="Ana"), "", "Ana draft die:9", "B-07"),
    (basic(challenger="Ana"), "", "Ana advance die:1", "B-07"),
    (dealt(), "", "Ana draft die:4", "B-07"),
    (basic(challenger="Ana"), "", "Ana keep", "B-07"),
    (basic(), "", "Ana win expel", "B-02"),
    # A Round of the Basic game.
    (dealt(), "", "Bo advance die:4", "B-11"),
    (dealt(), "", "Ana advance die:4", "B-11 B-09"),
    (dealt(), "Ana advance die:1", "Ana advance die:2", "B-10 B-11 B-12"),
    (dealt(), "", "Ana throw die:1=4", "B-13 B-11 B-10"),
    (dealt(), BASIC_MET, "Ana throw die:2=4", "B-13"),
    (dealt(), BASIC_MET, "Ana throw die:4=4", "B-09 B-15 B-21"),
    (dealt(), BASIC_MET + "Ana throw die:1=4", "Ana throw die:1=5", "B-17 B-20 B-15"),
    (dealt(), BASIC_MET, "Ana keep", "B-19 B-16"),
    (dealt(), BASIC_MET, "Bo keep", "B-21 B-15"),
    (dealt(), BASIC_MET + "Ana throw die:1=4", "Ana keep", "B-20 B-17"),
    (dealt(), BASIC_MET + "Ana throw die:1=4", "Bo advance die:5", "B-10 B-12"),
    (dealt(), BASIC_MET, "Ana win expel", "B-25"),
    (dealt(), BASIC_MET, "Ana win evoke", "G-10 B-25"),
    (dealt(), BASIC_MET, "Ana reserve die:2", "I-17 G-10"),
    (dealt(), BASIC_MET, "Ana alliance gryffindor", "A-14 I-05 A-09"),
    (dealt(), PLAYED, "Ana advance die:1", "B-27"),
    (dealt(), PLAYED, "Bo advance die:5", "B-28 B-11"),
    (dealt(), PLAYED, "Ana throw die:4=5", "B-25 B-13 B-11"),
    (dealt(), BASIC_MET + "Ana throw die:1=4\nBo throw die:4=4\nBo keep", "Ana keep", "B-22"),
    (dealt(), BASIC_MET + "Ana throw die:1=4\nBo throw die:4=4\nBo keep", "Bo advance die:5", "B-22"),
    (dealt(), "Ana throw die:9=4", "Ana throw die:9=4", "B-13"),
    # Which die may be advanced.
    (ROWS, "", "Ana advance a3", "I-10"),
    (ROWS, "", "Ana advance r", "A-32 A-22"),
    (ROWS, "Ana advance a", "Bo advance b3", "I-15"),
    (ROWS, "Ana advance a", "Bo advance b4", "P-BAN-04"),
    (ROWS, "Ana advance a", "Bo advance b5", "I-10"),
    (ROWS, "Ana advance a", "Bo advance a2", "B-11 B-12 B-09"),
    (CAPTOR, "Ana advance a", "Bo advance b4", "P-CAP-14"),
    (ROWS, WON, "Ana advance a2", "I-23"),
    (ROWS, EVOKE + "", "Bo advance b2", "I-29 B-11"),
    # Expel, or use the Power.
    (ROWS, SET, "Ana win expel", "I-22"),
    (ROWS, WON, "Bo win expel", "I-23"),
    (ROWS, LOST, "Ana win evoke", "I-23"),
    (ROWS, EVOKE, "Ana win expel", "I-23 Q-32"),
    (ROWS, WON, "Ana win capture", "P-CAP-04 P-SPL-05"),
    (ROWS, WON, "Ana win hostage:b", "P-CAP-04"),
    (CAPTOR, TWICE, "Ana win hostage:b2", "P-CAP-04"),
    (ROWS, WON, "Ana win both", "I-23 B-44"),
    (duel({"a": "capture"}, hostages={"a": ["h"]}), WON, "Ana win evoke", "P-CAP-06"),
    (duel({"a": "mimic", "b": "add"}), WON, "Ana win evoke", "P-MIM-03"),
    # What a Power reaches.
    (wins_with("greater-expel"), EVOKE, "Ana greater-expel a2", "P-GEX-01"),
    (wins_with("greater-expel"), EVOKE, "Ana greater-expel b4", "P-GEX-01"),
    (wins_with("greater-expel"), EVOKE, "Bo greater-expel b2", "I-25 P-GEX-01"),
    (wins_with("greater-expel"), EVOKE, "Ana banish b2", "P-BAN-01"),
    (wins_with("greater-expel"), WON, "Ana greater-expel b2", "P-GEX-01 I-23"),
    (wins_with("banish"), EVOKE, "Ana banish a2", "P-BAN-01"),
    (wins_with("banish", bo="front b b2 | banished b3"), EVOKE, "Ana banish b3", "P-BAN-01 P-BAN-03"),
    (wins_with("retire", bo="front b b2 b5 | keep b3"), EVOKE, "Ana retire b3", "P-RET-01"),
    (wins_with("retire", bo="front b b2 b5"), EVOKE, "Ana retire a2", "P-RET-01"),
    (wins_with("refresh", ana="front a a2 | keep a3 a5"), EVOKE, "Ana refresh a2", "P-REF-01"),
    (wins_with("refresh", ana="front a a2 | keep a3 a5"), EVOKE, "Ana refresh b3", "P-REF-01"),
    (wins_with("summon", ana="front a | keep a3 | dungeon a4 a5"), EVOKE, "Ana summon a3", "P-SUM-02"),
    (wins_with("summon", ana="front a | dungeon a4 a5"), EVOKE, "Ana summon b4", "P-SUM-01"),
    (wins_with("summon", ana="front a | dungeon a4 a5 | banished a6"), EVOKE, "Ana summon a6", "P-BAN-03 P-SUM-01"),
    (wins_with("swap"), EVOKE + "Ana swap a2", "Ana swap-with b3", "P-SWP-10"),
    (wins_with("swap", ana="front a a2 | keep a3 | reserve r"), EVOKE, "Ana swap r", "P-SWP-03 Q-23"),
    (wins_with("swap"), EVOKE, "Ana swap a", "Q-24 P-SWP-02"),
    (wins_with("reverse"), EVOKE, "Ana reverse Cy", "P-REV-01"),
    (wins_with("activate-reserve"), EVOKE, "Ana activate-reserve a2", "P-ACT-01"),
    (wins_with("cast-spell"), EVOKE, "Ana cast-spell b2", "P-SPL-01"),
    (wins_with("cast-spell"), EVOKE + "Ana throw a=5", "Ana cast-spell b4", "P-SPL-06"),
    (wins_with("cast-spell"), EVOKE + "Ana throw a=5", "Ana cast-spell b", "Q-21"),
    (wins_with("cast-spell"), EVOKE, "Bo throw a=4", "B-09 P-SPL-01"),
    # The Reserve.
    (ROWS, MET, "Ana reserve a2", "A-29 A-26 A-22"),
    (ROWS, MET, "Bo reserve r", "A-22 A-26 A-29"),
    (ROWS, MET, "Ana reserve r", "P-ADD-01"),
    (duel({}, level="intermediate"), MET, "Ana reserve a2", "I-17"),
    (holding("challenge", "Bo"), "Ana advance a", "Bo reserve r", "P-CHL-01"),
    (holding("challenge"), SET, "Ana reserve r", "P-CHL-02"),
    (holding("first-cast", "Bo"), MET, "Bo reserve r", "P-FST-01"),
    (holding("first-cast"), SET, "Ana reserve r", "P-FST-02"),
    (holding("freeze"), MET, "Ana reserve r", "P-FRZ-01 P-FRZ-02"),
    (holding("guardian"), SET, "Ana reserve r", "P-GRD-02"),
    (holding("shield", "Bo"), MET, "Bo reserve r", "P-SHD-03 P-SHD-01"),
    (holding("shield", "Bo"), MET, "Bo shield r", "P-SHD-03"),
    (holding("escape"), SET, "Ana reserve r", "P-ESC-04 Q-16"),
    (holding("escape", "Bo"), MET, "Bo reserve r", "P-ESC-02 P-ESC-04"),
    (holding("force-roll"), MET, "Ana reserve r", "P-FRL-01 P-FRL-02"),
    (holding("always-beats-odd"), SET, "Ana reserve r", "Q-07 P-ABT-01"),
    (holding("subtract"), MET, "Ana reserve r", "P-SUB-01"),
    (holding("extra-roll"), "", "Ana reserve r", "P-XRL-01 P-XRL-02"),
    (holding("add"), EVOKE, "Ana reserve r", "Q-04 I-25 P-ADD-01"),
    (holding("challenge"), "Ana advance a\nAna reserve r", "Ana challenge a2", "P-CHL-01"),
    (holding("challenge"), "Ana advance a\nAna reserve r", "Bo challenge b2", "P-CHL-01 I-25"),
    (ROWS, MET, "Ana shield r", "P-SHD-03"),
    (holding("add", "Bo"), MET, "Ana reserve r", "A-22"),
    (ROWS, SET + "Ana reserve r", "Ana reserve r", "A-29"),
    # A Power at work, and after it.
    (wins_with("swap"), EVOKE, "Ana swap b", "Q-24"),
    (wins_with("cast-spell"), EVOKE, "Ana throw a2=4", "P-SPL-01"),
    (duel({}), WON + "Ana win expel", "Ana win evoke", "I-23"),
    # Alliances, Double Down, escapes.
    (ROWS, MET, "Ana alliance gryffindor", "A-14"),
    (ROWS, MET, "Ana double roll", "M-DBL-01"),
    (ROWS, MET, "Ana type student", "M-ALL-03"),
    (BANISHED, "Bo advance b\nAna advance a\nBo throw b=5\nAna throw a=2", "Bo throw b3=power", "P-BAN-05"),
    (
        BANISHED,
        "Bo advance b\nAna advance a\nBo throw b=2\nAna throw a=5\nAna win expel",
        "Bo throw b3=power",
        "P-BAN-05",
    ),
    (
        BANISHED,
        "Bo advance b\nAna advance a\nBo throw b=5\nAna throw a=2\nBo win expel\nBo advance b2",
        "Bo throw b3=power",
        "P-BAN-08",
    ),
    # The Basic game knows no Powers.
    (dealt(), PLAYED, "Ana win evoke", "G-10"),
    (dealt(), BASIC_MET, "Ana capture die:4", "G-10"),
    (basic(), "Ana throw die:1=4\nBo throw die:2=5", "Ana throw die:3=5", "B-07"),
    # What is asked now comes first, and says so.
    (holding("challenge"), MET + "Ana reserve r", "Bo advance b2", "P-CHL-01"),
    (holding("shield", "Bo"), WON + "Ana win expel", "Ana advance a2", "P-SHD-01"),
    (holding("shield", "Bo"), WON + "Ana win expel", "Ana shield r", "P-SHD-01"),
    (holding("shield", "Bo"), WON + "Ana win expel\nBo shield no", "Bo shield r", "P-SHD-03"),
    (DOUBLED, EVOKE, "Ana summon a3", "M-DBL-01"),
    (DOUBLED, EVOKE, "Ana throw a=4", "M-DBL-01"),
    (SUMMONS_ALL, EVOKE, "Ana summon a3", "M-ALL-03"),
    (wins_with("cast-spell"), EVOKE, "Ana advance a2", "P-SPL-01"),
    (holding("force-roll"), BEATEN + "Ana reserve r", "Ana throw a=5", "P-FRL-01"),
    (holding("force-roll"), BEATEN + "Ana reserve r", "Bo win expel", "P-FRL-01"),
    (holding("first-cast"), MET + "Ana reserve r", "Ana throw a=4", "P-FST-01"),
    (holding("first-cast"), MET + "Ana reserve r", "Ana keep", "P-FST-01"),
    # A limit to a type.
    (limited("student"), EVOKE, "Ana summon a4", "M-COL-01"),
    (limited("gryffindor"), EVOKE, "Ana summon a4", "M-ALN-01"),
    # By house rules.
    (wins_with("banish", strict_zone_lists=True), EVOKE, "Ana banish b", "Q-21 P-BAN-01"),
    (duel({"a": "add"}, "front a", forbid_reserve_last_die=True), WON, "Ana win evoke", "Q-42"),
    # Where dice lie.
    (holding("guardian"), MET + "Ana reserve r", "Ana throw a=4", "P-GRD-03"),
    (holding("guardian"), "", "Ana reserve r", "P-GRD-01"),
    (wins_with("retire"), EVOKE, "Ana retire b", "P-RET-01"),
    (wins_with("swap", bo="front b b2 | banished s"), EVOKE, "Ana swap s", "P-BAN-03"),
    (wins_with("greater-expel", bo="front b b2 | banished s"), EVOKE, "Ana greater-expel s", "P-BAN-03 P-GEX-01"),
    (HELD_TWICE, EVOKE, "Ana counter-capture b", "P-CCP-01"),
    (duel({"a": "capture", "h": "add"}, hostages={"a": ["h"]}), WON, "Ana win hostage:h", "Q-28"),
    (duel({}, "front a a2", "front b"), WON + "Ana win expel", "Ana advance a2", "I-30 A-33"),
    # Alliances and escapes, once.
    (TWO_SYMBOLS, MET, "Ana alliance ravenclaw", "A-14"),
    (TWO_SYMBOLS, MET + "Ana throw a=3", "Ana alliance slytherin", "A-14"),
    (BANISHED, ESCAPES + "\nBo throw b3=5", "Bo throw b3=power", "P-BAN-05"),
    (BANISHED, ESCAPES, "Ana throw b3=power", "P-BAN-05"),
    (MIMICS, WON + "Ana win evoke", "Ana mimic b2", "Q-33"),
    (ADDS_TWICE, BEATEN + "Ana reserve r", "Bo win expel", "M-DBL-01"),
    (ADDS_TWICE, BEATEN + "Ana reserve r", "Ana throw r=5", "M-DBL-01"),
    (ADDS_TWICE, BEATEN + "Ana reserve r", "Bo double roll", "I-25"),
    (DEFENDER_FIRST, BEATEN, "Ana reserve r", "Q-50"),
    (FROZEN, SET + "Bo throw b=2\nAna reserve r", "Bo reserve s", "Q-10"),
    (FROZEN, SET + "Bo throw b=2\nAna reserve r", "Bo keep", "P-FRZ-01"),
    # Answers that nobody offered, and sides that no die has.
    (wins_with("greater-expel"), EVOKE, "Ana greater-expel zzz", "B-13"),
    (wins_with("greater-expel"), EVOKE, "Ana type ghost", "M-ALL-03"),
    (wins_with("greater-expel"), EVOKE, "Ana double roll", "M-DBL-01"),
    (wins_with("greater-expel"), EVOKE, "Ana cast-spell b2", "P-SPL-01"),
    (wins_with("greater-expel"), EVOKE, "Ana stored-too yes", "Q-61"),
    (duel({}), MET, "Ana throw a=7", "G-06"),
    (duel({}), MET, "Ana throw a=-1", "G-06"),
    (duel({}), MET, "Ana throw zzz=4", "B-13"),
    (duel({}), "", "Ana advance zzz", "B-11"),
    # An early roll, an answer too few, a die that was rolled, a swap without a partner.
    (EARLY, MET + "Ana throw a=2\nBo throw b=4", "Bo reserve r", "P-GRD-02"),
    (holding("add", "Bo", a={"cb": 2}), MET + "Ana throw a=2\nBo throw b=4", "Bo reserve r", "Q-52"),
    (holding("subtract", a={"cb": 2}), MET + "Ana throw a=2\nBo throw b=4", "Ana reserve r", "Q-52"),
    (holding("force-roll", a={"cb": 2}), MET + "Ana throw a=2\nBo throw b=4", "Ana reserve r", "Q-52"),
    (holding("escape", a={"cb": 2}), TWICE.removesuffix("Bo throw b=2\n"), "Ana reserve r", "P-ESC-02"),
    (wins_with("cast-spell", bo=THREE), EVOKE + "Ana throw a=6\nAna cast-spell b2", "Ana cast-spell done", "P-SPL-07"),
    (basic(), "Ana throw die:1=4", "Bo throw die:1=5", "B-02"),
    (BROUGHT, "Ana throw a=4", "Ana throw a=5", "A-07"),
    (wins_with("swap", bo="front b b2"), EVOKE, "Ana swap b2", "P-SWP-01"),
    (wins_with("swap", bo="front b b2"), EVOKE, "Bo swap a2", "I-25"),
    (BANISHED, ESCAPES, "Ana reserve b3", "A-22"),
    (duel({}, "front a a2", "front b"), WON + "Ana win expel", "Bo throw b=4", "A-33"),
    (duel({}, "front a", "front b", None, "intermediate"), WON + "Ana win expel", "Bo throw b=4", "I-30"),
)


def games(cases: Sequence[Case]) -> list[tuple[str, Setup, list[Fact], Fact, frozenset[str]]]:
    """Every case: its name, the set-up, what is played, what is forbidden, and the rules of which one decides."""
    return [
        (f"{number}: {step}", of, facts(lines), fact(step), frozenset(f"DIC-{rule}" for rule in rules.split()))
        for number, (of, lines, step, rules) in enumerate(cases)
    ]
