"""Short games, each with the expected outcome: the rules cited for the last play, and the state of the table.

``refused`` are facts that a rule forbids at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import setup

ANA, BO, CY = "Ana", "Bo", "Cy"


@dataclass(frozen=True, slots=True)
class Scene:
    """One row; ``standing`` may list levels, hands, phase, strength (both sides), winners, and parts of characters."""

    name: str
    start: Mapping[str, Any]
    lines: Sequence[str]
    cites: Sequence[str]
    standing: Mapping[str, Any] = field(default_factory=dict)
    refused: Sequence[str] = ()


def at(ana: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Ana's turn, with the tests' cards; *ana*, ``bo`` and ``cy`` change characters, all others the set-up."""
    characters = {ANA: dict(ana or {}), **{name.title(): body for name, body in more.items() if name in ("bo", "cy")}}
    rest = {name: value for name, value in more.items() if name not in ("bo", "cy")}
    return setup(**{"cards": CARDS, "characters": characters, **rest})


def house(**rules: Any) -> dict[str, Any]:
    return {"house_rules": rules}


FLED = ("Ana unlock: Hood", "Ana run: away", "Ana time: passed")
SIDE = ("Ana unlock: Horntail", "Ana help: Bo > 0 treasures", "Bo answer: yes")

SETTING_UP = (
    Scene(
        "a House is picked, by three at most",
        {**at(begin="create"), "players": ["Ana", "Bo", "Cy", "Di"]},
        ("Ana change: Slytherin", "Bo change: Slytherin", "Cy change: Slytherin", "Di change: Slytherin"),
        ("MUN-SETUP-06",),
        {"house": {"Cy": "Slytherin", "Di": ""}},
    ),
    Scene(
        "a House is picked",
        at(begin="create"),
        ("Ana change: Ravenclaw",),
        ("MUN-SETUP-03", "MUN-SETUP-04", "MUN-SETUP-12"),
        {"house": {ANA: "Ravenclaw"}},
    ),
    Scene(
        "the first Role",
        at(begin="create"),
        ("Ana play: Prefect",),
        ("MUN-SETUP-14", "MUN-ROLE-01", "MUN-ROLE-02"),
        {"hand": {ANA: 7}},
    ),
    Scene(
        "no second Role",
        at(begin="create"),
        ("Ana play: Prefect", "Ana play: Quidditch Captain"),
        ("MUN-ROLE-06", "MUN-SETUP-14"),
        {"hand": {ANA: 7}, "roles": {ANA: ("Prefect",)}},
        refused=("Ana play: Dual Role", "Ana play: Jinx > Bo"),
    ),
    Scene(
        "the first Proficiency",
        at(begin="create"),
        ("Ana play: Charms",),
        ("MUN-SETUP-15", "MUN-Q-32", "MUN-PROF-03"),
        {"proficiencies": {ANA: ("Charms",)}},
    ),
    Scene(
        "none of Rank 2", at(begin="create"), ("Ana play: Potions",), ("MUN-SETUP-15", "MUN-Q-32"), {"hand": {ANA: 8}}
    ),
    Scene("Items and an Ally", at(begin="create"), ("Ana play: Hermione Granger",), ("MUN-SETUP-16", "MUN-ALLY-01")),
    Scene(
        "when all are ready the game begins",
        at(begin="create", first=BO),
        ("Ana play: Hat", "Cy ready: ready", "Ana ready: ready", "Bo ready: ready"),
        ("MUN-SETUP-01", "MUN-SETUP-08", "MUN-SETUP-11", "MUN-SETUP-17", "MUN-SETUP-19", "MUN-TURN-01", "MUN-TURN-02"),
        {"phase": "arrange", "active": BO, "hand": {ANA: 7, BO: 8}},
    ),
)

