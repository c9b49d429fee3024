"""The games: begin one in under a minute, go on with a kept one, save a copy."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Conflict, NotFound
from werkzeug.wrappers import Response as AnyResponse

from referee.commands import NewGame, Resume
from referee.snapshot import Snapshot
from web import live
from web.plan import no_stones, plan_of, setup_of
from web.scene import frame_of

page = Blueprint("games", __name__, url_prefix="/games")
OPEN = ("casting-stones",)  # games without secrets: a copy gives nothing away
NAMES = {"casting-stones": "Casting Stones", "dicers": "Dicers", "munchkin": "Munchkin"}


@page.get("")
def show() -> str:
    """Every kept game, the newest first."""
    return render_template("games.html", **_leading_to_the_table(live.table().now()), names=NAMES)


@page.get("/new")
def new() -> str:
    """The form for a new game, with what was played last time as its answers."""
    table = live.table()
    snapshot = table.now()
    running = snapshot.table is not None and bool(snapshot.table.asks)
    plan = plan_of(snapshot, table.stones())
    return render_template("new.html", **_leading_to_the_table(snapshot), plan=plan, asks_open=running)


@page.post("/new")
def begin() -> AnyResponse:
    """Begin the game that the form describes."""
    table = live.table()
    stones = table.stones()
    if not stones:
        raise BadRequest(no_stones(table.now().simulated))
    try:
        setup = setup_of(request.form, stones)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return live.submit(NewGame(setup))


@page.post("/<game>/resume")
def resume(game: str) -> AnyResponse:
    """Put a kept game on the table again."""
    return live.submit(Resume(game))


@page.get("/<game>.jsonl")
def export(game: str) -> Response:
    """The game as JSON lines, as `owleye replay` reads it."""
    _keep_secrets(game)
    try:
        lines = live.table().export(game)
    except KeyError as error:
        raise NotFound from error
    name = re.sub(r"[^A-Za-z0-9_-]", "-", game)
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(lines, mimetype="application/jsonl", headers=headers)


def _leading_to_the_table(snapshot: Snapshot) -> dict[str, Any]:
    return {**frame_of(snapshot), "back": url_for("table.show")}


def _keep_secrets(game: str) -> None:
    """A copy has every player's secrets in it, so a game that has any must be over.

    Raises:
        Conflict: while it is not, or cannot be known to be.
    """
    now = live.table().now()
    kept = next((line.game for line in now.games if line.id == game), "")
    over = game == now.game_id and now.table is not None and not now.table.asks
    if kept and kept not in OPEN and not over:
        raise Conflict("This game has secrets in it: finish it on the table, then save a copy.")
