"""The flow of the game on one page: what may be done in each phase, and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.asks import Ask
from rules.munchkin import (
    belongings,
    charity,
    death,
    decide,
    flight,
    harm,
    helping,
    join,
    levels,
    limits,
    new_cards,
    play,
    sale,
    turn,
    unlisted,
)
from rules.munchkin import fight as fighting
from rules.munchkin.action import Action, Open, active, everyone, living
from rules.munchkin.state import State

ACTIONS: Mapping[str, Action] = {
    **levels.ACTIONS,
    **turn.ACTIONS,
    **play.ACTIONS,
    **unlisted.ACTIONS,
    **belongings.ACTIONS,
    **sale.ACTIONS,
    **fighting.ACTIONS,
    **decide.ACTIONS,
    **helping.ACTIONS,
    **join.ACTIONS,
    **flight.ACTIONS,
    **harm.ACTIONS,
    **death.ACTIONS,
    **charity.ACTIONS,
    **limits.ACTIONS,
    **new_cards.ACTIONS,
}

ANY_TIME: tuple[Open, ...] = (
    ("play", living),
    ("discard", living),
    ("lose", living),
    ("level", living),
    ("change", living),
    ("hand", living),
    ("card", everyone),
)
OUT_OF_COMBAT: tuple[Open, ...] = (("equip", living), ("carry", living), ("give", living))

PHASES: Mapping[str, tuple[Open, ...]] = {
    "levels": (("level", everyone),),
    "create": (
        ("ready", everyone),
        ("play", everyone),
        ("equip", everyone),
        ("carry", everyone),
        ("change", everyone),
        ("card", everyone),
    ),
    "listen": (("listen", active), *ANY_TIME, *OUT_OF_COMBAT),
    "arrange": (("unlock", active), ("sell", active), *ANY_TIME, *OUT_OF_COMBAT),
    "room": (("room", active), ("sell", active), *ANY_TIME, *OUT_OF_COMBAT),
    "combat": (
        ("time", active),
        ("object", everyone),
        ("run", active),
        ("help", active),
        ("bribe", active),
        ("answer", living),
        ("power", living),
        ("bonus", living),
        ("treasures", living),
        ("remove", living),
        ("fight", living),
        *ANY_TIME,
        *OUT_OF_COMBAT,
    ),
    "flight": (
        ("run from", living),
        ("escape", living),
        ("ally", living),
        ("run bonus", living),
        *ANY_TIME,
        *OUT_OF_COMBAT,
    ),
    "charity": (("charity", active), ("end", active), ("sell", active), *ANY_TIME, *OUT_OF_COMBAT),
    "over": (),
}


def asks(state: State) -> tuple[Ask, ...]:
    """What may be done now, deed by deed."""
    opened = tuple(_open(state))
    groups = {whom: tuple(whom(state)) for _, whom in opened}
    found = (ACTIONS[kind].ask(state, kind, player) for kind, whom in opened for player in groups[whom])
    return tuple(ask for ask in found if ask)


def _open(state: State) -> Iterable[Open]:
    """What must be settled first shuts out all else."""
    if state.questions:
        question = state.questions[0]
        return ((question.kind, lambda _: (question.player,)),)
    if state.sale:
        return (("sell", active),)
    if state.bodies and not state.combat:
        return (("loot order", living), ("loot", living))
    return PHASES[state.phase]
