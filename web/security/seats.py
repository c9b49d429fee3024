"""The seats of the current game: the host shows each player a QR code, and a phone that scans it takes the seat."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

import segno
from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from hardware.machine import own_address
from rules.core.phrases import Phrase
from web.live import done, table
from web.pages.actions import text
from web.pages.table_view import drawn_for, page_frame
from web.security.rights import is_here, need_host, seat_codes

page = Blueprint("seats", __name__)
QUIET = 3  # modules of white around a code


@page.get("/seats")
def show() -> str:
    """The codes of all players, for the host alone."""
    need_host()
    now = table().now()
    opened = {player: seat_codes().code_of(now.game_id, player) for player in now.players} if now.game_id else {}
    seats = [
        (player, code_to(url_for("seats.sit", code=code)), seat_codes().devices(code))
        for player, code in opened.items()
    ]
    return render_template("seats.html", **page_frame(now), **drawn_for(now, None), seats=seats)


@page.get("/seat/<code>")
def sit(code: str) -> Response:
    """Take a seat: this browser acts for that player from now on, in this game."""
    game = table().now().game_id
    if game is None or seat_codes().player_of(game, code) is None:
        raise NotFound(
            Phrase("This code opens no seat of the game on the table. Ask the host for a new one, under “People”.")
        )
    _sit(code)
    return redirect(url_for("mine.show"), 303)


@page.post("/seats/take")
def take() -> Response:
    """Let the host's own screen take a seat, to hand it to a player without a phone."""
    need_host()
    _sit(seat_codes().code_of(_game(), _player()))
    return done("")


@page.post("/seats/leave")
def leave() -> Response:
    """Give the seat up."""
    seat_codes().remove_device(session.pop("seat", ""), session.get("device", ""))
    return done(Phrase("This device has no seat now."))


@page.post("/seats/renew")
def renew() -> Response:
    """Replace a code: the device that used the old one has to scan again."""
    need_host()
    player = _player()
    seat_codes().renew(_game(), player)
    return done(Phrase("{player} has a new code.", player=player))


def _sit(code: str) -> None:
    session["seat"] = code
    session.setdefault("device", token_urlsafe(8))


def _game() -> str:
    game = table().now().game_id
    if game is None:
        raise BadRequest(Phrase("No game is on the table: begin one first."))
    return game


def _player() -> str:
    player = text("player")
    if player not in table().now().players:
        raise BadRequest(
            Phrase("Nobody called {player} plays here. Load the page again and use its buttons.", player=player)
        )
    return player


@dataclass(frozen=True, slots=True)
class Code:
    """The QR code of an ``address``: ``size`` modules a side, the ``dark`` ones as an SVG path."""

    address: str
    size: int
    dark: str


def code_to(path: str) -> Code:
    """The QR code that opens *path* of this table on a phone."""
    address = _base() + path
    rows = list(segno.make(address, micro=False, error="m").matrix_iter(border=QUIET))
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return Code(address, len(rows), dark)


def _base() -> str:
    """The address of this table for a phone: not a name that only this machine knows."""
    mine = own_address() if is_here() else ""
    if not mine:
        return request.host_url.rstrip("/")
    port = request.host.rpartition(":")[2]
    return f"{request.scheme}://{mine}:{port}" if port.isdecimal() else f"{request.scheme}://{mine}"
