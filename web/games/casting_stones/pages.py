"""Casting Stones for the pages: form, board, and the summary of a finished game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, render_template

from referee.model.snapshot import Snapshot
from rules.casting_stones.messages import SUMMARY
from rules.core.asks import visible_asks
from rules.core.facts import Throw
from rules.core.game import winners_of
from rules.core.phrases import Phrase, plural
from rules.games import GAMES
from web.games.casting_stones import cards, record
from web.games.casting_stones.board import Board, board, groups
from web.games.casting_stones.circles import tap_choices, why_no_tap
from web.games.casting_stones.plan import dealt, no_stones, plan_of, setup_of
from web.games.game_pages import Feat, GamePages, GameStory, TaughtPieces, View, all_games
from web.live import table
from web.pages.table_view import page_frame, rule_words, styling_of

NUMBERED = {
    "spell": Phrase("The highest Spell: {sum}, by {player}"),
    "charm": Phrase("The highest Charm: {sum}, by {player}"),
}
"""The casts whose numbers count."""


def scores(view: View) -> Mapping[str, int]:
    """How many turrets carry a gem of each player."""
    return {player: sum(turret["gem"] == player for turret in view["turrets"]) for player in view["seats"]}


def length(view: View) -> str:
    """How many turns were begun."""
    return plural("{number} turn", "{number} turns", view["turn"])


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The sum of the cast after this throw, a candidate for the highest one, where its numbers count."""
    seat = view["seats"].get(throw.player)
    cast = seat and seat["cast"]
    if cast and cast["kind"] in NUMBERED:
        words = NUMBERED[cast["kind"]].about(sum=cast["sum"], player=throw.player)
        yield Feat(cast["kind"], words, seq, cast["sum"])


def tint(view: View, player: str) -> str:
    """The class of the player's gems."""
    return f"gem-{view['seats'][player]['colour']}"


STORY = GameStory(Phrase("Gems on turrets"), 0, scores, length, feats, tint)


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The board as *viewer* may see it, and the turrets that a tap may answer with."""
    game, table = snapshot.game, snapshot.table
    if game is None or table is None:
        return {"board": Board(), "aims": {}, "shut": {}, "winners": ()}
    view = game.view(table.state, viewer, table.revealed)
    drawn_board = board(view, table.entries)
    asks = visible_asks(table.asks, viewer)
    return {
        "board": drawn_board,
        "aims": tap_choices(option.pick for ask in asks for option in ask.options),
        "shut": {turret: why for ask in asks for turret, why in why_no_tap(ask).items()},
        "groups": groups,
        "winners": winners_of(view, snapshot.players),
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
    now, pages = table().now(), all_games()["casting-stones"]
    frame = {**page_frame(now), **styling_of(pages), "rule_words": rule_words(GAMES[pages.name], now)}
    return render_template("casting_stones/summary.html", **frame, summary=SUMMARY)


PAGES = GamePages(
    name="casting-stones",
    title=Phrase("Casting Stones"),
    words=Phrase("For two. Cast five stones, beat the other's spell, take four turrets in a row."),
    draw=draw,
    plan=plan,
    setup_of=setup_of,
    blueprint=page,
    no_pieces=no_stones,
    record="casting_stones.record.one",
    story=STORY,
    dealt=dealt,
)
