"""Double Down: a Power that works doubled, or not at all."""

from typing import Any

from tests.rules.dicers.duel import Row, duel
from tests.rules.dicers.rows.modifiers import EVOKE, READY, STUDENTS, power

TWICE: dict[str, Any] = power("summon", double=True)
DUNGEON = "front a a2 | dungeon a3 a4"

ROWS = (
    Row("as it is, or roll", duel({"a": TWICE}, DUNGEON), EVOKE, offers={"double": ["normal", "roll"]}),
    Row(
        "as it is: one die",
        duel({"a": TWICE}, DUNGEON),
        EVOKE + "Ana double normal\nAna summon a3",
        {"a3": "front", "a4": "dungeon"},
        ("DIC-M-DBL-01",),
    ),
    *(
        Row(
            f"a roll of {face}: nothing, both dice go home",
            duel({"a": TWICE}, DUNGEON),
            EVOKE + f"Ana double roll\nAna throw a={face}",
            {"a3": "dungeon", "a4": "dungeon", "a": "keep", "b": "keep"},
            ("DIC-M-DBL-02",),
        )
        for face in (1, 2, 3)
    ),
    *(
        Row(
            f"a roll of {face}: two dice",
            duel({"a": TWICE}, DUNGEON),
            EVOKE + f"Ana double roll\nAna throw a={face}\nAna summon a3\nAna summon a4",
            {"a3": "front", "a4": "front"},
            ("DIC-M-DBL-03", "DIC-M-DBL-04"),
        )
        for face in ("4", "5", "power")
    ),
    Row(
        "two where only one is: that one",
        duel({"a": power("retire", double=True)}),
        EVOKE + "Ana double roll\nAna throw a=4\nAna retire b2",
        {"b": "front", "b2": "front"},
    ),
    Row(
        "Swap doubled is two exchanges",
        duel({"a": power("swap", double=True)}, "front a a2 a3 | dungeon a4 a5"),
        EVOKE + "Ana double roll\nAna throw a=6\nAna swap a2\nAna swap-with a4\nAna swap a3\nAna swap-with a5",
        {"a4": "front", "a5": "front", "a2": "dungeon", "a3": "dungeon"},
    ),
    Row(
        "Reverse has no number: once",
        duel({"a": power("reverse", double=True)}, "front a a2 | keep a3"),
        EVOKE + "Ana double roll\nAna throw a=4\nAna reverse Ana",
        {"a2": "keep", "a3": "front"},
    ),
    Row(
        "by house rule twice",
        duel({"a": power("reverse", double=True)}, "front a a2 | keep a3", double_means_twice=True),
        EVOKE + "Ana double roll\nAna throw a=4\nAna reverse Ana",
        offers={"reverse": ["Ana", "Bo"]},
    ),
    Row(
        "Capture doubled takes the one beaten die",
        duel({"a": power("capture", double=True, cb=2)}),
        READY + "Ana throw a=5\nAna keep\nBo throw b=2\nAna win evoke\nAna double roll\nAna throw a=6",
        {"b": "hostage", "b2": "front"},
    ),
    Row(
        "Cast Spell doubled: twice the dice on the chart",
        duel({"a": power("cast-spell", double=True)}, bo="front b b2 b3 b4 b5"),
        EVOKE + "Ana double roll\nAna throw a=5\nAna throw a=5\nAna cast-spell b2\nAna cast-spell b3",
        {"b2": "dungeon", "b3": "dungeon", "b4": "front"},
        ("DIC-Q-49",),
    ),
    Row(
        "Cast Spell doubled: a 1 stays a 1",
        duel({"a": power("cast-spell", double=True)}),
        EVOKE + "Ana double roll\nAna throw a=5\nAna throw a=1",
        {"a": "dungeon", "b": "keep"},
    ),
    Row(
        "All and Double Down: the type first, and doubling adds nothing",
        duel({**STUDENTS, "a": power("retire", all="student", double=True)}, bo="front b b2 b3 b4"),
        EVOKE + "Ana double roll\nAna throw a=6",
        {"b2": "keep", "b3": "keep", "b4": "front"},
    ),
    Row(
        "All and Double Down: without the type there is nothing to double",
        duel({**STUDENTS, "a": power("retire", all="wizard", double=True)}, bo="front b b2 b3 b4"),
        EVOKE,
        {"b2": "front", "a": "keep"},
        ("DIC-M-ALL-04",),
        {"double": []},
    ),
    Row(
        "Mimic copies the Double Down too",
        duel({"a": "mimic", "b": power("retire", double=True)}, bo="front b b2 b3"),
        EVOKE + "Ana double roll\nAna throw a=4\nAna retire b2\nAna retire b3",
        {"b2": "front", "b3": "front"},
    ),
    Row(
        "a Mimic with Double Down doubles what it copies",
        duel({"a": power("mimic", double=True), "b": "retire"}, bo="front b b2 b3"),
        EVOKE + "Ana double roll\nAna throw a=4\nAna retire b2\nAna retire b3",
        {"b2": "front", "b3": "front"},
        ("DIC-M-DBL-04",),
    ),
    Row(
        "a Mimic for Creatures only copies for Creatures only",
        duel({"a": power("mimic", only="green"), "b": "retire", "b2": {"group": "creature"}}, bo="front b b2 b3"),
        EVOKE,
        offers={"retire": ["b2"]},
        rules=("DIC-M-COL-01",),
    ),
    Row(
        "Add with Double Down: rolled when it is used, with its own die",
        duel({"a3": power("add", number=2, double=True)}, "front a a2 | reserve a3"),
        READY + "Ana throw a=1\nBo throw b=4\nAna reserve a3\nAna double roll\nAna throw a3=4",
        {"a3": "keep"},
        ("DIC-Q-48", "DIC-M-DBL-03"),
        values={"Ana": 5},
    ),
    Row(
        "Add with Double Down: lost on 1 to 3",
        duel({"a3": power("add", number=2, double=True)}, "front a a2 | reserve a3"),
        READY + "Ana throw a=1\nBo throw b=4\nAna reserve a3\nAna double roll\nAna throw a3=3",
        {"a3": "keep"},
        ("DIC-M-DBL-02",),
        values={"Ana": 1},
    ),
    Row(
        "Add with Double Down: as it is",
        duel({"a3": power("add", number=2, double=True)}, "front a a2 | reserve a3"),
        READY + "Ana throw a=1\nBo throw b=4\nAna reserve a3\nAna double normal",
        values={"Ana": 3},
    ),
)
