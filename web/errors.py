"""Answers to failures: one clear sentence with the next step, as a page or as JSON."""

from __future__ import annotations

from flask import Flask, current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable
from werkzeug.wrappers import Response

from calibration.storage.files import StoreError
from referee.journal.errors import JournalError
from rules.core.phrases import Phrase
from web.live import wants_json

TITLES = {
    400: Phrase("That cannot be done"),
    403: Phrase("Not from this device"),
    404: Phrase("Nothing lies here"),
    405: Phrase("Not that way"),
    409: Phrase("The table has moved on"),
    413: Phrase("Too much at once"),
    429: Phrase("Please wait a moment"),
    500: Phrase("Something went wrong"),
    503: Phrase("Not just now"),
}
WORDS = {
    404: Phrase("There is no such page, game or picture. Old pictures make room for new ones; games are always kept."),
    405: Phrase("This address only works through the buttons on the pages. Go back to the table and use those."),
    413: Phrase("That form is larger than anything the table ever asks for. Go back and fill it in again."),
    500: Phrase("Something inside Owleye went wrong, and the log says what. No game was lost: go back and carry on."),
}


def init_app(app: Flask) -> None:
    """Answer every error of *app* with Owleye's error page, or with JSON."""
    app.register_error_handler(HTTPException, _answer)
    for failure in (StoreError, JournalError):
        app.register_error_handler(failure, lambda error: _answer(ServiceUnavailable(str(error))))
    app.register_error_handler(Exception, _stumble)


def _answer(error: HTTPException) -> Response | tuple[Response | str, int]:
    code = error.code or 500
    if error.response is not None or code < 400:
        return error.get_response()
    words = _words(error, code)
    if wants_json():
        return jsonify(ok=False, words=words, stale=code == 409), code
    return render_template("error.html", title=TITLES.get(code, TITLES[400]), words=words, code=code), code


def _words(error: HTTPException, code: int) -> str:
    own = error.description if error.description != type(error).description else None
    return own or WORDS.get(code) or error.description or TITLES[500]


def _stumble(error: Exception) -> Response | tuple[Response | str, int]:
    current_app.logger.error("%s %s went wrong", request.method, request.endpoint, exc_info=error)
    return _answer(InternalServerError())
