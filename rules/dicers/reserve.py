"""The table of Reserve Powers: when each may be used, on which die, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.core.rulings import Ruling
from rules.dicers import messages_powers as messages
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

    ``ready``: whether using it now makes sense, as far as all can see; ``on``: the die it is applied to (empty: none),
    which its modifiers must allow; ``does``: what happens; ``keeps``: the die does not go to the Keep afterwards.
    """

    rules: tuple[str, ...]
    ready: Callable[[State, Use], bool]
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


def _i_rolled(state: State, use: Use) -> bool:
    cast = _mine(state, use)
    return bool(cast and cast.face) and not running(state).beats


def _they_rolled(state: State, use: Use) -> bool:
    cast = _theirs(state, use)
    return bool(cast and cast.face) and not running(state).beats


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
    rule = {"tie": "02", "win": "03"}.get(_compared(state, player), "01")
    also = f"DIC-P-{power}-{rule}"
    return tuple(replace(ruling, rules=tuple(dict.fromkeys((*ruling.rules, also)))) for ruling in words)


def _add(state: State, use: Use) -> Outcome:
    state, words = _change(state, use.player, use.number)
    return state, _cite_result("ADD", state, use.player, words)


def _subtract(state: State, use: Use) -> Outcome:
    state, words = _change(state, state.deal.other(use.player), -use.number)
    return state, _cite_result("SUB", state, use.player, words)


def _beatable(odd: bool) -> Callable[[State, Use], bool]:
    """Against a set die of that parity, as it counts now (DIC-Q-06, Q-07, Q-08)."""

    def ready(state: State, use: Use) -> bool:
        cast = _theirs(state, use)
        mine = _mine(state, use)
        if not cast or not cast.face or not mine or not _may_still_beat(state, use):
            return False
        if not cast.set and not state.deal.on("always_beats_anytime"):
            return False
        value = cast.face if state.deal.on("always_beats_natural_face") else worth(state, cast)
        return (value % 2 == 1) is odd

    return ready


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


def challengeable(state: State, use: Use) -> tuple[str, ...]:
    """The dice that a Challenge may name: the Defender's Front Line, and the die that he has just advanced."""
    defender = state.deal.other(use.player)
    power = state.power(use.die)
    return tuple(die for die in state.row(defender, "front", "arena") if state.die(die).fits(power.only))


def _may_challenge(state: State, use: Use) -> bool:
    theirs = _theirs(state, use)
    early = not theirs or not (theirs.guarded or state.deal.on("challenge_before_advance_only"))
    mine = use.player == running(state).challenger
    return mine and early and _unrolled(state)


def _challenge(state: State, use: Use) -> Outcome:
    return replace(state, todo=(Task("challenge", use.player, die=use.die), *state.todo)), ()


def name_challenged(state: State, player: str, die: str) -> Outcome:
    """The Defender's die is chosen for him; one that he has advanced goes back."""
    defender = state.deal.other(player)
    before = state.cast(defender)
    if before:
        state = put(state, before.die, "front")
    state = with_cast(put(state, die, "arena"), defender, Cast(die))
    words = messages.CHALLENGED(other=defender, die=state.name(die), reveals=(f"cb>{die}",))
    return state, (words,)


def _may_escape(state: State, use: Use) -> bool:
    """During one's own cast, while a roll is still to be made (DIC-P-ESC-02, ESC-04, DIC-Q-16)."""
    mine = _mine(state, use)
    if stage(state) == "cast" and mine and caster(state) == use.player:
        return left(state, use.player, mine) > 0 or state.deal.on("escape_any_time_in_cast")
    late = state.deal.on("escape_any_time_in_cast") and stage(state) in ("cast", "tie", "decided")
    return late and bool(mine and mine.face)


def _escape(state: State, use: Use) -> Outcome:
    return replace(state, phase="power", round_winner=""), (messages.ESCAPES(),)


def _may_roll_extra(state: State, use: Use) -> bool:
    mine = _mine(state, use)
    if not mine or running(state).beats or (mine.frozen and not state.deal.on("extra_roll_beats_freeze")):
        return False
    return not state.deal.on("extra_roll_only_if_exhausted") or left(state, use.player, mine) == 0


