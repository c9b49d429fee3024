"""A choice that is not offered is refused with the rule that stands against it."""

import pytest

from rules.core.game import Setup
from rules.core.refusals import refusal
from rules.dicers.game import DICERS
from tests.rules.dicers.duel import WON, duel
from tests.rules.dicers.table import basic, dealt, fact, play

MET = "Ana advance a\nBo advance b\n"
ROWS = duel({"r": "add"}, "front a a2 | keep a3 | reserve r", "front b b2 | dungeon b3 | banished b4")
PLAYED = """
Ana advance die:1
Bo advance die:6
Ana throw die:1=5
Bo throw die:6=2
"""


@pytest.mark.parametrize(
    ("setup", "lines", "choice", "rule"),
    [
        (basic(challenger="Ana"), "Ana draft die:1", "Bo draft die:1", "DIC-B-07"),
        (basic(challenger="Ana"), "", "Bo draft die:1", "DIC-B-07"),
        (ROWS, "", "Bo advance b", "DIC-B-11"),
        (ROWS, "", "Ana advance b", "DIC-B-11"),
        (ROWS, "", "Ana advance a3", "DIC-I-10"),
        (ROWS, "", "Ana advance r", "DIC-A-32"),
        (ROWS, "Ana advance a", "Bo advance b3", "DIC-I-15"),
        (ROWS, "Ana advance a", "Bo advance b4", "DIC-P-BAN-04"),
        (dealt(), PLAYED, "Ana advance die:1", "DIC-B-27"),
        (dealt(), "", "Ana win expel", "DIC-B-25"),
        (ROWS, MET, "Ana keep", "DIC-B-19"),
        (ROWS, MET, "Bo keep", "DIC-B-21"),
        (ROWS, MET + "Ana throw a=3", "Ana keep", "DIC-B-20"),
        (ROWS, MET, "Ana win expel", "DIC-I-22"),
        (ROWS, WON, "Bo win expel", "DIC-I-23"),
        (ROWS, WON, "Ana win hostage:b", "DIC-P-CAP-04"),
        (ROWS, MET, "Ana reserve r", "DIC-P-ADD-01"),
        (ROWS, MET, "Ana reserve a2", "DIC-A-29"),
        (duel({}, level="intermediate"), MET, "Ana reserve a2", "DIC-I-17"),
        (ROWS, MET, "Ana alliance gryffindor", "DIC-A-14"),
        (ROWS, MET, "Ana shield r", "DIC-P-SHD-03"),
        (duel({"a": "retire"}, bo="front b b2 b3"), WON + "Ana win evoke", "Ana retire b", "DIC-P-RET-01"),
    ],
)
def test_refused_with_its_rule(setup: Setup, lines: str, choice: str, rule: str) -> None:
    said = refusal(DICERS, play(setup, lines), fact(choice))
    assert said is not None
    assert rule in said
