"""Short notation for games in the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Throw
from rules.core.fold import Table, advance, opening
from rules.core.refusals import refusal
from rules.munchkin.game import Munchkin
from rules.munchkin.state import State

GAME = Munchkin()
THREE = ("Ana", "Bo", "Cy")


def setup(**more: Any) -> dict[str, Any]:
    """A full game of three that starts with Ana's turn."""
    return {"game": "munchkin", "format": 1, "players": list(THREE), "begin": "turn", **more}


def says(player: str, kind: str, pick: str) -> Choose:
    return Choose(player, kind, pick)


def throws(player: str, side: str) -> Throw:
    return Throw(player, (("die:munchkin", side),))


def facts(*lines: str) -> list[Fact]:
    """``"Ana level: +1 card"`` is a choice, ``"Ana throws 5"`` a throw of the die."""
    return [_fact(line) for line in lines]


def _fact(line: str) -> Fact:
    if " throws " in line:
        player, _, side = line.partition(" throws ")
        return throws(player, side)
    head, _, pick = line.partition(": ")
    player, _, kind = head.partition(" ")
    return says(player, kind, pick)


def play(start: dict[str, Any], *lines: str) -> Table:
    """Fold the *lines*, each of which must be allowed."""
    table = opening(GAME, start)
    for fact in facts(*lines):
        why = refusal(GAME, table, fact)
        assert why is None, why
        table = advance(GAME, table, fact)
    return table


def state(table: Table) -> State:
    assert isinstance(table.state, State)
    return table.state


def last(table: Table) -> dict[str, Sequence[str]]:
    """The rulings on the last play: rule ids by key."""
    return {ruling.key: ruling.rules for ruling in table.entries[-1].rulings}


def picks(table: Table, player: str, kind: str) -> set[str]:
    return {o.pick for ask in table.asks if (ask.player, ask.kind) == (player, kind) for o in ask.options}


def levels(table: Table) -> dict[str, int]:
    return {seat.player: seat.level for seat in state(table).seats}


def why(table: Table, line: str) -> str:
    """The reason why the line may not be played."""
    reason = refusal(GAME, table, facts(line)[0])
    assert reason is not None, f"{line} is allowed"
    return reason


def first_rule(reason: str) -> str:
    """The rule that a refusal names first."""
    return reason.partition("[")[2].replace("]", ",").partition(",")[0]


def last_text(table: Table) -> str:
    """The text of the rulings on the last play."""
    return " ".join(ruling.text for ruling in table.entries[-1].rulings)


def ask_of(table: Table, player: str, kind: str) -> Ask:
    return next(ask for ask in table.asks if (ask.player, ask.kind) == (player, kind))


def at_level(level: int, **more: Any) -> dict[str, Any]:
    return setup(characters={"Ana": {"level": level, **more}})
