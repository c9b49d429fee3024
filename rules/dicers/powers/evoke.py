"""The winner's choice, and the answers that a Power asks for on its way."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling
from rules.dicers import messages
from rules.dicers.dice import Power
from rules.dicers.powers.aims import summonable_stored
from rules.dicers.powers.calls import (
    act,
    apply_all,
    beaten_die,
    begin,
    callable_powers,
    copied,
    doubles,
    is_counted,
    is_last,
    modifier_rules,
    shield_rules,
    shields_for,
    stands_in,
    winning_die,
)
from rules.dicers.powers.changes import Expel, Move, apply, expel
from rules.dicers.powers.powers import EVOKED_POWERS, SPELL_RULES, SPELL_WORDS, SPELL_WORDS_DOUBLED
from rules.dicers.powers.types import spoken_type
from rules.dicers.state import Call, Outcome, Rulings, State, Task, put, with_cast
from rules.dicers.turn.rounds import closing_face_words, six
from rules.dicers.turn.stages import running


def choose(state: State, player: str, pick: str) -> Outcome:
    """Expel the beaten die, capture it, or use a Power; the Round's result now stands."""
    die, beaten = winning_die(state, player), beaten_die(state, player)
    message = messages.WINS_BY_POWER if running(state).beats else messages.WINS_ROUND
    won = message(player=player, die=state.name(running(state).casts[player].die))
    state, handed = _hand_over(replace(state, phase="power", round_winner=player), player)
    state, rulings = _chosen(state, Call(player, die, die, state.power(die)), beaten, pick)
    return state, (won, *handed, *rulings)


def _chosen(state: State, call: Call, beaten: str, pick: str) -> Outcome:
    if pick == "expel":
        return _plain_expel(state, call, beaten)
    if pick == "capture":
        return begin(state, replace(call, power=Power("capture")))
    source = call.die if pick == "evoke" else pick.removeprefix("hostage:")
    return evoke(state, replace(call, source=source, power=state.power(source)))


def _plain_expel(state: State, call: Call, beaten: str) -> Outcome:
    rules = ("DIC-I-23", "DIC-I-24", "DIC-P-EXP-01", "DIC-P-EXP-02")
    state, rulings = apply_all(state, call, (Expel(beaten, rules, plain=True),))
    if call.power.name == "mimic" and state.power(beaten).stored:
        rulings += (messages.NO_MIMIC(die=state.name(beaten), to=call.player),)
    return state, rulings


def _hand_over(state: State, winner: str) -> Outcome:
    """Take Guardians out of the Arena: the protected die comes back, or goes to the Keep (DIC-P-GRD-04..06)."""
    rulings: Rulings = ()
    for player, cast in running(state).casts.items():
        if not cast.guarded:
            continue
        guardian, other = state.name(cast.die), state.name(cast.guarded)
        if player == winner:
            state = put(put(state, cast.die, "keep"), cast.guarded, "arena")
            state = with_cast(state, player, replace(cast, die=cast.guarded, guarded="", stands_in=False))
            rulings += (messages.GUARDED(die=guardian, other=other),)
        else:
            state = with_cast(put(state, cast.guarded, "keep"), player, replace(cast, guarded=""))
            rulings += (messages.GUARD_LOST(die=guardian, other=other),)
    return state, rulings


def evoke(state: State, call: Call) -> Outcome:
    """Use the Power of the winning die or of one of its hostages."""
    gaps = {"player": call.player, "die": state.name(call.source), "power": call.power.words}
    message = messages.EVOKES if call.source == call.die else messages.HOSTAGE_POWER
    many = ("DIC-P-CAP-03", "DIC-P-CAP-09") if call.source != call.die else ()
    ruling = message(**gaps, also=modifier_rules(call.power) + many, reveals=(call.source,))
    call = replace(call, used=(*call.used, call.source))
    state, more = _begin(state, call)
    return state, (ruling, *more)


def _begin(state: State, call: Call) -> Outcome:
    if state.setting.on("powers_chain") and not call.power.stored:
        state = replace(state, todo=(Task("more", call.player, call), *state.todo))
    if call.power.stored:
        return _store(state, call)
    return _mimic(state, call) if call.power.name == "mimic" else begin(state, call)


