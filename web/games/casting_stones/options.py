"""The answers to an ask in groups, so that forty swaps are a few questions instead of one long list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.core.asks import Option
from rules.core.phrases import Phrase
from web.games.casting_stones.board import Board
from web.games.casting_stones.pieces import Stone

FEW = 8  # options that need no groups
TITLES = {
    "gem": Phrase("Put a gem"),
    "move-gem": Phrase("Move a gem"),
    "swap-gem": Phrase("Swap two gems"),
    "swap-card": Phrase("Swap a card"),
    "knock-gem": Phrase("Send a gem home"),
    "knock-stone": Phrase("Knock a stone out"),
    "knock-card": Phrase("Knock a card out"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one title; an empty title for those that need none.

    ``gives``: the stone given in these swaps.  ``places``: the turrets' names, where a gem is put on one of them.
    """

    title: str
    options: tuple[Option, ...]
    gives: Stone | None = None
    places: tuple[str, ...] = ()


def groups(options: Sequence[Option], board: Board) -> list[Group]:
    """The options by what they do, swaps of stones by the stone that is given away."""
    if len(options) > 1 and all(option.pick.startswith("gem ") for option in options):
        names = {str(turret.number): turret.name for turret in board.turrets}
        return [Group("", tuple(options), places=tuple(names[option.pick.split()[1]] for option in options))]
    if len(options) <= FEW:
        return [Group("", tuple(options))]
    return [_group(key, tuple(some), board) for key, some in groupby(options, _key)]


def _key(option: Option) -> tuple[str, str]:
    verb, *about = option.pick.split()
    return verb, about[0] if verb == "swap-stone" else ""


def _group(key: tuple[str, str], options: tuple[Option, ...], board: Board) -> Group:
    verb, piece = key
    if not piece:
        return Group(TITLES.get(verb, ""), options)
    stone = board.stone(piece)
    return Group(Phrase("Give {stone} for", stone=stone.name), options, stone)
