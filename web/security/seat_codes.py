"""The secret codes by which devices take seats: created, renewed, compared and stored."""

from __future__ import annotations

import json
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock

from calibration.storage.files import bytes_in, save_json

BYTES = 16
MOST_COUNTED = (
    50  # devices of one code: their number is shown, and a phone without cookies is another one at each visit
)


class SeatCodes:
    """The seat codes of a home, in HOME/seats.json: never in the journal or in an exported game."""

    def __init__(self, home: Path) -> None:
        """Read the stored codes; a file that cannot be read only means new codes."""
        self._path = home / "seats.json"
        self._lock = Lock()
        self._codes = _read(self._path)
        self._devices: dict[str, set[str]] = {}  # by code: the ids of the devices that used it since the start

    def code_of(self, game: str, player: str) -> str:
        """The code of a seat, created on demand."""
        with self._lock:
            return self._codes.get(game, {}).get(player) or self._make(game, player)

    def renew(self, game: str, player: str) -> None:
        """Replace the code of a seat: a device that used the old one loses the seat."""
        with self._lock:
            self._make(game, player)

    def forget(self, game: str) -> None:
        """Remove all codes of a game, because a new game begins under this id."""
        with self._lock:
            if game in self._codes:
                self._keep({known: codes for known, codes in self._codes.items() if known != game})

    def pass_on(self, ended: str, begun: str) -> None:
        """Copy the codes of the game that *ended* to the game *begun*, where the same players play on."""
        with self._lock:
            self._keep({**self._codes, begun: self._codes.get(ended, {})})

    def player_of(self, game: str, code: str) -> str | None:
        """The player whose seat *code* opens; every seat is compared, each in constant time."""
        fits = [player for player, stored_code in self._codes.get(game, {}).items() if _same(stored_code, code)]
        return fits[0] if fits else None

    def add_device(self, code: str, device: str) -> None:
        """Note that a device uses this code, unless `MOST_COUNTED` devices do already."""
        known = self._devices.setdefault(code, set())
        if len(known) < MOST_COUNTED:
            known.add(device)

    def remove_device(self, code: str, device: str) -> None:
        """Note that a device gave up the seat of this code."""
        self._devices.get(code, set()).discard(device)

    def devices(self, code: str) -> int:
        """How many devices have used this code since the start and not given it up; at most `MOST_COUNTED`."""
        return len(self._devices.get(code, ()))

    def _make(self, game: str, player: str) -> str:
        code = token_urlsafe(BYTES)
        self._keep({**self._codes, game: {**self._codes.get(game, {}), player: code}})
        return code

    def _keep(self, codes: dict[str, dict[str, str]]) -> None:
        save_json(self._path, codes)
        self._codes = codes
        open_seats = {code for game in codes.values() for code in game.values()}
        self._devices = {code: devices for code, devices in self._devices.items() if code in open_seats}


def _same(stored_code: str, code: str) -> bool:
    return compare_digest(stored_code.encode(), code.encode())


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        stored = json.loads(bytes_in(path))
    except (OSError, ValueError, RecursionError):
        return {}
    games = stored if isinstance(stored, dict) else {}
    seats = {game: codes for game, codes in games.items() if isinstance(codes, dict)}
    return {game: {p: c for p, c in codes.items() if isinstance(c, str) and c} for game, codes in seats.items()}
