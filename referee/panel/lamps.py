"""The lamp of each seat, from what the game waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.model.snapshot import Lamp, Proposal, Question
from referee.panel.buttons import proposal_of
from rules.core.fold import Table
from rules.munchkin.state import State


def lamps(table: Table, question: Question | None, proposals: Sequence[Proposal] = ()) -> tuple[Lamp, ...]:
    """One word a seat: on, where the table waits for the player; blinking, where a question does.

    A change of Level that waits for its confirmation blinks (up) or flickers (down).  Lights are public, so an ask that
    nobody may know of lights none.
    """
    rest = _munchkin(table, table.state) if isinstance(table.state, State) else _waited_for(table)
    return tuple(_lamp(player, rest, question, proposal_of(proposals, player)) for player in table.setup["players"])


def _lamp(player: str, rest: Mapping[str, Lamp], question: Question | None, proposal: Proposal | None) -> Lamp:
    if proposal is not None:
        return "blink" if proposal.step > 0 else "flicker"
    if question is not None and question.player == player:
        return "blink"
    return rest.get(player, "off")


def _waited_for(table: Table) -> dict[str, Lamp]:
    return {ask.player: "on" for ask in table.asks if ask.hides != "ask"}


def _munchkin(table: Table, state: State) -> Mapping[str, Lamp]:
    """Much may be done at any time by anybody, so here the lamps tell whose turn or fight it is.

    While the countdown runs all blink, for all may speak up; once somebody has, only that one's.  Where there are no
    turns the lamps flash the Levels.
    """
    if state.phase == "levels":
        return {seat.player: seat.level for seat in state.seats}
    clock = "" if state.combat is None or state.questions else state.combat.clock
    if clock == "running":
        return dict.fromkeys(state.players, "blink")
    if clock == "stopped" and state.combat:
        return {state.combat.objector: "blink"}
    return dict.fromkeys(state.winners or _due(table, state), "on")


def _due(table: Table, state: State) -> tuple[str, ...]:
    """Who has to do something before the game goes on; else whose fight or turn it is."""
    alone = state.questions or (state.bodies and not state.combat)  # Nothing else is asked meanwhile.
    due = tuple(ask.player for ask in table.asks if alone or ask.pieces or ask.kind == "ready")
    return due or (state.combat.side if state.combat else (state.active,))
