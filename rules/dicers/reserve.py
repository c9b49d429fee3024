"""The table of Reserve Powers: when each may be used, on which die, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.core.reasons import Reason
from rules.core.rulings import Ruling
from rules.dicers import messages_powers as messages
from rules.dicers.messages import times
from rules.dicers.rounds import Outcome, caster, running, stage
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Cast, State, Task, left, put, with_cast, with_round, worth


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a Reserve Power: whose, which die, and how strong (its number, doubled by Double Down)."""

    player: str
    die: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """One Reserve Power.

    ``why_not``: why using it now makes no sense, as far as all can see; ``on``: the die it is applied to (empty: none),
    which its modifiers must allow; ``does``: what happens; ``keeps``: the die does not go to the Keep afterwards.
    """

    rules: tuple[str, ...]
    why_not: Callable[[State, Use], Reason | None]
    on: Callable[[State, Use], str]
    does: Callable[[State, Use], Outcome]
    keeps: bool = False


def _mine(state: State, use: Use) -> Cast | None:
    return state.cast(use.player)


def _theirs(state: State, use: Use) -> Cast | None:
    return state.cast(state.deal.other(use.player))


def _my_die(state: State, use: Use) -> str:
    cast = _mine(state, use)
    return cast.die if cast else ""


def _their_die(state: State, use: Use) -> str:
    cast = _theirs(state, use)
    return cast.die if cast else ""


def _no_die(state: State, use: Use) -> str:
    return ""


def _unrolled(state: State) -> bool:
    """Whether nobody has rolled in this Round."""
    return not any(cast.face or cast.made for cast in running(state).casts.values())


_because = BOOK.because
BEATEN = _because("The Round is decided by Always Beats; only the winner's choice is left.", "DIC-P-ABT-01", "DIC-Q-07")
NO_OWN_DIE = _because("The player has no die in the Arena yet.", "DIC-A-26", "DIC-B-10")
NO_THEIR_DIE = _because("The other player has no die in the Arena yet.", "DIC-A-26", "DIC-B-10")


def _why_not_add(state: State, use: Use) -> Reason | None:
    cast = _mine(state, use)
    if not (cast and cast.face):
        return NO_ROLL_TO_RAISE
    return BEATEN if running(state).beats else None


NO_ROLL_TO_RAISE = _because("Add changes a roll, and the player has not rolled in this Round.", "DIC-P-ADD-01")


def _why_not_subtract(state: State, use: Use) -> Reason | None:
    return _no_roll_of_theirs(state, use, NO_ROLL_TO_LOWER)


NO_ROLL_TO_LOWER = _because("Subtract changes a roll, and the other player has not rolled.", "DIC-P-SUB-01")


def _why_not_force(state: State, use: Use) -> Reason | None:
    return _no_roll_of_theirs(state, use, NO_ROLL_TO_FORCE)


NO_ROLL_TO_FORCE = _because(
    "Force Roll repeats a roll, and the other player has not rolled.", "DIC-P-FRL-01", "DIC-P-FRL-02"
)


def _no_roll_of_theirs(state: State, use: Use, reason: Reason) -> Reason | None:
    cast = _theirs(state, use)
    if not (cast and cast.face):
        return reason
    return BEATEN if running(state).beats else None


def _change(state: State, player: str, by: int) -> Outcome:
    cast = running(state).casts[player]
    cast = replace(cast, change=cast.change + by)
    words = messages.COUNTS(die=state.name(cast.die), value=worth(state, cast))
    return with_cast(state, player, cast), (words,)


def _compared(state: State, player: str) -> str:
    """How the player's roll now stands against the other's: tie, win or nothing to say."""
    mine, theirs = state.cast(player), state.cast(state.deal.other(player))
    if not (mine and theirs and mine.face and theirs.face):
        return ""
    difference = worth(state, mine) - worth(state, theirs)
    return "tie" if difference == 0 else "win" if difference > 0 else ""


