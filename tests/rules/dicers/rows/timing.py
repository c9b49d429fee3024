"""Reserve Powers that belong to a moment: before the first roll, during a cast, or when a die is expelled."""

from typing import Any

from tests.rules.dicers.duel import LOST, WON, Row, duel

READY = "Ana advance a\nBo advance b\n"
TWO: dict[str, Any] = {"cb": 2}
MINE = "front a a2 | reserve r"
THEIRS = "front b b2 | reserve s"


def power(name: str, **more: Any) -> dict[str, Any]:
    return {"power": name, **more}


BEFORE = (
    Row(
        "Challenge: any die of the Defender's Front Line, also the one he has advanced",
        duel({"r": "challenge"}, MINE, "front b b2 b3 | keep b4"),
        READY + "Ana reserve r",
        offers={"challenge": ["b", "b2", "b3"]},
    ),
    Row(
        "Challenge: that die is in the Arena, the other goes back",
        duel({"r": "challenge"}, MINE),
        READY + "Ana reserve r\nAna challenge b2",
        {"b2": "arena", "b": "front", "r": "keep"},
        ("DIC-P-CHL-01", "DIC-P-CHL-02", "DIC-Q-14"),
    ),
    Row(
        "Challenge before anybody has advanced",
        duel({"r": "challenge"}, MINE),
        "Ana reserve r\nAna challenge b2\nAna advance a\nAna throw a=3\nBo throw b2=2\nAna win expel",
        {"b2": "dungeon"},
    ),
    Row("Challenge: not after a roll", duel({"r": "challenge"}, MINE), READY + "Ana throw a=3", offers={"reserve": []}),
    Row("Challenge: not as Defender", duel({"s": "challenge"}, bo=THEIRS), READY, offers={"reserve": []}),
    Row(
        "Challenge: by house rule only before the Defender has advanced",
        duel({"r": "challenge"}, MINE, challenge_before_advance_only=True),
        READY,
        offers={"reserve": []},
    ),
    Row(
        "First Cast: the Defender rolls first",
        duel({"r": "first-cast"}, MINE),
        READY + "Ana reserve r\nBo throw b=3\nAna throw a=4\nAna win expel",
        {"b": "dungeon", "r": "keep"},
        ("DIC-P-FST-01", "DIC-P-FST-02"),
    ),
    Row(
        "First Cast: the Challenger's early roll does not count",
        duel({"r": "first-cast"}, MINE),
        READY + "Ana reserve r\nAna throw a=4",
        rules=("DIC-B-15",),
        values={"Ana": None},
    ),
    Row(
        "First Cast: not after a roll",
        duel({"r": "first-cast", "a": TWO}, MINE),
        READY + "Ana throw a=3",
        offers={"reserve": []},
    ),
    Row("First Cast: not as Defender", duel({"s": "first-cast"}, bo=THEIRS), READY, offers={"reserve": []}),
    Row(
        "Guardian: fights in place of the die",
        duel({"r": "guardian"}, MINE),
        READY + "Ana reserve r",
        {"r": "arena", "a": "aside"},
        ("DIC-P-GRD-01", "DIC-P-GRD-02", "DIC-P-GRD-03", "DIC-Q-17"),
    ),
    Row(
        "Guardian wins: the protected die has won, and its Power may be used",
        duel({"r": "guardian", "a": "refresh"}, "front a a2 | keep a3 | reserve r"),
        READY + "Ana reserve r\nAna throw r=5\nBo throw b=2\nAna win evoke",
        {"r": "keep", "a": "arena"},
        ("DIC-P-GRD-04", "DIC-P-GRD-05", "DIC-Q-18"),
        {"refresh": ["a3", "r"]},
    ),
    Row(
        "Guardian loses: the protected die goes to the Keep, the Guardian is the beaten die",
        duel({"r": "guardian"}, MINE),
        READY + "Ana reserve r\nAna throw r=2\nBo throw b=5\nBo win expel",
        {"r": "dungeon", "a": "keep"},
        ("DIC-P-GRD-06",),
    ),
    Row(
        "Guardian loses and is spared: both to the Keep",
        duel({"r": "guardian"}, MINE),
        READY + "Ana reserve r\nAna throw r=2\nBo throw b=5\nBo win evoke",
        {"r": "keep", "a": "keep"},
    ),
    Row(
        "Guardian: not once the die was rolled",
        duel({"r": "guardian", "a": TWO}, MINE),
        READY + "Ana throw a=3",
        offers={"reserve": []},
    ),
    Row(
        "Guardian of the Defender, after the Challenger's roll",
        duel({"s": "guardian"}, bo=THEIRS),
        READY + "Ana throw a=3\nBo reserve s\nBo throw s=5\nBo win expel",
        {"a": "dungeon", "b": "keep", "s": "keep"},
    ),
    Row(
        "Guardian rolls by its own bonus",
        duel({"r": power("guardian", cb=3)}, MINE),
        READY + "Ana reserve r\nAna throw r=1\nAna throw r=2\nAna throw r=3\nAna throw r=4",
        values={"Ana": 3},
    ),
    Row(
        "Guardian by house rule by the protected die's",
        duel({"r": power("guardian", cb=3)}, MINE, guardian_uses_protected_bonus=True),
        READY + "Ana reserve r\nAna throw r=1\nAna throw r=2",
        values={"Ana": 1},
    ),
)

