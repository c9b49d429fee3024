"""Running away: each runner throws once for each monster, and is hit by Bad Stuff at once when it catches them."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, listing, signed
from rules.core.rulings import Reason
from rules.munchkin.action import Action, first, living, no_options, plain, thrown
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.character.character import Character
from rules.munchkin.character.harm import bad_stuff
from rules.munchkin.fight.combat import Flight, Foe
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.messages import (
    CAUGHT,
    ESCAPED,
    FLIGHT,
    FLIGHT_OVER,
    RUN_FROM,
)
from rules.munchkin.fight.reward import over
from rules.munchkin.fight.strength import curses_at_work
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, then

NEEDED = 5

_REMOVED_ONE = BOOK.cite("MUN-MULTI-06")
_ORDER = BOOK.cite("MUN-RUN-06")
_HELPER = BOOK.cite("MUN-RUN-08", "MUN-RUN-09", "MUN-Q-10")
_CHANGED = BOOK.cite("MUN-RUN-04", "MUN-Q-38")
_SYMBOL = BOOK.cite("MUN-Q-39")
_BOTH = BOOK.cite("MUN-RUN-10")


def flee(state: State) -> Outcome:
    """Let the fighter and the helper run away, in their order, after a lost fight."""
    combat = fight_of(state)
    order = tuple(reversed(combat.side)) if state.rules.on("helper_first") else combat.side
    foes = combat.foe_names
    combat = replace(combat, clock="", objector="", run_called=False, offer=None)
    second = "fled" if combat.at_door else "no good fled"
    state = replace(state, phase="flight", combat=combat, flight=Flight(order, foes), second=second)
    also = (
        *(_HELPER if combat.helper else ()),
        *(_ORDER if len(foes) > 1 else ()),
        *(_REMOVED_ONE if combat.removed else ()),
    )
    return state, (FLIGHT(players=listing(order), monsters=listing(map(monster_name, foes)), also=also),)


def flight_of(state: State) -> Flight:
    """Who still runs away, and from which monsters; to be called only while somebody runs away."""
    assert state.flight is not None
    return state.flight


def runner(state: State) -> str:
    """The player who throws next to run away; empty once everybody has run."""
    return flight_of(state).runners[0] if flight_of(state).runners else ""


def target(flight: Flight) -> str:
    """The monster that the next throw is for; empty while the runner has to choose one."""
    return flight.chosen or (flight.foes[0] if len(flight.foes) == 1 else "")


def _to_choose(state: State, player: str) -> tuple[Option, ...]:
    flight = flight_of(state)
    return () if target(flight) else plain(*flight.foes)


def choose_monster(state: State, player: str, pick: str) -> Outcome:
    """Note which monster the runner runs away from next."""
    return replace(state, flight=replace(flight_of(state), chosen=pick)), (
        RUN_FROM(player=player, monster=monster_name(pick)),
    )


def throw_to_escape(state: State, player: str, side: str) -> Outcome:
    """Judge the runner's throw: 5 or more, with everything added, escapes."""
    flight = flight_of(state)
    foe = fight_of(state).foe(target(flight))
    number = state.rules.number_on(side)
    extra = flight.bonus + run_bonus(state, state.who(player), foe)
    also = (*(_CHANGED if extra else ()), *(_SYMBOL if side == "power" else ()))
    counted = Phrase("{number} {more} = {sum}", number=number, more=signed(extra), sum=number + extra)
    thrown = counted if extra else str(number)
    state = next_monster(state, foe, thrown=True)
    if number + extra >= NEEDED:
        return state, (ESCAPED(player=player, thrown=thrown, monster=monster_name(foe.name), also=also),)
    both = _BOTH if len(fight_of(state).side) > 1 else ()
    outcome: Outcome = (
        state,
        (CAUGHT(player=player, thrown=thrown, monster=monster_name(foe.name), also=(*also, *both)),),
    )
    return then(outcome, lambda caught: bad_stuff(caught, player, foe.name, foe.card.harm))


def run_bonus(state: State, who: Character, foe: Foe) -> int:
    """Return what the monster and the cards that the runner uses add to the throw for running away."""
    items = (item.name for item in who.items if item.equipped)
    house = (who.house,) if who.house else ()
    curses = curses_at_work(state, who)
    names = (*house, *who.roles, *who.proficiencies, *who.allies, *items, *curses)
    counted = (name for name in names if state.card(name).run > 0 or not who.is_excused(name))
    return foe.card.run + sum(state.card(name).run for name in counted)


