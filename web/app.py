"""The app factory: one blueprint a page, around one live table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from flask import Flask

from referee.table.service import TableService
from sharing.table_sharing import TableSharing
from web import caching, compression, errors, live, parts, stream
from web.api import routes as api
from web.games import game_pages
from web.games.casting_stones.pages import PAGES as CASTING_STONES
from web.games.dicers.pages import PAGES as DICERS
from web.games.munchkin.pages import PAGES as MUNCHKIN
from web.pages import (
    actions,
    backup,
    collection,
    damaged,
    evidence,
    games,
    history,
    installing,
    panel,
    quick_game,
    seat_page,
    share,
    simulation,
    table,
    terms,
    words,
)
from web.past import statistics, story, watch
from web.security import guard, host, rights, seats
from web.security.cookies import Sessions
from web.wizards import calibration, prove, setup, teach, teach_die

PAGES = (
    table,
    actions,
    stream,
    api,
    evidence,
    damaged,
    backup,
    history,
    installing,
    games,
    story,
    watch,
    quick_game,
    statistics,
    simulation,
    host,
    seats,
    seat_page,
    teach,
    prove,
    calibration,
    collection,
    setup,
    share,
    teach_die,
    panel,
)
LARGEST_FORM = 64 * 1024  # bytes
GAMES = (CASTING_STONES, DICERS, MUNCHKIN)  # in the order in which a new game offers them


def create_app(
    live_table: TableService,
    sharing: TableSharing,
    home: Path,
    secret: bytes,
    names: Collection[str] = (),
    restart: Callable[[], None] | None = None,
) -> Flask:
    """The pages of *live_table*, which is shared by *sharing* and keeps its things in *home*.

    *secret* signs the cookies; kept over a restart it keeps open pages valid.  *names* are further names that this
    machine answers to (`web.security.guard.is_local`).  *restart* starts the whole table again.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="owleye",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_PARTS=500,
    )
    app.session_interface = Sessions()
    live.init_app(app, live_table, home)
    app.extensions["owleye.sharing"] = sharing
    words.init_app(app)
    statistics.init_app(app)
    terms.init_app(app)
    rights.init_app(app, home)
    guard.init_app(app, names)
    errors.init_app(app)
    compression.init_app(app)  # Flask calls the last first: parts are split, then compressed.
    parts.init_app(app)
    caching.init_app(app)
    damaged.init_app(app)
    backup.init_app(app, restart)
    for page in PAGES:
        app.register_blueprint(page.page)
    game_pages.init_app(app, {game.name: game for game in GAMES})
    return app
