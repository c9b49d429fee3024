"""When each Reserve Power makes sense, as far as everybody can see, and why not at other moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.core.rulings import Reason
from rules.dicers.dice import limit_rules
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Cast, State, left, worth
from rules.dicers.turn.stages import caster, rolled_early, running, stage


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a Reserve Power: whose, which die, and how strong (its number, doubled by Double Down)."""

    player: str
    die: str
    number: int = 1


def own_cast(state: State, use: Use) -> Cast | None:
    """The cast of the player who uses the Power."""
    return state.cast(use.player)


def their_cast(state: State, use: Use) -> Cast | None:
    """The cast of the other player."""
    return state.cast(state.setting.other(use.player))


def _nobody_rolled(state: State) -> bool:
    """Whether nobody has rolled in this Round."""
    return not any(cast.face or cast.made for cast in running(state).casts.values())


_because = BOOK.because

BEATEN = _because("The Round is decided by Always Beats; only the winner's choice is left.", "DIC-P-ABT-01", "DIC-Q-07")

HELD = _because(
    "The early roll is held: it does not count before the first player keeps a roll.", "DIC-Q-52", "DIC-B-21"
)

NO_OWN_DIE = _because("The player has no die in the Arena yet.", "DIC-A-26", "DIC-B-10")


def _why_not_add(state: State, use: Use) -> Reason | None:
    cast = own_cast(state, use)
    if not (cast and cast.face):
        return HELD if rolled_early(state) == use.player else NO_ROLL_TO_RAISE
    return BEATEN if running(state).beats else None


NO_ROLL_TO_RAISE = _because("Add changes a roll, and the player has none in the Arena yet.", "DIC-P-ADD-01")


def _why_not_subtract(state: State, use: Use) -> Reason | None:
    return _no_roll_of_theirs(state, use, NO_ROLL_TO_LOWER)


NO_ROLL_TO_LOWER = _because("Subtract changes a roll, and the other player has none in the Arena yet.", "DIC-P-SUB-01")


def _why_not_force(state: State, use: Use) -> Reason | None:
    return _no_roll_of_theirs(state, use, NO_ROLL_TO_FORCE)


NO_ROLL_TO_FORCE = _because(
    "Force Roll repeats a roll, and the other player has none in the Arena yet.", "DIC-P-FRL-01", "DIC-P-FRL-02"
)


def _no_roll_of_theirs(state: State, use: Use, reason: Reason) -> Reason | None:
    cast = their_cast(state, use)
    if not (cast and cast.face):
        return HELD if rolled_early(state) == state.setting.other(use.player) else reason
    return BEATEN if running(state).beats else None


def _why_not_beat(odd: bool) -> Callable[[State, Use], Reason | None]:
    """Against a set die of that parity, as it counts now (DIC-Q-06, Q-07, Q-08)."""

    def why_not(state: State, use: Use) -> Reason | None:
        cast = their_cast(state, use)
        if not own_cast(state, use):
            return NO_OWN_DIE
        if not cast or not cast.face or not (cast.set or state.setting.on("always_beats_anytime")):
            return NO_ROLL_TO_BEAT if state.setting.on("always_beats_anytime") else NOT_SET
        if not _may_still_beat(state, use):
            return BEATEN
        natural = state.setting.on("always_beats_natural_face")
        value = cast.face if natural else worth(state, cast)
        return None if (value % 2 == 1) is odd else _OTHER_PARITY[odd, natural]

    return why_not


NOT_SET = _because("Always Beats works against a roll that is set.", "DIC-Q-07", "DIC-P-ABT-01")

NO_ROLL_TO_BEAT = _because(
    "Always Beats works against a roll, and the other player has none in the Arena yet.", "DIC-Q-07", "DIC-P-ABT-01"
)

IS_EVEN = _because("The other roll is even, and this Power beats odd ones.", "DIC-P-ABT-01", "DIC-Q-06", "DIC-Q-09")

IS_ODD = _because("The other roll is odd, and this Power beats even ones.", "DIC-P-ABT-01", "DIC-Q-06")

SHOWS_EVEN = _because(
    "By your house rules the side of the other die counts: it is even, and this Power beats odd ones.",
    *("DIC-Q-06", "DIC-P-ABT-01", "DIC-Q-09"),
)

SHOWS_ODD = _because(
    "By your house rules the side of the other die counts: it is odd, and this Power beats even ones.",
    *("DIC-Q-06", "DIC-P-ABT-01"),
)