def _mimic(state: State, call: Call) -> Outcome:
    power, source = copied(state, call), beaten_die(state, call.player)
    ruling = messages.MIMICS(die=state.name(source), power=power.words, also=modifier_rules(power), reveals=(source,))
    if power.name == "mimic":
        return _mimic_of_mimic(state, call, ruling)
    state, more = begin(state, replace(call, source=source, power=power))
    return state, (ruling, *more)


def _mimic_of_mimic(state: State, call: Call, words: Ruling) -> Outcome:
    """Mimic copies Mimic: nothing happens, or by house rule the player chooses a Power (DIC-Q-33)."""
    asked = state.setting.on("mimic_mimic", "copy_self_power") and state.row(call.player, "front", "keep")
    if not asked:
        return state, (words, messages.MIMIC_MIMIC())
    state = replace(state, todo=(Task("mimic", call.player, call), *state.todo))
    return state, (words, messages.MIMIC_OWN(player=call.player))


def _copy_own(state: State, task: Task, pick: str) -> Outcome:
    call = call_of(task)
    if pick == "none":
        return state, (messages.MIMIC_MIMIC(),)
    power = copied(state, call, pick)
    ruling = messages.COPIES(die=state.name(pick), power=power.words, also=modifier_rules(power), reveals=(pick,))
    state, more = begin(state, replace(call, source=pick, power=power))
    return state, (ruling, *more)


def _store(state: State, call: Call) -> Outcome:
    """Put a die with a Reserve Power into the Reserve; the beaten die is spared (DIC-A-21, A-23)."""
    others = ("DIC-A-24",) if state.row(call.player, "reserve") else ()
    last = (messages.LAST_STORED(player=call.player),) if is_last(state, call.player) else ()
    state = put(state, call.die, "reserve")
    if call.source != call.die:
        state = replace(state, borrowed={**state.borrowed, call.die: call.source})
    stored = messages.STORED.by(("DIC-A-21", "DIC-A-23", *others))(
        die=state.name(call.die), player=call.player, power=call.power.words, reveals=(call.die,)
    )
    return state, (stored, *last)


def answer(state: State, player: str, pick: str) -> Outcome:
    """Answer the first open task."""
    task, *rest = state.todo
    return ANSWERS[task.kind](replace(state, todo=tuple(rest)), task, pick)


def call_of(task: Task) -> Call:
    """The use of a Power that a task belongs to."""
    assert task.call is not None
    return task.call


def _aim(state: State, task: Task, pick: str) -> Outcome:
    call = call_of(task)
    if pick == "done":
        return state, ()
    if call.power.name == "swap" and not call.first:
        return replace(state, todo=(Task("aim", call.player, replace(call, first=pick)), *state.todo)), ()
    again = replace(call, first="", left=call.left - 1)
    if again.left:
        state = replace(state, todo=(Task("aim", call.player, again), *state.todo))
    state, rulings = apply_all(state, call, EVOKED_POWERS[call.power.name].does(state, call, pick))
    also = ("DIC-M-DBL-04",) if call.times > 1 else ()
    rulings = tuple(ruling._replace(rules=(*ruling.rules, *also)) for ruling in rulings)
    return state, rulings


def _type(state: State, task: Task, pick: str) -> Outcome:
    call = replace(call_of(task), type=spoken_type(pick))
    ruling = messages.NAMES_TYPE(player=call.player, type=Phrase(pick.title()))
    state, more = begin(state, call)
    return state, (ruling, *more)


def _double(state: State, task: Task, pick: str) -> Outcome:
    call = call_of(task)
    if pick == "roll":
        return replace(state, todo=(Task("double-roll", call.player, call), *state.todo)), ()
    state, more = act(state, replace(call, times=1))
    return state, (messages.AS_PRINTED(), *more)


def _shield(state: State, task: Task, pick: str) -> Outcome:
    """Put another die into the Dungeon in place of the expelled one, or let it go (DIC-P-SHD-01, SHD-02).

    Shields that the same Power expels follow.
    """
    state, rulings = _saved_or_not(state, task, pick)
    call = call_of(task)
    still = (die for die in task.others if state.zones[die] == "reserve")
    changes = tuple(change for die in still for change in EVOKED_POWERS[call.power.name].does(state, call, die))
    state, more = apply_all(state, call, changes)
    return state, (*rulings, *more)


