"""How a Power begins: which Powers the winner may use, the type, Double Down, and the tasks that follow."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, Ruling
from rules.dicers import messages
from rules.dicers.dice import Power, limit_rules
from rules.dicers.powers import aims
from rules.dicers.powers.changes import Change, Expel, apply
from rules.dicers.powers.powers import EVOKED_POWERS, EvokedPower
from rules.dicers.powers.types import among, has_type, possible_types, side_of
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Call, Outcome, Rulings, State, Task
from rules.dicers.turn.stages import running


def winning_die(state: State, player: str) -> str:
    """The die that has won: the protected one where a Guardian fought for it (DIC-P-GRD-04)."""
    cast = running(state).casts[player]
    return cast.guarded or cast.die


def beaten_die(state: State, winner: str) -> str:
    """The die that was beaten: the Guardian itself where one fought (DIC-P-GRD-06)."""
    return running(state).casts[state.setting.other(winner)].die


def stands_in(state: State, die: str) -> bool:
    """Whether that die fights as a Guardian in this Round; one that was just advanced does not (DIC-Q-19)."""
    return any(cast.die == die and cast.stands_in for cast in running(state).casts.values())


def own_calls(state: State, player: str) -> tuple[Call, ...]:
    """The Powers of the winning die and of its hostages, whether they may be used or not."""
    die = winning_die(state, player)
    return tuple(Call(player, die, source, state.power(source)) for source in (die, *state.stacks.get(die, ())))


def callable_powers(state: State, player: str) -> tuple[Call, ...]:
    """Every Power that *player*, who has won the Round, may use instead of expelling the beaten die."""
    return tuple(call for call in own_calls(state, player) if why_not_call(state, call) is None)


def may_try_capture(state: State, player: str) -> bool:
    """Whether the winning die, whose own Power is another one, has captured before or holds hostages."""
    die = winning_die(state, player)
    return state.power(die).name != "capture" and (die in state.capturing or bool(state.stacks.get(die)))


def why_not_choose(state: State, player: str, pick: str) -> Reason | None:
    """Why the winner of the Round may not choose ``pick``: expel, capture, or use a Power; None where that is open."""
    if pick == "expel":
        return None
    if pick == "capture":
        return why_not_capture(state, winning_die(state, player))
    return why_not_call(state, call_of_pick(state, player, pick))


def call_of_pick(state: State, player: str, pick: str) -> Call:
    """The Power that ``evoke`` or ``hostage:x`` asks for."""
    die = winning_die(state, player)
    source = die if pick == "evoke" else pick.removeprefix("hostage:")
    return Call(player, die, source, state.power(source))


_because = BOOK.because
HOSTAGE_RESERVE = _because("A hostage's Reserve Power cannot be used.", "DIC-Q-28")
LAST_DIE = _because("By your house rules the last die may not be put in Reserve.", "DIC-Q-42")
NO_COPY = _because("The beaten die has a Reserve Power, which Mimic cannot copy.", "DIC-P-MIM-03")
STORED_POWER = _because("Mimic cannot copy a Reserve Power.", "DIC-P-MIM-03", "DIC-Q-33")
ANOTHER_MIMIC = _because("Mimic cannot copy another Mimic.", "DIC-Q-33")
FULL = _because(
    "A die captures only while it holds fewer hostages than its casting bonus.", "DIC-P-CAP-06", "DIC-P-CAP-07"
)
NO_CAPTURE = _because("That die is no Capture die, and has not captured before.", "DIC-P-CAP-04")
HOLDS_ONLY = _because(
    "That die is no Capture die: it keeps the hostages under it, and captures no more.",
    *("DIC-P-SWP-08", "DIC-P-SWP-07"),
)
NO_EFFECT = _because("By your house rules a Power is used only where it can do something.", "DIC-Q-35")


def why_not_call(state: State, call: Call) -> Reason | None:
    """Why the winner may not use the Power of ``call`` instead of expelling; None where that is open."""
    if call.power.stored:
        return _why_not_store(state, call)
    if call.power.name == "mimic" and copied(state, call).stored:
        return NO_COPY
    if call.power.name == "capture" and (reason := why_not_capture(state, call.die)):
        return reason
    return NO_EFFECT if state.setting.on("must_have_effect") and is_useless(state, call) else None


def _why_not_store(state: State, call: Call) -> Reason | None:
    if call.source != call.die and not state.setting.on("hostage_reserve_allowed"):
        return HOSTAGE_RESERVE
    return LAST_DIE if state.setting.on("forbid_reserve_last_die") and is_last(state, call.player) else None


def is_last(state: State, player: str) -> bool:
    """Whether the player has nothing to advance but the die in the Arena (DIC-Q-42)."""
    return not state.row(player, "front", "keep", "aside")


def why_not_capture(state: State, die: str) -> Reason | None:
    """Why that die takes no hostage; None for a Capture die, or one that captured before, with room for another."""
    if state.power(die).name != "capture" and die not in state.capturing:
        return HOLDS_ONLY if state.stacks.get(die) else NO_CAPTURE
    return None if aims.has_room(state, die) else FULL


def is_useless(state: State, call: Call) -> bool:
    """Whether the winner can see that the Power would do nothing: hidden dice of the other player may be of any type.

    What Mimic would copy is hidden too, the chart of Cast Spell is rolled for first, and a Capture die has room or a
    reason of its own.
    """
    if call.power.stored or call.power.name in ("mimic", "cast-spell", "capture"):
        return False
    entry, types = EVOKED_POWERS[call.power.name], possible_types(state, call)
    if entry.side != "own":
        call, types = replace(call, power=replace(call.power, only=())), ("",)
    return not any(_reaches(state, replace(call, type=kind), entry) for kind in types)


def copied(state: State, call: Call, die: str = "") -> Power:
    """What Mimic copies: the beaten die's Power or that of *die*, by house rule without its modifiers (DIC-Q-34).

    What stands after the Mimic itself changes the copy too (DIC-M-GEN-01).
    """
    power, mimic = state.power(die or beaten_die(state, call.player)), call.power
    bare = Power(power.name, power.number) if state.setting.on("mimic_strips_modifiers") else power
    only = tuple(dict.fromkeys((*bare.only, *mimic.only)))
    return replace(bare, all=bare.all or mimic.all, only=only, double=bare.double or mimic.double)


def why_not_copy(state: State, die: str) -> Reason | None:
    """Why a Mimic that beat a Mimic cannot copy *die* by house rule; None where it can (DIC-Q-33)."""
    power = state.power(die)
    return STORED_POWER if power.stored else ANOTHER_MIMIC if power.name == "mimic" else None


def _reaches(state: State, call: Call, entry: EvokedPower) -> bool:
    offered = entry.aims(state, call)
    if not offered:
        return bool(aims.summonable_stored(state, call))
    return call.power.name == "swap" or any(entry.does(state, call, pick) for pick in offered)


def modifier_rules(power: Power) -> tuple[str, ...]:
    """The rules of the modifiers after a Power."""
    rules = ["DIC-M-GEN-01"] if power.all or power.only or power.double else []
    rules += ["DIC-M-ALL-01"] if power.all else []
    return (*rules, *limit_rules(power))


def begin(state: State, call: Call) -> Outcome:
    """Name a type, decide on Double Down, then act; each question to a player becomes a task."""
    if call.power.all and not call.type:
        if call.power.all == "any":
            return _ask(state, "type", call)
        return begin(state, replace(call, type=call.power.all))
    if call.type and not has_type(state, call):
        return _fizzle(state, call)
    if call.power.double and not call.times:
        return _ask(state, "double", call)
    return act(state, replace(call, times=call.times or 1))


def _ask(state: State, kind: str, call: Call) -> Outcome:
    return replace(state, todo=(Task(kind, call.player, call), *state.todo)), ()


def _fizzle(state: State, call: Call) -> Outcome:
    side = "DIC-M-ALL-02" if side_of(call.power) == "foe" else "DIC-M-ALL-01"
    ruling = messages.NO_TYPE(
        type=Phrase(call.type.title()), power=call.power.words, among=among(state, call), also=(side,)
    )
    if state.setting.on("all_fizzle_allows_expel"):
        state = replace(state, todo=(Task("still", call.player, call), *state.todo))
    return state, (ruling,)


def act(state: State, call: Call) -> Outcome:
    """Apply the Power, or ask for its targets."""
    if call.power.name == "cast-spell":
        return _ask(state, "spell", call)
    entry = EVOKED_POWERS[call.power.name]
    offered = entry.aims(state, call)
    if not (offered or aims.summonable_stored(state, call)):
        return state, (_nothing(state, call),)
    if _reaches_all(call, entry):
        return _gather(state, call, entry, offered)
    left = _count(state, call, entry)
    return _ask(state, "aim", replace(call, left=left))


def _reaches_all(call: Call, entry: EvokedPower) -> bool:
    """Whether the Power is applied to all that it reaches, so that nobody chooses."""
    return not entry.asks or bool(call.type and not entry.single)


def is_counted(power: Power) -> bool:
    """Whether Double Down doubles a number of the Power: of dice, or of those on the chart of Cast Spell (DIC-Q-49)."""
    return power.name == "cast-spell" or EVOKED_POWERS[power.name].count > 0


def doubles(state: State, call: Call) -> bool:
    """Whether Double Down changes what the Power does: its number, or by house rule how often it works (DIC-Q-48)."""
    chosen = call.power.name == "cast-spell" or not _reaches_all(call, EVOKED_POWERS[call.power.name])
    return chosen and (is_counted(call.power) or state.setting.on("double_means_twice"))


def _nothing(state: State, call: Call) -> Ruling:
    """Why the Power does nothing: the die that captures is full, or there is no die within reach."""
    if call.power.name in ("capture", "spell-4") and aims.defeated(state, call):
        return messages.NO_ROOM(die=state.name(call.die))
    return messages.NOTHING(power=_power_words(call))


def _power_words(call: Call) -> str:
    return Phrase("the spell") if call.power.name.startswith("spell-") else call.power.words


def _count(state: State, call: Call, entry: EvokedPower) -> int:
    """The number of targets: Double Down doubles it, by house rule also for Powers without a number (DIC-Q-48)."""
    times = call.times if entry.count or state.setting.on("double_means_twice") else 1
    return max(1, entry.count) * times


def _gather(state: State, call: Call, entry: EvokedPower, offered: tuple[str, ...]) -> Outcome:
    """Apply the Power to each of the ``offered`` dice; whether it reaches those in Reserve too is asked afterwards."""
    changes = tuple(change for pick in offered for change in entry.does(state, call, pick))
    stored = aims.summonable_stored(state, call)
    state, rulings = apply_all(state, call, changes)
    if stored:
        state = replace(state, todo=(Task("stored-too", call.player, call), *state.todo))
    return state, rulings


def apply_all(state: State, call: Call, changes: tuple[Change, ...]) -> Outcome:
    """Apply changes; an Expel that a Shield could take becomes a task for its owner.

    A Shield that is expelled with that die is expelled after the answer: both happen at one moment (DIC-P-SHD-03).
    """
    expelled = [change for change in changes if isinstance(change, Expel)]
    saved = [change for change in expelled if shields_for(state, call, change.die)]
    savers = {shield for change in saved for shield in shields_for(state, call, change.die)}
    later = [change for change in expelled if change.die in savers and change not in saved]
    tasks = [_shield_task(state, call, change) for change in saved]
    if later:
        tasks[-1] = replace(tasks[-1], others=tuple(change.die for change in later))
    rulings = _unsaved(state, call, expelled)
    for change in changes:
        if change not in saved and change not in later:
            state, more = apply(state, change)
            rulings += more
    return replace(state, todo=(*tasks, *state.todo)), rulings


def _unsaved(state: State, call: Call, expelled: list[Expel]) -> Rulings:
    """A ruling for each expelled Guardian of the other player that no Shield may save, by house rule."""
    theirs = (change.die for change in expelled if state.owners[change.die] != call.player)
    return tuple(messages.NO_SHIELD(die=state.name(die)) for die in theirs if _lost_guardian(state, die))


def _shield_task(state: State, call: Call, change: Expel) -> Task:
    return Task("shield", state.owners[change.die], call, change.die, change.rules, change.plain)


def shields_for(state: State, call: Call, die: str) -> tuple[str, ...]:
    """The Shields in Reserve, open to all, that may come before a die of their owner at this moment (DIC-P-SHD-01..04,
    DIC-Q-20); whether one limited to a type saves this die is their owner's business."""
    owner = state.owners[die]
    beaten = die == beaten_die(state, call.player) and state.zones[die] == "arena"
    if owner == call.player or not (beaten or state.setting.on("shield_any_expel")):
        return ()
    return () if _lost_guardian(state, die) else _stored_shields(state, die)


def shield_rules(state: State, call: Call, die: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules by which a Shield may save *die*, those that decide, and others: by house rule one not beaten too."""
    if die == beaten_die(state, call.player):
        return ("DIC-P-SHD-01",), ("DIC-P-SHD-03", "DIC-P-SHD-04", "DIC-Q-20")
    return ("DIC-Q-20", "DIC-P-SHD-01"), ()


def _lost_guardian(state: State, die: str) -> bool:
    """Whether that die is a Guardian that its owner's Shield may not save by house rule (DIC-Q-19)."""
    barred = state.setting.on("shield_not_on_guardian") and stands_in(state, die)
    return barred and bool(_stored_shields(state, die))


def _stored_shields(state: State, die: str) -> tuple[str, ...]:
    """The other dice with a Shield in Reserve of that die's owner."""
    stored = (each for each in state.row(state.owners[die], "reserve") if each != die)
    return tuple(each for each in stored if state.power(each).name == "shield")
