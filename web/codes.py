"""Seat codes: a random word for each seat of each game.  Who has it may sit there; nobody can guess it."""

from __future__ import annotations

import json
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock

from calibration.files import save_json

BYTES = 16


class Codes:
    """The codes of a home, in HOME/seats.json beside the journal: never in it, nor in a copy of a game."""

    def __init__(self, home: Path) -> None:
        """Read what was kept; a file that cannot be read only means new codes."""
        self._path = home / "seats.json"
        self._lock = Lock()
        self._kept = _read(self._path)

    def of(self, game: str, player: str) -> str:
        """The code of a seat, made when it is first asked for."""
        with self._lock:
            return self._kept.get(game, {}).get(player) or self._make(game, player)

    def renew(self, game: str, player: str) -> None:
        """Another code from now on: whoever sits there by the old one has to get up."""
        with self._lock:
            self._make(game, player)

    def forget(self, game: str) -> None:
        """A new game under this name: old codes open none of its seats."""
        with self._lock:
            if self._kept.pop(game, None):
                self._write()

    def seat(self, game: str, code: str) -> str | None:
        """Whose seat *code* opens; every seat is compared, each in constant time."""
        fits = [player for player, kept in self._kept.get(game, {}).items() if _same(kept, code)]
        return fits[0] if fits else None

    def _make(self, game: str, player: str) -> str:
        code = token_urlsafe(BYTES)
        self._kept = {**self._kept, game: {**self._kept.get(game, {}), player: code}}
        self._write()
        return code

    def _write(self) -> None:
        save_json(self._path, self._kept, private=True)


def _same(kept: str, code: str) -> bool:
    return compare_digest(kept.encode(), code.encode())


def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        kept = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    seats = {game: codes for game, codes in kept.items() if isinstance(codes, dict)} if isinstance(kept, dict) else {}
    return {game: {p: c for p, c in codes.items() if isinstance(c, str) and c} for game, codes in seats.items()}
