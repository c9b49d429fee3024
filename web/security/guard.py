"""What every request passes: CSRF tokens, and security headers on every response."""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_urlsafe

from flask import Flask, Response, request, session
from werkzeug.exceptions import BadRequest

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_app(app: Flask) -> None:
    """Require a token for every form, and send the headers with every response."""
    app.before_request(_check)
    app.after_request(_shield)
    app.jinja_env.globals["token"] = token


def token() -> str:
    """The CSRF token of this browser; kept in its signed cookie."""
    kept = session.get("token")
    if not isinstance(kept, str):
        kept = session["token"] = token_urlsafe(18)
    return kept


def _check() -> None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    sent = request.form.get("token", "")
    if not compare_digest(sent.encode(), token().encode()):
        raise BadRequest("This page was open for too long or came from elsewhere. Load it again, then try once more.")


def _shield(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
