"""The table of Reserve Powers: when each may be used, on which die, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling
from rules.dicers import messages
from rules.dicers.messages import rolls
from rules.dicers.powers.moments import Use, is_late_escape, own_cast, their_cast
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Cast, Outcome, State, Task, left, put, with_cast, with_round, worth
from rules.dicers.turn.clean_up import go_home
from rules.dicers.turn.rounds import count_early
from rules.dicers.turn.stages import running


@dataclass(frozen=True, slots=True)
class ReservePower:
    """One Reserve Power.

    ``on``: the die it is applied to (empty: none), which its modifiers must allow; ``does``: what happens; ``keeps``:
    the die does not go to the Keep afterwards.
    """

    rules: tuple[str, ...]
    on: Callable[[State, Use], str]
    does: Callable[[State, Use], Outcome]
    keeps: bool = False


NUMBERED = ("add", "subtract", "extra-roll")
"""The Powers with a number, which Double Down doubles (DIC-Q-48)."""


def _my_die(state: State, use: Use) -> str:
    cast = own_cast(state, use)
    return cast.die if cast else ""


def _their_die(state: State, use: Use) -> str:
    cast = their_cast(state, use)
    return cast.die if cast else ""


def _no_die(state: State, use: Use) -> str:
    return ""


def _change(state: State, player: str, by: int) -> Outcome:
    cast = running(state).casts[player]
    cast = replace(cast, change=cast.change + by)
    ruling = messages.COUNTS(die=state.name(cast.die), value=worth(state, cast))
    return with_cast(state, player, cast), (ruling,)


def _compared(state: State, player: str) -> str:
    """The ruling that compares the player's roll with the other player's: tie, win, or none."""
    mine, theirs = state.cast(player), state.cast(state.setting.other(player))
    if not (mine and theirs and mine.face and theirs.face):
        return ""
    difference = worth(state, mine) - worth(state, theirs)
    return "tie" if difference == 0 else "win" if difference > 0 else ""


def _cite_result(power: str, state: State, player: str, words: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    rule = _RESULT_RULES[power][_compared(state, player)]
    return tuple(ruling.by((rule,)) for ruling in words)


_RESULT_RULES = {
    "add": {"": "DIC-P-ADD-01", "tie": "DIC-P-ADD-02", "win": "DIC-P-ADD-03"},
    "subtract": {"": "DIC-P-SUB-01", "tie": "DIC-P-SUB-02", "win": "DIC-P-SUB-03"},
}


def _add(state: State, use: Use) -> Outcome:
    state, rulings = _change(state, use.player, use.number)
    return state, _cite_result("add", state, use.player, rulings)


def _subtract(state: State, use: Use) -> Outcome:
    state, rulings = _change(state, state.setting.other(use.player), -use.number)
    return state, _cite_result("subtract", state, use.player, rulings)


def _beat(state: State, use: Use) -> Outcome:
    current = running(state)
    if current.beats:
        return _clash(state)
    theirs = current.casts[state.setting.other(use.player)]
    value = theirs.face if state.setting.on("always_beats_natural_face") else worth(state, theirs)
    six = ("DIC-Q-09",) if theirs.face == 6 else ()
    parity = Phrase("odd") if value % 2 else Phrase("even")
    ruling = messages.BEATS(die=state.name(theirs.die), value=value, parity=parity, also=six)
    return with_round(state, replace(current, beats=use.player)), (ruling,)


def _clash(state: State) -> Outcome:
    """By house rule two Always Beats undo each other: both dice are rolled again."""
    current = running(state)
    casts = {player: replace(cast, set=True, forced="DIC-Q-08", change=0) for player, cast in current.casts.items()}
    return with_round(state, replace(current, beats="", casts=casts)), (messages.CLASH(),)


def _challenge(state: State, use: Use) -> Outcome:
    return replace(state, todo=(Task("challenge", use.player, die=use.die), *state.todo)), ()


def name_challenged(state: State, player: str, die: str) -> Outcome:
    """The Challenger chooses the Defender's die; one already advanced goes back.

    The rolls that an Extra Roll gave to that one pass to the die that is chosen.
    """
    defender = state.setting.other(player)
    before = state.cast(defender)
    if before:
        state = put(state, before.die, "front")
    cast = before if before and before.die == die else Cast(die, extra=before.extra if before else 0)
    state = with_cast(put(state, die, "arena"), defender, cast)
    also = ("DIC-Q-14",) if before else ()
    ruling = messages.CHALLENGED(other=defender, die=state.name(die), also=also, reveals=(f"cb>{die}",))
    if before is None or before.die == die:
        return state, (ruling,)
    return state, (ruling, messages.SENT_BACK(die=state.name(before.die), player=defender))


def _escape(state: State, use: Use) -> Outcome:
    """End the Round; the dice in the Arena go home before that of the Escape does (DIC-A-28, DIC-P-ESC-03)."""
    in_time = () if is_late_escape(state, use) else ("DIC-P-ESC-02", "DIC-P-ESC-04")
    state, home = go_home(replace(state, phase="power", round_winner=""))
    return state, (messages.ESCAPES(also=(*in_time, "DIC-Q-16", "DIC-Q-15")), *home)


def _roll_extra(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    spare = left(state, use.player, cast) if not cast.set else 0
    lost = left(state, use.player, cast) - spare
    cast = replace(cast, extra=cast.extra + use.number - lost, set=False, frozen=False)
    ruling = messages.EXTRA(die=state.name(cast.die), left=rolls(left(state, use.player, cast)))
    return with_cast(state, use.player, cast), (ruling,)


def _go_second(state: State, use: Use) -> Outcome:
    ruling = messages.DEFENDER_FIRST(other=state.setting.other(use.player))
    return with_round(state, replace(running(state), defender_first=True)), (ruling,)


def _force(state: State, use: Use) -> Outcome:
    other = state.setting.other(use.player)
    cast = running(state).casts[other]
    ruling = messages.MUST_ROLL(other=other, die=state.name(cast.die))
    return with_cast(state, other, replace(cast, forced="DIC-P-FRL-01")), (ruling,)


def _freeze(state: State, use: Use) -> Outcome:
    other = state.setting.other(use.player)
    cast = running(state).casts[other]
    ruling = messages.FROZEN(die=state.name(cast.die), value=worth(state, cast))
    state, more = count_early(with_cast(state, other, replace(cast, set=True, frozen=True)))
    return state, (ruling, *more)


def _guard(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    state = put(put(state, cast.die, "aside"), use.die, "arena")
    guardian = Cast(use.die, extra=cast.extra, guarded=cast.die, stands_in=True)
    ruling = messages.GUARDS(die=state.name(use.die), other=state.name(cast.die), also=("DIC-Q-17",))
    return with_cast(state, use.player, guardian), (ruling,)


def _nothing(state: State, use: Use) -> Outcome:
    return state, ()


_CITE = BOOK.cite
RESERVE_POWERS: dict[str, ReservePower] = {
    "add": ReservePower(_CITE("DIC-P-ADD-01"), _my_die, _add),
    "subtract": ReservePower(_CITE("DIC-P-SUB-01"), _their_die, _subtract),
    "always-beats-odd": ReservePower(_CITE("DIC-P-ABT-01"), _their_die, _beat),
    "always-beats-even": ReservePower(_CITE("DIC-P-ABT-01"), _their_die, _beat),
    "challenge": ReservePower(_CITE("DIC-P-CHL-01", "DIC-P-CHL-02"), _no_die, _challenge),
    "escape": ReservePower(_CITE("DIC-P-ESC-01"), _my_die, _escape),
    "extra-roll": ReservePower(_CITE("DIC-P-XRL-01", "DIC-P-XRL-02"), _my_die, _roll_extra),
    "first-cast": ReservePower(_CITE("DIC-P-FST-01", "DIC-P-FST-02"), _no_die, _go_second),
    "force-roll": ReservePower(_CITE("DIC-P-FRL-01", "DIC-P-FRL-02"), _their_die, _force),
    "freeze": ReservePower(_CITE("DIC-P-FRZ-01", "DIC-P-FRZ-02"), _their_die, _freeze),
    "guardian": ReservePower(_CITE("DIC-P-GRD-01", "DIC-P-GRD-02"), _my_die, _guard, keeps=True),
    "shield": ReservePower(_CITE("DIC-P-SHD-01", "DIC-P-SHD-03"), _no_die, _nothing),
}
