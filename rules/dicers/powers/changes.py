"""Changes that Powers make to dice, as data, and how each changes the state."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.copies import replace
from rules.core.phrases import Phrase, joined
from rules.core.rulings import Ruling, cited
from rules.dicers import messages
from rules.dicers.state import Outcome, State, Zone, put

_WHERE_TO = {
    "front": Phrase("to {owner}'s Front Line"),
    "keep": Phrase("to {owner}'s Keep"),
    "reserve": Phrase("to {owner}'s Reserve"),
    "dungeon": Phrase("to {owner}'s Dungeon"),
}


@dataclass(frozen=True, slots=True)
class Move:
    """A die moves to another row of its owner."""

    die: str
    to: Zone
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hurry:
    """A die in Reserve has to be used as the next Round begins."""

    die: str


@dataclass(frozen=True, slots=True)
class Expel:
    """A die goes to its owner's Dungeon, unless a Shield goes there in its place.

    ``plain``: without any Power; ``own``: its owner expels it.
    """

    die: str
    rules: tuple[str, ...]
    plain: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Banish:
    """A die goes to its owner's Dungeon and is marked."""

    die: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """A die becomes a hostage under ``captor``."""

    die: str
    captor: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """All hostages under a die go free, and the die that held them goes to its owner's Keep."""

    die: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two dice of one player change places; hostages stay in place, now under the other die."""

    first: str
    second: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """Dice are shown to one player."""

    dice: tuple[str, ...]
    to: str
    rules: tuple[str, ...]


Change = Move | Hurry | Expel | Banish | Take | Undo | Exchange | Show


def apply(state: State, change: Change) -> Outcome:
    """Change the table, and say what happened and by which rules."""
    match change:
        case Move():
            return _move(state, change)
        case Hurry(die):
            return replace(state, at_once=(*state.at_once, die)), ()
        case Expel(die, rules, plain, own):
            return expel(state, die, rules, plain, own=own)
        case Banish():
            return _banish(state, change)
        case Take():
            return _take(state, change)
        case Undo():
            return _undo(state, change)
        case Exchange():
            return _exchange(state, change)
        case Show():
            return _show(state, change)


def _move(state: State, move: Move) -> Outcome:
    rescued = state.zones[move.die] == "hostage"
    to = _rescued_to(state, move.to) if rescued else move.to
    message = messages.FREED if rescued else messages.MOVED
    revealed = (move.die,) if to == "reserve" else ()
    where = _WHERE_TO[to].about(owner=state.owners[move.die])
    by = move.rules if to == move.to else cited(_WHERE_TO_GO, move.rules)
    ruling = message.by(by)(die=state.name(move.die), where=where, reveals=revealed)
    return put(state, move.die, to), (ruling,)


_WHERE_TO_GO = ("DIC-Q-25",)
"""The question that decides where a freed hostage goes, where the rule that frees it does not."""


def _rescued_to(state: State, usual: Zone) -> Zone:
    if state.setting.on("rescued_to", "keep"):
        return "keep"
    return "front" if state.setting.on("rescued_to", "front_line") else usual


def release(state: State, top: str, rules: tuple[str, ...]) -> Outcome:
    """Free all hostages under a die: each goes to its owner's Keep (DIC-Q-25)."""
    rulings: list[Ruling] = []
    for die in state.stacks.get(top, ()):
        state, more = _move(state, Move(die, "keep", rules))
        rulings += more
    return state, tuple(rulings)


def expel(state: State, die: str, rules: tuple[str, ...], plain: bool, *, own: bool = False) -> Outcome:
    """Move a die to its owner's Dungeon, and free the hostages under it; *own*: its owner expels it."""
    owner = state.owners[die]
    ruling = messages.EXPELLED.by(rules)(die=state.name(die), owner=owner)
    why = _WHERE_TO_GO if own else ("DIC-P-CAP-10", *_WHERE_TO_GO)
    state, more = release(state, die, why) if plain else _release_unless_taken_along(state, die, why)
    return put(state, die, "dungeon"), (ruling, *more)


