"""Running away: each runner throws once for each monster, is hit by Bad Stuff at once, or gives up an Ally instead."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, listing, signed
from rules.core.rulings import Reason
from rules.munchkin.action import Action, first, living, never, no_options, plain, thrown
from rules.munchkin.cards.notation import called
from rules.munchkin.character.character import Character
from rules.munchkin.character.harm import bad_stuff
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.messages import (
    ALLY_GIVEN_UP,
    ALLY_SAVES_BOTH,
    ALLY_SAVES_ONE,
    CAUGHT,
    ESCAPED,
    ESCAPED_BY_CARD,
    FLIGHT,
    FLIGHT_OVER,
    RUN_BONUS,
    RUN_FROM,
)
from rules.munchkin.fight.reward import over
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Flight, Foe, Outcome, State, then

NEEDED = 5

_REMOVED_ONE = BOOK.cite("MUN-MULTI-06")
_ORDER = BOOK.cite("MUN-RUN-06")
_HELPER = BOOK.cite("MUN-RUN-08", "MUN-RUN-09", "MUN-Q-10")
_CHANGED = BOOK.cite("MUN-RUN-04", "MUN-Q-38")
_SYMBOL = BOOK.cite("MUN-Q-39")
_BOTH = BOOK.cite("MUN-RUN-10")
_HELPERS_OWN = BOOK.cite("MUN-Q-12")


def flee(state: State) -> Outcome:
    """Begin the running away of fighter and helper, because the fight is lost."""
    combat = fight_of(state)
    order = tuple(reversed(combat.side)) if state.rules.on("helper_first") else combat.side
    foes = combat.foe_names
    combat = replace(combat, clock="", objector="", run_called=False)
    second = "fled" if state.second == "skipped" else state.second
    state = replace(state, phase="flight", combat=combat, flight=Flight(order, foes), second=second)
    also = (
        *(_HELPER if combat.helper else ()),
        *(_ORDER if len(foes) > 1 else ()),
        *(_REMOVED_ONE if combat.removed else ()),
    )
    return state, (FLIGHT(players=listing(order), monsters=listing(map(called, foes)), also=also),)


def flight_of(state: State) -> Flight:
    """The state of the running away; there must be one."""
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
        RUN_FROM(player=player, monster=called(pick)),
    )


def throw_to_escape(state: State, player: str, side: str) -> Outcome:
    """Judge the runner's throw: 5 or more, with everything added, escapes."""
    flight = flight_of(state)
    foe = fight_of(state).foe(target(flight))
    number = state.rules.number_on(side)
    extra = flight.bonus + run_bonus(state, state.who(player), foe)
    also = (*(_CHANGED if extra else ()), *(_SYMBOL if side == "power" else ()))
    thrown = f"{number} {signed(extra)} = {number + extra}" if extra else str(number)
    state = _after_throw(state, foe)
    if number + extra >= NEEDED:
        return state, (ESCAPED(player=player, thrown=thrown, monster=called(foe.name), also=also),)
    both = _BOTH if len(fight_of(state).side) > 1 else ()
    outcome: Outcome = state, (CAUGHT(player=player, thrown=thrown, monster=called(foe.name), also=(*also, *both)),)
    return then(outcome, lambda caught: bad_stuff(caught, player, foe.name, foe.card.harm))


def run_bonus(state: State, who: Character, foe: Foe) -> int:
    """What the runner's cards in use and the monster add to the throw."""
    items = (item.name for item in who.items if item.equipped)
    house = (who.house,) if who.house else ()
    names = (*house, *who.roles, *who.proficiencies, *who.allies, *items, *who.curses)
    counted = (name for name in names if state.card(name).run > 0 or not who.is_excused(name))
    return foe.card.run + sum(state.card(name).run for name in counted)


def _after_throw(state: State, foe: Foe) -> State:
    """The flight after a throw: at the next monster, or at the next runner and all monsters."""
    flight = flight_of(state)
    left = tuple(name for name in flight.foes if name != foe.name)
    if left:
        return replace(state, flight=replace(flight, foes=left, chosen="", bonus=0, thrown=True))
    return _next_runner(state)


