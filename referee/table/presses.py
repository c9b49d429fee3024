"""The buttons of the panel at the live table: what a press does; referee/panel/buttons.py says what it means."""

from __future__ import annotations

from typing import Literal

from referee.model.snapshot import Answer
from referee.panel import buttons
from referee.table import throws
from referee.table.live_table import TOO_LATE, LiveTable
from rules.core.facts import Choose
from rules.core.fold import Table


def press(live: LiveTable, table: Table, seat: int) -> Answer:
    """The button of a seat: yes to a question, a confirmation, or what the game lets a button choose."""
    players = live.now.players
    if seat >= len(players):
        return Answer(False, f"Nobody sits at button {seat + 1}.")
    if live.now.question is not None:
        return throws.confirm(live, table, live.now.question, players[seat])
    if live.clock.is_late:
        return TOO_LATE
    proposed = buttons.proposal_of(live.proposals, players[seat])
    return _do(live, table, buttons.pressed(table, players[seat], proposed, live.clock.t or 0.0))


def hold(live: LiveTable, table: Table, seat: int, since: float) -> Answer:
    """The button of a seat, pressed at *since* s, is held: its proposal goes down instead of up."""
    player = live.now.players[seat] if seat < len(live.now.players) else ""
    return _do(live, table, buttons.held(table, buttons.proposal_of(live.proposals, player), since))


def key(live: LiveTable, table: Table, word: Literal["next", "up", "down"]) -> Answer:
    """A button that belongs to no seat: it moves the game on, or changes the latest proposal."""
    if word == "next":
        return _do(live, table, buttons.onward(table))
    latest = live.proposals[-1] if live.proposals else None
    return _do(live, table, buttons.changed(table, latest, word, live.clock.t or 0.0))


def _do(live: LiveTable, table: Table, meaning: buttons.Meaning) -> Answer:
    """Log the choice that a button means, or show its proposal."""
    if isinstance(meaning, str):
        return Answer(False, meaning)
    if isinstance(meaning, Choose):
        return live.log(table, meaning, "button")
    live.proposals = buttons.with_proposal(live.proposals, meaning)
    live.show()
    return Answer(True, meaning.words)
