"""Files beside the journal: which game is on the table, which games are deleted, and a copy after each game.

Each file is written atomically, so that after a power cut it holds the old state or the new one.  Deleted games are
hidden at once, and removed from the journal after a number of later games (not days, because the clock of a Pi may be
wrong).  To use a copy in HOME/backup: stop Owleye, delete the files whose names begin with ``owleye.sqlite``, and put
the copy in the place of ``owleye.sqlite``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from calibration.storage.files import (
    NO_STEP,
    StoreError,
    bytes_in,
    load_json,
    not_written,
    save_json,
    sync_file,
    write_atomically,
)
from referee.journal.errors import JournalError
from referee.journal.journal import Journal, remove_copy
from referee.model.snapshot import GameSummary

ON_TABLE, DELETED, FOLDER = "on-table.txt", "deleted.json", "backup"
KEPT_GAMES = 10
"""A deleted game can be restored until this many games have begun after it was deleted."""
COPIES = 10
"""Copies of the journal that stay in HOME/backup."""


# The game on the table ------------------------------------------------------------------------------------------------


def game_on_table(journal: Journal, games: Sequence[GameSummary]) -> str | None:
    """The id of the game that was last put on the table; the first of *games* where no valid record exists."""
    try:
        last = bytes_in(_on_table(journal)).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        last = ""
    ids = [game.id for game in games]
    return last if last in ids else next(iter(ids), None)


def put_on_table(journal: Journal, game: str) -> None:
    """Record that *game* is on the table now; the file is written only if that changes.

    Raises:
        JournalError: where the disk will not take it.
    """
    if game_on_table(journal, journal.games()) == game:
        return
    try:
        write_atomically(_on_table(journal), f"{game}\n".encode("ascii"))
    except StoreError as error:
        raise JournalError(error.words) from error


def _on_table(journal: Journal) -> Path:
    return journal.path.with_name(ON_TABLE)


# Deleted games --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameLists:
    """The games of the journal, the newest first: those that are listed, and those that were deleted."""

    listed: tuple[GameSummary, ...]
    deleted: tuple[GameSummary, ...]


def game_lists(journal: Journal) -> GameLists:
    """All stored games, listed and deleted; where the list of deleted games is damaged, all count as listed."""
    games, deleted = journal.games(), _load(journal)
    listed = tuple(game for game in games if game.id not in deleted)
    return GameLists(listed, tuple(game for game in games if game.id in deleted))


def begin(journal: Journal, setup: Mapping[str, Any], when: str) -> str:
    """Begin a game like `Journal.begin`, after dropping the deletions of games that the journal does not have.

    Where an older journal took the place of a damaged one, the new game may get the number of one of them.

    Raises:
        JournalError: where the disk will not take it; no game has begun then.
    """
    deleted, known = _load(journal), {game.id for game in journal.games()}
    if not deleted.keys() <= known:
        _save(journal, {game: newest for game, newest in deleted.items() if game in known})
    return journal.begin(setup, when)


def delete(journal: Journal, game: str) -> None:
    """Hide *game*, which must be in the list.

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
        return load_json(journal.path.with_name(DELETED), _read, {}, NO_STEP)
    except StoreError:
        return {}


def _read(body: Any) -> dict[str, int]:
    return {str(game): int(newest) for game, newest in body["games"].items()}


def _save(journal: Journal, deleted: Mapping[str, int]) -> None:
    try:
        save_json(journal.path.with_name(DELETED), {"format": 1, "games": dict(deleted)})
    except StoreError as error:
        raise JournalError(error.words) from error


# Reading --------------------------------------------------------------------------------------------------------------


@contextmanager
def journal_for_reading(path: Path) -> Iterator[Journal]:
    """Open the journal at *path* to read it; where its folder cannot be written, a copy of it.

    SQLite creates files beside a database in WAL mode even to read it, and fails on a read-only disk.

    Raises:
        JournalError: where it is damaged, or belongs to another program or to a newer Owleye.
    """
    with TemporaryDirectory(prefix="owleye-") as folder:
        if not os.access(path.parent, os.W_OK):
            path = _copied(path, Path(folder))
        with closing(Journal(path)) as journal:
            yield journal


def _copied(path: Path, folder: Path) -> Path:
    for name in (path.name, f"{path.name}-wal", DELETED):
        if path.with_name(name).exists():
            shutil.copyfile(path.with_name(name), folder / name)
    return folder / path.name


# Copies ---------------------------------------------------------------------------------------------------------------


def back_up(journal: Journal, game: str) -> Path:
    """Copy all games into one file, named after the *game* that has just ended, and keep only the last `COPIES`.

    Raises:
        JournalError: where the copy cannot be written; the journal and the earlier copies are as they were.
    """
    copy = journal.path.parent / FOLDER / f"{journal.path.stem}-{int(game):06d}{journal.path.suffix}"
    try:
        _replace(journal, copy)
        _remove_older(copy)
    except OSError as error:
        raise JournalError(not_written(copy, error).words) from error
    return copy


def _replace(journal: Journal, copy: Path) -> None:
    copy.parent.mkdir(exist_ok=True)
    part = copy.with_name(f"{journal.path.name}.part")
    remove_copy(part)  # that a power cut interrupted
    try:
        journal.copy_to(part)
        sync_file(part)
        part.replace(copy)
    finally:
        remove_copy(part)


def _remove_older(copy: Path) -> None:
    """Remove all copies but the last; *copy* counts as the newest, also where the clock was set back."""
    pattern = f"{copy.stem.rpartition('-')[0]}-*{copy.suffix}"
    others = sorted((path for path in copy.parent.glob(pattern) if path != copy), key=_written_s)
    if others:
        _date_after(copy, _written_s(others[-1]))
    for old in others[: 1 - COPIES]:
        old.unlink()


def _written_s(path: Path) -> float:
    return path.stat().st_mtime


def _date_after(copy: Path, newest_s: float) -> None:
    """Date *copy* later than the *newest_s* of the others, so that their order holds when the clock was set back."""
    if _written_s(copy) <= newest_s:
        os.utime(copy, (newest_s + 1, newest_s + 1))
