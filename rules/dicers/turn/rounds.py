"""One Round: advance, cast, keep, tie, and what a roll does."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, Ruling
from rules.dicers import messages
from rules.dicers.dice import Die
from rules.dicers.messages import ALLIES, ONE_ALLIANCE
from rules.dicers.rulebook import BOOK
from rules.dicers.state import (
    Cast,
    Outcome,
    Round,
    Rulings,
    State,
    left,
    lent,
    put,
    total_rolls,
    with_cast,
    with_round,
    worth,
)
from rules.dicers.turn.stages import (
    Stage,
    ahead,
    caster,
    first_rule,
    forced_rule,
    order,
    rerolling,
    rolled_early,
    running,
    stage,
)

SIX = ("DIC-G-07",)


_because = BOOK.because
RESTS = _because("No die is used in two Rounds running, unless it is the only one.", "DIC-B-27")
OTHERS_DIE = _because("Each player advances a die of their own Front Line.", "DIC-B-11", "DIC-B-12")
ELSEWHERE: Mapping[str, Reason] = {
    "keep": _because("A die in the Keep cannot be cast until it is in the Front Line again.", "DIC-I-10"),
    "dungeon": _because("A die in the Dungeon is out of the game.", "DIC-I-15"),
    "banished": _because("A banished die comes back only by an escape roll.", "DIC-P-BAN-04"),
    "reserve": _because("A die in Reserve is out of play until it is used.", "DIC-A-32"),
    "hostage": _because("A hostage is out of play.", "DIC-P-CAP-14"),
    "out": _because("That die is out for the rest of the game.", "DIC-B-25"),
    "arena": _because("That die is in the Arena already.", "DIC-B-10"),
    "aside": _because("A Guardian fights for that die in this Round.", "DIC-P-GRD-03"),
}


def why_not_advance(state: State, player: str, die: str) -> Reason | None:
    """Why *player* may not advance that die, such as the die of the last Round in the Basic game (DIC-B-27)."""
    if state.owners.get(die) != player and state.zones.get(die) != "hostage":
        return OTHERS_DIE
    if state.zones[die] != "front":
        return ELSEWHERE[state.zones[die]]
    tired = state.setting.basic and die == state.last.get(player) and state.row(player, "front") != (die,)
    return RESTS if tired else None


def begin_round(state: State, challenger: str) -> State:
    """The state in which the next Round begins."""
    return replace(
        state,
        phase="round",
        round=Round(challenger),
        round_number=state.round_number + 1,
        challenger=challenger,
        todo=(),
        escapes=(),
        round_winner="",
    )


def advance_die(state: State, player: str, die: str) -> Outcome:
    """Move a die from the line into the Arena."""
    state = with_cast(put(state, die, "arena"), player, Cast(die))
    mine = "DIC-B-11" if player == running(state).challenger else "DIC-B-12"
    level = ("DIC-G-10", "DIC-Q-54") if state.setting.basic else ("DIC-I-06", "DIC-I-07", "DIC-I-22")
    ruling = messages.ADVANCES.by((mine,))(
        player=player, die=state.name(die), bonus=state.die(die).cb, also=level, reveals=(f"cb>{die}",)
    )
    return state, (ruling,)


def face_words(die: Die, face: int) -> str:
    """A face in the middle of a clause, such as ``4``, or ``its Power side, a 6,``."""
    return Phrase("its Power side, a 6,") if face == 6 and not die.pips else str(face)


def closing_face_words(die: Die, face: int) -> str:
    """A face at the end of a clause, before a mark such as a colon."""
    return Phrase("its Power side, a 6") if face == 6 and not die.pips else str(face)


def six(face: int) -> tuple[str, ...]:
    """The rule to cite where the Power side came up."""
    return SIX if face == 6 else ()


def keep(state: State, player: str) -> Outcome:
    """Set the die as it lies; an early roll of the other player, held until now, then counts."""
    cast = running(state).casts[player]
    ruling = messages.KEEPS(player=player, die=state.name(cast.die), value=worth(state, cast))
    state, more = count_early(with_cast(state, player, replace(cast, set=True)))
    return state, (ruling, *more)


def count_early(state: State) -> Outcome:
    """Count the early roll of the second player, which was held until the first player's die is set."""
    player, early = rolled_early(state), running(state).early
    if not player:
        return state, ()
    return _count_roll(with_round(state, replace(running(state), early=0)), player, early)


