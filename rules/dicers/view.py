"""What a seat, or the whole table, may see of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dicers.dice import Die
from rules.dicers.state import Cast, State, Zone, left, total_rolls, worth
from rules.dicers.turn.stages import caster, forced, rerolling, stage

ROWS: tuple[Zone, ...] = ("front", "keep", "dungeon", "banished", "reserve", "aside", "out")


def view(state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
    """What *viewer* may know, ready for JSON; docs/facts/dicers.md describes the fields."""
    challenger = state.round.challenger if state.round else ""
    return {
        "level": state.setting.level,
        "phase": state.phase,
        "stage": stage(state) if state.phase == "round" else None,
        "round": state.round_number,
        "challenger": challenger or None,
        "defender": state.setting.other(challenger) if challenger else None,
        "rolled": {player: dict(rolls) for player, rolls in state.rolls.items()},
        "to_roll": _to_roll(state),
        "pool": [die for die in state.setting.dice if state.zones[die] == "pool"],
        "rows": {player: {row: list(state.row(player, row)) for row in ROWS} for player in state.setting.players},
        "hostages": {top: list(under) for top, under in state.stacks.items()},
        "capturing": sorted(state.capturing),
        "escapes": list(state.escapes),
        "arena": {player: _cast(state, player, cast) for player, cast in _casts(state)},
        "last": _past(state),
        "dice": {die: _die(state, die, viewer, revealed) for die in state.setting.dice},
        "winner": state.winner or None,
    }


def _casts(state: State) -> list[tuple[str, Cast]]:
    return list(state.round.casts.items()) if state.round else []


def _to_roll(state: State) -> list[str]:
    """The players whose dice are due in the Arena."""
    if state.phase != "round" or state.todo:
        return []
    match stage(state):
        case "cast":
            return [caster(state)]
        case "forced":
            return [forced(state)]
        case "tie":
            return list(rerolling(state))
        case _:
            return []


def _cast(state: State, player: str, cast: Cast) -> dict[str, Any]:
    return {
        "die": cast.die,
        "face": cast.face or None,
        "value": worth(state, cast) if cast.face else None,
        "rolls": total_rolls(state, player, cast),
        "lent": max(0, cast.friends),
        "made": cast.made,
        "left": 0 if cast.set else left(state, player, cast),
        "set": cast.set,
        "frozen": cast.frozen,
        "again": state.round.fresh.get(player) if state.round else None,
        "guards": cast.guarded or None,
    }


def _past(state: State) -> dict[str, Any] | None:
    """The result of the last Round."""
    if state.past is None:
        return None
    casts = {
        player: {"die": cast.die, "face": cast.face or None, "value": worth(state, cast) if cast.face else None}
        for player, cast in state.past.casts.items()
    }
    return {"winner": state.past_winner or None, "casts": casts}


def _die(state: State, die: str, viewer: str | None, revealed: frozenset[str]) -> dict[str, Any]:
    printed = state.die(die)
    owner = state.owners.get(die)
    public: dict[str, Any] = {"name": printed.name, "owner": owner, "zone": state.zones[die]}
    if state.setting.basic:
        return {**public, "cb": printed.cb}
    open_to_all = die in revealed or state.zones[die] == "reserve"
    if open_to_all or (viewer is not None and (viewer == owner or f"{viewer}>{die}" in revealed)):
        return {**public, "cb": printed.cb, **_side(printed)}
    return {**public, "cb": printed.cb} if f"cb>{die}" in revealed else public


def _side(printed: Die) -> dict[str, Any]:
    """The Power side."""
    return {
        "power": printed.power.words if printed.power else None,
        "sign": printed.power.name if printed.power else None,
        "double": bool(printed.power and printed.power.double),
        "stored": bool(printed.power and printed.power.stored),
        "group": printed.group or None,
        "alliances": list(printed.alliances),
    }