def _banish(state: State, change: Banish) -> Outcome:
    owner = state.owners[change.die]
    ruling = messages.BANISHED(die=state.name(change.die), owner=owner, also=change.rules)
    state, more = _release_unless_taken_along(state, change.die)
    return put(state, change.die, "banished"), (ruling, *more)


def _release_unless_taken_along(state: State, die: str, rules: tuple[str, ...] = ("DIC-Q-27",)) -> Outcome:
    if not state.setting.on("hostages_go_with_captor"):
        return release(state, die, rules)
    held = state.stacks.get(die, ())
    return state, (messages.HOSTAGES_STAY(die=state.name(die), dice=state.names(held)),) if held else ()


def _take(state: State, take: Take) -> Outcome:
    held = state.stacks.get(take.captor, ())
    holder = state.owners[take.captor]
    state, more = _release_unless_taken_along(state, take.die)
    state = put(state, take.die, "hostage")
    state = replace(state, stacks={**state.stacks, take.captor: (*held, take.die)})
    if state.power(take.captor).name != "capture":
        state = replace(state, capturing=state.capturing | {take.captor})
    ruling = messages.CAPTURED(
        die=state.name(take.die),
        captor=state.name(take.captor),
        count=len(held) + 1,
        limit=state.die(take.captor).cb,
        also=take.rules + (("DIC-P-CAP-05",) if held else ()),
        reveals=(f"{holder}>{take.die}",),
    )
    no_use = state.power(take.die).stored and not state.setting.on("hostage_reserve_allowed")
    useless = (messages.NO_USE(die=state.name(take.die), to=holder),) if no_use else ()
    return state, (ruling, *useless, *more)


def _undo(state: State, undo: Undo) -> Outcome:
    state, more = release(state, undo.die, undo.rules)
    state, rulings = _move(state, Move(undo.die, "keep", undo.rules))
    return state, (*more, *rulings)


def _exchange(state: State, change: Exchange) -> Outcome:
    first, second = change.first, change.second
    other = {first: second, second: first}
    old = dict(state.stacks)
    stacks = {other.get(top, top): tuple(other.get(die, die) for die in under) for top, under in old.items()}
    zones = {**state.zones, first: state.zones[second], second: state.zones[first]}
    ruling = messages.SWAPPED.by(change.rules)(first=state.name(first), second=state.name(second))
    capturing = state.capturing.intersection(top for top in stacks if top not in other)
    state = replace(state, zones=zones, stacks=stacks, capturing=capturing)
    ruling = ruling._replace(reveals=_seen_after(state, (first, second)))
    state, more = _free_excess(state) if state.setting.on("excess_hostages_freed") else (state, ())
    return state, (ruling, *more)


def _seen_after(state: State, pair: tuple[str, str]) -> tuple[str, ...]:
    """Who sees a die after a swap: the holder sees a hostage, everybody sees a die in Reserve."""
    held = [f"{state.owners[state.captor(die)]}>{die}" for die in pair if state.captor(die)]
    return (*held, *(die for die in pair if state.zones[die] == "reserve"))


def _free_excess(state: State) -> Outcome:
    rulings: list[Ruling] = []
    for top, under in state.stacks.items():
        for die in reversed(under[state.die(top).cb :]):
            state, more = _move(state, Move(die, "keep", ("DIC-Q-31",)))
            rulings += more
    return state, tuple(rulings)


def _named(state: State, die: str) -> Phrase:
    return Phrase("{die}: {power}", die=state.name(die), power=state.power(die).words)


def _show(state: State, show: Show) -> Outcome:
    other = state.setting.other(show.to)
    listed = joined("; ", (_named(state, die) for die in show.dice)) or Phrase("none")
    public = messages.SPIED(other=other, player=show.to, also=show.rules)
    reveals = tuple(f"{show.to}>{die}" for die in show.dice)
    return state, (public, messages.DICE_SPIED(other=other, powers=listed, to=show.to, reveals=reveals))
