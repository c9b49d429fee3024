"""Decides a fight after the countdown: the kill with its Levels and Treasures, or running away."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.phrases import listing
from rules.core.rulings import Reason, Ruling
from rules.munchkin.action import Action, alive, begun, fighting, first, never, plain
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.character.levels import climb
from rules.munchkin.fight.fight import fight_of, start_clock
from rules.munchkin.fight.flight import flee
from rules.munchkin.fight.messages import KILLED, KILLED_WITH_HELP, RUN_CALLED
from rules.munchkin.fight.reward import claim
from rules.munchkin.fight.strength import winning
from rules.munchkin.messages import SHARED_VICTORY
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, then

_TWO_LEVELS = BOOK.cite("MUN-COMBAT-09", "MUN-REWARD-01")
_BIG_WIN = BOOK.cite("MUN-Q-09")


def call_run(state: State, player: str, pick: str) -> Outcome:
    """The fighter gives the fight up: after the wait the running begins, at once where there is none."""
    state = replace(state, combat=replace(fight_of(state), run_called=True))
    outcome: Outcome = state, (RUN_CALLED(player=player),)
    if state.rules.on("lose_wait"):
        return then(outcome, lambda waiting: start_clock(waiting, again=False))
    return then(outcome, flee)


def time_passed(state: State, player: str, pick: str) -> Outcome:
    """Nobody spoke up in time: the fight is decided."""
    return flee(state) if fight_of(state).run_called else kill(state)


def kill(state: State) -> Outcome:
    """All monsters of the fight are dead: Levels, then Treasures."""
    combat = fight_of(state)
    names = listing(monster_name(foe.name) for foe in combat.foes)
    number = sum(foe.card.levels for foe in combat.foes)
    big = any(foe.card.levels > 1 for foe in combat.foes)
    wins = big and state.who(combat.fighter).level + number >= state.rules.top
    also = (*(_TWO_LEVELS if big else ()), *(_BIG_WIN if wins else ()))
    rulings: tuple[Ruling, ...] = (KILLED(player=combat.fighter, monsters=names),)
    if combat.helper:
        rulings += (KILLED_WITH_HELP(player=combat.fighter, helper=combat.helper),)
    state, risen = climb(state, combat.fighter, number, "kill", may_win=True, also=also)
    return then((state, rulings + risen), _share_victory, claim)


def _share_victory(state: State) -> Outcome:
    combat = fight_of(state)
    if not (state.winners and combat.helper and state.rules.on("shared_victory")):
        return state, ()
    state = replace(state, winners=(*state.winners, combat.helper))
    return state, (SHARED_VICTORY(helper=combat.helper),)


_WINS = BOOK.because("Whoever is winning does not run away.", "MUN-RUN-01", "MUN-COMBAT-04")
_HAS_CALLED = BOOK.because(
    "Running away is announced already: it begins after the countdown.", "MUN-RUN-01", "MUN-Q-06"
)
_AWAY = BOOK.because("There is one thing to choose here: to run away.", "MUN-RUN-01")
_STOPPED = BOOK.because("{objector} has stopped the countdown.", "MUN-COMBAT-14")
_NO_COUNTDOWN = BOOK.because("No countdown is running.", "MUN-COMBAT-14")
_NOT_FIGHTER = BOOK.because("{fighter} is the fighter, and only {fighter} may do this.", "MUN-RUN-01")
_WHOSE = BOOK.because("The countdown is that of {fighter}'s fight.", "MUN-COMBAT-14")
_PASSES = BOOK.because("The countdown runs out, or somebody stops it.", "MUN-COMBAT-14")


def _fighter(state: State, player: str) -> Reason | None:
    fighter = fight_of(state).fighter
    return None if player == fighter else _NOT_FIGHTER.about(fighter=fighter)


def _not_running_out(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    if combat.clock != "running":
        return _STOPPED.about(objector=combat.objector) if combat.clock else _NO_COUNTDOWN
    return None if player == combat.fighter else _WHOSE.about(fighter=combat.fighter)


def _may_not_run(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    return _HAS_CALLED if combat.run_called else _WINS if winning(state, combat) else None


ACTIONS = {
    "time": Action(
        "The countdown for {player}'s fight is running.",
        BOOK.cite("MUN-COMBAT-14", "MUN-COMBAT-15", "MUN-Q-06"),
        first(begun, fighting, _not_running_out),
        lambda state, player: plain("passed"),
        never(_PASSES),
        time_passed,
    ),
    "run": Action(
        "{player} may give up and run away.",
        BOOK.cite("MUN-RUN-01"),
        first(begun, alive, fighting, _fighter, _may_not_run),
        lambda state, player: plain("away"),
        never(_AWAY),
        call_run,
    ),
}
