"""Dicers for the pages: form, board, children's page, pictures of the dice, and the summary of a finished game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from referee.model.snapshot import Snapshot
from rules.core.facts import Throw
from rules.core.phrases import Phrase, plural
from web import live
from web.games.dicers.editor import page as editor
from web.games.dicers.effects import TOOLS, draw
from web.games.dicers.plan import dealt, plan_of, setup_of
from web.games.game_pages import Feat, Form, GamePages, GameStory, TaughtPieces, View, all_games
from web.pages.table_view import styling_of, table_view
from web.security.rights import is_host, viewer

OUT = ("dungeon", "banished", "out")
routes = Blueprint("dicers", __name__)
FIGURE, STICKER = "1", "power"  # the figure is seen through the side across from the sticker


def scores(view: View) -> Mapping[str, int]:
    """How many dice of the others each player has put out of the game: in a Dungeon, or hostages."""
    out = {player: sum(len(rows[row]) for row in OUT) for player, rows in view["rows"].items()}
    for under in view["hostages"].values():
        for die in under:
            owner = view["dice"][die]["owner"]
            out[owner] = out.get(owner, 0) + 1
    return {player: sum(lost for other, lost in out.items() if other != player) for player in view["rows"]}


def length(view: View) -> str:
    """How many Rounds were begun."""
    return plural("{number} Round", "{number} Rounds", view["round"])


def feats(throw: Throw, seq: int, view: View) -> Iterator[Feat]:
    """The roll of this player in the Arena, a candidate for the highest one of the game."""
    cast = view["arena"].get(throw.player)
    if cast and cast["value"]:
        name = view["dice"][cast["die"]]["name"]
        words = Phrase(
            "The highest roll: {die} shows {value}, by {player}", die=name, value=cast["value"], player=throw.player
        )
        yield Feat("roll", words, seq, cast["value"])


STORY = GameStory(Phrase("Dice put out of the game"), 0, scores, length, feats)


routes.register_blueprint(editor)


def plan(snapshot: Snapshot, _: TaughtPieces) -> Mapping[str, Any]:
    """The variables of the form for a new game; the list of the owner's dice is empty for all but the host."""
    return {"plan": plan_of(snapshot, live.devices().dice() if is_host() else ()), **TOOLS}


def begin(form: Form, _: TaughtPieces) -> Mapping[str, Any]:
    """The set-up of the game that the form describes."""
    return setup_of(form, live.devices().dice())


@routes.get("/children")
def children() -> str:
    """The page for children who cannot read yet; its script reloads it when the table changes."""
    table = live.table()
    return render_template(
        "dicers/children.html", **{**table_view(table, table.now()), **styling_of(all_games()["dicers"]), **TOOLS}
    )


@routes.get("/dicers/figure/<die>.jpg")
def figure(die: str) -> Response:
    """The taught picture of a die with its 1 up, through which its figure can be seen."""
    return _portrait(die, FIGURE, "private, max-age=600")


@routes.get("/dicers/sticker/<die>.jpg")
def sticker(die: str) -> Response:
    """The Power side, for viewers who may see it in the running game; for all others the page does not exist."""
    if not may_see(die):
        raise NotFound
    return _portrait(die, STICKER, "no-store")


def may_see(die: str) -> bool:
    """Whether this browser may see the Power side of *die* now."""
    now = live.table().now()
    if is_host() or now.game is None or now.table is None or now.game.name != "dicers":
        return is_host()
    die_view = now.game.view(now.table.state, viewer(), now.table.revealed)["dice"].get(die, {})
    return "sign" in die_view


def _portrait(die: str, side: str, keep: str) -> Response:
    jpeg = live.devices().portrait(die, side)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": keep})


PAGES = GamePages(
    name="dicers",
    title=Phrase("Dicers"),
    words=Phrase("For two, from age five. Roll your dice against the other's; later with Powers and secrets."),
    draw=draw,
    plan=plan,
    setup_of=begin,
    blueprint=routes,
    story=STORY,
    dealt=dealt,
)