def roll_in_round(state: State, player: str, die: str, face: int) -> Outcome:
    """Judge one roll during a Round; a roll that no ask allows leaves the state unchanged."""
    owner = next((who for who, cast in running(state).casts.items() if cast.die == die), "")
    if not owner:
        aside = ("DIC-P-GRD-03",) if state.zones[die] == "aside" else ()
        return state, (messages.NOT_THIS_DIE.by(aside)(die=state.name(die)),)
    current = stage(state)
    if current == "tie" and owner in rerolling(state):
        return _tie_roll(state, owner, face)
    if player != owner:
        return state, (messages.NOT_THEIRS(die=state.name(die), player=player),)
    return _roll_own(state, owner, face, current)


def _roll_own(state: State, owner: str, face: int, current: Stage) -> Outcome:
    cast = running(state).casts[owner]
    if current == "forced" and cast.forced:
        return _forced_roll(state, owner, face)
    if current == "cast" and caster(state) == owner and not cast.set:
        return _count_roll(state, owner, face)
    if current == "cast" and not cast.set and running(state).casts[caster(state)].face and not running(state).early:
        return _roll_early(state, owner, face)
    return state, (_not_due(state, owner, cast, current),)


def _not_due(state: State, owner: str, cast: Cast, current: Stage) -> Ruling:
    if current == "tie" and owner not in running(state).fresh:
        return messages.USED_UP.by(("DIC-Q-01",))(die=state.name(cast.die))
    if current == "tie":
        return messages.TIE_ROLLED(die=state.name(cast.die), other=state.setting.other(owner))
    if not cast.set and current == "decided":
        return messages.NO_ROLL.by(("DIC-P-ABT-01",))(die=state.name(cast.die))
    forced = forced_rule(state) if current == "forced" else ()
    if not cast.set:
        other = state.setting.other(owner)
        return messages.NOT_YET.by(forced or first_rule(state))(die=state.name(cast.die), other=other)
    if cast.frozen:
        return messages.IS_FROZEN(die=state.name(cast.die))
    message = messages.IS_SET if left(state, owner, cast) else messages.USED_UP
    return message.by(forced)(die=state.name(cast.die))


def _count_roll(state: State, owner: str, face: int) -> Outcome:
    """Count a roll within the casting bonus; the last one sets the die.  It voids an early roll of the other player."""
    early = running(state).early
    void = (messages.EARLY_VOID(player=state.setting.other(owner)),) if early else ()
    state = with_round(state, replace(running(state), early=0)) if early else state
    state, more = _roll_counted(state, owner, face)
    return state, (*more, *void)


def _roll_counted(state: State, owner: str, face: int) -> Outcome:
    cast = replace(running(state).casts[owner], face=face, change=0)
    cast = replace(cast, made=cast.made + 1)
    remaining = left(state, owner, cast)
    state = with_cast(state, owner, replace(cast, set=not remaining))
    part = first_rule(state) if owner == order(state)[0] else ("DIC-B-21",)
    named, value, also = state.name(cast.die), face_words(state.die(cast.die), face), (*part, *six(face))
    if remaining:
        return state, (messages.ROLLS(player=owner, die=named, value=value, left=messages.rolls(remaining), also=also),)
    return state, (messages.LAST_ROLL(player=owner, die=named, value=value, also=also),)


def _roll_early(state: State, owner: str, face: int) -> Outcome:
    """Hold a roll of the second player before the first has decided; by house rule it sets the first die (DIC-Q-52)."""
    first = caster(state)
    cast = running(state).casts[first]
    if not state.setting.on("defender_roll_keeps"):
        counted = messages.rolls(left(state, first, cast))
        ruling = messages.HELD(
            player=first,
            other=owner,
            face=face_words(state.die(running(state).casts[owner].die), face),
            left=counted,
            value=worth(state, cast),
        )
        return with_round(state, replace(running(state), early=face)), (ruling,)
    ruling = messages.KEPT_BY_ROLL(player=first, other=owner, die=state.name(cast.die), value=worth(state, cast))
    state = with_cast(state, first, replace(cast, set=True))
    state, more = _count_roll(state, owner, face)
    return state, (ruling, *more)


