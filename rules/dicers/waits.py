"""What the table waits for: every choice and every roll that is due."""

from __future__ import annotations

from rules.core import Ask, Option
from rules.dicers import opening
from rules.dicers.book import BOOK
from rules.dicers.rounds import (
    advanceable,
    advancer,
    caster,
    order,
    rerolling,
    running,
    stage,
)
from rules.dicers.state import State, left, worth

_CHALLENGER = BOOK.cite("DIC-B-11")
_DEFENDER = BOOK.cite("DIC-B-12", "DIC-B-27")
_FIRST = BOOK.cite("DIC-B-15", "DIC-G-09")
_SECOND = BOOK.cite("DIC-B-21", "DIC-G-09")
_KEEP = BOOK.cite("DIC-B-16", "DIC-B-19", "DIC-Q-52")
_TIE = BOOK.cite("DIC-B-22", "DIC-Q-01")


def asks(state: State) -> tuple[Ask, ...]:
    """Everything that is waited for now; nothing when the game is over."""
    if state.phase in ("draft-roll", "draft", "first-roll"):
        return opening.asks(state)
    return _round(state) if state.phase == "round" else ()


def _round(state: State) -> tuple[Ask, ...]:
    match stage(state):
        case "advance":
            return (advance_ask(state, advancer(state)),)
        case "cast":
            return _cast(state, caster(state))
        case "tie":
            return tuple(_tie(state, player) for player in rerolling(state))
        case _:
            return ()


def advance_ask(state: State, player: str) -> Ask:
    """Which die to move into the Arena."""
    rules = _CHALLENGER if player == running(state).challenger else _DEFENDER
    options = tuple(Option(die, f"advance {state.name(die)}") for die in advanceable(state, player))
    return Ask(player, "advance", f"{player} moves a die into the Arena.", rules, options)


def _cast(state: State, player: str) -> tuple[Ask, ...]:
    cast = running(state).casts[player]
    remaining = left(state, player, cast)
    rules = _FIRST if player == order(state)[0] else _SECOND
    words = f"{player} rolls {state.name(cast.die)}; rolls left: {remaining}."
    throw = Ask(player, "cast", words, rules, pieces=((cast.die, state.die(cast.die).sides),))
    if not cast.face:
        return (throw,)
    stop = Option("keep", f"keep the {worth(state, cast)}")
    return throw, Ask(player, "keep", f"{player} may keep the roll.", _KEEP, (stop,))


def _tie(state: State, player: str) -> Ask:
    """Own die, or both at once: who threw which the table cannot see, so each die counts for its owner."""
    casts = running(state).casts
    others = tuple(other for other in rerolling(state) if other != player)
    pieces = tuple((casts[who].die, state.die(casts[who].die).sides) for who in (player, *others))
    words = f"{player} rolls {state.name(casts[player].die)} again: a tie."
    return Ask(player, "tie", words, _TIE, pieces=pieces, some=True)
