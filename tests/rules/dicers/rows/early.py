"""A roll of the second player that comes before the first has decided, and its outcome."""

from typing import Any

from tests.rules.dicers.duel import Row, duel

MET = "Ana advance a\nBo advance b\n"
EARLY = MET + "Ana throw a=2\nBo throw b=4\n"
TWICE: dict[str, Any] = {"a": {"cb": 2}, "b": {"cb": 2}}


def of_bo(power: str, **more: Any) -> Any:
    """Both dice may be rolled twice, and Bo has that Power in Reserve."""
    return duel({**TWICE, "r": power, **more}, bo="front b b2 | reserve r")


ROWS = (
    Row(
        "it is held until the first player keeps",
        duel(TWICE),
        EARLY + "Ana keep",
        rules=("DIC-B-19", "DIC-B-21"),
        values={"Ana": 2, "Bo": 4},
        offers={"keep": ["keep"]},
    ),
    Row(
        "a Freeze keeps the roll for the first player, so that it counts then",
        of_bo("freeze"),
        EARLY + "Bo reserve r",
        rules=("DIC-P-FRZ-01", "DIC-B-21"),
        values={"Ana": 2, "Bo": 4},
        offers={"keep": ["keep"]},
    ),
    Row(
        "a Force Roll on the first player leaves it held",
        of_bo("force-roll"),
        EARLY + "Bo reserve r\nAna throw a=5\nAna keep",
        rules=("DIC-B-21",),
        values={"Ana": 5, "Bo": 4},
    ),
    Row(
        "an Extra Roll of the second player is added to it",
        of_bo("extra-roll", b={"cb": 1}),
        EARLY + "Bo reserve r\nAna keep",
        values={"Ana": 2, "Bo": 4},
        offers={"keep": ["keep"]},
    ),
    Row(
        "a Subtract against the first roll is used before it counts",
        of_bo("subtract"),
        EARLY + "Bo reserve r\nAna keep",
        values={"Ana": 1, "Bo": 4},
    ),
    Row(
        "another roll of the first player makes it void",
        duel(TWICE),
        EARLY + "Ana throw a=5",
        rules=("DIC-B-21", "DIC-Q-52"),
        values={"Ana": 5, "Bo": None},
    ),
    Row(
        "the other Alliance is chosen before it",
        duel({"a": {"cb": 2}, "b": {"alliances": ["g", "s"]}, "b2": {"alliance": "g"}}),
        EARLY,
        offers={"alliance": []},
    ),
    Row(
        "with a First Cast the Challenger is the second player",
        duel({**TWICE, "r": "first-cast"}, "front a a2 | reserve r"),
        MET + "Ana reserve r\nBo throw b=3\nAna throw a=5\nBo keep",
        rules=("DIC-B-19", "DIC-B-21"),
        values={"Ana": 5, "Bo": 3},
    ),
    Row(
        "and the Defender rolls first because of that Power",
        duel({**TWICE, "r": "first-cast"}, "front a a2 | reserve r"),
        MET + "Ana reserve r\nBo throw b=3",
        rules=("DIC-P-FST-01",),
        unsaid=("DIC-B-15",),
    ),
)
