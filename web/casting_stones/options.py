"""The answers to an ask in groups, so that forty swaps are a few questions instead of one long list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.core import Option
from web.casting_stones.board import Board

FEW = 8  # options that need no groups
TITLES = {
    "gem": "Put a gem",
    "move-gem": "Move a gem",
    "swap-gem": "Swap two gems",
    "swap-card": "Swap a card",
    "knock-gem": "Send a gem home",
    "knock-stone": "Knock a stone out",
    "knock-card": "Knock a card out",
}


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one title; an empty title for those that need none."""

    title: str
    options: tuple[Option, ...]


def groups(options: Sequence[Option], board: Board) -> list[Group]:
    """The options by what they do, swaps of stones by the stone that is given away."""
    if len(options) <= FEW:
        return [Group("", tuple(options))]
    return [Group(title, tuple(some)) for title, some in groupby(options, lambda option: _title(option.pick, board))]


def _title(pick: str, board: Board) -> str:
    verb, *about = pick.split()
    if verb == "swap-stone":
        return f"Give {board.stone(about[0]).name} for"
    return TITLES.get(verb, "")
