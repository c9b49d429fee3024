"""The seats of the game on the table: the host shows each player a code, a phone scans it and sits down."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from referee.cli_run import own_address
from web.live import done, table
from web.rights import codes, is_here, need_host
from web.say import text
from web.scene import drawn_for, frame_of

page = Blueprint("seats", __name__)
QUIET = 3  # modules of white around a code


@dataclass(frozen=True, slots=True)
class SeatCode:
    """A player's way to the own seat: its address, and that as a drawing of ``size`` modules a side."""

    player: str
    address: str
    size: int
    dark: str


@page.get("/seats")
def show() -> str:
    """A code for each player, for the host alone to see."""
    need_host()
    now = table().now()
    seats = [_seat_code(player, codes().of(now.game_id, player)) for player in now.players] if now.game_id else []
    return render_template("seats.html", **frame_of(now), **drawn_for(now, None), seats=seats)


@page.get("/seat/<code>")
def sit(code: str) -> Response:
    """Sit down: this browser is that player from now on, in this game."""
    game = table().now().game_id
    if game is None or codes().seat(game, code) is None:
        raise NotFound("This code opens no seat of the game on the table. Ask the host for a new one, under “Seats”.")
    session["seat"] = code
    return redirect(url_for("mine.show"), 303)


@page.post("/seats/take")
def take() -> Response:
    """The host's own screen takes a seat, to hand it to a player without a phone."""
    need_host()
    session["seat"] = codes().of(_game(), _player())
    return done("")


@page.post("/seats/leave")
def leave() -> Response:
    """This browser gets up."""
    session.pop("seat", None)
    return done("This device has no seat now.")


@page.post("/seats/renew")
def renew() -> Response:
    """A new code: who sat there by the old one has to scan again."""
    need_host()
    player = _player()
    codes().renew(_game(), player)
    return done(f"{player} has a new code.")


def _game() -> str:
    game = table().now().game_id
    if game is None:
        raise BadRequest("No game is on the table: begin one first.")
    return game


def _player() -> str:
    player = text("player")
    if player not in table().now().players:
        raise BadRequest(f"Nobody called {player} plays here. Load the page again and use its buttons.")
    return player


def _seat_code(player: str, code: str) -> SeatCode:
    address = _base() + url_for("seats.sit", code=code)
    rows = list(segno.make(address, micro=False, error="m").matrix_iter(border=QUIET))
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return SeatCode(player, address, len(rows), dark)


def _base() -> str:
    """This table's address as a phone can reach it: not the name that only this machine has for itself."""
    mine = own_address() if is_here() else ""
    port = request.host.rpartition(":")[2]
    return f"{request.scheme}://{mine}:{port}" if mine and port.isdecimal() else request.host_url.rstrip("/")