TURNS = (
    Scene(
        "a monster behind the door is fought",
        at(),
        ("Ana unlock: Peter Pettigrew",),
        ("MUN-TURN-03", "MUN-TURN-04", "MUN-COMBAT-01", "MUN-COMBAT-05"),
        {"phase": "combat", "strength": (1, 10), "hand": {ANA: 5}},
        refused=("Ana room: loot", "Ana unlock: Gnome", "Ana time: passed"),
    ),
    Scene(
        "a Curse behind the door strikes",
        at({"level": 3}),
        ("Ana unlock: Jinx",),
        ("MUN-CURSE-01", "MUN-TURN-05", "MUN-CURSE-04", "MUN-TURN-08"),
        {"levels": {ANA: 2}, "phase": "room"},
    ),
    Scene("an unlisted Curse is told", at(), ("Ana unlock: another curse",), ("MUN-CURSE-01", "MUN-TURN-08")),
    Scene(
        "a Role behind the door is played",
        at(),
        ("Ana unlock: Prefect > play",),
        ("MUN-TURN-06", "MUN-ROLE-05"),
        {"roles": {ANA: ("Prefect",)}, "hand": {ANA: 5}},
    ),
    Scene(
        "an enhancer behind the door is kept",
        at(),
        ("Ana unlock: Bombarda! > hand",),
        ("MUN-Q-42",),
        {"hand": {ANA: 6}},
    ),
    Scene(
        "the room is looted",
        at({"hand": 4}),
        ("Ana unlock: another card > hand", "Ana room: loot"),
        ("MUN-TURN-10", "MUN-CHARITY-01", "MUN-Q-20"),
        {"hand": {ANA: 6}, "phase": "charity"},
        refused=("Ana end: turn", "Ana room: loot"),
    ),
    Scene(
        "up to no good",
        at(),
        ("Ana unlock: another card > hand", "Ana room: no good > Gnome"),
        ("MUN-TURN-09", "MUN-COMBAT-01"),
        {"strength": (1, 1), "hand": {ANA: 5}},
    ),
    Scene(
        "with no hand there is no monster to play",
        at({"hand": 0}),
        ("Ana unlock: another curse",),
        ("MUN-TURN-08",),
        refused=("Ana room: no good > Gnome",),
    ),
    Scene(
        "after a fight the room is closed",
        at({"level": 3}),
        ("Ana unlock: Gnome", "Ana time: passed"),
        ("MUN-TURN-07",),
        {"phase": "charity"},
    ),
    Scene(
        "the turn goes left",
        at(),
        ("Ana unlock: Gnome", "Ana remove: Gnome > no reward", "Ana end: turn"),
        ("MUN-CARD-08", "MUN-TURN-14", "MUN-TURN-01"),
        {"active": BO, "phase": "arrange"},
    ),
    Scene(
        "listening at the door",
        at(**house(listen_at_the_door=True)),
        ("Ana listen: draw",),
        ("MUN-FAST-01", "MUN-FAST-02"),
        {"hand": {ANA: 6}, "phase": "arrange"},
    ),
    Scene(
        "looting draws a Treasure",
        at(**house(draw_treasure=True)),
        ("Ana unlock: another curse", "Ana room: loot"),
        ("MUN-FAST-03", "MUN-Q-01"),
    ),
    Scene(
        "by the letter it is drawn with a monster",
        at(**house(draw_treasure=True, fast_literal=True)),
        ("Ana unlock: another curse", "Ana room: no good > Gnome"),
        ("MUN-FAST-03", "MUN-Q-01"),
        {"hand": {ANA: 5}},
    ),
    Scene(
        "a monster gone without a fight counts as fought",
        at(),
        ("Ana unlock: Peter Pettigrew", "Bo remove: Peter Pettigrew > no reward"),
        ("MUN-MULTI-04", "MUN-COMBAT-11", "MUN-COMBAT-12", "MUN-Q-02"),
        {"levels": {ANA: 1}, "hand": {ANA: 5}, "phase": "charity"},
    ),
    Scene(
        "unless the house sees it otherwise",
        at(**house(loot_after_no_fight=True)),
        ("Ana unlock: Peter Pettigrew", "Bo remove: Peter Pettigrew > its treasures"),
        ("MUN-Q-02",),
        {"levels": {ANA: 1}, "hand": {ANA: 8}, "phase": "room"},
        refused=("Ana end: turn",),
    ),
    Scene(
        "the room is looted after such a monster",
        at(**house(loot_after_no_fight=True)),
        (
            "Ana unlock: Peter Pettigrew",
            "Bo remove: Peter Pettigrew > no reward",
            "Ana room: loot",
            "Ana charity: discard",
        ),
        ("MUN-CHARITY-04",),
        {"hand": {ANA: 5}, "active": BO},
    ),
)

CHARITY = (
    Scene(
        "the lowest two share, the giver says who gets two",
        at({"level": 3, "hand": 7}),
        ("Ana unlock: another curse", "Ana room: loot", "Ana charity: Bo 1, Cy 2"),
        ("MUN-CHARITY-02", "MUN-CHARITY-03", "MUN-Q-22", "MUN-Q-46"),
        {"hand": {ANA: 5, BO: 6, CY: 7}, "active": BO},
    ),
    Scene(
        "the shares may be told in any order",
        at({"level": 3, "hand": 6}),
        ("Ana unlock: another curse", "Ana room: loot", "Ana charity: Cy 1, Bo 1"),
        ("MUN-CHARITY-02", "MUN-CHARITY-03"),
        {"hand": {ANA: 5, BO: 6, CY: 6}, "active": BO},
    ),
    Scene(
        "one alone is lowest",
        at({"level": 3, "hand": 6}, bo={"level": 2}),
        ("Ana unlock: another curse", "Ana room: loot", "Ana charity: Cy 2"),
        ("MUN-CHARITY-02",),
        {"hand": {ANA: 5, BO: 5, CY: 7}},
    ),
    Scene(
        "the lowest discards",
        at({"hand": 6}, bo={"level": 4}),
        ("Ana unlock: another curse", "Ana room: loot", "Ana charity: discard"),
        ("MUN-CHARITY-04",),
        {"hand": {ANA: 5, BO: 5, CY: 5}},
    ),
    Scene(
        "playing down to five",
        at({"hand": 6}),
        ("Ana unlock: another curse", "Ana room: loot", "Ana play: Hat", "Ana play: Boots", "Ana end: turn"),
        ("MUN-CARD-08",),
        {"hand": {ANA: 5}, "active": BO},
    ),
)
