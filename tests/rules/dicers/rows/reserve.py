"""Reserve Powers: when they may be used, when not, and their effects."""

from typing import Any

from tests.rules.dicers.duel import LOST, WON, Row, duel

READY = "Ana advance a\nBo advance b\n"
TWO: dict[str, Any] = {"cb": 2}
MINE = "front a a2 | reserve r"
THEIRS = "front b b2 | reserve s"


def power(name: str, **more: Any) -> dict[str, Any]:
    return {"power": name, **more}


STORING = (
    Row(
        "a Reserve die that wins and uses its Power goes to the Reserve; the beaten one lives",
        duel({"a": "add"}),
        WON + "Ana win evoke",
        {"a": "reserve", "b": "keep"},
        ("DIC-A-19", "DIC-A-20", "DIC-A-21", "DIC-A-22", "DIC-A-23", "DIC-A-32"),
    ),
    Row(
        "several may lie there",
        duel({"a": "add", "r": "freeze"}, MINE),
        WON + "Ana win evoke",
        {"a": "reserve", "r": "reserve"},
        ("DIC-A-24",),
    ),
    Row(
        "with the last die so, the game is lost",
        duel({"a": "add"}, "front a"),
        WON + "Ana win evoke",
        {"a": "reserve", "b": "keep"},
        ("DIC-A-34", "DIC-Q-42", "DIC-A-33", "DIC-A-36"),
        winner="Bo",
    ),
    Row(
        "by house rule that is not offered",
        duel({"a": "add"}, "front a", forbid_reserve_last_die=True),
        WON,
        offers={"win": ["expel"]},
    ),
    Row(
        "by house rule it is with another die in the Keep",
        duel({"a": "add"}, "front a | keep a2", forbid_reserve_last_die=True),
        WON,
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "a die used from the Reserve goes to the Keep and keeps its owner in the game",
        duel({"a": "spy", "r": power("add", number=2)}, "front a | reserve r"),
        LOST + "Ana reserve r\nBo win expel",
        {"r": "front", "a": "dungeon"},
        ("DIC-A-28",),
    ),
    Row(
        "it works once",
        duel({"r": "add", "a": TWO}, MINE),
        READY + "Ana throw a=2\nAna reserve r",
        {"r": "keep"},
        ("DIC-A-29",),
        {"reserve": []},
    ),
    Row(
        "two in one Round, in the order used",
        duel({"r": "add", "r2": power("add", number=2), "a": TWO}, MINE + " r2"),
        READY + "Ana throw a=2\nAna reserve r2\nAna reserve r",
        {"r": "keep", "r2": "keep"},
        ("DIC-A-25", "DIC-A-30", "DIC-Q-50"),
        values={"Ana": 5},
    ),
    Row(
        "by house rule the Defender is asked first where both might use one",
        duel({"r": "add", "s": "add", "a": TWO}, MINE, THEIRS, defender_first=True),
        READY + "Ana throw a=3\nAna keep\nBo throw b=3",
        offers={"reserve": ["s", "pass"]},
    ),
    Row(
        "by house rule the Challenger may use his once the Defender has passed",
        duel({"r": "add", "s": "add", "a": TWO}, MINE, THEIRS, defender_first=True),
        READY + "Ana throw a=3\nAna keep\nBo throw b=3\nBo reserve pass\nAna reserve r",
        {"r": "keep", "s": "reserve"},
        ("DIC-Q-50",),
        offers={"reserve": ["s"]},
        values={"Ana": 4, "Bo": 3},
    ),
    Row(
        "by house rule the Defender who did not pass at a new moment is first again",
        duel({"r": "add", "r2": "add", "s": "add", "a": TWO}, MINE + " r2", THEIRS, defender_first=True),
        READY + "Ana throw a=3\nAna keep\nBo throw b=3\nBo reserve pass\nAna reserve r",
        {"r": "keep"},
        offers={"reserve": ["s", "pass"]},
    ),
    Row(
        "dice in Reserve are out of play: not advanced",
        duel({"r": "add"}, MINE),
        "",
        offers={"advance": ["a", "a2"]},
    ),
    Row(
        "by house rule not once both dice are set",
        duel({"r": "add"}, MINE, reserve_only_during_cast=True),
        LOST,
        offers={"reserve": [], "win": ["expel", "evoke"]},
    ),
)

