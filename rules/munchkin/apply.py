"""Applies a play: the action itself, then its consequences until nothing changes any more."""

from __future__ import annotations

from functools import partial

from rules.core.copies import replace
from rules.core.facts import Choose, Play, Throw
from rules.munchkin import asks
from rules.munchkin.character import death
from rules.munchkin.character.limits import limits
from rules.munchkin.fight import fight, flight, reward
from rules.munchkin.messages import FIGHTER_DEAD, HELPER_DEAD, THROW_AGAIN, THROW_NOT_DUE, THROW_OTHER
from rules.munchkin.state import Outcome, State, then
from rules.munchkin.turn import charity, turn


def apply(state: State, play: Play) -> Outcome:
    """Judge one play: a choice that was offered, or any throw at all."""
    if isinstance(play, Choose):
        return settle(state, asks.ACTIONS[play.kind].do(state, play.player, play.pick))
    return _throw(state, play)


def _throw(state: State, throw: Throw) -> Outcome:
    due = asks.throws(state, throw.player)
    for ask in due:
        if ask.admits(throw):
            return settle(state, asks.ACTIONS[ask.kind].do(state, throw.player, throw.shown[0][1]))
    if due and any(piece != state.rules.die for piece, _ in throw.shown):
        return state, (THROW_OTHER(player=throw.player),)
    return state, ((THROW_AGAIN if due else THROW_NOT_DUE)(player=throw.player),)


def settle(before: State, outcome: Outcome) -> Outcome:
    """The consequences of a choice; there are none where only Levels are kept."""
    if before.phase == "levels":
        return outcome
    if outcome[0].winners and outcome[0].combat:
        return then(outcome, reward.over)
    since = before
    while not outcome[0].winners:
        state = outcome[0]
        outcome = then(outcome, partial(limits, since=since), _dead_leave, _onward)
        since = state
        if outcome[0] is state or outcome[0] == state:
            return then(outcome, partial(fight.standing, before), partial(charity.begins, before))
    return outcome


def _onward(state: State) -> Outcome:
    """The next thing that happens without anybody's choice."""
    if state.questions or state.winners:
        return state, ()
    if state.flight and not flight.runner(state):
        return flight.end(state)
    if state.bodies and not state.combat:
        return _bodies(state)
    if not state.who(state.active).alive and not state.combat:
        return turn.next_turn(state)
    return state, ()


def _bodies(state: State) -> Outcome:
    body = state.bodies[0]
    if not body.looters:
        return death.lay_out(state)
    if not body.ordered and not death.due_to_throw(state):
        return death.put_in_order(state)
    return state, ()


# The dead ---------------------------------------------------------------------------------------------------------


def _dead_leave(state: State) -> Outcome:
    """The dead run no further and fight no more."""
    combat = state.combat
    if combat is None:
        return state, ()
    if state.flight:
        return flight.without_dead(state), ()
    if not state.who(combat.fighter).alive:
        return then((state, (FIGHTER_DEAD(player=combat.fighter),)), reward.over)
    if combat.helper and not state.who(combat.helper).alive:
        left = replace(combat, helper="", deal=None)
        return replace(state, combat=left), (HELPER_DEAD(player=combat.helper),)
    if combat.offer and not state.who(combat.offer.helper).alive:
        return replace(state, combat=replace(combat, offer=None)), ()
    return state, ()
