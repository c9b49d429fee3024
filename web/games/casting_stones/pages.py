"""Casting Stones as one of the games that the pages know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template

from referee.model.snapshot import Snapshot
from rules.casting_stones.messages import SUMMARY
from rules.casting_stones.rulebook import BOOK
from rules.core.asks import asked
from rules.core.phrases import Phrase
from web.games.casting_stones import cards, record
from web.games.casting_stones.board import Board, board
from web.games.casting_stones.options import groups
from web.games.casting_stones.plan import dealt, no_stones, plan_of, setup_of
from web.games.casting_stones.ring import aims, closed
from web.games.casting_stones.telling import TELLING
from web.games.game_pages import GamePages, TaughtPieces, all_games
from web.live import table
from web.pages.table_view import page_frame, styling_of


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The board as *viewer* may see it, and the turrets that a tap may answer with."""
    game, table = snapshot.game, snapshot.table
    if game is None or table is None:
        return {"board": Board(), "aims": {}, "shut": {}, "winners": ()}
    view = game.view(table.state, viewer, table.revealed)
    shown = board(view, table.entries)
    asks = asked(table.asks, viewer)
    return {
        "board": shown,
        "aims": aims(option.pick for ask in asks for option in ask.options),
        "shut": {turret: why for ask in asks for turret, why in closed(ask).items()},
        "groups": groups,
        "winners": (shown.winner,) if shown.winner else (),
    }


def plan(snapshot: Snapshot, pieces: TaughtPieces) -> Mapping[str, Any]:
    """What the form for a new game shows."""
    return {"plan": plan_of(snapshot, pieces)}


page = Blueprint("casting_stones", __name__, url_prefix="/casting-stones")
page.register_blueprint(cards.page)
page.register_blueprint(record.page)


@page.get("/summary")
def summary() -> str:
    """Who beats whom, on one page."""
    frame = {**page_frame(table().now()), **styling_of(all_games()["casting-stones"]), "book": BOOK}
    return render_template("casting_stones/summary.html", **frame, summary=SUMMARY)


PAGES = GamePages(
    name="casting-stones",
    title=Phrase("Casting Stones"),
    words=Phrase("For two. Cast five stones, beat the other's spell, take four turrets in a row."),
    draw=draw,
    plan=plan,
    setup_of=setup_of,
    blueprint=page,
    pieces="stones",
    no_pieces=no_stones,
    record="casting_stones.record.one",
    telling=TELLING,
    dealt=dealt,
)
