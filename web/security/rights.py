"""Decides who sends a request and what they may see and do: host, player with the code of a seat, or onlooker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app, request, session
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from referee.model.commands import NewGame
from rules.core.phrases import Phrase
from web.live import begin, table
from web.security.guard import HERE, bearer, hostname
from web.security.pin import Pin
from web.security.seat_codes import SeatCodes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HOST_ONLY = Phrase(
    "Only the host of the table can do that. Use the machine that Owleye runs on, or open “Host” and enter its PIN."
)
NO_SEAT = Phrase(
    "This device only looks on. To play, scan the code of your seat: the host finds it under “People”. "
    "The host's own device opens “Host” and enters the PIN."
)
OTHERS = Phrase("That is for {player} to say, from {player}'s own seat, or for the host.")


@dataclass(frozen=True, slots=True)
class Me:
    """The browser of this request: whether it is a host, and the seat it holds in the current game."""

    host: bool
    player: str | None

    @property
    def plays(self) -> bool:
        """Whether this browser may play at all: it is a host, or holds a seat."""
        return self.host or self.player is not None

    def speaks_for(self, player: str) -> bool:
        """Whether this browser may act for *player*; a secret choice is for the seat's own browser alone."""
        return self.host or self.player == player


def init_app(app: Flask, home: Path) -> None:
    """Attach the PIN and the seat codes of *home* to *app*, and give templates the rights of the viewer."""
    app.extensions["owleye.pin"] = Pin(home)
    app.extensions["owleye.seat_codes"] = SeatCodes(home)
    app.context_processor(lambda: {"me": me()})


def pin() -> Pin:
    """The host's PIN."""
    return cast(Pin, current_app.extensions["owleye.pin"])


def seat_codes() -> SeatCodes:
    """The codes of all seats."""
    return cast(SeatCodes, current_app.extensions["owleye.seat_codes"])


def begin_game(command: NewGame, set_codes: Callable[[str], None]) -> Response:
    """Begin a new game as `web.live.begin` does; no page sees it before *set_codes* has set the codes of its seats.

    *set_codes* is called with the id of the new game.
    """
    before = table().now().game_id
    with seat_codes().held():
        answer = begin(command)
        if (begun := table().now().game_id) and begun != before:
            set_codes(begun)
    return answer


def me() -> Me:
    """The rights of the browser that made this request."""
    return Me(is_host(), viewer())


def right_of(app: Flask, has_right: Callable[[], bool]) -> Callable[[WSGIEnvironment], bool]:
    """Whether the browser of a request to *app* has a right, before the request is answered."""

    def asked(environ: WSGIEnvironment) -> bool:
        with app.request_context(environ):
            return has_right()

    return asked


def viewer() -> str | None:
    """The player whose seat this browser holds in the game on the table, or whose code the request brings along."""
    game, code = table().now().game_id, bearer() or session.get("seat")
    if not game or not isinstance(code, str):
        return None
    player = seat_codes().player_of(game, code)
    if player and not bearer():
        seat_codes().add_device(code, str(session.get("device", "")))
    return player


def is_host() -> bool:
    """Whether this browser entered the PIN, or runs on this very machine; a seat's code makes no host."""
    device = session.get("host")
    if bearer():
        return False
    return is_here() or (isinstance(device, str) and pin().admits(device))


def is_here() -> bool:
    """Whether the request comes from this machine, to an address of its own.

    The name asked for counts too: a page from elsewhere that leads its own name here has a browser of this machine ask,
    but under that name.
    """
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    return near and hostname(request.host) in HERE


def need_host() -> None:
    """Continue only for the host.

    Raises:
        Forbidden: with the way to become it.
    """
    if not is_host():
        raise Forbidden(HOST_ONLY)


def need_player() -> None:
    """Continue only for a player or the host.

    Raises:
        Forbidden: with the way to a seat.
    """
    if not me().plays:
        raise Forbidden(NO_SEAT)


def need_voice(player: str) -> None:
    """Continue only for a browser that may act for *player*.

    Raises:
        Forbidden: with the reason.
    """
    need_player()
    if not me().speaks_for(player):
        raise Forbidden(OTHERS.about(player=player))
