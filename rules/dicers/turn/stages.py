"""Where a Round stands: who is to advance, to roll or to choose now."""

from __future__ import annotations

from typing import Literal

from rules.dicers.state import Round, State, left, worth

Stage = Literal["advance", "forced", "tie", "cast", "decided"]


def running(state: State) -> Round:
    """The running Round; there is one in the phases ``round`` and ``power``."""
    assert state.round is not None
    return state.round


def order(state: State) -> tuple[str, str]:
    """The players in the order in which they roll."""
    current = running(state)
    defender = state.setting.other(current.challenger)
    return (defender, current.challenger) if current.defender_first else (current.challenger, defender)


def first_rule(state: State) -> tuple[str, ...]:
    """The rule that decides who rolls first: the Challenger, or after a First Cast the Defender."""
    return ("DIC-P-FST-01",) if running(state).defender_first else ("DIC-B-15",)


def rolled_early(state: State) -> str:
    """The second player while an early roll of theirs is held; else empty."""
    return order(state)[1] if running(state).early else ""


def advancer(state: State) -> str:
    """Who has to advance a die now: the Challenger, then the Defender; empty when both have."""
    current = running(state)
    both = (current.challenger, state.setting.other(current.challenger))
    return next((player for player in both if player not in current.casts), "")


def forced(state: State) -> str:
    """Who has to roll once more, because of a Force Roll for example; empty for nobody."""
    return next((player for player, cast in running(state).casts.items() if cast.forced), "")


def forced_rule(state: State) -> tuple[str, ...]:
    """The rule by which that player has to roll once more; empty where nobody has to."""
    player = forced(state)
    return (running(state).casts[player].forced,) if player else ()


def caster(state: State) -> str:
    """Whose cast it is: the first in order whose die is not set; empty where both are."""
    return next((player for player in order(state) if not running(state).casts[player].set), "")


def ahead(state: State) -> str:
    """Who is ahead once both dice are in the Arena; empty for a tie.  Always Beats counts before the numbers."""
    current = running(state)
    if current.beats:
        return current.beats
    first, second = ((worth(state, cast), player) for player, cast in current.casts.items())
    return "" if first[0] == second[0] else max(first, second)[1]


def stage(state: State) -> Stage:
    """What the Round waits for: a die to advance, a forced roll, a cast, the re-roll of a tie, the winner's choice."""
    if advancer(state):
        return "advance"
    if running(state).beats:
        return "decided"
    if forced(state):
        return "forced"
    if caster(state):
        return "cast"
    return "decided" if ahead(state) else "tie"


def rerolling(state: State) -> tuple[str, ...]:
    """Who still rolls in this tie re-roll (DIC-Q-01)."""
    current = running(state)
    both = tuple(current.casts)
    paying = tuple(player for player in both if left(state, player, current.casts[player]))
    who = paying or both if state.setting.on("tie_reroll_costs_bonus") else both
    return tuple(player for player in who if player not in current.fresh)
