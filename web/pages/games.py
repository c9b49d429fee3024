"""The games page: begin one, continue a stored one, export a copy."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Conflict, NotFound
from werkzeug.wrappers import Response as AnyResponse

from referee.model.commands import NewGame, Resume
from referee.model.snapshot import Snapshot
from rules.games import GAMES
from web import live
from web.games.game_pages import GamePages, all_games
from web.pages.table_view import page_frame, styling_of
from web.security.rights import codes, need_host

page = Blueprint("games", __name__, url_prefix="/games")


@page.get("")
def show() -> str:
    """Every kept game, the newest first."""
    return render_template("games.html", **_leading_to_the_table(live.table().now()), games=all_games())


@page.get("/new")
def which() -> str:
    """Choose a game by its picture."""
    return render_template("which.html", **_leading_to_the_table(live.table().now()), games=all_games().values())


@page.get("/new/<name>")
def new(name: str) -> str:
    """The form for a new game, with what was played last time as its answers."""
    pages = _pages(name)
    table = live.table()
    snapshot = table.now()
    running = snapshot.table is not None and bool(snapshot.table.asks)
    plan = pages.plan(snapshot, table.stones())
    frame = {**_leading_to_the_table(snapshot), **styling_of(pages), **plan}
    return render_template(f"{pages.folder}/new.html", **frame, asks_open=running)


@page.post("/new/<name>")
def begin(name: str) -> AnyResponse:
    """Begin the game that the form describes."""
    need_host()
    pages, table = _pages(name), live.table()
    pieces, missing = table.stones(), pages.no_pieces(table.now().simulated)
    if missing and not pieces:
        raise BadRequest(missing)
    try:
        setup = pages.setup_of(request.form, pieces)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    begun = live.submit(NewGame(setup, request.form.get("instead")))
    codes().forget(table.now().game_id or "")
    return begun


@page.post("/<game>/resume")
def resume(game: str) -> AnyResponse:
    """Continue a stored game."""
    need_host()
    return live.submit(Resume(game))


@page.get("/<game>.jsonl")
def export(game: str) -> Response:
    """The game as JSON lines, as `owleye replay` reads it."""
    try:
        lines = live.table().export(game)
    except KeyError as error:
        raise NotFound from error
    _keep_secrets(game, lines)
    name = re.sub(r"[^A-Za-z0-9_-]", "-", game)
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(lines, mimetype="application/jsonl", headers=headers)


def _pages(name: str) -> GamePages:
    if name not in all_games():
        raise NotFound
    return all_games()[name]


def _leading_to_the_table(snapshot: Snapshot) -> dict[str, Any]:
    return {**page_frame(snapshot), "back": url_for("table.show")}


def _keep_secrets(game: str, lines: str) -> None:
    """A copy has every player's secrets in it, so a game that has any must be over.

    Raises:
        Conflict: while it is not, or cannot be known to be.
    """
    now = live.table().now()
    setup = json.loads(lines.partition("\n")[0])
    game_rules = GAMES.get(setup["game"])
    over = game == now.game_id and now.table is not None and not now.table.asks
    if not over and not (game_rules and game_rules.at_table.nothing_hidden(setup)):
        raise Conflict("This game has secrets in it: finish it on the table, then save a copy.")