def _roll_extra(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    spare = left(state, use.player, cast) if not cast.set else 0
    lost = left(state, use.player, cast) - spare
    cast = replace(cast, extra=cast.extra + use.number - lost, set=False, frozen=False)
    words = messages.EXTRA(die=state.name(cast.die), left=left(state, use.player, cast))
    return with_cast(state, use.player, cast), (words,)


def _may_go_second(state: State, use: Use) -> bool:
    current = running(state)
    return use.player == current.challenger and not current.defender_first and _unrolled(state)


def _go_second(state: State, use: Use) -> Outcome:
    words = messages.DEFENDER_FIRST(other=state.deal.other(use.player))
    return with_round(state, replace(running(state), defender_first=True)), (words,)


def _force(state: State, use: Use) -> Outcome:
    other = state.deal.other(use.player)
    cast = running(state).casts[other]
    words = messages.MUST_ROLL(other=other, die=state.name(cast.die))
    return with_cast(state, other, replace(cast, forced=True)), (words,)


def _may_freeze(state: State, use: Use) -> bool:
    theirs = _theirs(state, use)
    return stage(state) == "cast" and caster(state) != use.player and bool(theirs and theirs.face)


def _freeze(state: State, use: Use) -> Outcome:
    other = state.deal.other(use.player)
    cast = running(state).casts[other]
    words = messages.FROZEN(die=state.name(cast.die), value=worth(state, cast))
    return with_cast(state, other, replace(cast, set=True, frozen=True)), (words,)


def _may_guard(state: State, use: Use) -> bool:
    mine = _mine(state, use)
    return bool(mine and not mine.face and not mine.made and not mine.guarded)


def _guard(state: State, use: Use) -> Outcome:
    cast = running(state).casts[use.player]
    state = put(put(state, cast.die, "aside"), use.die, "arena")
    guardian = Cast(use.die, extra=cast.extra, guarded=cast.die, stands_in=True)
    words = messages.GUARDS(die=state.name(use.die), other=state.name(cast.die), also=("DIC-Q-17",))
    return with_cast(state, use.player, guardian), (words,)


def _never(state: State, use: Use) -> bool:
    return False


def _nothing(state: State, use: Use) -> Outcome:
    return state, ()


_CITE = BOOK.cite
EFFECTS: dict[str, Effect] = {
    "add": Effect(_CITE("DIC-P-ADD-01"), _i_rolled, _my_die, _add),
    "subtract": Effect(_CITE("DIC-P-SUB-01"), _they_rolled, _their_die, _subtract),
    "always-beats-odd": Effect(_CITE("DIC-P-ABT-01"), _beatable(odd=True), _their_die, _beat),
    "always-beats-even": Effect(_CITE("DIC-P-ABT-01"), _beatable(odd=False), _their_die, _beat),
    "challenge": Effect(_CITE("DIC-P-CHL-01", "DIC-P-CHL-02"), _may_challenge, _no_die, _challenge),
    "escape": Effect(_CITE("DIC-P-ESC-01", "DIC-P-ESC-04"), _may_escape, _my_die, _escape),
    "extra-roll": Effect(_CITE("DIC-P-XRL-01", "DIC-P-XRL-02"), _may_roll_extra, _my_die, _roll_extra),
    "first-cast": Effect(_CITE("DIC-P-FST-01", "DIC-P-FST-02"), _may_go_second, _no_die, _go_second),
    "force-roll": Effect(_CITE("DIC-P-FRL-01", "DIC-P-FRL-02"), _they_rolled, _their_die, _force),
    "freeze": Effect(_CITE("DIC-P-FRZ-01", "DIC-P-FRZ-02"), _may_freeze, _their_die, _freeze),
    "guardian": Effect(_CITE("DIC-P-GRD-01", "DIC-P-GRD-02"), _may_guard, _my_die, _guard, keeps=True),
    "shield": Effect(_CITE("DIC-P-SHD-01", "DIC-P-SHD-03"), _never, _no_die, _nothing),
}
