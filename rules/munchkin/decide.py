"""When nobody spoke up: the kill with its Levels and Treasures, or the running."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.core.rulings import Ruling
from rules.munchkin.action import Action, plain
from rules.munchkin.fight import fight_of, start_clock
from rules.munchkin.flight import flee
from rules.munchkin.levels import climb
from rules.munchkin.offers import called
from rules.munchkin.reward import claim
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, then
from rules.munchkin.strength import winning

_CALLED = BOOK.says("run-called", "{player} cannot win and is about to run away.", "MUN-RUN-01", "MUN-COMBAT-05")
_KILLED = BOOK.says(
    "killed",
    "Nobody spoke up: {player} has killed {monsters}. That stands.",
    *("MUN-COMBAT-15", "MUN-COMBAT-13", "MUN-CONF-05", "MUN-CONF-06"),
)
_HELPED = BOOK.says(
    "killed-with-help",
    "{player} goes up for each monster killed; {helper} helped and does not.",
    *("MUN-HELP-12", "MUN-HELP-13", "MUN-HELP-14"),
)
_SHARED = BOOK.says("shared-victory", "{helper} helped in the winning fight and wins too.", "MUN-FAST-04", "MUN-Q-41")
_TWO_LEVELS = BOOK.cite("MUN-COMBAT-09", "MUN-REWARD-01")
_BIG_WIN = BOOK.cite("MUN-Q-09")


def call_run(state: State, player: str, pick: str) -> Outcome:
    """The fighter gives the fight up: after the wait the running begins, at once where there is none."""
    state = replace(state, combat=replace(fight_of(state), running=True))
    told: Outcome = state, (_CALLED(player=player),)
    if state.rules.on("lose_wait"):
        return then(told, lambda waiting: start_clock(waiting, again=False))
    return then(told, flee)


def time_passed(state: State, player: str, pick: str) -> Outcome:
    """Nobody spoke up in time: the fight is decided."""
    return flee(state) if fight_of(state).running else kill(state)


def kill(state: State) -> Outcome:
    """All monsters of the fight are dead: Levels, then Treasures."""
    combat = fight_of(state)
    names = " and ".join(called(foe.name) for foe in combat.foes)
    number = sum(foe.card.levels for foe in combat.foes)
    big = any(foe.card.levels > 1 for foe in combat.foes)
    wins = big and state.who(combat.fighter).level + number >= state.rules.top
    also = (*(_TWO_LEVELS if big else ()), *(_BIG_WIN if wins else ()))
    said: tuple[Ruling, ...] = (_KILLED(player=combat.fighter, monsters=names),)
    if combat.helper:
        said += (_HELPED(player=combat.fighter, helper=combat.helper),)
    state, risen = climb(state, combat.fighter, number, "kill", may_win=True, also=also)
    return then((state, said + risen), _share_victory, claim)


def _share_victory(state: State) -> Outcome:
    combat = fight_of(state)
    if not (state.winners and combat.helper and state.rules.on("shared_victory")):
        return state, ()
    state = replace(state, winners=(*state.winners, combat.helper))
    return state, (_SHARED(helper=combat.helper),)


def _due(state: State, player: str) -> tuple[Option, ...]:
    combat = fight_of(state)
    return plain("passed") if combat.clock == "running" and player == combat.fighter else ()


def _may_run(state: State, player: str) -> tuple[Option, ...]:
    combat = fight_of(state)
    return plain("away") if player == combat.fighter and not combat.running and not winning(state, combat) else ()


ACTIONS = {
    "time": Action(
        "The table tells when the time to speak up has passed; {player} is at stake.",
        BOOK.cite("MUN-COMBAT-14", "MUN-COMBAT-15", "MUN-Q-06"),
        _due,
        time_passed,
    ),
    "run": Action("{player} may give up and run away.", BOOK.cite("MUN-RUN-01"), _may_run, call_run),
}
