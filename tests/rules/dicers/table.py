"""A table for tests: games written as lines such as ``Ana advance die:5`` and ``Bo throw die:2=4``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.asks import visible_asks
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from rules.core.game import Setup
from rules.core.refusals import refusal
from rules.core.rulings import Ruling
from rules.dicers.game import DICERS
from rules.dicers.state import State

BONUS = {"die:1": 1, "die:2": 3, "die:3": 3, "die:4": 2, "die:5": 3, "die:6": 1}


def basic(**more: Any) -> Setup:
    """A Basic game; with ``shared`` its dice are dealt and Ana begins."""
    dice = {die: {"cb": cb} for die, cb in BONUS.items()}
    return {"game": "dicers", "format": 1, "level": "basic", "players": ["Ana", "Bo"], "dice": dice, **more}


SHARED = {"Ana": ["die:1", "die:2", "die:3"], "Bo": ["die:4", "die:5", "die:6"]}


def dealt(**more: Any) -> Setup:
    """A Basic game with Ana's dice 1-3 and Bo's 4-6; Ana begins."""
    return basic(collections=SHARED, challenger="Ana", **more)


def fact(line: str) -> Fact:
    """``Ana throw die:1=4 die:2=power``, ``Ana advance die:1``, or ``Ana keep`` for the pick of the same name."""
    player, verb, *rest = line.split()
    if verb == "throw":
        return Throw(player, tuple((piece.split("=")[0], piece.split("=")[1]) for piece in rest))
    return Choose(player, verb, rest[0] if rest else verb)


def facts(*lines: str) -> list[Fact]:
    """One or several lines each, separated by new lines."""
    return [fact(line) for block in lines for line in block.strip().splitlines() if line.strip()]


def play(setup: Setup, *lines: str, table: Table | None = None) -> Table:
    """Play the lines, each of which must be allowed."""
    table = table or opening(DICERS, setup)
    for one in facts(*lines):
        assert refusal(DICERS, table, one) is None, refusal(DICERS, table, one)
        table = advance(DICERS, table, one)
    return table


def more(table: Table, *lines: str) -> Table:
    """Play on."""
    return play(table.setup, *lines, table=table)


def state(table: Table) -> State:
    assert isinstance(table.state, State)
    return table.state


def row(table: Table, player: str, zone: str) -> set[str]:
    """The player's dice there, as everybody sees them."""
    return set(view(table)["rows"][player][zone])


def view(table: Table, viewer: str | None = None) -> Mapping[str, Any]:
    return DICERS.view(table.state, viewer, table.revealed)


def waits(table: Table) -> set[tuple[str, str]]:
    """The pairs (player, kind) of the asks."""
    return {(ask.player, ask.kind) for ask in table.asks}


def picks(table: Table, kind: str, player: str = "") -> list[str]:
    """The picks offered for *kind*."""
    asks = [ask for ask in table.asks if ask.kind == kind and player in ("", ask.player)]
    return [option.pick for ask in asks for option in ask.options]


def last_rulings(table: Table) -> tuple[Ruling, ...]:
    """The rulings on the last play."""
    return table.entries[-1].rulings


def cites(table: Table) -> set[str]:
    """The ids of the rules that the rulings on the last play cite."""
    return {rule for ruling in last_rulings(table) for rule in ruling.rules}


def keys(table: Table) -> list[str]:
    return [ruling.key for ruling in last_rulings(table)]


def overheard(table: Table, viewer: str | None) -> Iterable[object]:
    """All that a viewer gets."""
    yield view(table, viewer)
    yield [ruling for ruling in table.rulings if ruling.to in (None, viewer)]
    yield visible_asks(table.asks, viewer)
