"""Decides who sends a request and what they may see and do: host, player with the code of a seat, or onlooker."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import cast

from flask import Flask, current_app, request, session
from werkzeug.exceptions import Forbidden

from calibration.storage.files import save_json
from rules.core.phrases import Phrase
from web.live import table
from web.security.guard import HERE, bearer, hostname
from web.security.pin import Pin

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
        """Whether this browser may say what *player* does, as far as that is no secret."""
        return self.host or self.player == player


def init_app(app: Flask, home: Path) -> None:
    """Attach the PIN and the seat codes of *home* to *app*, and give templates the rights of the viewer."""
    app.extensions["owleye.pin"] = Pin(home)
    app.extensions["owleye.codes"] = Codes(home)
    app.context_processor(lambda: {"me": me()})


def pin() -> Pin:
    """The host's PIN."""
    return cast(Pin, current_app.extensions["owleye.pin"])


def codes() -> Codes:
    """The codes of all seats."""
    return cast(Codes, current_app.extensions["owleye.codes"])


def me() -> Me:
    """The rights of the browser that made this request."""
    return Me(is_host(), viewer())


def viewer() -> str | None:
    """The player whose seat this browser holds in the game on the table, or whose code the request brings along."""
    game, code = table().now().game_id, bearer() or session.get("seat")
    if not game or not isinstance(code, str):
        return None
    player = codes().seat(game, code)
    if player and not bearer():
        codes().sits(code, str(session.get("device", "")))
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


def may_speak_for(player: str) -> bool:
    """Whether this browser may act for *player*; secret choices only the seat itself may make."""
    return me().speaks_for(player)


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
    if not may_speak_for(player):
        raise Forbidden(OTHERS.about(player=player))


BYTES = 16


class Codes:
    """The seat codes of a home, in HOME/seats.json: never in the journal or in an exported game."""

    def __init__(self, home: Path) -> None:
        """Read the stored codes; a file that cannot be read only means new codes."""
        self._path = home / "seats.json"
        self._lock = Lock()
        self._kept = _read(self._path)
        self._devices: dict[str, set[str]] = {}  # those seen with a code since the start, by the code

    def of(self, game: str, player: str) -> str:
        """The code of a seat, created on demand."""
        with self._lock:
            return self._kept.get(game, {}).get(player) or self._make(game, player)

    def renew(self, game: str, player: str) -> None:
        """Replace the code of a seat: a device that used the old one loses the seat."""
        with self._lock:
            self._make(game, player)

    def forget(self, game: str) -> None:
        """Remove all codes of a game, because a new game begins under this id."""
        with self._lock:
            if self._kept.pop(game, None):
                self._write()

    def pass_on(self, ended: str, begun: str) -> None:
        """The players of the game that *ended* play on in the one *begun*: their codes open their seats there, too."""
        with self._lock:
            self._kept = {**self._kept, begun: self._kept.get(ended, {})}
            self._write()

    def seat(self, game: str, code: str) -> str | None:
        """The player whose seat *code* opens; every seat is compared, each in constant time."""
        fits = [player for player, kept in self._kept.get(game, {}).items() if _same(kept, code)]
        return fits[0] if fits else None

    def sits(self, code: str, device: str) -> None:
        """A device uses this code."""
        self._devices.setdefault(code, set()).add(device)

    def gets_up(self, code: str, device: str) -> None:
        """A device gives the seat of this code up."""
        self._devices.get(code, set()).discard(device)

    def devices(self, code: str) -> int:
        """How many devices use this code."""
        return len(self._devices.get(code, ()))

    def _make(self, game: str, player: str) -> str:
        code = token_urlsafe(BYTES)
        self._kept = {**self._kept, game: {**self._kept.get(game, {}), player: code}}
        self._write()
        return code

    def _write(self) -> None:
        save_json(self._path, self._kept)


def _same(kept: str, code: str) -> bool:
    return compare_digest(kept.encode(), code.encode())


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        kept = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    seats = {game: codes for game, codes in kept.items() if isinstance(codes, dict)} if isinstance(kept, dict) else {}
    return {game: {p: c for p, c in codes.items() if isinstance(c, str) and c} for game, codes in seats.items()}
