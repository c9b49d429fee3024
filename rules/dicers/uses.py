"""Using a die in Reserve: when it is offered, what happens, and where the die goes."""

from __future__ import annotations

from dataclasses import replace

from rules.dicers import said_powers as said
from rules.dicers.calls import modifier_rules
from rules.dicers.reserve import EFFECTS, Effect, Use
from rules.dicers.rounds import Outcome, Said, running, shown, stage
from rules.dicers.state import State, Task, put, with_round

PASS = "pass"


def usable(state: State, player: str) -> tuple[str, ...]:
    """The player's dice in Reserve whose Power makes sense now (DIC-A-26)."""
    if not state.deal.advanced or state.phase != "round" or state.todo or not _open(state):
        return ()
    return tuple(die for die in state.row(player, "reserve") if _ready(state, player, die))


def _open(state: State) -> bool:
    """Until the winner has chosen; not while a forced roll or half a tie is pending (DIC-Q-04)."""
    now = stage(state)
    early = now in ("advance", "cast")
    late = now in ("tie", "decided") and not running(state).fresh
    return early or (late and not state.deal.on("reserve_only_during_cast"))


def waited_for(state: State) -> tuple[str, ...]:
    """Who may use a Reserve Power now; by house rule the Defender uses his or passes before the Challenger may."""
    players = tuple(player for player in state.deal.players if usable(state, player))
    return (state.deal.other(running(state).challenger),) if may_pass(state, players) else players


def may_pass(state: State, players: tuple[str, ...]) -> bool:
    """Whether the Defender has to say first whether he uses a Power (DIC-Q-50)."""
    return len(players) == 2 and state.deal.on("defender_first") and not running(state).passed


def hurry(state: State) -> Outcome:
    """By house rule a Power that was activated is used as the Round begins, if it makes sense then (DIC-Q-47)."""
    words: Said = ()
    while state.at_once and not state.todo:
        die, *rest = state.at_once
        state = replace(state, at_once=tuple(rest))
        player = state.owners[die]
        if die in usable(state, player):
            state, spoken = activate(state, player, die)
            words += spoken
    return state, words


def _ready(state: State, player: str, die: str) -> bool:
    use = Use(player, die)
    power = state.power(die)
    effect = EFFECTS.get(power.name)
    if effect is None or not effect.ready(state, use):
        return False
    target = effect.on(state, use)
    return not target or state.die(target).fits(power.only)


def choose(state: State, player: str, pick: str) -> Outcome:
    """Use a die in Reserve, or let the other go first."""
    if pick == PASS:
        return with_round(state, replace(running(state), passed=True)), (said.PASSES(player=player),)
    return activate(state, player, pick)


def activate(state: State, player: str, die: str) -> Outcome:
    """Use it now (DIC-A-27); with Double Down its player is asked first."""
    power = state.power(die)
    effect = EFFECTS[power.name]
    current = running(state)
    several = ("DIC-A-25", "DIC-A-30", "DIC-Q-50") if current.used else ()
    also = (*effect.rules, *modifier_rules(power), *several)
    words = said.USES(player=player, die=state.name(die), power=power.words, also=also)
    state = with_round(state, replace(current, used=current.used + 1))
    if power.double:
        return replace(state, todo=(Task("use-double", player, die=die), *state.todo)), (words,)
    state, spoken = _perform(state, Use(player, die, power.number), effect)
    return state, (words, *spoken)


def _perform(state: State, use: Use, effect: Effect) -> Outcome:
    state, words = effect.does(state, use)
    if effect.keeps:
        return state, words
    return put(state, use.die, "keep"), (*words, said.BACK(die=state.name(use.die), player=use.player))


def decide_double(state: State, task: Task, pick: str) -> Outcome:
    """Use it as it is, or roll for Double Down."""
    if pick == "roll":
        return replace(state, todo=(replace(task, kind="use-double-roll"), *state.todo)), ()
    power = state.power(task.die)
    state, spoken = _perform(state, Use(task.player, task.die, power.number), EFFECTS[power.name])
    return state, (said.AS_PRINTED(), *spoken)


def roll_double(state: State, task: Task, face: int) -> Outcome:
    """1 to 3: it is spent for nothing.  4 to 6: its number is doubled (DIC-Q-48)."""
    value = shown(state.die(task.die), face)
    if face <= 3:
        words = said.LOST_CONTROL(player=task.player, value=value)
        return put(state, task.die, "keep"), (words, said.BACK(die=state.name(task.die), player=task.player))
    power = state.power(task.die)
    use = Use(task.player, task.die, 2 * power.number)
    state, spoken = _perform(state, use, EFFECTS[power.name])
    return state, (said.DOUBLED(player=task.player, value=value, also=("DIC-Q-48",)), *spoken)