def _cite_result(power: str, state: State, player: str, words: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    rule = _RESULT_RULES[power][_compared(state, player)]
    return tuple(replace(ruling, rules=tuple(dict.fromkeys((rule, *ruling.rules)))) for ruling in words)


_RESULT_RULES = {
    "add": {"": "DIC-P-ADD-01", "tie": "DIC-P-ADD-02", "win": "DIC-P-ADD-03"},
    "subtract": {"": "DIC-P-SUB-01", "tie": "DIC-P-SUB-02", "win": "DIC-P-SUB-03"},
}


def _add(state: State, use: Use) -> Outcome:
    state, words = _change(state, use.player, use.number)
    return state, _cite_result("add", state, use.player, words)


def _subtract(state: State, use: Use) -> Outcome:
    state, words = _change(state, state.deal.other(use.player), -use.number)
    return state, _cite_result("subtract", state, use.player, words)


def _unbeatable(odd: bool) -> Callable[[State, Use], Reason | None]:
    """Against a set die of that parity, as it counts now (DIC-Q-06, Q-07, Q-08)."""

    def why_not(state: State, use: Use) -> Reason | None:
        cast = _theirs(state, use)
        if not _mine(state, use):
            return NO_OWN_DIE
        if not cast or not cast.face or not (cast.set or state.deal.on("always_beats_anytime")):
            return NOT_SET
        if not _may_still_beat(state, use):
            return BEATEN
        value = cast.face if state.deal.on("always_beats_natural_face") else worth(state, cast)
        return None if (value % 2 == 1) is odd else (IS_EVEN if odd else IS_ODD)

    return why_not


NOT_SET = _because("Always Beats works against a roll that is set.", "DIC-Q-07", "DIC-P-ABT-01")
IS_EVEN = _because("The other roll is even, and this Power beats odd ones.", "DIC-P-ABT-01", "DIC-Q-06", "DIC-Q-09")
IS_ODD = _because("The other roll is odd, and this Power beats even ones.", "DIC-P-ABT-01", "DIC-Q-06")


def _may_still_beat(state: State, use: Use) -> bool:
    beats = running(state).beats
    return not beats or (beats != use.player and state.deal.on("always_beats_clash", "tie_reroll"))


def _beat(state: State, use: Use) -> Outcome:
    current = running(state)
    if current.beats:
        return _clash(state)
    theirs = current.casts[state.deal.other(use.player)]
    value = theirs.face if state.deal.on("always_beats_natural_face") else worth(state, theirs)
    six = ("DIC-Q-09",) if theirs.face == 6 else ()
    parity = "odd" if value % 2 else "even"
    words = messages.BEATS(die=state.name(theirs.die), value=value, parity=parity, also=six)
    return with_round(state, replace(current, beats=use.player)), (words,)


def _clash(state: State) -> Outcome:
    """By house rule two Always Beats undo each other: both dice are rolled again."""
    current = running(state)
    casts = {player: replace(cast, set=True, forced=True, change=0) for player, cast in current.casts.items()}
    return with_round(state, replace(current, beats="", casts=casts)), (messages.CLASH(),)


def challenged(state: State, use: Use) -> tuple[str, ...]:
    """The dice that a Challenge reaches: the Defender's Front Line, and the die that he has just advanced."""
    return state.row(state.deal.other(use.player), "front", "arena")


def challengeable(state: State, use: Use) -> tuple[str, ...]:
    """Those of them that a Challenge may name."""
    return tuple(die for die in challenged(state, use) if why_not_challenge(state, use, die) is None)


def why_not_challenge(state: State, use: Use, die: str) -> Reason | None:
    """Why a Challenge may not name that die."""
    if die not in challenged(state, use):
        return NOT_CHALLENGED
    return None if state.die(die).fits(state.power(use.die).only) else CHALLENGE_TYPE


NOT_CHALLENGED = _because("Challenge names a die of the Defender's Front Line.", "DIC-P-CHL-01")
CHALLENGE_TYPE = _because("This Challenge names only dice of its type.", "DIC-M-GEN-01", "DIC-M-ALN-01", "DIC-M-COL-01")


def _why_not_challenge_now(state: State, use: Use) -> Reason | None:
    theirs = _theirs(state, use)
    if use.player != running(state).challenger:
        return CHALLENGERS_OWN
    if not _unrolled(state):
        return ROLLED_ALREADY
    late = theirs and (theirs.guarded or state.deal.on("challenge_before_advance_only"))
    return ADVANCED_ALREADY if late else None


CHALLENGERS_OWN = _because("Challenge is used by the Challenger, who picks the Defender's die.", "DIC-P-CHL-01")
ROLLED_ALREADY = _because("Challenge is used before any die was rolled.", "DIC-P-CHL-02")
ADVANCED_ALREADY = _because("The Defender's die stands in the Arena already.", "DIC-Q-14", "DIC-P-CHL-02")


def _challenge(state: State, use: Use) -> Outcome:
    return replace(state, todo=(Task("challenge", use.player, die=use.die), *state.todo)), ()


def name_challenged(state: State, player: str, die: str) -> Outcome:
    """The Defender's die is chosen for him; one that he has advanced goes back.  An Extra Roll used for it stays."""
    defender = state.deal.other(player)
    before = state.cast(defender)
    if before:
        state = put(state, before.die, "front")
    cast = before if before and before.die == die else Cast(die, extra=before.extra if before else 0)
    state = with_cast(put(state, die, "arena"), defender, cast)
    words = messages.CHALLENGED(other=defender, die=state.name(die), reveals=(f"cb>{die}",))
    return state, (words,)


def _why_not_escape(state: State, use: Use) -> Reason | None:
    """During one's own cast, while a roll is still to be made (DIC-P-ESC-02, ESC-04, DIC-Q-16)."""
    mine = _mine(state, use)
    if stage(state) == "cast" and mine and caster(state) == use.player:
        early = left(state, use.player, mine) > 0 or state.deal.on("escape_any_time_in_cast")
        return None if early else LAST_ROLL_MADE
    late = state.deal.on("escape_any_time_in_cast") and stage(state) in ("cast", "tie", "decided")
    if late and mine and mine.face:
        return None
    return LAST_ROLL_MADE if mine and mine.set else NOT_OWN_CAST


LAST_ROLL_MADE = _because("Escape is used before the last roll is made.", "DIC-P-ESC-04", "DIC-Q-16")
NOT_OWN_CAST = _because("Escape is used while its player is rolling.", "DIC-P-ESC-02")


def _escape(state: State, use: Use) -> Outcome:
    return replace(state, phase="power", round_winner=""), (messages.ESCAPES(),)


def _why_not_roll_extra(state: State, use: Use) -> Reason | None:
    mine = _mine(state, use)
    if not mine:
        return NO_DIE_TO_ROLL
    if running(state).beats:
        return BEATEN
    if mine.frozen and not state.deal.on("extra_roll_beats_freeze"):
        return IS_FROZEN
    early = state.deal.on("extra_roll_only_if_exhausted") and left(state, use.player, mine) > 0
    return ROLLS_LEFT if early else None


NO_DIE_TO_ROLL = _because("Extra Roll is for a die in the Arena, and the player has none there yet.", "DIC-P-XRL-01")
IS_FROZEN = _because("The die is frozen, and an Extra Roll does not open its cast again.", "DIC-Q-10", "DIC-P-FRZ-01")
ROLLS_LEFT = _because("By your house rules Extra Roll waits until the casting bonus is used up.", "DIC-Q-12")


def _roll_extra(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    spare = left(state, use.player, cast) if not cast.set else 0
    lost = left(state, use.player, cast) - spare
    cast = replace(cast, extra=cast.extra + use.number - lost, set=False, frozen=False)
    words = messages.EXTRA(die=state.name(cast.die), left=times(left(state, use.player, cast), "roll"))
    return with_cast(state, use.player, cast), (words,)


def _why_not_go_second(state: State, use: Use) -> Reason | None:
    current = running(state)
    if use.player != current.challenger:
        return FIRST_CAST_OWN
    if not _unrolled(state):
        return CAST_BEGUN
    return ROLLS_FIRST_ALREADY if current.defender_first else None


FIRST_CAST_OWN = _because("First Cast is used by the Challenger, who makes the Defender roll first.", "DIC-P-FST-01")
CAST_BEGUN = _because("First Cast is used before the first roll.", "DIC-P-FST-02")
ROLLS_FIRST_ALREADY = _because("The Defender rolls first already.", "DIC-P-FST-01")


def _go_second(state: State, use: Use) -> Outcome:
    words = messages.DEFENDER_FIRST(other=state.deal.other(use.player))
    return with_round(state, replace(running(state), defender_first=True)), (words,)


def _force(state: State, use: Use) -> Outcome:
    other = state.deal.other(use.player)
    cast = running(state).casts[other]
    words = messages.MUST_ROLL(other=other, die=state.name(cast.die))
    return with_cast(state, other, replace(cast, forced=True)), (words,)


def _why_not_freeze(state: State, use: Use) -> Reason | None:
    theirs = _theirs(state, use)
    if stage(state) != "cast" or caster(state) == use.player:
        return NOT_THEIR_CAST
    return None if theirs and theirs.face else NOTHING_TO_FREEZE


NOT_THEIR_CAST = _because("Freeze is used while the other player is rolling.", "DIC-P-FRZ-02", "DIC-Q-11")
NOTHING_TO_FREEZE = _because("Freeze keeps a roll, and the other player has not rolled yet.", "DIC-P-FRZ-01")


def _freeze(state: State, use: Use) -> Outcome:
    other = state.deal.other(use.player)
    cast = running(state).casts[other]
    words = messages.FROZEN(die=state.name(cast.die), value=worth(state, cast))
    return with_cast(state, other, replace(cast, set=True, frozen=True)), (words,)


def _why_not_guard(state: State, use: Use) -> Reason | None:
    mine = _mine(state, use)
    if not mine:
        return NOBODY_TO_GUARD
    if mine.guarded:
        return GUARDED_ALREADY
    return TOO_LATE_TO_GUARD if mine.face or mine.made else None


NOBODY_TO_GUARD = _because("A Guardian protects a die in the Arena, and the player has none there yet.", "DIC-P-GRD-01")
GUARDED_ALREADY = _because("A Guardian fights for that die already.", "DIC-P-GRD-03")
TOO_LATE_TO_GUARD = _because("A Guardian comes before the die that it protects is rolled.", "DIC-P-GRD-02")


def _guard(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    state = put(put(state, cast.die, "aside"), use.die, "arena")
    guardian = Cast(use.die, extra=cast.extra, guarded=cast.die, stands_in=True)
    words = messages.GUARDS(die=state.name(use.die), other=state.name(cast.die), also=("DIC-Q-17",))
    return with_cast(state, use.player, guardian), (words,)


def _why_not_shield(state: State, use: Use) -> Reason | None:
    return ONLY_WHEN_EXPELLED


ONLY_WHEN_EXPELLED = _because(
    "A Shield saves the beaten die at the moment when it is expelled; its player is asked then.", "DIC-P-SHD-03"
)


def _nothing(state: State, use: Use) -> Outcome:
    return state, ()


_CITE = BOOK.cite
EFFECTS: dict[str, Effect] = {
    "add": Effect(_CITE("DIC-P-ADD-01"), _why_not_add, _my_die, _add),
    "subtract": Effect(_CITE("DIC-P-SUB-01"), _why_not_subtract, _their_die, _subtract),
    "always-beats-odd": Effect(_CITE("DIC-P-ABT-01"), _unbeatable(odd=True), _their_die, _beat),
    "always-beats-even": Effect(_CITE("DIC-P-ABT-01"), _unbeatable(odd=False), _their_die, _beat),
    "challenge": Effect(_CITE("DIC-P-CHL-01", "DIC-P-CHL-02"), _why_not_challenge_now, _no_die, _challenge),
    "escape": Effect(_CITE("DIC-P-ESC-01", "DIC-P-ESC-04"), _why_not_escape, _my_die, _escape),
    "extra-roll": Effect(_CITE("DIC-P-XRL-01", "DIC-P-XRL-02"), _why_not_roll_extra, _my_die, _roll_extra),
    "first-cast": Effect(_CITE("DIC-P-FST-01", "DIC-P-FST-02"), _why_not_go_second, _no_die, _go_second),
    "force-roll": Effect(_CITE("DIC-P-FRL-01", "DIC-P-FRL-02"), _why_not_force, _their_die, _force),
    "freeze": Effect(_CITE("DIC-P-FRZ-01", "DIC-P-FRZ-02"), _why_not_freeze, _their_die, _freeze),
    "guardian": Effect(_CITE("DIC-P-GRD-01", "DIC-P-GRD-02"), _why_not_guard, _my_die, _guard, keeps=True),
    "shield": Effect(_CITE("DIC-P-SHD-01", "DIC-P-SHD-03"), _why_not_shield, _no_die, _nothing),
}
