"""A quick game: two names, everything else as usual, and the pieces shared out at random."""

from __future__ import annotations

from random import SystemRandom

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from rules.core.phrases import Phrase
from web import live
from web.games.game_pages import GamePages, all_games
from web.games.new_game_form import names
from web.languages import localised
from web.pages.games import start
from web.security.rights import need_host

page = Blueprint("quick", __name__, url_prefix="/games/quick")
NAMELESS = (Phrase("Player 1"), Phrase("Player 2"))


@page.post("")
def begin() -> Response:
    """Begin the game that was chosen; players without a name are numbered."""
    need_host()
    table, pages = live.table(), all_games().get(request.form.get("game", ""))
    if pages is None or pages.dealt is None:
        raise BadRequest(Phrase("Choose a game for two. “New game” shows all games."))
    pieces, missing = live.devices().stones(), pages.no_pieces(table.now().simulated)
    if missing and not pieces:
        raise BadRequest(missing)
    try:
        setup = pages.setup_of(MultiDict([("player", name) for name in _players()]), pieces)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return start(pages.dealt(setup, SystemRandom()))


def quick_games() -> list[GamePages]:
    """The games that can be begun with two names alone."""
    return [pages for pages in all_games().values() if pages.dealt]


def _players() -> list[str]:
    typed = (*names(request.form, "player"), "", "")
    return [name or localised(number) for name, number in zip(typed, NAMELESS, strict=False)]