DURING = (
    Row(
        "Escape: nobody wins, all home, roles stay",
        duel({"r": "escape", "a": TWO}, MINE),
        READY + "Ana throw a=1\nAna reserve r",
        {"a": "keep", "b": "keep", "r": "keep"},
        ("DIC-P-ESC-01", "DIC-P-ESC-02", "DIC-P-ESC-03", "DIC-P-ESC-04", "DIC-Q-15", "DIC-Q-16"),
        {"advance": ["a2"]},
    ),
    Row(
        "Escape: by house rule the roles change",
        duel({"r": "escape", "a": TWO}, MINE, escape_swaps_roles=True),
        READY + "Ana throw a=1\nAna reserve r",
        offers={"advance": ["b2"]},
    ),
    Row("Escape with a bonus of 1: before the roll", duel({"r": "escape"}, MINE), READY, offers={"reserve": ["r"]}),
    Row(
        "Escape with a bonus of 1: not after it",
        duel({"r": "escape"}, MINE),
        READY + "Ana throw a=1",
        offers={"reserve": []},
    ),
    Row(
        "Escape: not once the die is set",
        duel({"r": "escape", "a": TWO}, MINE),
        READY + "Ana throw a=1\nAna keep",
        offers={"reserve": []},
    ),
    Row("Escape: not in the other's cast", duel({"s": "escape"}, bo=THEIRS), READY, offers={"reserve": []}),
    Row(
        "Escape: by house rule until the winner chooses",
        duel({"r": "escape"}, MINE, escape_any_time_in_cast=True),
        LOST + "Ana reserve r",
        {"a": "keep", "b": "keep"},
    ),
    Row(
        "Escape: no escape roll for banished dice, for nobody has won",
        duel({"r": "escape"}, "front a a2 | reserve r | banished a3"),
        READY + "Ana reserve r\nAna throw a3=6",
        {"a3": "banished"},
        unsaid=("DIC-P-BAN-06",),
    ),
    Row(
        "Escape with a Guardian: both dice home",
        duel({"r": "guardian", "r2": "escape"}, MINE + " r2"),
        READY + "Ana reserve r\nAna reserve r2",
        {"a": "keep", "r": "keep", "r2": "keep", "b": "keep"},
    ),
    Row(
        "Extra Roll: one more after the bonus is used up and the other is ahead",
        duel({"r": "extra-roll"}, MINE),
        LOST + "Ana reserve r\nAna throw a=6\nAna win expel",
        {"b": "dungeon", "r": "keep"},
        ("DIC-P-XRL-01", "DIC-P-XRL-02", "DIC-Q-12", "DIC-Q-46"),
    ),
    Row(
        "Extra Roll: the newest roll counts, also a lower one",
        duel({"r": "extra-roll"}, MINE),
        LOST + "Ana reserve r\nAna throw a=1",
        values={"Ana": 1},
        offers={"win": ["expel", "evoke"]},
    ),
    Row(
        "Extra Roll: a die set by choice is opened for one roll only",
        duel({"r": "extra-roll", "a": {"cb": 3}}, MINE),
        READY + "Ana throw a=3\nAna keep\nAna reserve r\nAna throw a=2\nAna throw a=6",
        values={"Ana": 2},
    ),
    Row(
        "Extra Roll: by house rule only when the bonus is used up",
        duel({"r": "extra-roll", "a": {"cb": 3}}, MINE, extra_roll_only_if_exhausted=True),
        READY + "Ana throw a=3\nAna keep",
        offers={"reserve": []},
    ),
    Row(
        "Extra Roll on top of three Alliances",
        duel(
            {"r": "extra-roll", **{die: {"alliance": "g"} for die in ("a", "a2", "a3", "a4", "a5")}},
            "front a a2 a3 a4 a5 | reserve r",
        ),
        READY + "Ana reserve r\n" + "Ana throw a=2\n" * 4 + "Ana throw a=3\nAna throw a=4",
        rules=("DIC-A-16", "DIC-Q-45"),
        values={"Ana": 3},
    ),
    Row(
        "Force Roll: after the other has beaten one's roll",
        duel({"r": "force-roll"}, MINE),
        LOST + "Ana reserve r\nBo throw b=1\nAna win expel",
        {"b": "dungeon", "r": "keep"},
        ("DIC-P-FRL-01", "DIC-P-FRL-02", "DIC-P-FRL-03", "DIC-Q-13"),
    ),
    Row(
        "Force Roll: a higher roll stands too",
        duel({"r": "force-roll"}, MINE),
        LOST + "Ana reserve r\nBo throw b=6",
        values={"Bo": 6},
    ),
    Row("Force Roll: not before he has rolled", duel({"r": "force-roll"}, MINE), READY, offers={"reserve": []}),
    Row(
        "Force Roll: nothing else while it is due",
        duel({"r": "force-roll", "s": "add"}, MINE, THEIRS),
        LOST + "Ana reserve r\nAna throw a=6",
        offers={"reserve": [], "win": []},
        values={"Ana": 2},
    ),
    Row(
        "Freeze: the roll stays although bonus is left",
        duel({"r": "freeze", "b": {"cb": 3}}, MINE),
        READY + "Ana throw a=4\nBo throw b=2\nAna reserve r\nBo throw b=6\nAna win expel",
        {"b": "dungeon"},
        ("DIC-P-FRZ-01", "DIC-P-FRZ-02", "DIC-Q-10", "DIC-Q-11"),
    ),
    Row("Freeze: not before a roll", duel({"r": "freeze"}, MINE), READY + "Ana throw a=4", offers={"reserve": []}),
    Row(
        "Freeze: not in one's own cast",
        duel({"r": "freeze", "a": TWO}, MINE),
        READY + "Ana throw a=4",
        offers={"reserve": []},
    ),
    Row(
        "Freeze: not in a tie",
        duel({"r": "freeze"}, MINE),
        READY + "Ana throw a=4\nBo throw b=4",
        offers={"reserve": []},
    ),
    Row(
        "Shield: another die goes to the Dungeon in its place",
        duel({"s": "shield"}, bo=THEIRS),
        WON + "Ana win expel\nBo shield s",
        {"b": "keep", "s": "dungeon"},
        ("DIC-P-SHD-01", "DIC-P-SHD-02", "DIC-P-SHD-03", "DIC-P-SHD-04", "DIC-Q-20"),
    ),
    Row(
        "Shield: or not",
        duel({"s": "shield"}, bo=THEIRS),
        WON + "Ana win expel\nBo shield no",
        {"b": "dungeon", "s": "reserve"},
    ),
    Row(
        "Shield: of two either",
        duel({"s": "shield", "t": "shield"}, bo=THEIRS + " t"),
        WON + "Ana win expel",
        offers={"shield": ["s", "t", "no"]},
    ),
    Row("Shield: only in the Reserve", duel({"b2": "shield"}), WON + "Ana win expel", {"b": "dungeon"}),
    Row("Shield: not before", duel({"s": "shield"}, bo=THEIRS), WON, offers={"reserve": []}),
    Row(
        "Shield: not for dice elsewhere",
        duel({"a": "greater-expel", "s": "shield"}, bo=THEIRS),
        WON + "Ana win evoke\nAna greater-expel b2",
        {"b2": "dungeon", "s": "reserve"},
    ),
    Row(
        "Shield: by house rule for those too",
        duel({"a": "greater-expel", "s": "shield"}, bo="front b b2 b3 | reserve s", shield_any_expel=True),
        WON + "Ana win evoke\nAna greater-expel b2\nBo shield s",
        {"b2": "keep", "s": "dungeon", "b": "keep"},
    ),
)

ROWS = (*BEFORE, *DURING)
