"""The games page: begin one, quickly or by its form, continue, delete or restore a stored one, export a copy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, Conflict, NotFound
from werkzeug.wrappers import Response as AnyResponse

from referee.journal.journal_files import KEPT_GAMES
from referee.model.commands import DeleteGame, NewGame, RestoreGame, Resume
from referee.model.snapshot import GameSummary, Snapshot
from rules.core.phrases import Phrase
from rules.games import GAMES
from web import live
from web.games.game_pages import Form, GamePages, all_games
from web.games.new_game_form import NAMELESS, known_names, names
from web.languages import localised
from web.pages.table_view import page_frame, styling_of
from web.past.games import past_game
from web.security.rights import begin_game, need_host, seat_codes

page = Blueprint("games", __name__, url_prefix="/games")
AT_ONCE = 10  # games on a page of the list


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the list; ``picture`` is the evidence of its last throw, None where none is kept."""

    summary: GameSummary
    winners: tuple[str, ...] = ()
    over: bool = False
    length: str = ""
    picture: str | None = None


@page.get("")
def show() -> str:
    """The stored games, the newest first, some at a time: each that is shown has to be folded once."""
    now = live.table().now()
    pages = max(1, -(-len(now.games) // AT_ONCE))
    number = min(max(1, request.args.get("page", 1, int)), pages)
    lines = [_line(game) for game in now.games[(number - 1) * AT_ONCE : number * AT_ONCE]]
    frame = {**page_frame(now), "lines": lines, "page": number, "pages": pages, "kept_games": KEPT_GAMES}
    return render_template("games.html", **frame, games=all_games())


@page.get("/new")
def which() -> str:
    """Show a picture of each game, to choose what a new game is of."""
    return render_template("which.html", **_leading_to_the_table(live.table().now()), games=all_games().values())


@page.get("/new/<name>")
def new(name: str) -> str:
    """The form for a new game, with what was played last time as its answers."""
    pages = _pages(name)
    table = live.table()
    snapshot = table.now()
    running = snapshot.table is not None and bool(snapshot.table.asks)
    plan = pages.plan(snapshot, live.devices().stones())
    frame = {**_leading_to_the_table(snapshot), **styling_of(pages), **plan, "known_names": known_names(snapshot)}
    return render_template(f"{pages.folder}/new.html", **frame, asks_open=running)


@page.post("/new/<name>")
def begin(name: str) -> AnyResponse:
    """Begin the game that the form describes."""
    need_host()
    return start(_setup(_pages(name), request.form))


@page.post("/quick")
def quick() -> AnyResponse:
    """Begin the game that was chosen; players without a name are numbered."""
    need_host()
    pages = all_games().get(request.form.get("game", ""))
    if pages is None or pages.dealt is None:
        raise BadRequest(Phrase("Choose a game for two. “New game” shows all games."))
    setup = _setup(pages, MultiDict([("player", name) for name in _players()]))
    return start(pages.dealt(setup, SystemRandom()))


def _setup(pages: GamePages, form: Form) -> Mapping[str, Any]:
    """The set-up of the game that *form* describes.

    Raises:
        BadRequest: where pieces have to be taught first, or the form is not filled in properly.
    """
    pieces, missing = live.devices().stones(), pages.no_pieces(live.table().now().simulated)
    if missing and not pieces:
        raise BadRequest(missing)
    try:
        return pages.setup_of(form, pieces)
    except ValueError as error:
        raise BadRequest(str(error)) from error


def games_by_start() -> dict[str, list[GamePages]]:
    """``quick_games`` can be begun with two names alone, ``other_games`` need their form."""
    games = all_games().values()
    return {"quick_games": [one for one in games if one.dealt], "other_games": [one for one in games if not one.dealt]}


def _players() -> list[str]:
    """The two names that were entered, each missing one replaced by a number.

    Raises:
        BadRequest: where a name has a character that cannot be shown.
    """
    try:
        typed = (*names(request.form, "player"), "", "")
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return [name or localised(number) for name, number in zip(typed, NAMELESS, strict=False)]


def start(setup: Mapping[str, Any]) -> AnyResponse:
    """Begin the game with this set-up in place of the one that the page was drawn from; old seat codes end."""
    return begin_game(NewGame(setup, request.form.get("instead")), seat_codes().forget)


@page.post("/<game>/resume")
def resume(game: str) -> AnyResponse:
    """Continue a stored game."""
    need_host()
    return live.begin(Resume(game))


@page.post("/<game>/delete")
def delete(game: str) -> AnyResponse:
    """Delete a stored game; it can be restored for a while."""
    need_host()
    return live.submit(DeleteGame(game))


@page.post("/<game>/restore")
def restore(game: str) -> AnyResponse:
    """Take back that a game was deleted."""
    need_host()
    return live.submit(RestoreGame(game))


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


def _line(summary: GameSummary) -> GameLine:
    """The line of a game in the list; only its summary in the journal where it cannot be folded."""
    table = live.table()
    past = past_game(table, summary)
    if past is None:
        return GameLine(summary)
    pictures = (line.evidence for line in reversed(past.log) if line.evidence)
    last = next((name for name in pictures if table.evidence(name)), None)
    return GameLine(summary, past.winners, past.over, past.story.length(past.view()), last)


def _pages(name: str) -> GamePages:
    if name not in all_games():
        raise NotFound
    return all_games()[name]


def _leading_to_the_table(snapshot: Snapshot) -> dict[str, Any]:
    return {**page_frame(snapshot), "back": url_for("table.show")}


def _keep_secrets(game: str, lines: str) -> None:
    """Refuse to export an unfinished game with secrets, because the export contains every player's secrets.

    Raises:
        Conflict: while it runs, and where it is not on the table, so that nobody knows whether it is over.
    """
    now = live.table().now()
    setup = json.loads(lines.partition("\n")[0])
    game_rules = GAMES.get(setup["game"])
    over = game == now.game_id and now.table is not None and not now.table.asks
    if not over and not (game_rules and game_rules.at_table.nothing_hidden(setup)):
        raise Conflict(Phrase("This game has secrets in it: finish it on the table, then save a copy."))
