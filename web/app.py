"""The app factory: one blueprint a page, around one live table."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from referee.live import LiveTable
from web import (
    calibration,
    collection,
    errors,
    games,
    guard,
    history,
    host,
    live,
    mine,
    pictures,
    prove,
    rights,
    say,
    seats,
    setup,
    simulation,
    small,
    stream,
    table,
    teach,
    teach_die,
    words,
)
from web.game_pages import ALL
from web.pages import offer

PAGES = (
    table,
    say,
    stream,
    pictures,
    history,
    games,
    simulation,
    small,
    host,
    seats,
    mine,
    teach,
    prove,
    calibration,
    collection,
    setup,
    teach_die,
)


def create_app(live_table: LiveTable, home: Path, secret: bytes) -> Flask:
    """The pages of *live_table*, which keeps its things in *home*.

    *secret* signs the cookies; kept over a restart it keeps open pages valid.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="owleye",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_PARTS=500,
    )
    live.attach(app, live_table, home)
    words.teach(app)
    rights.grant(app, home)
    guard.protect(app)
    errors.dress(app)
    for page in PAGES:
        app.register_blueprint(page.page)
    offer(app, ALL)
    return app