ADD = (
    Row(
        "Add makes 4 against 5 a tie",
        duel({"r": "add"}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        {"r": "keep"},
        ("DIC-P-ADD-01", "DIC-P-ADD-02", "DIC-B-22"),
        values={"Ana": 5, "Bo": 5},
    ),
    Row(
        "Add 2 makes it a win",
        duel({"r": power("add", number=2)}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        {},
        ("DIC-P-ADD-03",),
        {"win": ["expel", "evoke"]},
        {"Ana": 6},
    ),
    Row(
        "it may go above 6",
        duel({"r": power("add", number=2)}, MINE),
        READY + "Ana throw a=6\nBo throw b=6\nAna reserve r",
        rules=("DIC-Q-05",),
        values={"Ana": 8},
    ),
    Row(
        "by house rule not",
        duel({"r": power("add", number=2)}, MINE, cap_rolls_1_6=True),
        READY + "Ana throw a=6\nBo throw b=6\nAna reserve r",
        values={"Ana": 6},
    ),
    Row("not before a roll", duel({"r": "add"}, MINE), READY, offers={"reserve": []}),
    Row(
        "a new roll is without it",
        duel({"r": "add", "a": TWO}, MINE),
        READY + "Ana throw a=2\nAna reserve r\nAna throw a=3",
        values={"Ana": 3},
    ),
    Row(
        "also in a tie",
        duel({"r": "add"}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nAna throw a=4 b=4",
        values={"Ana": 4, "Bo": 4},
    ),
    Row(
        "by house rule it stays in force in a tie",
        duel({"r": "add"}, MINE, mods_persist_on_tie=True),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nAna throw a=4 b=4",
        values={"Ana": 5, "Bo": 4},
    ),
    Row(
        "used in a tie it decides",
        duel({"r": "add"}, MINE),
        READY + "Ana throw a=4\nBo throw b=4\nAna reserve r",
        rules=("DIC-P-ADD-03",),
        offers={"win": ["expel", "evoke"]},
    ),
    Row("not after the winner has chosen", duel({"r": "add"}, MINE), LOST + "Bo win expel", offers={"reserve": []}),
    Row(
        "not while half a tie re-roll is out",
        duel({"r": "add"}, MINE),
        READY + "Ana throw a=4\nBo throw b=4\nAna throw a=3",
        offers={"reserve": []},
    ),
    Row(
        "Subtract 1 from 5 against 4: a tie",
        duel({"r": "subtract"}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        {"r": "keep"},
        ("DIC-P-SUB-01", "DIC-P-SUB-02"),
        values={"Bo": 4},
    ),
    Row(
        "Subtract 2: a win",
        duel({"r": power("subtract", number=2)}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        rules=("DIC-P-SUB-03",),
        offers={"win": ["expel", "evoke"]},
        values={"Bo": 3},
    ),
    Row(
        "Subtract may go below 1",
        duel({"r": power("subtract", number=2)}, MINE),
        READY + "Ana throw a=4\nBo throw b=1\nAna reserve r",
        values={"Bo": -1},
    ),
    Row(
        "not before the other has rolled",
        duel({"r": "subtract", "a": TWO}, MINE),
        READY + "Ana throw a=4",
        offers={"reserve": []},
    ),
)

BEATS = (
    Row(
        "Always Beats Odd beats a 5",
        duel({"r": "always-beats-odd"}, MINE),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        {"r": "keep"},
        ("DIC-P-ABT-01", "DIC-Q-06", "DIC-Q-07", "DIC-Q-08"),
        {"win": ["expel", "evoke"]},
    ),
    Row(
        "Always Beats Odd: not an even roll",
        duel({"r": "always-beats-odd"}, MINE),
        READY + "Ana throw a=4\nBo throw b=6",
        offers={"reserve": []},
    ),
    Row(
        "Always Beats Even beats the Power side",
        duel({"r": "always-beats-even"}, MINE),
        READY + "Ana throw a=4\nBo throw b=power\nAna reserve r",
        rules=("DIC-Q-09",),
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "only a set die",
        duel({"r": "always-beats-odd", "b": TWO}, MINE),
        READY + "Ana throw a=4\nBo throw b=5",
        offers={"reserve": []},
    ),
    Row(
        "by house rule any",
        duel({"r": "always-beats-odd", "b": TWO}, MINE, always_beats_anytime=True),
        READY + "Ana throw a=4\nBo throw b=5",
        offers={"reserve": ["r"]},
    ),
    Row(
        "the Defender need not even roll",
        duel({"s": "always-beats-odd"}, bo=THEIRS),
        READY + "Ana throw a=5\nBo reserve s\nBo win expel",
        {"a": "dungeon", "b": "keep"},
    ),
    Row(
        "with Add used before: the new value counts",
        duel({"r": "always-beats-even", "s": "add"}, MINE, THEIRS),
        READY + "Ana throw a=4\nBo throw b=5\nBo reserve s",
        offers={"reserve": ["r"]},
        values={"Bo": 6},
    ),
    Row(
        "by house rule the side that it shows",
        duel({"r": "always-beats-even", "s": "add"}, MINE, THEIRS, always_beats_natural_face=True),
        READY + "Ana throw a=4\nBo throw b=5\nBo reserve s",
        offers={"reserve": []},
    ),
    Row(
        "Add afterwards does not undo it",
        duel({"r": "always-beats-odd", "s": "add"}, MINE, THEIRS),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        offers={"reserve": [], "win": ["expel", "evoke"]},
    ),
    Row(
        "the first used wins",
        duel({"r": "always-beats-odd", "s": "always-beats-even"}, MINE, THEIRS),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r",
        offers={"reserve": []},
    ),
    Row(
        "by house rule both roll again",
        duel({"r": "always-beats-odd", "s": "always-beats-even"}, MINE, THEIRS, always_beats_clash="tie_reroll"),
        READY + "Ana throw a=4\nBo throw b=5\nAna reserve r\nBo reserve s\nAna throw a=2\nBo throw b=3",
        rules=("DIC-Q-08",),
        values={"Ana": 2, "Bo": 3},
    ),
    Row(
        "in a tie it decides",
        duel({"r": "always-beats-even"}, MINE),
        READY + "Ana throw a=4\nBo throw b=4\nAna reserve r\nAna win expel",
        {"b": "dungeon"},
    ),
)

ROWS = (*STORING, *ADD, *BEATS)
