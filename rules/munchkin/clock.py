"""The countdown before a fight is decided, for whoever keeps the time: time is an argument here, never looked up."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.facts import Choose
from rules.munchkin.state import Combat, State

STOPPED_S = 60.0  # How long one player may hold a countdown up: long enough to find a card, too short to forget it.


@dataclass(frozen=True, slots=True)
class Countdown:
    """A countdown seen: which one (`State.beat`), since when (seconds of the keeper's clock) it runs or is stopped."""

    beat: int
    since: float
    stopped: bool = False


def tick(state: State, seen: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
    """What to keep for the next tick, and the fact to log once the time has passed.

    A question holds the countdown up, and a change begins it anew.  A countdown that a player has stopped goes on after
    a minute, where that player does not let it go on earlier.
    """
    combat = state.combat
    if combat is None or not combat.clock or state.questions:
        return None, None
    stopped = combat.clock == "stopped"
    if seen is None or (seen.beat, seen.stopped) != (state.beat, stopped):
        return Countdown(state.beat, now, stopped), None
    return seen, _passed(combat) if now >= seen.since + seconds(state) else None


def seconds(state: State) -> float:
    """How long the countdown of the fight takes (s), or the stop that holds it up."""
    stopped = state.combat is not None and state.combat.clock == "stopped"
    return STOPPED_S if stopped else float(state.rules.house["kill_wait_seconds"])


def _passed(combat: Combat) -> Choose:
    if combat.clock == "stopped":
        return Choose(combat.objector, "object", "go on")
    return Choose(combat.fighter, "time", "passed")
