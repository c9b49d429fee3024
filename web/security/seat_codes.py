"""The secret codes by which devices take seats: created, renewed, compared and stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from threading import RLock
from typing import Annotated

from pydantic import Field, TypeAdapter

from calibration.storage.damaged import without_damaged
from calibration.storage.files import load_json, save_json
from rules.core.phrases import Phrase

BYTES = 16
SCAN_AGAIN = Phrase("Each player has to scan the code of the seat once more: the host finds it under “People”.")
Codes = dict[str, dict[str, Annotated[str, Field(min_length=1)]]]
"""The codes of the seats, by game and player."""
_CODES = TypeAdapter(Codes)
MOST_COUNTED = (
    50  # devices of one code: their number is shown, and a phone without cookies is another one at each visit
)


class SeatCodes:
    """The seat codes of a home, in HOME/seats.json: never in the journal or in an exported game."""

    def __init__(self, home: Path) -> None:
        """Read the stored codes; a damaged file is set aside and reported, and there are new codes."""
        self._path = home / "seats.json"
        self._lock = RLock()
        self._codes = without_damaged(home, self._stored_codes)
        self._devices: dict[str, set[str]] = {}  # by code: the ids of the devices that used it since the start

    def code_of(self, game: str, player: str) -> str:
        """The code of a seat, created on demand."""
        with self._lock:
            return self._codes.get(game, {}).get(player) or self._make(game, player)

    def renew(self, game: str, player: str) -> None:
        """Replace the code of a seat in each game that has it: a device that used the old one loses the seat."""
        with self._lock:
            old, new = self.code_of(game, player), token_urlsafe(BYTES)
            self._keep({known: _replaced(codes, old, new) for known, codes in self._codes.items()})

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let all other threads wait while a game is begun and its codes are set, so that no page sees it without."""
        with self._lock:
            yield

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
        with self._lock:
            seats = self._codes.get(game, {})
        fits = [player for player, stored_code in seats.items() if _same(stored_code, code)]
        return fits[0] if fits else None

    def add_device(self, code: str, device: str) -> None:
        """Note that a device uses this code, unless `MOST_COUNTED` devices do already."""
        with self._lock:
            known = self._devices.setdefault(code, set())
            if len(known) < MOST_COUNTED:
                known.add(device)

    def remove_device(self, code: str, device: str) -> None:
        """Note that a device gave up the seat of this code."""
        with self._lock:
            self._devices.get(code, set()).discard(device)

    def devices(self, code: str) -> int:
        """How many devices have used this code since the start and not given it up; at most `MOST_COUNTED`."""
        return len(self._devices.get(code, ()))

    def _stored_codes(self) -> Codes:
        return load_json(self._path, _CODES.validate_python, Codes(), SCAN_AGAIN)

    def _make(self, game: str, player: str) -> str:
        code = token_urlsafe(BYTES)
        self._keep({**self._codes, game: {**self._codes.get(game, {}), player: code}})
        return code

    def _keep(self, codes: Codes) -> None:
        save_json(self._path, codes)
        self._codes = codes
        open_seats = {code for game in codes.values() for code in game.values()}
        self._devices = {code: devices for code, devices in self._devices.items() if code in open_seats}


def _replaced(codes: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    return {player: new if code == old else code for player, code in codes.items()}


def _same(stored_code: str, code: str) -> bool:
    return compare_digest(stored_code.encode(), code.encode())