def next_monster(state: State, foe: Foe, *, thrown: bool) -> State:
    """The flight once the runner has run from *foe*: at the next monster, or at the next runner and all monsters."""
    flight = flight_of(state)
    left = tuple(name for name in flight.foes if name != foe.name)
    if left:
        return replace(state, flight=replace(flight, foes=left, chosen="", bonus=0, thrown=flight.thrown or thrown))
    return next_runner(state)


def next_runner(state: State) -> State:
    """The flight once the first runner has got away or been caught: the next one runs, from all monsters."""
    return replace(state, flight=Flight(flight_of(state).runners[1:], fight_of(state).foe_names))


def without_dead(state: State) -> State:
    """The flight without the dead, who run no further."""
    flight = flight_of(state)
    alive = tuple(name for name in flight.runners if state.who(name).alive)
    if alive == flight.runners:
        return state
    if alive[:1] == flight.runners[:1]:
        return replace(state, flight=replace(flight, runners=alive))
    return replace(state, flight=Flight(alive, fight_of(state).foe_names))


def removed_while_running(state: State) -> Outcome:
    """Remove a monster from the flight, because it has left the fight; after the last one nobody runs any more."""
    flight, names = flight_of(state), fight_of(state).foe_names
    if not names:
        return replace(state, flight=replace(flight, runners=())), ()
    left = tuple(name for name in flight.foes if name in names)
    if not left:
        return next_runner(state), ()
    chosen = flight.chosen if flight.chosen in left else ""
    return replace(state, flight=replace(flight, foes=left, chosen=chosen)), ()


def end(state: State) -> Outcome:
    """End the fight without any reward, because everybody has run."""
    return then((state, (FLIGHT_OVER(),)), over)


_OTHER_RUNS = BOOK.because("It is {player}'s turn to run away.", "MUN-RUN-06", "MUN-RUN-09", "MUN-RUN-03")
_BYSTANDER = BOOK.because("Only the fighter and the helper run away.", "MUN-RUN-08", "MUN-RUN-01")
_RUNS_LATER = BOOK.because("{player} runs away first.", "MUN-Q-10", "MUN-RUN-09")
_HAS_RUN = BOOK.because("{player} has run from {monster} already, caught or not.", "MUN-RUN-06")
_NOBODY_RUNS = BOOK.because("Nobody is running away.", "MUN-RUN-01")
_WAIT_FIRST = BOOK.because("The players run away once the countdown is over.", "MUN-COMBAT-14", "MUN-Q-06")
_THROW_FIRST = BOOK.because("The throw for {monster} comes first: that monster was chosen.", "MUN-RUN-06")
_ONE_MONSTER = BOOK.because("There is only one monster to run away from, so there is nothing to choose.", "MUN-RUN-06")
_CHOOSE_FIRST = BOOK.because("Choose first which monster to run away from.", "MUN-RUN-06")


def somebody_runs(state: State, player: str) -> Reason | None:
    """A gate: open while players run away."""
    if state.combat and state.combat.run_called:
        return _WAIT_FIRST
    return None if state.flight and runner(state) else _NOBODY_RUNS


def own_run(state: State, player: str) -> Reason | None:
    """A gate: open to the player who runs now."""
    if player == runner(state):
        return None
    if player not in fight_of(state).side:
        return _BYSTANDER
    waits = player in flight_of(state).runners
    return (_RUNS_LATER if waits else _OTHER_RUNS).about(player=runner(state))


def _why_not_from(state: State, player: str, pick: str) -> Reason | None:
    flight = flight_of(state)
    if pick in flight.foes:
        return _THROW_FIRST.about(monster=monster_name(flight.chosen)) if flight.chosen else _ONE_MONSTER
    if pick in fight_of(state).foe_names:
        return _HAS_RUN.about(player=player, monster=monster_name(pick))
    return BOOK.because("No monster of that name is in the fight.", "MUN-RUN-06")


def _throw_closed(state: State, player: str) -> Reason | None:
    return None if target(flight_of(state)) else _CHOOSE_FIRST


ACTIONS = {
    "run from": Action(
        "{player} chooses which monster to run away from next.",
        BOOK.cite("MUN-RUN-06"),
        first(living, somebody_runs, own_run),
        _to_choose,
        _why_not_from,
        choose_monster,
        expected=lambda state, player: plain(*fight_of(state).foe_names) if _to_choose(state, player) else (),
    ),
    "escape": Action(
        "{player} throws the die to run away.",
        BOOK.cite("MUN-RUN-03", "MUN-RUN-04"),
        first(living, somebody_runs, own_run, _throw_closed),
        no_options,
        thrown("MUN-RUN-03"),
        throw_to_escape,
        throws=True,
    ),
}
