"""The app factory: all pages around one live table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path

from flask import Flask
from werkzeug.utils import find_modules

from referee.devices import Devices
from referee.table.service import TableService
from sharing.publisher import TableSharing
from web import delivery, errors, languages, live, parts
from web.games import game_pages
from web.games.casting_stones.pages import PAGES as CASTING_STONES
from web.games.dicers.pages import PAGES as DICERS
from web.games.munchkin.pages import PAGES as MUNCHKIN
from web.pages import words
from web.past import statistics
from web.pictures import evidence
from web.security import guard, rights
from web.security.guard import Sessions
from web.upkeep import backup, damaged

PACKAGES = ("api", "pages", "past", "pictures", "security", "upkeep", "wizards")
"""Each module in them with a blueprint called ``page`` is a page of the app."""
LARGEST_FORM = 64 * 1024  # bytes
GAMES = (CASTING_STONES, DICERS, MUNCHKIN)  # in the order in which a new game offers them


def create_app(
    live_table: TableService,
    devices: Devices,
    sharing: TableSharing,
    home: Path,
    secret: bytes,
    names: Collection[str] = (),
    restart: Callable[[], None] | None = None,
) -> Flask:
    """The pages of *live_table*, which is shared by *sharing* and keeps its data in *home*.

    *secret* signs the cookies; the same one after a restart keeps open pages valid.  *names* are further host names of
    this machine (`web.security.guard.is_local`).  *restart* restarts the whole table.
    """
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="owleye",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",  # a link on another site opens a seat, and ends none
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_PARTS=500,
    )
    app.session_interface = Sessions()
    live.init_app(app, live_table, devices, home)
    languages.init_app(app, home)
    app.extensions["owleye.sharing"] = sharing
    rights.init_app(app, home)
    guard.init_app(app, names)
    backup.init_app(app, home, restart)
    for extension in (words, statistics, errors, damaged, evidence):
        extension.init_app(app)
    for last_first in (delivery.compress, parts.init_app, delivery.name_files):  # Flask calls the last first.
        last_first(app)
    _register_pages(app)
    game_pages.init_app(app, {game.name: game for game in GAMES})
    return app


def _register_pages(app: Flask) -> None:
    for package in PACKAGES:
        for module in find_modules(f"web.{package}"):
            page = getattr(import_module(module), "page", None)
            if page is not None:
                app.register_blueprint(page)
