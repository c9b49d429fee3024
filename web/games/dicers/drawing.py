"""What the templates of Dicers show to somebody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, asked
from web.games.dicers.board import Board, board
from web.games.dicers.effects import effect, friends_of
from web.games.dicers.powers import FIGURES, POWERS, SIGNS, modifiers
from web.live import devices

TOOLS = {
    "effect": effect,
    "friends_of": friends_of,
    "powers": POWERS,
    "modifiers": modifiers,
    "signs": SIGNS,
    "figures": FIGURES,
}


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The table as *viewer* may see it, and the dice whose Power that player could use now."""
    game, now = snapshot.game, snapshot.table
    if game is None or now is None:
        return {"winners": (), **TOOLS}
    taught = {die["piece"] for die in devices().dice() if die["taught"]}
    shown = board(game.view(now.state, viewer, now.revealed), snapshot.players, viewer, taught)
    usable = {die for ask in asked(now.asks, viewer) if ask.player == viewer for die in _callable(shown, ask)}
    winners = (shown.winner,) if shown.winner in snapshot.players else ()
    moment = now.at_table.waiting(now) if snapshot.countdown else None
    return {"board": shown, "winners": winners, "usable": usable, "moment": moment, **TOOLS}


def _callable(shown: Board, ask: Ask) -> Iterator[str]:
    """The dice whose Power answers *ask*."""
    mine = shown.fighter(ask.player)
    for option in ask.options:
        if ask.kind in ("win", "more") and option.pick == "evoke" and mine:
            yield (mine.guards or mine.die).id
        elif ask.kind in ("reserve", "shield", "win", "more") and (die := shown.die_in(option.pick)):
            yield die.id
