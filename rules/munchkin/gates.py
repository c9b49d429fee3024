"""Conditions that several actions share: when something is closed to a player, and the rule that closes it."""

from __future__ import annotations

from rules.core.reasons import Reason
from rules.munchkin.action import Gate, first
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State

_ONLY_LEVELS = BOOK.because("In this game only the Levels are kept.", "MUN-STAT-02")
_BEFORE = BOOK.because("The first turn has not begun: everybody is laying down their first cards.", "MUN-SETUP-17")
_NO_FIGHT = BOOK.because(
    "There is no fight: it begins with a monster behind the door, or when somebody is Up to No Good.",
    *("MUN-COMBAT-01", "MUN-COMBAT-08"),
)
_RUNNING = BOOK.because("The fight is lost and the players run away: it cannot be changed now.", "MUN-RUN-01")
NO_CARD = BOOK.because(
    "By the table's count that hand is empty: if it is not, correct the count.", "MUN-CARD-06", "MUN-CARD-08"
)
_NOTHING_ASKED = BOOK.because(
    "No card or monster asks this player to choose anything now.", "MUN-CURSE-09", "MUN-RUN-05"
)
_OWN_HANDS = BOOK.because("In this game everybody counts their own cards.", "MUN-CARD-08")


def alive(state: State, player: str) -> Reason | None:
    """Open to the living."""
    if state.who(player).alive:
        return None
    return BOOK.because(
        f"{player} is dead: until the next turn begins, {player} gets no card and no Level and plays nothing.",
        *("MUN-DEATH-11", "MUN-DEATH-12", "MUN-DEATH-13"),
    )


def whole_game(state: State, player: str) -> Reason | None:
    """Open where more than the Levels is kept."""
    return _ONLY_LEVELS if state.phase == "levels" else None


def begun(state: State, player: str) -> Reason | None:
    """Open once the first turn has begun."""
    return _BEFORE if state.phase == "create" else whole_game(state, player)


def own_turn(*rules: str) -> Gate:
    """Open to the player whose turn it is; *rules* say that it is theirs alone."""
    BOOK.cite(*rules)

    def gate(state: State, player: str) -> Reason | None:
        if player == state.active:
            return None
        return BOOK.because(f"It is {state.active}'s turn, and only {state.active} may do this.", *rules)

    return gate


def fighting(state: State, player: str) -> Reason | None:
    """Open in a fight that cards can still change."""
    if state.combat is None:
        return _NO_FIGHT
    return _RUNNING if state.flight else None


def in_fight(state: State, player: str) -> Reason | None:
    """Open in a fight, also while the players run away from it."""
    return None if state.combat else _NO_FIGHT


def counted_hands(state: State, player: str) -> Reason | None:
    """Open where the referee counts the cards in the hands."""
    return None if state.rules.counts_hands else _OWN_HANDS


def open_question(kind: str) -> Gate:
    """Open to the player of whom a question of that kind is asked."""

    def gate(state: State, player: str) -> Reason | None:
        if state.questions and (state.questions[0].kind, state.questions[0].player) == (kind, player):
            return None
        return _NOTHING_ASKED

    return gate


living: Gate = first(begun, alive)
"""Open to everybody alive, from the first turn on."""

fighters: Gate = first(begun, alive, fighting)
"""Open to everybody alive in a fight that cards can still change."""
