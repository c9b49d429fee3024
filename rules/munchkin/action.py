"""A deed: one kind of thing that players may do, and who may do it when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial

from rules.core.asks import Ask
from rules.core.options import Option
from rules.munchkin.offers import called, capital
from rules.munchkin.state import Outcome, State

SIDES = ("1", "2", "3", "4", "5", "6", "power")


@dataclass(frozen=True, slots=True)
class Action:
    """``options`` are what a player may pick now (none: not asked); ``do`` judges the pick.

    With ``throws`` the player throws the die instead; ``options`` then only says, by any option, that it is due, and
    ``do`` gets the side.  ``words`` is a sentence with the gap ``{player}``.  With ``reads`` the answer is a text, see
    `rules.core.asks.Ask`.
    """

    words: str
    rules: tuple[str, ...]
    options: Callable[[State, str], tuple[Option, ...]]
    do: Callable[[State, str, str], Outcome]
    throws: bool = False
    reads: Callable[[State, str], str] | None = None

    def ask(self, state: State, kind: str, player: str) -> Ask | None:
        """The ask to *player*, where there is something to pick."""
        if self.reads:
            return Ask(player, kind, self.words.format(player=player), self.rules, reads=partial(self.reads, state))
        options = self.options(state, player)
        if not options:
            return None
        words = self.words.format(player=player)
        if self.throws:
            return Ask(player, kind, words, self.rules, pieces=((state.rules.die, SIDES),))
        return Ask(player, kind, words, self.rules, options)


def everyone(state: State) -> Iterable[str]:
    """All players, the active one first."""
    players = state.players
    at = players.index(state.active) if state.active else 0
    return (*players[at:], *players[:at])


def living(state: State) -> Iterable[str]:
    """All players who are alive, the active one first."""
    dead = [seat.player for seat in state.seats if not seat.alive]
    return tuple(player for player in everyone(state) if player not in dead) if dead else everyone(state)


def active(state: State) -> Iterable[str]:
    """Whose turn it is."""
    return (state.active,)


@lru_cache(maxsize=1024)
def plain(*picks: str) -> tuple[Option, ...]:
    """Options that read as they are picked."""
    return tuple(Option(pick, capital(called(pick))) for pick in picks)


Open = tuple[str, Callable[[State], Iterable[str]]]