def _next_runner(state: State) -> State:
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


def _allies(state: State, player: str) -> tuple[Option, ...]:
    ally, other = state.who(player).ally, _may_save(state, player)
    both = (
        Option(
            f"give up > with {other}",
            Phrase("Give up {ally}; {other} gets away too", ally=ally, other=other),
            "",
            ally,
            other,
        ),
    )
    return (Option("give up", Phrase("Give up {ally}", ally=ally), "", ally), *(both if other else ()))


def _may_save(state: State, player: str) -> str:
    """The other player whom *player*'s Ally may save too; empty where there is none."""
    may = player == fight_of(state).fighter or state.rules.on("helper_ally_saves_both")
    return _other_runner(state, player) if may else ""


def _other_runner(state: State, player: str) -> str:
    """Who else still runs; empty where nobody does."""
    return next((name for name in flight_of(state).runners if name != player), "")


def give_up_ally(state: State, player: str, pick: str) -> Outcome:
    """Discard the Ally instead of throwing: its owner escapes from all monsters."""
    who = state.who(player)
    other = _other_runner(state, player)
    own = _HELPERS_OWN if player == fight_of(state).helper else ()
    rulings = (ALLY_GIVEN_UP(player=player, ally=who.ally, also=own),)
    state = replace(state.put(replace(who, ally="")), discarded=state.discarded + 1)
    state = _next_runner(state)
    if not other:
        return state, rulings
    if pick == "give up":
        return state, (*rulings, ALLY_SAVES_ONE(other=other))
    return _next_runner(state), (*rulings, ALLY_SAVES_BOTH(other=other, player=player))


ESCAPE = "escape"
_RUN_BONUSES = tuple(Option(f"{n:+d}", Phrase("{n} to the throw", n=signed(n)), amount=n) for n in range(-5, 6) if n)
_AUTOMATIC = Option(ESCAPE, Phrase("Gets away without a throw, by a card"))


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return (_AUTOMATIC, *_RUN_BONUSES) if target(flight_of(state)) else _RUN_BONUSES


def change_throw(state: State, player: str, pick: str) -> Outcome:
    """Apply a card that changes the next throw, or lets the runner escape without one."""
    if pick == ESCAPE:
        return _slip_away(state)
    flight = flight_of(state)
    flight = replace(flight, bonus=flight.bonus + int(pick))
    ruling = RUN_BONUS(player=runner(state), amount=signed(flight.bonus))
    return replace(state, flight=flight), (ruling,)


def _slip_away(state: State) -> Outcome:
    name, player = target(flight_of(state)), runner(state)
    foe = fight_of(state).foe(name)
    return _after_throw(state, foe), (ESCAPED_BY_CARD(player=player, monster=called(name)),)


def removed_while_running(state: State) -> Outcome:
    """Remove a monster from the flight, because it has left the fight; after the last one nobody runs any more."""
    flight, names = flight_of(state), fight_of(state).foe_names
    if not names:
        return replace(state, flight=replace(flight, runners=())), ()
    left = tuple(name for name in flight.foes if name in names)
    if not left:
        return _next_runner(state), ()
    chosen = flight.chosen if flight.chosen in left else ""
    return replace(state, flight=replace(flight, foes=left, chosen=chosen)), ()


def end(state: State) -> Outcome:
    """End the fight without any reward, because everybody has run."""
    return then((state, (FLIGHT_OVER(),)), over)