_OTHER_PARITY: Mapping[tuple[bool, bool], Reason] = {
    (True, False): IS_EVEN,
    (False, False): IS_ODD,
    (True, True): SHOWS_EVEN,
    (False, True): SHOWS_ODD,
}
"""By whether the Power beats odd rolls, and whether the side of the die counts."""


def _may_still_beat(state: State, use: Use) -> bool:
    beats = running(state).beats
    return not beats or (beats != use.player and state.setting.on("always_beats_clash", "tie_reroll"))


def challenged(state: State, use: Use) -> tuple[str, ...]:
    """The dice that a Challenge reaches: the Defender's Front Line, and the die just advanced from it."""
    return state.row(state.setting.other(use.player), "front", "arena")


def challengeable(state: State, use: Use) -> tuple[str, ...]:
    """The dice that a Challenge may name: those it reaches, if it is not limited to another type."""
    return tuple(die for die in challenged(state, use) if why_not_challenge(state, use, die) is None)


def why_not_challenge(state: State, use: Use, die: str) -> Reason | None:
    """Why a Challenge may not name *die*; None where it may."""
    if die not in challenged(state, use):
        return NOT_CHALLENGED
    return (
        None if state.die(die).fits(state.power(use.die).only) else CHALLENGE_TYPE.by(limit_rules(state.power(use.die)))
    )


NOT_CHALLENGED = _because("Challenge names a die of the Defender's Front Line.", "DIC-P-CHL-01")

CHALLENGE_TYPE = _because("This Challenge names only dice of its type.", "DIC-M-GEN-01")


def _why_not_challenge_now(state: State, use: Use) -> Reason | None:
    theirs = their_cast(state, use)
    if use.player != running(state).challenger:
        return CHALLENGERS_OWN
    if not _nobody_rolled(state):
        return ROLLED_ALREADY
    if theirs and theirs.guarded:
        return GUARDIAN_ADVANCED
    return ADVANCED_ALREADY if theirs and state.setting.on("challenge_before_advance_only") else None


CHALLENGERS_OWN = _because("Challenge is used by the Challenger, who picks the Defender's die.", "DIC-P-CHL-01")

ROLLED_ALREADY = _because("Challenge is used before any die was rolled.", "DIC-P-CHL-02")

GUARDIAN_ADVANCED = _because(
    "A Guardian fights for the Defender's die: another die cannot be named any more.",
    *("DIC-P-GRD-03", "DIC-P-CHL-01"),
)

ADVANCED_ALREADY = _because(
    "By your house rules Challenge is used before the Defender has advanced a die.", "DIC-Q-14", "DIC-P-CHL-02"
)


def _why_not_escape(state: State, use: Use) -> Reason | None:
    """Why Escape cannot be used now: only in one's own cast, with a roll left (DIC-P-ESC-02, ESC-04, DIC-Q-16)."""
    mine = own_cast(state, use)
    if stage(state) == "cast" and mine and caster(state) == use.player:
        in_time = state.setting.on("escape_any_time_in_cast") or not is_late_escape(state, use)
        return None if in_time else LAST_ROLL_MADE
    if state.setting.on("escape_any_time_in_cast"):
        late = mine and mine.face and stage(state) in ("cast", "tie", "decided")
        return None if late else CAST_NOT_BEGUN
    used_up = mine and mine.set and not left(state, use.player, mine)
    return LAST_ROLL_MADE if used_up else NOT_OWN_CAST


def is_late_escape(state: State, use: Use) -> bool:
    """Whether an Escape comes after its player's cast, or after the last roll of it."""
    mine = own_cast(state, use)
    in_cast = stage(state) == "cast" and caster(state) == use.player
    return not (mine and in_cast and left(state, use.player, mine))


LAST_ROLL_MADE = _because("Escape is used before the last roll is made.", "DIC-P-ESC-04", "DIC-Q-16")

CAST_NOT_BEGUN = _because(
    "By your house rules Escape is used from its player's cast on, until the winner of the Round chooses.",
    *("DIC-Q-16", "DIC-P-ESC-02"),
)

NOT_OWN_CAST = _because("Escape is used while its player is rolling.", "DIC-P-ESC-02")


def _why_not_roll_extra(state: State, use: Use) -> Reason | None:
    mine = own_cast(state, use)
    if not mine:
        return NO_DIE_TO_ROLL
    if running(state).beats:
        return BEATEN
    if mine.frozen and not state.setting.on("extra_roll_beats_freeze"):
        return IS_FROZEN
    early = state.setting.on("extra_roll_only_if_exhausted") and left(state, use.player, mine) > 0
    return ROLLS_LEFT if early else None


NO_DIE_TO_ROLL = _because("Extra Roll is for a die in the Arena, and the player has none there yet.", "DIC-P-XRL-01")