def _forced_roll(state: State, owner: str, face: int) -> Outcome:
    due = running(state).casts[owner]
    cast = replace(due, face=face, change=0, forced="")
    value = face_words(state.die(cast.die), face)
    message = messages.FORCED_ROLL if due.forced in messages.FORCED_ROLL.rules else messages.CLASH_ROLL
    ruling = message(player=owner, die=state.name(cast.die), value=value, also=six(face))
    return with_cast(state, owner, cast), (ruling,)


def _tie_roll(state: State, owner: str, face: int) -> Outcome:
    """Judge one roll of a tie re-roll; once all are made, they replace the tied rolls."""
    current = running(state)
    die = current.casts[owner].die
    ruling = messages.TIE_ROLL(
        player=owner, die=state.name(die), value=face_words(state.die(die), face), also=six(face)
    )
    state = with_round(state, replace(current, fresh={**current.fresh, owner: face}))
    if rerolling(state):
        return state, (ruling,)
    state = _count_tie(state)
    again = () if ahead(state) else (_still_tied(state),)
    return state, (ruling, *again)


def _count_tie(state: State) -> State:
    current = running(state)
    costs = state.setting.on("tie_reroll_costs_bonus")
    persist = state.setting.on("mods_persist_on_tie")
    casts = dict(current.casts)
    for player, face in current.fresh.items():
        cast = casts[player]
        paid = 1 if costs and left(state, player, cast) else 0
        casts[player] = replace(cast, face=face, change=cast.change if persist else 0, made=cast.made + paid)
    return with_round(state, replace(current, casts=casts, fresh={}))


def _still_tied(state: State) -> Ruling:
    return messages.STILL_TIED(value=_common(state))


def _common(state: State) -> int:
    first, *_ = running(state).casts.values()
    return worth(state, first)


def tie_words(state: State) -> Ruling:
    """The ruling that the rolls are tied; by house rule a player without rolls left keeps the tied one (DIC-Q-01)."""
    player, *others = rerolling(state)
    if others:
        return messages.TIE(value=_common(state))
    return messages.TIE_FOR_ONE(value=_common(state), player=player, other=state.setting.other(player))


def carry(state: State) -> Outcome:
    """Let the rest of the casting bonus be used in the tie, if a house rule says so (DIC-Q-02)."""
    ruling = messages.CARRIED(value=_common(state))
    for player, cast in running(state).casts.items():
        spare = 0 if left(state, player, cast) else 1
        change = cast.change if state.setting.on("mods_persist_on_tie") else 0
        fresh = replace(cast, face=0, change=change, set=False, frozen=False, extra=cast.extra + spare)
        state = with_cast(state, player, fresh)
    return state, (ruling,)


def count_alliances(state: State) -> Outcome:
    """Count the rolls lent by Alliances once both dice are in the Arena (DIC-Q-44)."""
    casts: Mapping[str, Cast] = running(state).casts
    rulings: Rulings = ()
    if len(casts) < 2:
        return state, rulings
    for player, cast in casts.items():
        if cast.friends < 0:
            counted = replace(cast, friends=lent(state, player, cast))
            state = with_cast(state, player, counted)
            rulings += _lent_words(state, player, counted)
    return state, rulings


def _lent_words(state: State, player: str, cast: Cast) -> Rulings:
    if not cast.friends:
        return ()
    some = {1: ("DIC-A-12",), 2: ("DIC-A-13",), 3: ("DIC-A-16", "DIC-Q-45")}[cast.friends]
    rules = ("DIC-A-17", "DIC-A-18", "DIC-Q-44")
    named, count = state.name(cast.die), total_rolls(state, player, cast)
    words = ALLIES.by(some)(die=named, count=count, friends=cast.friends, also=rules)
    symbols = state.die(cast.die).alliances
    if len(symbols) < 2:
        return (words,)
    return words, ONE_ALLIANCE(
        die=named, symbol=Phrase(cast.symbol.title()) if cast.symbol else Phrase("the better one"), to=player
    )
