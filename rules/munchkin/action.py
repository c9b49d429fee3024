"""An action: one kind of thing that players may do, who may do it when, and why not otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from rules.core.asks import Ask, Excluded, Option
from rules.core.phrases import Phrase, capital
from rules.core.reasons import Reason
from rules.munchkin.cards.monsters import called
from rules.munchkin.state import Outcome, State

SIDES = ("1", "2", "3", "4", "5", "6", "power")

Gate = Callable[[State, str], Reason | None]
"""Why something is closed to a player now; None where it is open."""


def first(*gates: Gate) -> Gate:
    """The reason of the first of *gates* that is closed."""

    def gate(state: State, player: str) -> Reason | None:
        for each in gates:
            reason = each(state, player)
            if reason:
                return reason
        return None

    return gate


@dataclass(frozen=True, slots=True)
class Action:
    """One kind of choice, or one kind of throw.

    ``closed`` says why a player can do nothing of this kind now.  ``options`` are the picks of a player to whom it is
    open, ``expected`` are picks that this player would look for among them, and ``why`` says why a pick is missing.
    ``do`` judges a pick.  ``words`` is a sentence with the gap ``{player}``, or a function that makes it.

    With ``texts`` a player may also describe something that no list holds; then ``why`` is None for a description that
    will do.  With ``throws`` the player throws the die, and ``do`` gets the side that it shows.
    """

    words: str | Callable[[State, str], str]
    rules: tuple[str, ...]
    closed: Gate
    options: Callable[[State, str], tuple[Option, ...]]
    why: Callable[[State, str, str], Reason | None]
    do: Callable[[State, str, str], Outcome]
    expected: Callable[[State, str], tuple[Option, ...]] | None = None
    texts: bool = False
    throws: bool = False

    def ask(self, state: State, kind: str, player: str) -> Ask | None:
        """The ask to *player*, where there is something to pick or to throw."""
        if self.closed(state, player):
            return None
        words = self.says(state, player)
        if self.throws:
            return Ask(player, kind, words, self.rules, pieces=((state.rules.die, SIDES),))
        options = self.options(state, player)
        if not options and self.options is not no_options:
            return None
        reads = partial(self.why, state, player) if self.texts else None
        return Ask(player, kind, words, self.rules, options, excluded=self._excluded(state, player), reads=reads)

    def _excluded(self, state: State, player: str) -> tuple[Excluded, ...]:
        expected = self.expected(state, player) if self.expected else ()
        reasons = ((option, self.why(state, player, option.pick)) for option in expected)
        return tuple(Excluded(option, reason) for option, reason in reasons if reason)

    def says(self, state: State, player: str) -> str:
        """What is asked of *player*, as a sentence."""
        return Phrase(self.words, player=player) if isinstance(self.words, str) else self.words(state, player)


def no_options(state: State, player: str) -> tuple[Option, ...]:
    """For a throw, and for what is always described in a text."""
    return ()


def never(reason: Reason) -> Callable[[State, str, str], Reason | None]:
    """The same reason for every pick that is not offered."""
    return lambda state, player, pick: reason


@lru_cache(maxsize=1024)
def plain(*picks: str) -> tuple[Option, ...]:
    """Options named after the card, monster or word that is picked."""
    return tuple(Option(pick, capital(called(Phrase(pick))), piece=pick) for pick in picks)
