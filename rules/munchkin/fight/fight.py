"""The fight: its begin, its strengths, the countdown before it is decided, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Figure, Phrase, listing
from rules.core.rulings import Reason, Ruling
from rules.munchkin.action import Action, begun, fighting, first, plain
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.notation import monster_name, monster_with_numbers
from rules.munchkin.fight.combat import Combat, Foe
from rules.munchkin.fight.messages import FIGHT, FIGHT_MEANWHILE, GO_ON, LEVEL_ONLY, LOSING, OBJECT, WAIT, WINNING
from rules.munchkin.fight.strength import Standing, as_strong, standing_of, total
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State

_AT_DOOR = BOOK.cite("MUN-TURN-04")
_NO_GOOD = BOOK.cite("MUN-TURN-09")


def begin(state: State, card: Card, *, at_door: bool = True) -> Outcome:
    """*card* and the active player fight; the card is already out of hand and deck."""
    combat = Combat(state.active, (Foe(card.name, card),), at_door=at_door, spent=1)
    state = replace(state, combat=combat, phase="combat", second="skipped" if at_door else "no good")
    ruling = FIGHT.by(_AT_DOOR if at_door else _NO_GOOD)(player=state.active, monster=monster_with_numbers(card))
    return state, (ruling, FIGHT_MEANWHILE(player=state.active))


# How it stands ----------------------------------------------------------------------------------------------------


def standing(before: State, state: State) -> Outcome:
    """After a play that changed the strengths: how the fight stands, and the countdown.

    Whoever refused to help may be asked again then.
    """
    combat = state.combat
    if combat is None or state.flight or as_strong(before, state):
        return state, ()
    now = standing_of(state, combat)
    earlier = standing_of(before, before.combat) if before.combat else None
    if now == earlier:
        return state, ()
    ahead = now.winning
    fresh = earlier is None or ahead != earlier.winning
    combat = replace(combat, run_called=combat.run_called and not ahead, refused=())
    state = replace(state, combat=combat)
    rulings = (*_score(combat, now),)
    if not (ahead or combat.run_called):
        return replace(state, combat=replace(combat, clock="", objector="")), rulings
    if fresh or state.rules.on("kill_wait_restart") or combat.clock != "running":
        state, more = start_clock(state, again=not fresh)
        rulings += more
    return state, rulings


def _score(combat: Combat, now: Standing) -> Iterator[Ruling]:
    ours, theirs = total(now.ours), total(now.theirs)
    rules = dict.fromkeys(rule for line in (*now.ours, *now.theirs) for rule in line.rules)
    message = WINNING if now.winning else LOSING
    yield message(
        players=_players(combat.side),
        ours=ours,
        monsters=_monsters(combat.foe_names),
        theirs=theirs,
        also=(*rules, *_remarks(combat, ours, theirs)),
    )
    if now.level_only:
        yield LEVEL_ONLY()


# A correction needs the same few lists hundreds of times.
@lru_cache(maxsize=256)
def _players(names: tuple[str, ...]) -> Phrase:
    return listing(names)


@lru_cache(maxsize=256)
def _monsters(names: tuple[str, ...]) -> Phrase:
    return listing(monster_name(name) for name in names)


_TIE = BOOK.cite("MUN-Q-45")
_SEVERAL = BOOK.cite("MUN-MULTI-02", "MUN-MULTI-05", "MUN-ENH-06")
_STACKED = BOOK.cite("MUN-ENH-04")
_NEGATIVE = BOOK.cite("MUN-COMBAT-07", "MUN-CONF-04")
_WEAK = BOOK.cite("MUN-Q-18", "MUN-CONF-04")
_TOGETHER = BOOK.cite("MUN-HELP-03")


def _remarks(combat: Combat, ours: int, theirs: int) -> tuple[str, ...]:
    return (
        *(_TIE if ours == theirs else ()),
        *(_SEVERAL if len(combat.foes) > 1 else ()),
        *(_STACKED if any(len(foe.enhancers) > 1 for foe in combat.foes) else ()),
        *(_NEGATIVE if ours < 0 else ()),
        *(_WEAK if theirs < 0 else ()),
        *(_TOGETHER if combat.helper else ()),
    )


# The seconds ------------------------------------------------------------------------------------------------------

_AGAIN = BOOK.cite("MUN-Q-05")
_BEFORE_RUNNING = BOOK.cite("MUN-Q-06")


def start_clock(state: State, *, again: bool) -> Outcome:
    """Start the countdown in which anybody may speak up; *again*: a change has started it anew."""
    combat = fight_of(state)
    combat = replace(combat, clock="running", objector="")
    what = (
        Phrase("{fighter} must run away", fighter=combat.fighter)
        if combat.run_called
        else Phrase("{fighter} wins the fight", fighter=combat.fighter)
    )
    also = (*(_AGAIN if again else ()), *(_BEFORE_RUNNING if combat.run_called else ()))
    seconds = Figure(str(state.rules.house["kill_wait_seconds"]))
    state = replace(state, combat=combat, beat=state.beat + 1)
    return state, (WAIT(seconds=seconds, what=what, also=also),)


def fight_of(state: State) -> Combat:
    """The fight going on."""
    assert state.combat is not None
    return state.combat


_STANDS_STILL = BOOK.because("No countdown is running, so there is none to stop.", "MUN-COMBAT-14")
_OTHERS_STOP = BOOK.because(
    "{who} stopped the countdown. {who} or the host starts it again, or the table after a minute.", "MUN-COMBAT-14"
)
_RUNS = BOOK.because("The countdown is running: it can only be stopped.", "MUN-COMBAT-14")
_IS_STOPPED = BOOK.because("The countdown is stopped already.", "MUN-COMBAT-14")


def _clock_closed(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    if not combat.clock:
        return _STANDS_STILL
    if combat.clock == "running" or combat.objector == player:
        return None
    return _OTHERS_STOP.about(who=combat.objector)


def _why_not(state: State, player: str, pick: str) -> Reason | None:
    return _RUNS if fight_of(state).clock == "running" else _IS_STOPPED


def _objections(state: State, player: str) -> tuple[Option, ...]:
    return plain("object" if fight_of(state).clock == "running" else "go on")


def object_or_go_on(state: State, player: str, pick: str) -> Outcome:
    """Judge a player's objection, which stops the countdown, or its end, which starts the countdown again."""
    if pick == "go on":
        state, rulings = start_clock(state, again=False)
        return state, (GO_ON(player=player), *rulings)
    combat = replace(fight_of(state), clock="stopped", objector=player)
    return replace(state, combat=combat), (OBJECT(player=player),)


ACTIONS = {
    "object": Action(
        "{player} may speak up.",
        BOOK.cite("MUN-COMBAT-14"),
        first(begun, fighting, _clock_closed),
        _objections,
        _why_not,
        object_or_go_on,
    ),
}
