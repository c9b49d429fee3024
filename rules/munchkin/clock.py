"""The countdown before a fight is decided, for whoever keeps the time: time is an argument here, never looked up."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.facts import Choose
from rules.munchkin.state import State


@dataclass(frozen=True, slots=True)
class Countdown:
    """A countdown seen running: which one (`State.beat`), and since when (seconds of the keeper's clock)."""

    beat: int
    since: float


def tick(state: State, seen: Countdown | None, now: float) -> tuple[Countdown | None, Choose | None]:
    """What to keep for the next tick, and the fact to log once the time has passed.

    It stands still while somebody objects or a question is open, and begins anew after that and after each change.
    """
    combat = state.combat
    if combat is None or combat.clock != "running" or state.questions:
        return None, None
    if seen is None or seen.beat != state.beat:
        return Countdown(state.beat, now), None
    if now < seen.since + float(state.rules.house["kill_wait_seconds"]):
        return seen, None
    return seen, Choose(combat.fighter, "time", "passed")
