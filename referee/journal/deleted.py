"""Games that were deleted: hidden at once, and removed from the journal only after later games have begun.

They are counted by games and not by days, because the clock of a Pi may jump.  The list is a file of its own beside the
journal, written atomically: after a power cut a game is deleted or it is not, and what the list names still exists
until the next game begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.storage.files import StoreError, load_json, save_json
from referee.journal.journal import Journal, JournalError
from referee.model.snapshot import GameSummary

NAME = "deleted.json"
KEPT_GAMES = 10
"""A deleted game comes back until this many games have begun after it was deleted."""


@dataclass(frozen=True, slots=True)
class StoredGames:
    """The games of the journal, the newest first: those that are listed, and those that were deleted."""

    listed: tuple[GameSummary, ...]
    deleted: tuple[GameSummary, ...]


def stored_games(journal: Journal) -> StoredGames:
    """All games; a damaged list deletes nothing."""
    games, deleted = journal.games(), _load(journal)
    listed = tuple(game for game in games if game.id not in deleted)
    return StoredGames(listed, tuple(game for game in games if game.id in deleted))


def delete(journal: Journal, game: str) -> None:
    """Hide *game*, which has to be a listed one.

    Raises:
        JournalError: where the disk will not take it.
    """
    _save(journal, {**_load(journal), game: int(journal.games()[0].id)})


def restore(journal: Journal, game: str) -> None:
    """List a deleted game again.

    Raises:
        JournalError: where the disk will not take it.
    """
    _save(journal, {name: newest for name, newest in _load(journal).items() if name != game})


def remove_old(journal: Journal) -> None:
    """Remove from the journal what was deleted `KEPT_GAMES` games ago; called when a game has begun.

    Raises:
        JournalError: where the disk will not take it; nothing is half removed.
    """
    deleted = _load(journal)
    newest = max((int(game.id) for game in journal.games()), default=0)
    old = [game for game, last in deleted.items() if newest - last >= KEPT_GAMES]
    for game in old:
        journal.remove(game)
    if old:
        _save(journal, {game: last for game, last in deleted.items() if game not in old})


def _load(journal: Journal) -> dict[str, int]:
    """The deleted games, each with the newest game when it was deleted."""
    try:
        return load_json(journal.path.with_name(NAME), _read, {}, "")
    except StoreError:
        return {}


def _read(body: Any) -> dict[str, int]:
    return {str(game): int(newest) for game, newest in body["games"].items()}


def _save(journal: Journal, deleted: Mapping[str, int]) -> None:
    try:
        save_json(journal.path.with_name(NAME), {"format": 1, "games": dict(deleted)})
    except StoreError as error:
        raise JournalError(str(error)) from error
