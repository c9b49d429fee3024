"""The type of dice that an All Power is for: a Group or an Alliance, named by its player or printed on the die."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.phrases import Phrase
from rules.dicers.dice import ALLIANCES, GROUPS, Power
from rules.dicers.powers import aims
from rules.dicers.powers.powers import EVOKED_POWERS, Side
from rules.dicers.state import Call, State

_AMONG: Mapping[Side, Phrase] = {
    "own": Phrase("among {player}'s other dice"),
    "foe": Phrase("among {foe}'s dice"),
    "either": Phrase("among the other dice"),
}
"""The dice that an All Power works on, in words; the winning die itself is never one of them."""


def possible_types(state: State, call: Call) -> tuple[str, ...]:
    """The types that the Power may be for: every type that some die has, where its player names one."""
    any_type = dict.fromkeys(kind for die in state.setting.dice.values() for kind in die.types)
    return tuple(any_type) if call.power.all == "any" else (call.power.all,)


def spoken_type(text: str) -> str:
    """A type as a player says it, in the form in which dice have it: in small letters, with single spaces."""
    return " ".join(text.lower().split())


def named_types(state: State, player: str) -> tuple[str, ...]:
    """The types offered to name: every Group, the four houses, and the Alliances of the player's own dice.

    The other player's dice add none: that would betray what is on them.
    """
    own = {alliance for die in state.setting.dice for alliance in _own_alliances(state, player, die)}
    return (*GROUPS, *sorted(own.union(ALLIANCES)))


def _own_alliances(state: State, player: str, die: str) -> tuple[str, ...]:
    return state.die(die).alliances if state.owners.get(die) == player else ()


def has_type(state: State, call: Call) -> bool:
    """Whether the player on whom an All Power works has any die of the type (DIC-M-ALL-04)."""
    foe = aims.foe(state, call)
    players = {"own": (call.player,), "foe": (foe,), "either": state.setting.players}[side_of(call.power)]
    dice = (die for player in players for die in state.row(player, "front", "dungeon", "keep", "reserve", "arena"))
    return any(call.type in state.die(die).types for die in dice if die != call.die)


def side_of(power: Power) -> Side:
    """Whose dice the Power works on with All: of the chart of Cast Spell, what expels decides."""
    return EVOKED_POWERS["spell-5" if power.name == "cast-spell" else power.name].side


def among(state: State, call: Call) -> Phrase:
    """The dice among which an All Power finds those of its type, in words."""
    return _AMONG[side_of(call.power)].about(player=call.player, foe=aims.foe(state, call))
