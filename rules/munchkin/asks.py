"""What may be done now: every action asks its own conditions, in one order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.core.asks import Ask
from rules.core.facts import Choose, Play
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action
from rules.munchkin.cards import new_cards, play
from rules.munchkin.character import belongings, death, harm, levels, limits, sale
from rules.munchkin.fight import decide, effects, flight, helping, powers
from rules.munchkin.fight import fight as fighting
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State
from rules.munchkin.turn import charity, door, turn

ACTIONS: Mapping[str, Action] = {
    **turn.ACTIONS,
    **door.ACTIONS,
    **charity.ACTIONS,
    **harm.ACTIONS,
    **limits.ACTIONS,
    **death.ACTIONS,
    **fighting.ACTIONS,
    **helping.ACTIONS,
    **decide.ACTIONS,
    **flight.ACTIONS,
    **powers.ACTIONS,
    **effects.ACTIONS,
    **play.ACTIONS,
    **belongings.ACTIONS,
    **sale.ACTIONS,
    **levels.ACTIONS,
    **new_cards.ACTIONS,
}
"""Every kind of choice, in the order in which a player reads them: what moves the game on comes first."""

THROWN = tuple(kind for kind, action in ACTIONS.items() if action.throws)

MEANWHILE = ("play", "discard", "lose", "level", "change", "hand", "got", "describe", "card")
"""What stays open while a player says what the Bad Stuff does."""


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that comes before all else: only *kinds* are open until it is settled; ``reason`` says so."""

    kinds: tuple[str, ...]
    reason: Reason


def asks(state: State) -> tuple[Ask, ...]:
    """What may be done now, action by action, the player in turn first."""
    if state.phase == "over":
        return ()
    pending, players = pending_of(state), tuple(_round_the_table(state))
    kinds = pending.kinds if pending else tuple(ACTIONS)
    found = (ACTIONS[kind].ask(state, kind, player) for kind in kinds for player in players)
    return tuple(ask for ask in found if ask)


def admits(state: State, play: Play) -> bool:
    """Whether an ask admits *play*.  Only the conditions of the actions that the play could answer are looked at."""
    if state.phase == "over" or play.player not in state.players:
        return False
    wanted = (play.kind,) if isinstance(play, Choose) else THROWN
    return any(ACTIONS[kind].admits(state, kind, play) for kind in _open(state, wanted))


def throws(state: State, player: str) -> tuple[Ask, ...]:
    """The throws that are due from *player*."""
    found = (ACTIONS[kind].ask(state, kind, player) for kind in _open(state, THROWN))
    return tuple(ask for ask in found if ask)


def _open(state: State, kinds: Iterable[str]) -> Iterator[str]:
    """Those of *kinds* that are no choice of another game, and that nothing pending comes before."""
    pending = pending_of(state)
    open_now = pending.kinds if pending else ACTIONS
    return (kind for kind in kinds if kind in open_now)


def pending_of(state: State) -> Pending | None:
    """The matter that must be settled before all else; None where there is none."""
    if state.questions:
        return _question(state)
    if state.sale:
        words = Phrase("{active} is selling Items: finish the sale first, or take it back.", active=state.active)
        return Pending(("sell",), BOOK.because(words, "MUN-SELL-01"))
    if state.bodies and not state.combat:
        words = Phrase("The cards of {dead} are looted first.", dead=state.bodies[0].dead)
        return Pending(("loot order", "loot"), BOOK.because(words, "MUN-DEATH-06"))
    return None


def _question(state: State) -> Pending:
    question = state.questions[0]
    action = ACTIONS[question.kind]
    kinds = {"bad stuff": (question.kind, *MEANWHILE), "won": (question.kind, "level")}.get(question.kind)
    words = Phrase("First: {says}", says=action.says(state, question.player))
    return Pending(kinds or (question.kind,), BOOK.because(words, *action.rules))


def _round_the_table(state: State) -> Iterable[str]:
    players = state.players
    at = players.index(state.active) if state.active else 0
    return (*players[at:], *players[:at])
