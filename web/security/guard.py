"""What every request passes: the name it asks for, CSRF tokens, signed cookies, security headers on every response."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from typing import TYPE_CHECKING

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeSerializer
from werkzeug.exceptions import BadRequest

from calibration.storage.files import bytes_in, write_atomically
from rules.core.phrases import Phrase

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Without HTTPS, browsers heed this one only on their own machine; elsewhere they call it an error in their console."""


if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

UNKNOWN = (
    "Owleye does not answer to this name. Open the address that is shown where Owleye was started, "
    "or add the name to “names” in settings.json.\n"
)
SECRET, SECRET_BYTES = "secret", 32
READING = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
TOKEN = "X-Owleye-Token"  # the header for the token of requests that are no forms
HERE = ("localhost", "127.0.0.1", "::1")
NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,9}")
HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@]+))(?::[0-9]{0,5})?", re.ASCII)
"""A Host header, in small letters (RFC 9110, 7.2)."""
LOCAL = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""Endings of names that no public name server answers for."""


def init_app(app: Flask, names: Collection[str]) -> None:
    """Answer to local names and *names* only, require a token for every form, and send the headers with every response.

    A public name that leads here belongs to a web page that uses a browser of this network to read the table
    (DNS rebinding).
    """
    pages = app.wsgi_app

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ.pop("HTTP_RANGE", None)  # a part of a file is sent piece by piece, at the pace of a slow reader
        known = is_local(hostname(environ.get("HTTP_HOST", HERE[0])), names)
        return pages(environ, start) if known else Response(UNKNOWN, 421, HEADERS, "text/plain")(environ, start)

    app.wsgi_app = answered  # type: ignore[assignment, method-assign]  # the way that Flask documents for a wrapper
    app.before_request(_check)
    app.after_request(_shield)
    app.jinja_env.globals["token"] = token


def token() -> str:
    """The CSRF token of this browser; kept in its signed cookie."""
    value = session.get("token")
    if not isinstance(value, str):
        value = session["token"] = token_urlsafe(18)
    return value


def hostname(host: str) -> str:
    """The name or address in a Host header, in small letters and without the port; empty where it is malformed.

    >>> hostname("OWL.local:8000"), hostname("[::1]:8000"), hostname("[::1].owl.example")
    ('owl.local', '::1', '')
    """
    found = HOST.fullmatch(host.lower())
    return (found["address"] or found["name"]) if found else ""


def is_local(name: str, names: Collection[str] = ()) -> bool:
    """Whether *name* can only mean a machine of this network: an IP address, a name without a dot, or a local ending.

    >>> is_local("192.168.1.5"), is_local("owleye.local"), is_local("owleye.example")
    (True, True, False)
    """
    try:
        return bool(ip_address(name))
    except ValueError:
        plain = name.lower().removesuffix(".")
        return bool(NAME.fullmatch(plain)) and ("." not in plain or plain.endswith(LOCAL) or plain in names)


def bearer() -> str:
    """The code in the header ``Authorization: Bearer CODE``; empty without one.

    Only a program sends it: a web page from elsewhere cannot, because no answer of ours allows the header (CORS).
    """
    kind, _, code = request.headers.get("Authorization", "").partition(" ")
    return code.strip() if kind.lower() == "bearer" else ""


def _check() -> None:
    if request.method in READING or bearer():
        return
    sent = request.form.get("token") or request.headers.get(TOKEN, "")
    if not compare_digest(sent.encode(), token().encode()):
        raise BadRequest(
            Phrase("This page was open for too long or came from elsewhere. Load it again, then try once more.")
        )


def _shield(response: Response) -> Response:
    is_heeded = request.is_secure or hostname(request.host) in HERE
    for name, value in {**HEADERS, **(ISOLATED if is_heeded else {})}.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def secret_of(home: Path) -> bytes:
    """The key that signs the cookies of this home; created once, readable by its owner only."""
    path = home / SECRET
    key = bytes_in(path) if path.exists() else b""
    if len(key) < SECRET_BYTES:
        key = token_bytes(SECRET_BYTES)
        write_atomically(path, key)
    return key


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie sessions without a time, so that a clock that jumps ends none.

    What a cookie proves expires by itself: a seat's code with its game, a host's mark with the PIN.
    """

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether to answer with a cookie: not a form that came without one.

        Browsers send a form of another site without the cookie; a new one in the answer would end the seat.
        """
        is_foreign = request.method not in READING and self.get_cookie_name(app) not in request.cookies
        return super().should_set_cookie(app, session) and not is_foreign

    def get_signing_serializer(self, app: Flask) -> URLSafeSerializer | None:  # type: ignore[override]
        """The serializer that signs the cookies of *app*; it writes and checks no time."""
        if not app.secret_key:
            return None
        options = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(app.secret_key, self.salt, self.serializer, signer_kwargs=options)