def _saved_or_not(state: State, task: Task, pick: str) -> Outcome:
    if pick == "no":
        asked = shields_for(state, call_of(task), task.die)
        said = (messages.NOT_SHIELDED(player=task.player, die=state.name(task.die)),) if asked else ()
        state, more = expel(state, task.die, task.rules, task.plain)
        return state, (*said, *more)
    guardian = ("DIC-Q-19",) if stands_in(state, task.die) else ()
    by, also = shield_rules(state, call_of(task), task.die)
    ruling = messages.SHIELDED.by(by)(shield=state.name(pick), die=state.name(task.die), also=(*also, *guardian))
    state, more = expel(state, pick, ("DIC-P-SHD-01", "DIC-A-28"), plain=True, own=True)
    state, moved = apply(state, Move(task.die, "keep", ("DIC-P-SHD-02",)))
    return state, (ruling, *more, *moved)


def _still(state: State, task: Task, pick: str) -> Outcome:
    """By house rule, expel the beaten die after an All Power found no die of its type, or not (DIC-Q-36)."""
    if pick == "no":
        return state, ()
    return _plain_expel(state, call_of(task), beaten_die(state, task.player))


def _stored_too(state: State, task: Task, pick: str) -> Outcome:
    """Summon the dice in Reserve as well, if the player of Summon All wants it (DIC-Q-61)."""
    call = call_of(task)
    dice = summonable_stored(state, call) if pick == "yes" else ()
    changes = tuple(change for die in dice for change in EVOKED_POWERS["summon"].does(state, call, die))
    return apply_all(state, call, changes)


def _more(state: State, task: Task, pick: str) -> Outcome:
    """Judge the choice to use another Power of the same stack, or to stop, which a house rule allows (DIC-Q-32)."""
    call = call_of(task)
    if pick == "done":
        return state, ()
    source = call.die if pick == "evoke" else pick.removeprefix("hostage:")
    return evoke(state, Call(call.player, call.die, source, state.power(source), used=call.used))


ANSWERS: dict[str, Callable[[State, Task, str], Outcome]] = {
    "aim": _aim,
    "mimic": _copy_own,
    "type": _type,
    "double": _double,
    "shield": _shield,
    "still": _still,
    "stored-too": _stored_too,
    "more": _more,
}


def roll(state: State, face: int) -> Outcome:
    """Judge the roll that Double Down or Cast Spell waits for: *face* (1 to 6) is what the die shows."""
    task, *rest = state.todo
    rolls = {"double-roll": _double_roll, "spell": _spell_roll}
    return rolls[task.kind](replace(state, todo=tuple(rest)), call_of(task), face)


def _double_roll(state: State, call: Call, face: int) -> Outcome:
    player, value = call.player, closing_face_words(state.die(call.die), face)
    if face <= 3:
        return state, (messages.LOST_CONTROL(player=player, value=value),)
    message = messages.DOUBLED if doubles(state, call) else messages.DOUBLED_ALIKE
    by_house = () if is_counted(call.power) else ("DIC-Q-48",)
    ruling = message(player=player, value=value, also=six(face) + by_house)
    state, more = act(state, replace(call, times=2))
    return state, (ruling, *more)


def _spell_roll(state: State, call: Call, face: int) -> Outcome:
    words, doubled = (SPELL_WORDS_DOUBLED, ("DIC-Q-49",)) if call.times > 1 else (SPELL_WORDS, ())
    value = closing_face_words(state.die(call.die), face)
    ruling = messages.SPELL.by(SPELL_RULES[face])(value=value, words=words[face], also=six(face) + doubled)
    chart = replace(call.power, name=f"spell-{face}", all="")
    state, more = act(state, replace(call, power=chart))
    return state, (ruling, *more)


def is_stack_used_up(state: State, call: Call) -> bool:
    """Whether every die of the winning stack was used for this win, or the winning die lies in the Dungeon by now.

    Which Powers are left is not looked at: that a player is not asked would give them away.
    """
    die = winning_die(state, call.player)
    used = all(each in call.used for each in (die, *state.stacks.get(die, ())))
    return used or state.zones[die] == "dungeon"


def remaining_calls(state: State, call: Call) -> tuple[Call, ...]:
    """The Powers of the stack that were not used in this win (DIC-Q-32)."""
    return tuple(each for each in callable_powers(state, call.player) if each.source not in call.used)