IS_FROZEN = _because("The die is frozen, and an Extra Roll does not open its cast again.", "DIC-Q-10", "DIC-P-FRZ-01")

ROLLS_LEFT = _because("By your house rules Extra Roll waits until the casting bonus is used up.", "DIC-Q-12")


def _why_not_go_second(state: State, use: Use) -> Reason | None:
    current = running(state)
    if use.player != current.challenger:
        return FIRST_CAST_OWN
    if not _nobody_rolled(state):
        return CAST_BEGUN
    return ROLLS_FIRST_ALREADY if current.defender_first else None


FIRST_CAST_OWN = _because("First Cast is used by the Challenger, who makes the Defender roll first.", "DIC-P-FST-01")

CAST_BEGUN = _because("First Cast is used before the first roll.", "DIC-P-FST-02")

ROLLS_FIRST_ALREADY = _because("The Defender rolls first already.", "DIC-P-FST-01")


def _why_not_freeze(state: State, use: Use) -> Reason | None:
    theirs = their_cast(state, use)
    if stage(state) == "tie":
        return TIE_NOT_FROZEN
    if stage(state) != "cast" or caster(state) == use.player:
        return NOT_THEIR_CAST
    return None if theirs and theirs.face else NOTHING_TO_FREEZE


TIE_NOT_FROZEN = _because("In a tie each die is rolled just once more, so there is nothing to freeze.", "DIC-Q-11")

NOT_THEIR_CAST = _because("Freeze is used while the other player is rolling.", "DIC-P-FRZ-02")

NOTHING_TO_FREEZE = _because("Freeze keeps a roll, and the other player has none in the Arena yet.", "DIC-P-FRZ-01")


def _why_not_guard(state: State, use: Use) -> Reason | None:
    mine = own_cast(state, use)
    if not mine:
        return NOBODY_TO_GUARD
    if mine.guarded:
        return GUARDED_ALREADY
    if running(state).beats:
        return BEATEN
    rolled = mine.face or mine.made or rolled_early(state) == use.player
    return TOO_LATE_TO_GUARD if rolled else None


NOBODY_TO_GUARD = _because("A Guardian protects a die in the Arena, and the player has none there yet.", "DIC-P-GRD-01")

GUARDED_ALREADY = _because("A Guardian fights for that die already.", "DIC-P-GRD-03")

TOO_LATE_TO_GUARD = _because("A Guardian comes before the die that it protects is rolled.", "DIC-P-GRD-02")


def why_not_shield(state: State, player: str) -> Reason:
    """Why *player* uses no Shield now: it is asked for where it may be used."""
    current = state.past if state.past and player not in running(state).casts else running(state)
    cast = current.casts.get(player)
    guards = cast is not None and cast.stands_in
    if guards and state.setting.on("shield_not_on_guardian"):
        return NOT_FOR_GUARDIAN
    return WHEN_ANY_IS_EXPELLED if state.setting.on("shield_any_expel") else ONLY_WHEN_EXPELLED


NOT_FOR_GUARDIAN = _because("By your house rules no Shield saves a Guardian.", "DIC-Q-19", "DIC-P-SHD-03")

WHEN_ANY_IS_EXPELLED = _because(
    "By your house rules a Shield saves any die when the other player expels it; its player is asked then.",
    *("DIC-P-SHD-03", "DIC-Q-20"),
)

ONLY_WHEN_EXPELLED = _because(
    "A Shield saves the beaten die at the moment when it is expelled; its player is asked then.", "DIC-P-SHD-03"
)


_WHY_NOT: Mapping[str, Callable[[State, Use], Reason | None]] = {
    "add": _why_not_add,
    "subtract": _why_not_subtract,
    "always-beats-odd": _why_not_beat(odd=True),
    "always-beats-even": _why_not_beat(odd=False),
    "challenge": _why_not_challenge_now,
    "escape": _why_not_escape,
    "extra-roll": _why_not_roll_extra,
    "first-cast": _why_not_go_second,
    "force-roll": _why_not_force,
    "freeze": _why_not_freeze,
    "guardian": _why_not_guard,
    "shield": lambda state, use: why_not_shield(state, use.player),
}
NOT_RESERVE_POWER = _because("That die has no Reserve Power to use.", "DIC-A-20", "DIC-P-GEN-02")


def why_not_now(state: State, use: Use) -> Reason | None:
    """Why using that die in Reserve makes no sense now, as far as all can see."""
    why = _WHY_NOT.get(state.power(use.die).name)
    return why(state, use) if why else NOT_RESERVE_POWER
