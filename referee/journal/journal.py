"""The journal on disk: one row for each fact, synced before the fact is shown.

SQLite in WAL mode with ``synchronous=FULL`` syncs the log of each transaction before it returns, so that after a power
cut the journal holds a prefix of the facts (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from referee.journal.last_line import LastLine, Line
from referee.model.snapshot import By, GameSummary, LogEntry
from rules.core.facts import from_json, to_json
from rules.core.phrases import Phrase

FORMAT = 2
OLDER = 1  # the checksum of a row covered its longest text only
"""The number of a format has an odd number of bits set (1, 2, 4, 7, ...), so that a flipped bit is no other format."""
OWLEYE = 0x4F776C65  # "Owle" in the file's header: tells our journal from another program's database.

TABLES = {
    "games": "CREATE TABLE games (id INTEGER PRIMARY KEY, started TEXT NOT NULL, setup TEXT NOT NULL, "
    "digest INTEGER NOT NULL)",
    "facts": """CREATE TABLE facts (
    game INTEGER NOT NULL REFERENCES games (id), seq INTEGER NOT NULL,
    fact TEXT NOT NULL, made TEXT NOT NULL, means TEXT NOT NULL, evidence TEXT, digest INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID""",
}
SCHEMA = f"""
BEGIN;
{TABLES["games"]};
{TABLES["facts"]};
PRAGMA application_id = {OWLEYE};
PRAGMA user_version = {FORMAT};
COMMIT;
"""


SHARED_BYTES = 32 * 1024  # the shared memory of a log (-shm file) grows by this much
GAME_ID = re.compile(r"[0-9]{1,18}")
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
"""Codes of a damaged file.  Our own statements are correct, so SQLITE_ERROR means that the schema is not."""
BUSY = Phrase("{file} is in use by another program: close that one, then do it again.")
REFUSED = Phrase("{file} cannot be written: give this user the folder, or choose another with --home.")
FAILED = Phrase("The journal {file} could not be used ({reason}): see that its disk is well, then do it again.")


class JournalError(ValueError):
    """An operation of the journal failed; the message is a sentence with the next step."""


class DamagedError(JournalError):
    """The journal's file is damaged."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One stored game: id, set-up and log."""

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
        self._last = LastLine(path)
        _check_files(path)
        with _plain_words(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.text_factory = _decoded
        try:
            with _plain_words(path):
                _prove(self._db, path)
        except JournalError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database; everything is in one file afterwards."""
        self._db.close()
        self._last.close()

    def begin(self, setup: Mapping[str, Any], when: str) -> str:
        """Store the set-up of a new game and return the id of the game."""
        text = _text(setup)
        self._check_there()
        with _plain_words(self.path):
            row = self._db.execute(
                "INSERT INTO games (started, setup, digest) VALUES (?, ?, ?) RETURNING id",
                (when, text, digest(when, text)),
            ).fetchone()
        self._last.note(Line(str(row[0]), 0))
        return str(row[0])

    def append(self, game: str, line: LogEntry) -> None:
        """Store one more fact; it is on the disk when this returns.

        Raises:
            JournalError: where the disk is full or fails, or the file is gone; nothing was stored then.
        """
        text = _text(to_json(line.fact))
        row = (int(game), line.seq, text, line.when, line.by, line.evidence)
        self._check_there()
        with _plain_words(self.path):
            self._db.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, digest(*row)))
        self._last.note(Line(game, line.seq))

    def _check_there(self) -> None:
        """Check that nobody deleted or moved the open file, whose rows no restart would find."""
        if not self.path.exists():
            raise JournalError(
                Phrase(
                    "{file} was moved or deleted while the table runs, so nothing more can be kept: "
                    "put it back, or start Owleye again.",
                    file=str(self.path),
                )
            )

    def prove(self) -> None:
        """Check that every row matches its checksum and is found by its key.

        Raises:
            DamagedError: for the first row that fails.
        """
        games = [self.load(line.id) for line in self.games()]
        with _plain_words(self.path):
            stored = self._db.execute("SELECT count(*) FROM facts").fetchone()[0]
        if stored != sum(len(game.log) for game in games if game):
            raise DamagedError(f"Lines of the journal {self.path} belong to no game.")

    def take_over(self, game: Sequence[Any], facts: Sequence[Sequence[Any]]) -> None:
        """Copy a game of a damaged journal, row by row as it was."""
        with _plain_words(self.path):
            self._db.execute("BEGIN")
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", game)
            self._db.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", facts)
            self._db.execute("COMMIT")

    def remove(self, game: str) -> None:
        """Remove a game with all its facts in one transaction."""
        self._last.forget()
        with _plain_words(self.path), self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM facts WHERE game = ?", (int(game),))
            self._db.execute("DELETE FROM games WHERE id = ?", (int(game),))

    def copy_to(self, target: Path) -> None:
        """Write all games into a new file (https://www.sqlite.org/lang_vacuum.html#vacuuminto).

        Raises:
            JournalError: where the file exists or cannot be written.
        """
        with _plain_words(self.path):
            self._db.execute("VACUUM INTO ?", (str(target),))

    def load(self, game: str) -> StoredGame | None:
        """One game with its facts, None where there is no such game.

        Raises:
            DamagedError: where a row does not match its checksum.
        """
        if not GAME_ID.fullmatch(game):
            return None
        with _plain_words(self.path):
            head = self._db.execute("SELECT * FROM games WHERE id = ?", (int(game),)).fetchone()
            rows = self._db.execute("SELECT * FROM facts WHERE game = ? ORDER BY seq", (int(game),)).fetchall()
        if head is None:
            return None
        log = tuple(_logged(self.path, row) for row in rows)
        if [line.seq for line in log] != list(range(1, len(log) + 1)):
            raise DamagedError(f"A line of the journal {self.path} is missing.")
        return StoredGame(game, _setup(self.path, head), log)

    def games(self) -> tuple[GameSummary, ...]:
        """Every stored game, the newest first."""
        with _plain_words(self.path):
            rows = self._db.execute(
                "SELECT id, started, setup, digest, (SELECT count(*) FROM facts WHERE game = id) FROM games"
                " ORDER BY id DESC"
            ).fetchall()
        return tuple(_line(self.path, row) for row in rows)


def _check_files(path: Path) -> None:
    """Check that no folder, pipe or device lies in the place of the journal's files."""
    for end in ("", "-wal", "-shm"):
        file = path.with_name(path.name + end)
        if file.exists() and not file.is_file():
            raise JournalError(f"{file} is not a file: move it away, then start again.")


def _prove(db: sqlite3.Connection, path: Path) -> None:
    mark, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    schema = dict(db.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall())
    bare = not schema and not mark
    if schema and mark != OWLEYE and not schema.keys() & TABLES.keys():
        raise JournalError(f"{path} belongs to another program: move it away, or choose another folder with --home.")
    if version > FORMAT and version.bit_count() % 2:
        raise JournalError(
            f"{path} was written by a newer Owleye (format {version}, this one knows {FORMAT}): "
            "update Owleye, or choose another folder with --home."
        )
    sound = bare or ((schema, mark) == (TABLES, OWLEYE) and version in (OLDER, FORMAT))
    if not sound or db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DamagedError(f"The journal {path} is damaged.")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if bare:
        db.executescript(SCHEMA)
    elif version == OLDER:
        db.execute(f"PRAGMA user_version = {FORMAT}")


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences."""
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite quotes a damaged name of a table in its own message.
        raise DamagedError(f"The journal {path} is damaged.") from error
    except sqlite3.Error as error:
        raise _sentence(path, error) from error


def _sentence(path: Path, error: sqlite3.Error) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGE:
        return DamagedError(f"The journal {path} is damaged.")
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path.parent)):
        return JournalError(Phrase("The disk is full, so nothing more can be kept: free some space, then do it again."))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError(BUSY.about(file=str(path)))
    refused = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
    if refused or (code == sqlite3.SQLITE_IOERR and not os.access(path.parent, os.W_OK)):
        return JournalError(REFUSED.about(file=str(path)))
    return JournalError(FAILED.about(file=str(path), reason=str(error)))


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room for the shared memory of a log, for which SQLite reports an input/output error."""
    return shutil.disk_usage(folder).free < SHARED_BYTES


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def digest(*values: object) -> int:
    """The checksum of a row, over all values except the number of a game, which SQLite chooses."""
    return zlib.crc32("\x1f".join(map(str, values)).encode())


def _decoded(text: bytes) -> str:
    """A text of the database; bytes that are not UTF-8 are replaced, so that its checksum no longer matches."""
    return text.decode(errors="replace")


def is_game(row: Sequence[Any]) -> bool:
    """Whether *row* is an undamaged row of the table of games."""
    match row:
        case [int(), str(when), str(text), int(kept)]:
            return kept in (digest(when, text), digest(text))
    return False


def is_fact(row: Sequence[Any]) -> bool:
    """Whether *row* is an undamaged row of the table of facts."""
    match row:
        case [int(), int(), str(text), str(), str(means), str() | None, int(kept)]:
            return means in get_args(By) and kept in (digest(*row[:6]), digest(text))
    return False


def _logged(path: Path, row: Sequence[Any]) -> LogEntry:
    if not is_fact(row):
        raise DamagedError(f"A line of the journal {path} does not say any more what was written.")
    _, seq, text, made, means, evidence, _ = row
    return LogEntry(seq, from_json(json.loads(text)), made, cast(By, means), evidence)


def _setup(path: Path, row: Sequence[Any]) -> Any:
    """The set-up in a row of the table of games."""
    if not is_game(row):
        raise DamagedError(f"A line of the journal {path} does not say any more what was written.")
    return json.loads(row[2])


def _line(path: Path, row: tuple[int, str, str, int, int]) -> GameSummary:
    number, started, _, _, facts = row
    setup = _setup(path, row[:4])
    return GameSummary(str(number), setup["game"], tuple(setup["players"]), started, facts)
