"""The hub's pages: all tables, the big screen, results and ladder, and what the club's host may do."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import BadRequest, ServiceUnavailable

import web
from hub.service import HubService
from hub.web import club_pages, public_pages, tournament_pages
from rules.core.phrases import Phrase, SentenceError
from web import delivery, errors, languages, parts
from web.app import LARGEST_FORM
from web.pages import language_switch, words
from web.security import guard, host
from web.security.guard import Sessions
from web.security.pin import Pin
from web.security.rights import is_host

NO_DATABASE = Phrase("The database does not answer. Start it again, then load this page anew; the tables lose nothing.")


def create_app(service: HubService, home: Path, secret: bytes, names: tuple[str, ...] = ()) -> Flask:
    """Create the Flask app with the pages of *service*; *home* has PIN and language, *secret* signs the cookies."""
    folder = Path(web.__file__).parent
    app = Flask(__name__, static_folder=str(folder / "static"))
    app.jinja_loader = ChoiceLoader(
        [FileSystemLoader(Path(__file__).with_name("templates")), FileSystemLoader(folder / "templates")]
    )
    app.config.update(
        SECRET_KEY=secret,
        SESSION_COOKIE_NAME="owleye-hub",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",  # a link on another site does not end the hosting
        MAX_CONTENT_LENGTH=LARGEST_FORM,
    )
    app.session_interface = Sessions()
    app.extensions["owleye.hub"] = service
    app.extensions["owleye.pin"] = Pin(home)
    languages.init_app(app, home)
    words.init_app(app)
    parts.init_app(app)
    delivery.name_files(app)
    guard.init_app(app, names)
    errors.init_app(app)
    app.register_error_handler(SentenceError, lambda error: app.handle_user_exception(BadRequest(error.words)))
    app.register_error_handler(SQLAlchemyError, lambda _: app.handle_user_exception(ServiceUnavailable(NO_DATABASE)))
    app.add_template_filter(public_pages.victory)
    app.context_processor(lambda: {"is_host": is_host(), "pill": public_pages.pill(service)})
    for page in (public_pages.page, club_pages.page, tournament_pages.page, host.page, language_switch.page):
        app.register_blueprint(page)
    return app
