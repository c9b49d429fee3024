"""Cards that help to run away: an Ally given up instead of throwing, and cards that change the throw or spare it."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, signed
from rules.core.rulings import Reason
from rules.munchkin.action import Action, first, living, never
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.flight import flight_of, next_monster, next_runner, own_run, runner, somebody_runs, target
from rules.munchkin.fight.messages import ALLY_GIVEN_UP, ALLY_SAVES_BOTH, ALLY_SAVES_ONE, ESCAPED_BY_CARD, RUN_BONUS
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State

ESCAPE = "escape"
_RUN_BONUSES = tuple(Option(f"{n:+d}", Phrase("{n} to the throw", n=signed(n)), amount=n) for n in range(-5, 6) if n)
_AUTOMATIC = Option(ESCAPE, Phrase("Gets away without a throw, by a card"))

_HELPERS_OWN = BOOK.cite("MUN-Q-12")
_HAS_THROWN = BOOK.because(
    "By your house rules an Ally may be given up only before the first throw.", "MUN-Q-11", "MUN-ALLY-06"
)
_NO_ALLY = BOOK.because("There is no Ally to give up.", "MUN-ALLY-06")
_SAVES_ONE = BOOK.because("A helper's Ally saves the helper only.", "MUN-Q-12", "MUN-ALLY-07")
_NOBODY_ELSE = BOOK.because("Nobody else still runs away whom the Ally could save.", "MUN-ALLY-07", "MUN-ALLY-06")
_FROM_FIVE = BOOK.because("A card changes the throw by 1 to 5; enter it twice for more.", "MUN-RUN-04")


def _allies(state: State, player: str) -> tuple[Option, ...]:
    """The runner may save nobody else; a player who runs later gives an Ally up for both, or not yet."""
    ally, other = state.who(player).ally, _may_save(state, player)
    alone = Option("give up", Phrase("Give up {ally}", ally=ally), "", ally)
    both = Option(
        f"give up > with {other}",
        Phrase("Give up {ally}; {other} gets away too", ally=ally, other=other),
        "",
        ally,
        other,
    )
    return (*((alone,) if player == runner(state) else ()), *((both,) if other else ()))


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
    state = next_runner(replace(state.put(replace(who, ally="")), discarded=state.discarded + 1))
    if not other:
        return state, rulings
    if pick == "give up":
        return state, (*rulings, ALLY_SAVES_ONE(other=other))
    return next_runner(state), (*rulings, ALLY_SAVES_BOTH(other=other, player=player))


def _instead_of_running(state: State, player: str) -> Reason | None:
    reason = somebody_runs(state, player)
    return reason and reason.by(("MUN-ALLY-06",))


def _own_or_both(state: State, player: str) -> Reason | None:
    """A gate: open to the player who runs now, and to one who runs later and may save both."""
    waits = player in flight_of(state).runners
    return None if waits and _may_save(state, player) else own_run(state, player)


def _why_not_given_up(state: State, player: str, pick: str) -> Reason | None:
    if pick == "give up":
        return own_run(state, player)
    saves_one = player == fight_of(state).helper and not state.rules.on("helper_ally_saves_both")
    return _SAVES_ONE if saves_one else _NOBODY_ELSE


def _ally_closed(state: State, player: str) -> Reason | None:
    if not state.who(player).ally:
        return _NO_ALLY
    return _HAS_THROWN if flight_of(state).thrown and state.rules.on("ally_before_first_roll") else None


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return (_AUTOMATIC, *_RUN_BONUSES) if target(flight_of(state)) else _RUN_BONUSES


def change_throw(state: State, player: str, pick: str) -> Outcome:
    """Apply a card that changes the next throw, or lets the runner escape without one."""
    if pick == ESCAPE:
        return _slip_away(state)
    flight = flight_of(state)
    flight = replace(flight, bonus=flight.bonus + int(pick))
    ruling = RUN_BONUS(player=player, amount=signed(int(pick)), runner=runner(state), sum=signed(flight.bonus))
    return replace(state, flight=flight), (ruling,)


def _slip_away(state: State) -> Outcome:
    name, player = target(flight_of(state)), runner(state)
    foe = fight_of(state).foe(name)
    return next_monster(state, foe, thrown=False), (ESCAPED_BY_CARD(player=player, monster=monster_name(name)),)


ACTIONS = {
    "ally": Action(
        "{player} may give up an Ally instead.",
        BOOK.cite("MUN-ALLY-06", "MUN-ALLY-07"),
        first(living, _instead_of_running, _own_or_both, _ally_closed),
        _allies,
        _why_not_given_up,
        give_up_ally,
    ),
    "run bonus": Action(
        "{player} may change the throw by a card.",
        BOOK.cite("MUN-RUN-04"),
        first(living, somebody_runs),
        _bonuses,
        never(_FROM_FIVE),
        change_throw,
    ),
}
