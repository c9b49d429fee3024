"""Running away: one throw a monster and runner, Bad Stuff at once, an Ally given up instead."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.munchkin.action import Action, plain
from rules.munchkin.character import Character
from rules.munchkin.fight import fight_of
from rules.munchkin.harm import bad_stuff
from rules.munchkin.offers import called
from rules.munchkin.reward import over
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Flight, Foe, Outcome, State, then

NEEDED = 5

_FLEES = BOOK.says(
    "flight",
    "{players} must run away from {monsters}: no Level, no Treasure, no looting.",
    *("MUN-RUN-01", "MUN-RUN-02"),
)
_REMOVED_ONE = BOOK.cite("MUN-MULTI-06")
_ORDER = BOOK.cite("MUN-RUN-06")
_HELPER = BOOK.cite("MUN-RUN-08", "MUN-RUN-09", "MUN-Q-10")
_CHOSEN = BOOK.says("run-from", "{player} runs from {monster} next.", "MUN-RUN-06")
_AWAY = BOOK.says("escaped", "{player} throws {thrown} and gets away from {monster}.", "MUN-RUN-03")
_CAUGHT = BOOK.says("caught", "{player} throws {thrown}: {monster} catches {player}.", "MUN-RUN-03")
_CHANGED = BOOK.cite("MUN-RUN-04", "MUN-Q-38")
_SYMBOL = BOOK.cite("MUN-Q-39")
_BOTH = BOOK.cite("MUN-RUN-10")
_BONUS = BOOK.says("run-bonus", "The next throw of {player} counts {amount}.", "MUN-RUN-04")
_GIVEN_UP = BOOK.says(
    "ally-given-up",
    "{player} gives up {ally} and is away from every monster still to come.",
    *("MUN-ALLY-06", "MUN-Q-11"),
)
_TOGETHER = BOOK.says("ally-saves-both", "{other} gets away with {player}.", "MUN-ALLY-07")
_NOT_TOGETHER = BOOK.says("ally-saves-one", "{other} still has to run.", "MUN-ALLY-07")
_HELPERS_OWN = BOOK.cite("MUN-Q-12")
_DONE = BOOK.says("flight-over", "Nobody has to run any more: the monsters are discarded.", "MUN-RUN-11")


def flee(state: State) -> Outcome:
    """The fight is lost: fighter and helper run."""
    combat = fight_of(state)
    order = tuple(reversed(combat.side)) if state.rules.on("helper_first") else combat.side
    foes = tuple(foe.name for foe in combat.foes)
    combat = replace(combat, clock="", objector="", running=False)
    state = replace(state, phase="flight", combat=combat, flight=Flight(order, foes))
    also = (
        *(_HELPER if combat.helper else ()),
        *(_ORDER if len(foes) > 1 else ()),
        *(_REMOVED_ONE if combat.removed else ()),
    )
    return state, (_FLEES(players=" and ".join(order), monsters=" and ".join(map(called, foes)), also=also),)


def flight_of(state: State) -> Flight:
    """The running going on."""
    assert state.flight is not None
    return state.flight


def runner(state: State) -> str:
    """Whose throw is next, "" once all have run."""
    return flight_of(state).runners[0] if flight_of(state).runners else ""


def target(flight: Flight) -> str:
    """The monster to throw for; "" while the runner has to choose."""
    return flight.chosen or (flight.foes[0] if len(flight.foes) == 1 else "")


def _to_choose(state: State, player: str) -> tuple[Option, ...]:
    flight = flight_of(state)
    return plain(*flight.foes) if player == runner(state) and not target(flight) else ()


def choose_monster(state: State, player: str, pick: str) -> Outcome:
    """The runner says which monster comes first."""
    return replace(state, flight=replace(flight_of(state), chosen=pick)), (
        _CHOSEN(player=player, monster=called(pick)),
    )


def throw_to_escape(state: State, player: str, side: str) -> Outcome:
    """The die: from 5 on, with all that is added, the runner is away."""
    flight = flight_of(state)
    foe = next(foe for foe in fight_of(state).foes if foe.name == target(flight))
    number = int(state.rules.house["die_symbol_value"]) if side == "power" else int(side)
    extra = flight.bonus + run_bonus(state, state.who(player), foe)
    also = (*(_CHANGED if extra else ()), *(_SYMBOL if side == "power" else ()))
    thrown = f"{number} {extra:+d} = {number + extra}" if extra else str(number)
    state = _past(state, foe)
    if number + extra >= NEEDED:
        return state, (_AWAY(player=player, thrown=thrown, monster=called(foe.name), also=also),)
    both = _BOTH if len(fight_of(state).side) > 1 else ()
    told: Outcome = state, (_CAUGHT(player=player, thrown=thrown, monster=called(foe.name), also=(*also, *both)),)
    return then(told, lambda caught: bad_stuff(caught, player, foe.name, foe.card.harm))


def run_bonus(state: State, who: Character, foe: Foe) -> int:
    """What cards add to the throw: the runner's own that are at work, and the monster's."""
    items = (item.name for item in who.items if item.equipped)
    ally = (who.ally,) if who.ally else ()
    house = (who.house,) if who.house else ()
    names = (*house, *who.roles, *who.proficiencies, *ally, *items, *who.curses)
    return foe.card.run + sum(state.card(name).run for name in names)


def _past(state: State, foe: Foe) -> State:
    """That throw is made: the next monster, or the next runner with all monsters."""
    flight = flight_of(state)
    left = tuple(name for name in flight.foes if name != foe.name)
    if left:
        return replace(state, flight=replace(flight, foes=left, chosen="", bonus=0, thrown=True))
    return _next_runner(state)


def _next_runner(state: State) -> State:
    foes = tuple(foe.name for foe in fight_of(state).foes)
    return replace(state, flight=Flight(flight_of(state).runners[1:], foes))


def without_dead(state: State) -> State:
    """The dead run no further."""
    flight = flight_of(state)
    alive = tuple(name for name in flight.runners if state.who(name).alive)
    if alive == flight.runners:
        return state
    if alive[:1] == flight.runners[:1]:
        return replace(state, flight=replace(flight, runners=alive))
    return replace(state, flight=Flight(alive, tuple(foe.name for foe in fight_of(state).foes)))


def _allies(state: State, player: str) -> tuple[Option, ...]:
    flight = flight_of(state)
    late = flight.thrown and state.rules.on("ally_before_first_roll")
    if player != runner(state) or not state.who(player).ally or late:
        return ()
    ally = state.who(player).ally
    other = _may_save(state, player)
    both = (Option(f"give up > with {other}", f"Give up {ally}; {other} gets away too"),) if other else ()
    return (Option("give up", f"Give up {ally}"), *both)


def _may_save(state: State, player: str) -> str:
    """Whom the Ally of *player* may save too, "" for nobody."""
    combat = fight_of(state)
    other = next((name for name in flight_of(state).runners if name != player), "")
    return other if player == combat.fighter or state.rules.on("helper_ally_saves_both") else ""


def give_up_ally(state: State, player: str, pick: str) -> Outcome:
    """An Ally is discarded instead of a throw."""
    who = state.who(player)
    other = next((name for name in flight_of(state).runners if name != player), "")
    own = _HELPERS_OWN if player == fight_of(state).helper else ()
    said = (_GIVEN_UP(player=player, ally=who.ally, also=own),)
    state = replace(state.put(replace(who, ally="")), discarded=state.discarded + 1)
    state = _next_runner(state)
    if not other:
        return state, said
    if pick == "give up":
        return state, (*said, _NOT_TOGETHER(other=other))
    return _next_runner(state), (*said, _TOGETHER(other=other, player=player))


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return _RUN_BONUSES if runner(state) else ()


_RUN_BONUSES = tuple(Option(f"{n:+d}", f"{n:+d} to the throw") for n in range(-5, 6) if n)


def add_to_throw(state: State, player: str, pick: str) -> Outcome:
    """A card changes the next throw."""
    flight = flight_of(state)
    flight = replace(flight, bonus=flight.bonus + int(pick))
    told = _BONUS(player=runner(state), amount=f"{flight.bonus:+d}")
    return replace(state, flight=flight), (told,)


def end(state: State) -> Outcome:
    """The last one has run: the fight is over, with nothing won."""
    return then((state, (_DONE(),)), over)


ACTIONS = {
    "run from": Action(
        "{player} chooses which monster to run from next.", BOOK.cite("MUN-RUN-06"), _to_choose, choose_monster
    ),
    "escape": Action(
        "{player} throws the die to run away.",
        BOOK.cite("MUN-RUN-03", "MUN-RUN-04"),
        lambda state, player: plain("due") if player == runner(state) and target(flight_of(state)) else (),
        throw_to_escape,
        throws=True,
    ),
    "ally": Action(
        "{player} may give up an Ally instead.", BOOK.cite("MUN-ALLY-06", "MUN-ALLY-07"), _allies, give_up_ally
    ),
    "run bonus": Action("{player} may change the throw by a card.", BOOK.cite("MUN-RUN-04"), _bonuses, add_to_throw),
}
