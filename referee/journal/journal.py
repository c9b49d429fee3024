"""The journal on disk: one row for each fact, synced before anybody is told.

SQLite in WAL mode with ``synchronous=FULL`` syncs the log of each transaction before it returns; what a power cut
leaves behind is a prefix of the facts (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from referee.model.snapshot import By, GameSummary, LogEntry
from rules.core.serialise import from_json, to_json

FORMAT = 1
OWLEYE = 0x4F776C65  # "Owle" in the file's header: tells our journal from another program's database.

SCHEMA = f"""
BEGIN;
CREATE TABLE games (id INTEGER PRIMARY KEY, started TEXT NOT NULL, setup TEXT NOT NULL, digest INTEGER NOT NULL);
CREATE TABLE facts (
    game INTEGER NOT NULL REFERENCES games (id), seq INTEGER NOT NULL,
    fact TEXT NOT NULL, made TEXT NOT NULL, means TEXT NOT NULL, evidence TEXT, digest INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
PRAGMA application_id = {OWLEYE};
PRAGMA user_version = {FORMAT};
COMMIT;
"""


class JournalError(ValueError):
    """The journal cannot do as asked; the message is a sentence with the next step."""


class DamagedError(JournalError):
    """The file is a journal, or belongs to no program, and is damaged."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game as the journal has it: id, set-up and log."""

    id: str
    setup: Mapping[str, Any]
    log: tuple[LogEntry, ...]


class Journal:
    """All games of one home; only the writer's thread may use it."""

    def __init__(self, path: Path) -> None:
        """Open the journal at *path*, or begin one.

        Raises:
            DamagedError: where the file is broken (referee/journal/recovery.py keeps what it can).
            JournalError: where it belongs to another program or to a newer Owleye, or cannot be written.
        """
        self.path = path
        with _plain_words(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            with _plain_words(path):
                _prove(self._db, path)
        except JournalError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database; everything is in one file afterwards."""
        self._db.close()

    def begin(self, setup: Mapping[str, Any], when: str) -> str:
        """Store the set-up of a new game and return the id of the game."""
        text = _text(setup)
        with _plain_words(self.path):
            row = self._db.execute(
                "INSERT INTO games (started, setup, digest) VALUES (?, ?, ?) RETURNING id", (when, text, digest(text))
            ).fetchone()
        return str(row[0])

    def append(self, game: str, line: LogEntry) -> None:
        """Store one more fact; it is on the disk when this returns.

        Raises:
            JournalError: where the disk is full or will not take it; nothing was kept then.
        """
        text = _text(to_json(line.fact))
        row = (int(game), line.seq, text, line.when, line.by, line.evidence, digest(text))
        with _plain_words(self.path):
            self._db.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def prove(self) -> None:
        """Check that every row matches its checksum.

        Raises:
            DamagedError: where one does not.
        """
        for line in self.games():
            self.load(line.id)

    def take_over(self, game: Sequence[Any], facts: Sequence[Sequence[Any]]) -> None:
        """Copy a game of a damaged journal, row by row as it was."""
        with _plain_words(self.path):
            self._db.execute("BEGIN")
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", game)
            self._db.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", facts)
            self._db.execute("COMMIT")

    def load(self, game: str) -> StoredGame | None:
        """One game with its facts, None where there is no such game.

        Raises:
            DamagedError: where a row does not say what was once written.
        """
        if not game.isdigit():
            return None
        with _plain_words(self.path):
            head = self._db.execute("SELECT setup, digest FROM games WHERE id = ?", (int(game),)).fetchone()
            rows = self._db.execute(
                "SELECT fact, digest, seq, made, means, evidence FROM facts WHERE game = ? ORDER BY seq", (int(game),)
            ).fetchall()
        return (
            StoredGame(game, _parsed(self.path, *head), tuple(_logged(self.path, row) for row in rows))
            if head
            else None
        )

    def games(self) -> tuple[GameSummary, ...]:
        """Every stored game, the newest first."""
        with _plain_words(self.path):
            rows = self._db.execute(
                "SELECT id, setup, digest, started, (SELECT count(*) FROM facts WHERE game = id) FROM games"
                " ORDER BY id DESC"
            ).fetchall()
        return tuple(_line(self.path, row) for row in rows)


def _prove(db: sqlite3.Connection, path: Path) -> None:
    ours, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    bare = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if ours != OWLEYE and not bare:
        raise JournalError(f"{path} belongs to another program: move it away, or choose another folder with --home.")
    if version > FORMAT:
        raise JournalError(
            f"{path} was written by a newer Owleye (format {version}, this one knows {FORMAT}): "
            "update Owleye, or choose another folder with --home."
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DamagedError(f"The journal {path} is damaged.")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if bare:
        db.executescript(SCHEMA)


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sentence(path, error) from error


def _sentence(path: Path, error: sqlite3.Error) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedError(f"The journal {path} is damaged.")
    if code == sqlite3.SQLITE_FULL:
        return JournalError("The disk is full, so nothing more can be kept: free some space, then do it again.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError(f"{path} is in use by another program: close that one, then do it again.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return JournalError(f"{path} cannot be written: give this user the folder, or choose another with --home.")
    return JournalError(f"The journal {path} could not be used ({error}): see that its disk is well, then do it again.")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def digest(text: str) -> int:
    """The checksum of a row."""
    return zlib.crc32(text.encode())


def _parsed(path: Path, text: str, kept: int) -> Any:
    if digest(text) != kept:
        raise DamagedError(f"A line of the journal {path} does not say any more what was written.")
    return json.loads(text)


def _logged(path: Path, row: tuple[str, int, int, str, str, str | None]) -> LogEntry:
    text, kept, seq, made, means, evidence = row
    return LogEntry(seq, from_json(_parsed(path, text, kept)), made, cast(By, means), evidence)


def _line(path: Path, row: tuple[int, str, int, str, int]) -> GameSummary:
    number, text, kept, started, facts = row
    setup = _parsed(path, text, kept)
    return GameSummary(str(number), setup["game"], tuple(setup["players"]), started, facts)