_OTHER_RUNS = BOOK.because("It is {player}'s turn to run away.", "MUN-RUN-06", "MUN-RUN-09", "MUN-RUN-03")
_BYSTANDER = BOOK.because("Only the fighter and the helper run away.", "MUN-RUN-08", "MUN-RUN-01")
_RUNS_LATER = BOOK.because("{player} runs away first.", "MUN-Q-10", "MUN-RUN-09")
_ESCAPED = BOOK.because("{player} has run away from {monster} already.", "MUN-RUN-06")
_NOBODY_RUNS = BOOK.because("Nobody is running away.", "MUN-RUN-01")
_WAIT_FIRST = BOOK.because("The players run away once the countdown is over.", "MUN-COMBAT-14", "MUN-Q-06")
_THROW_FIRST = BOOK.because("The throw for {monster} comes first: that monster was chosen.", "MUN-RUN-06")
_ONE_MONSTER = BOOK.because("There is only one monster to run away from, so there is nothing to choose.", "MUN-RUN-06")
_CHOOSE_FIRST = BOOK.because("Choose first which monster to run away from.", "MUN-RUN-06")
_HAS_THROWN = BOOK.because(
    "By your house rules an Ally may be given up only before the first throw.", "MUN-Q-11", "MUN-ALLY-06"
)
_NO_ALLY = BOOK.because("There is no Ally to give up.", "MUN-ALLY-06")
_NOT_BOTH = BOOK.because(
    "The fighter's Ally may save the helper too; a helper's Ally saves the helper only.", "MUN-ALLY-07", "MUN-Q-12"
)
_FROM_FIVE = BOOK.because("A card changes the throw by 1 to 5; enter it twice for more.", "MUN-RUN-04")


def _somebody_runs(state: State, player: str) -> Reason | None:
    if state.combat and state.combat.run_called:
        return _WAIT_FIRST
    return None if state.flight and runner(state) else _NOBODY_RUNS


def _instead_of_running(state: State, player: str) -> Reason | None:
    reason = _somebody_runs(state, player)
    return reason and reason.by(("MUN-ALLY-06",))


def _own_run(state: State, player: str) -> Reason | None:
    if player == runner(state):
        return None
    if player not in fight_of(state).side:
        return _BYSTANDER
    waits = player in flight_of(state).runners
    return (_RUNS_LATER if waits else _OTHER_RUNS).about(player=runner(state))


def _why_not_from(state: State, player: str, pick: str) -> Reason | None:
    flight = flight_of(state)
    if pick in flight.foes:
        return _THROW_FIRST.about(monster=called(flight.chosen)) if flight.chosen else _ONE_MONSTER
    if pick in fight_of(state).foe_names:
        return _ESCAPED.about(player=player, monster=called(pick))
    return BOOK.because("No monster of that name is in the fight.", "MUN-RUN-06")


def _throw_closed(state: State, player: str) -> Reason | None:
    return None if target(flight_of(state)) else _CHOOSE_FIRST


def _ally_closed(state: State, player: str) -> Reason | None:
    if not state.who(player).ally:
        return _NO_ALLY
    return _HAS_THROWN if flight_of(state).thrown and state.rules.on("ally_before_first_roll") else None


ACTIONS = {
    "run from": Action(
        "{player} chooses which monster to run away from next.",
        BOOK.cite("MUN-RUN-06"),
        first(living, _somebody_runs, _own_run),
        _to_choose,
        _why_not_from,
        choose_monster,
        expected=lambda state, player: plain(*fight_of(state).foe_names) if _to_choose(state, player) else (),
    ),
    "escape": Action(
        "{player} throws the die to run away.",
        BOOK.cite("MUN-RUN-03", "MUN-RUN-04"),
        first(living, _somebody_runs, _own_run, _throw_closed),
        no_options,
        thrown("MUN-RUN-03"),
        throw_to_escape,
        throws=True,
    ),
    "ally": Action(
        "{player} may give up an Ally instead.",
        BOOK.cite("MUN-ALLY-06", "MUN-ALLY-07"),
        first(living, _instead_of_running, _own_run, _ally_closed),
        _allies,
        lambda state, player, pick: _NOT_BOTH.by(_HELPERS_OWN if player == fight_of(state).helper else ()),
        give_up_ally,
    ),
    "run bonus": Action(
        "{player} may change the throw by a card.",
        BOOK.cite("MUN-RUN-04"),
        first(living, _somebody_runs),
        _bonuses,
        never(_FROM_FIVE),
        change_throw,
    ),
}
