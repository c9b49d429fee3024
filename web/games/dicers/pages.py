"""Dicers for the pages: form, board, children's page, pictures of the dice, and the summary of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Any

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from referee.model.snapshot import Snapshot
from rules.core.asks import Ask, visible_asks
from rules.core.facts import Throw
from rules.core.fold import Entry
from rules.core.game import winners_of
from rules.core.phrases import Phrase, plural
from rules.core.phrases import figure as in_figures
from rules.dicers.game import FACES
from web import live
from web.games.dicers.board import Board, board
from web.games.dicers.editor import page as editor
from web.games.dicers.effects import TOOLS
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


def draw(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The table as *viewer* may see it, the dice whose Power that player could use now, and everybody's rolls."""
    game, now = snapshot.game, snapshot.table
    if game is None or now is None:
        return {"winners": (), **TOOLS}
    taught = {die["piece"]: frozenset(die["taught"]) for die in live.devices().dice()}
    view = game.view(now.state, viewer, now.revealed)
    drawn_board = board(view, snapshot.players, viewer, taught)
    usable = {
        die for ask in visible_asks(now.asks, viewer) if ask.player == viewer for die in _callable(drawn_board, ask)
    }
    winners = winners_of(view, snapshot.players)
    moment = now.at_table.waiting(now) if snapshot.countdown else None
    rolls = rolls_of(now.entries)
    return {"board": drawn_board, "winners": winners, "usable": usable, "moment": moment, "rolls": rolls, **TOOLS}


def _callable(drawn_board: Board, ask: Ask) -> Iterator[str]:
    """The dice whose Power answers *ask*."""
    mine = drawn_board.fighter(ask.player)
    for option in ask.options:
        if ask.kind in ("win", "more") and option.pick == "evoke" and mine:
            yield (mine.guards or mine.die).id
        elif ask.kind in ("reserve", "shield", "win", "more") and (die := drawn_board.die_in(option.pick)):
            yield die.id


def faces_of(entries: Iterable[Entry]) -> dict[str, list[int]]:
    """The faces (1 to 6) of all rolls of each player that were due when they were made; a Power side counts as 6."""
    faces: dict[str, list[int]] = {}
    for entry in entries:
        if entry.regular and isinstance(entry.play, Throw):
            faces_rolled = faces.setdefault(entry.play.player, [])
            faces_rolled.extend(FACES[side] for _, side in entry.play.shown)
    return faces


def rolls_of(entries: Iterable[Entry]) -> Mapping[str, str]:
    """How often each player has rolled, and on average what, such as "4 rolls, average 3.5"."""
    return {
        player: Phrase(
            "{rolls}, average {average}",
            rolls=plural("{number} roll", "{number} rolls", len(faces)),
            average=in_figures(fmean(faces), 1),
        )
        for player, faces in faces_of(entries).items()
    }


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
