"""The app factory: one blueprint a page, around one live table."""

from __future__ import annotations

from flask import Flask

from referee.live import LiveTable
from web import errors, games, guard, history, live, pictures, say, simulation, small, stream, table, words


def create_app(live_table: LiveTable, secret: bytes) -> Flask:
    """The pages of *live_table*; *secret* signs the cookies, kept over a restart it keeps open pages valid."""
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="owleye",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_PARTS=500,
    )
    live.attach(app, live_table)
    words.teach(app)
    guard.protect(app)
    errors.dress(app)
    for page in (table, say, stream, pictures, history, games, simulation, small):
        app.register_blueprint(page.page)
    return app
