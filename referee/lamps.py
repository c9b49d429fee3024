"""The seats' lights: a pure function of the table."""

from __future__ import annotations

from referee.snapshot import Lamp, Question
from rules.core import Table


def lamps(table: Table, question: Question | None) -> tuple[Lamp, ...]:
    """One word a seat: on, where the table waits for the player; blinking, where a question does.

    Lights are public, so an ask that nobody may know of lights none.
    """
    waits = {ask.player for ask in table.asks if ask.hides != "ask"}
    return tuple(_lamp(player, waits, question) for player in table.setup["players"])


def _lamp(player: str, waits: set[str], question: Question | None) -> Lamp:
    if question is not None and question.player == player:
        return "blink"
    return "on" if player in waits else "off"
