"""Munchkin for the core: start, asks, step and view; and how one play is judged, with all that follows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core.asks import Ask
from rules.core.at_table import TableRules
from rules.core.copies import replace
from rules.core.facts import Choose, Play, Throw
from rules.core.game import Counters, Setup
from rules.core.guide import Guide
from rules.core.house_rules import HouseRule
from rules.core.rulebook import Book
from rules.core.rulings import Reason, Ruling
from rules.munchkin import asks, charity, turn
from rules.munchkin import setup as setting_up
from rules.munchkin.character import death, harm, sale
from rules.munchkin.character.limits import limits
from rules.munchkin.fight import fight, flight, reward
from rules.munchkin.guide import GUIDE
from rules.munchkin.house_rules import HOUSE_RULES
from rules.munchkin.messages import FIGHTER_DEAD, HELPER_DEAD, THROW_AGAIN, THROW_NOT_DUE, THROW_OTHER
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Rulings, State, then
from rules.munchkin.table import TABLE
from rules.munchkin.view import view
from rules.munchkin.why_not import over, why_not


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
    return state, (THROW_AGAIN(player=throw.player) if due else _not_due(state, throw.player),)


def _not_due(state: State, player: str) -> Ruling:
    """The ruling that no throw of *player* is due: something else is due, or nobody runs away or loots."""
    kind = "loot order" if state.bodies and not state.combat else "escape"
    closed = None if state.questions else asks.ACTIONS[kind].closed(state, player)
    reason = closed or asks.why_pending(state)
    return THROW_NOT_DUE.by(reason.rules[:1])(why=reason.words)


def settle(before: State, outcome: Outcome) -> Outcome:
    """The consequences of a choice; there are none where only Levels are kept."""
    if before.phase == "levels":
        return outcome
    if outcome[0].winners and outcome[0].combat:
        return then(outcome, reward.over)
    since = before
    while not outcome[0].winners:
        state = outcome[0]
        outcome = then(outcome, partial(limits, since=since), _dead_leave, sale.shrink, harm.narrow, _onward)
        since = state
        if outcome[0] is state or outcome[0] == state:
            return then(outcome, partial(fight.standing, before), partial(charity.announce_excess, before))
    return outcome


def _onward(state: State) -> Outcome:
    """Carry out the next step in which nobody has a choice."""
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
    if any(not state.who(name).alive for name in body.looters):
        return death.without_dead_looters(state)
    if not body.ordered and not death.due_to_throw(state):
        return death.put_in_order(state)
    return state, ()


# The dead ---------------------------------------------------------------------------------------------------------


def _dead_leave(state: State) -> Outcome:
    """Take dead players out of the flight and the fight."""
    combat = state.combat
    if combat is None:
        return state, ()
    if state.flight:
        return flight.without_dead(state), ()
    if not state.who(combat.fighter).alive:
        return then((state, (FIGHTER_DEAD(player=combat.fighter),)), reward.over)
    if combat.helper and not state.who(combat.helper).alive:
        left = replace(combat, helper="", deal=None)
        gone = replace(state, combat=left), (HELPER_DEAD(player=combat.helper),)
        return then(gone, partial(reward.used_up, player=combat.helper))
    if combat.offer and not state.who(combat.offer.helper).alive:
        return replace(state, combat=replace(combat, offer=None)), ()
    return state, ()


class Munchkin:
    """Munchkin, the Harry Potter edition: the whole game, or levels only for any set."""

    name = "munchkin"
    book: Book = BOOK
    guide: Guide = GUIDE
    house_rules: tuple[HouseRule, ...] = HOUSE_RULES
    at_table: TableRules = TABLE
    counters: Counters = ("turn", "beat", "drawn", "discarded", "history")
    seats: str = "seats"

    def start(self, setup: Setup) -> State:
        """The opening state; see `rules.core.game.Game`."""
        return setting_up.opening(setup)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """What may be done now; see `rules.core.game.Game`."""
        return asks.asks(state)

    def admits(self, state: State, play: Play) -> bool:
        """Whether an ask admits *play*; see `rules.core.game.Game`."""
        return asks.admits(state, play)

    def step(self, state: State, play: Play) -> tuple[State, Rulings]:
        """Judge one play; see `rules.core.game.Game`."""
        return apply(state, play)

    def why_not(self, state: State, choice: Choose) -> Reason | None:
        """Why a choice that is not offered may not be made now; see `rules.core.game.Game`."""
        return why_not(state, choice)

    def over(self, state: State) -> Reason:
        """Why nothing can be thrown or chosen any more; see `rules.core.game.Game`."""
        return over(state)

    def view(self, state: State, viewer: str | None, revealed: frozenset[str]) -> Mapping[str, Any]:
        """What everybody may see; the referee knows no secret of this game."""
        return view(state)
