"""The journal on disk: one row for each fact, synced before the fact is shown.

SQLite in WAL mode with ``synchronous=FULL`` syncs the log of each transaction before it returns, so that after a power
cut the journal holds a prefix of the facts (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os.path import samestat
from pathlib import Path
from typing import Any, cast, get_args

from pydantic_core import from_json as parsed_json

from referee.journal.errors import (
    DAMAGED,
    FOREIGN,
    JOURNAL_DELETED,
    LINE_DAMAGED,
    LINE_MISSING,
    LINES_OF_NO_GAME,
    NEWER,
    NO_FILE,
    DamagedError,
    ForeignError,
    JournalError,
    plain_words,
)
from referee.journal.last_line import LastLine, Line
from referee.model.snapshot import By, GameSummary, LogEntry
from rules.core.facts import Fact, from_json, to_json

JOURNAL = "owleye.sqlite"
"""The name of the journal's file in a home."""
FORMAT = 2
"""The number of a format has an odd number of bits set (1, 2, 4, 7, ...), so that a flipped bit is no other format."""
OLDER = 1  # the checksum of a row covered its longest text only
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
GAME_ID = re.compile(r"[0-9]{1,19}")
LAST_ID = (1 << 63) - 1  # SQLite's largest; after it SQLite picks numbers at random


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One stored game: id, set-up and log."""

    id: str
    setup: Mapping[str, Any]
    log: tuple[LogEntry, ...]


class Journal:
    """All games of one home; only the writer's thread may use it.

    Each method raises JournalError where the disk is full or fails, or the file is gone; nothing was stored then.  One
    that reads raises DamagedError where a row does not match its checksum.
    """

    def __init__(self, path: Path) -> None:
        """Open the journal at *path*, or begin one.

        Raises:
            DamagedError: where the file is broken (referee/journal/recovery.py keeps what it can).
            ForeignError: where it belongs to another program or to a newer Owleye.
            JournalError: where it cannot be written.
        """
        self.path = path
        self._last = LastLine(path)
        _check_files(path)
        with plain_words(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.text_factory = _decoded
        try:
            with plain_words(path):
                _prove(self._db, path)
        except JournalError:
            self._db.close()
            raise
        self._opened = path.stat()

    def close(self) -> None:
        """Close the database; everything is in one file afterwards."""
        self._db.close()
        self._last.close()

    def begin(self, setup: Mapping[str, Any], when: str) -> str:
        """Store the set-up of a new game, begun at *when* (ISO 8601, UTC), and return the id of the game."""
        text = _text(setup)
        self._check_there()
        with plain_words(self.path):
            row = self._db.execute(
                "INSERT INTO games (started, setup, digest) VALUES (?, ?, ?) RETURNING id",
                (when, text, digest(when, text)),
            ).fetchone()
        self._last.note(Line(str(row[0]), 0))
        return str(row[0])

    def append(self, game: str, line: LogEntry) -> None:
        """Store one more fact; it is on the disk when this returns."""
        text = _text(to_json(line.fact))
        row = (int(game), line.seq, text, line.when, line.by, line.evidence)
        self._check_there()
        with plain_words(self.path):
            self._db.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, digest(*row)))
        self._last.note(Line(game, line.seq))

    def _check_there(self) -> None:
        """Check that nobody deleted, moved or replaced the open file, whose rows no restart would find."""
        with suppress(OSError):
            if samestat(self._opened, self.path.stat()):
                return
        raise JournalError(JOURNAL_DELETED.about(file=str(self.path)))

    def prove(self) -> None:
        """Check that every row matches its checksum and is found by its key.

        Raises:
            DamagedError: for the first row that fails.
        """
        found = sum(len(game.log) for line in self.games() if (game := self.load(line.id)))
        with plain_words(self.path):
            stored = self._db.execute("SELECT count(*) FROM facts").fetchone()[0]
        if stored != found:
            raise DamagedError(LINES_OF_NO_GAME.about(file=str(self.path)))

    def take_over(self, game: Sequence[Any], facts: Sequence[Sequence[Any]]) -> None:
        """Copy a game of a damaged journal, row by row as it was."""
        with plain_words(self.path):
            self._db.execute("BEGIN")
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", game)
            self._db.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", facts)
            self._db.execute("COMMIT")

    def remove(self, game: str) -> None:
        """Remove a game with all its facts in one transaction."""
        self._last.forget()
        with plain_words(self.path), self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM facts WHERE game = ?", (int(game),))
            self._db.execute("DELETE FROM games WHERE id = ?", (int(game),))

    def copy_to(self, target: Path) -> None:
        """Write all games into a new file (https://www.sqlite.org/lang_vacuum.html#vacuuminto).

        Raises:
            JournalError: where the file exists or cannot be written.
        """
        with plain_words(self.path):
            self._db.execute("VACUUM INTO ?", (str(target),))

    def load(self, game: str) -> StoredGame | None:
        """One game with its facts, None where there is no such game.

        Raises:
            DamagedError: where a row does not match its checksum.
        """
        if not GAME_ID.fullmatch(game) or int(game) > LAST_ID:
            return None
        with plain_words(self.path):
            head = self._db.execute("SELECT * FROM games WHERE id = ?", (int(game),)).fetchone()
            rows = self._db.execute("SELECT * FROM facts WHERE game = ? ORDER BY seq", (int(game),)).fetchall()
        if head is None:
            return None
        log = tuple(_logged(self.path, row) for row in rows)
        if [line.seq for line in log] != list(range(1, len(log) + 1)):
            raise DamagedError(LINE_MISSING.about(file=str(self.path)))
        return StoredGame(game, _setup(self.path, head), log)

    def games(self) -> tuple[GameSummary, ...]:
        """Every stored game, the newest first."""
        with plain_words(self.path):
            rows = self._db.execute(
                "SELECT id, started, setup, digest, (SELECT count(*) FROM facts WHERE game = id) FROM games"
                " ORDER BY id DESC"
            )
            return tuple(_line(self.path, row) for row in rows)


def remove_copy(path: Path) -> None:
    """Remove a copy of a journal and what SQLite wrote beside it; raises OSError."""
    for end in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _check_files(path: Path) -> None:
    """Check that no folder, pipe or device lies in the place of the journal's files."""
    for end in ("", "-wal", "-shm"):
        file = path.with_name(path.name + end)
        if file.exists() and not file.is_file():
            raise JournalError(NO_FILE.about(file=str(file)))


def _prove(db: sqlite3.Connection, path: Path) -> None:
    mark, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    schema = dict(db.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall())
    bare = not schema and not mark
    if schema and mark != OWLEYE and not schema.keys() & TABLES.keys():
        raise ForeignError(FOREIGN.about(file=str(path)))
    if version > FORMAT and version.bit_count() % 2:
        raise ForeignError(NEWER.about(file=str(path), format=version, known=FORMAT))
    sound = bare or ((schema, mark) == (TABLES, OWLEYE) and version in (OLDER, FORMAT))
    if not sound or db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DamagedError(DAMAGED.about(file=str(path)))
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if bare:
        db.executescript(SCHEMA)
    elif version == OLDER:
        db.execute(f"PRAGMA user_version = {FORMAT}")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def digest(*values: object) -> int:
    """The checksum (CRC-32) of the values of a row; callers leave out the number of a game, which SQLite assigns."""
    return zlib.crc32("\x1f".join(map(str, values)).encode())


def _decoded(text: bytes) -> str:
    """A text of the database; bytes that are not UTF-8 are replaced, so that its checksum no longer matches."""
    return text.decode(errors="replace")


def is_game(row: Sequence[Any]) -> bool:
    """Whether *row* is an undamaged row of the table of games."""
    return _setup_in(row) is not None


def is_fact(row: Sequence[Any]) -> bool:
    """Whether *row* is an undamaged row of the table of facts."""
    return _fact_in(row) is not None


def _setup_in(row: Sequence[Any]) -> Mapping[str, Any] | None:
    """The set-up in a row of the table of games; None where it is damaged, or no set-up."""
    match row:
        case [int(number), str(when), str(text), int(checksum)] if checksum in (digest(when, text), digest(text)):
            with suppress(ValueError):
                body = parsed_json(text)
                return body if 0 < number <= LAST_ID and _is_setup(body) else None
    return None


def _is_setup(body: Any) -> bool:
    match body:
        case {"game": str(), "players": [*players]}:
            return all(isinstance(player, str) for player in players)
    return False


def _fact_in(row: Sequence[Any]) -> Fact | None:
    """The fact in a row of the table of facts; None where it is damaged or of an unknown kind."""
    match row:
        case [int(), int(), str(text), str(), str(means), str() | None, int(checksum)]:
            if means in get_args(By) and checksum in (digest(*row[:6]), digest(text)):
                with suppress(ValueError, RecursionError):
                    return from_json(parsed_json(text))
    return None


def _logged(path: Path, row: Sequence[Any]) -> LogEntry:
    fact = _fact_in(row)
    if fact is None:
        raise DamagedError(LINE_DAMAGED.about(file=str(path)))
    _, seq, _, made, means, evidence, _ = row
    return LogEntry(seq, fact, made, cast(By, means), evidence)


def _setup(path: Path, row: Sequence[Any]) -> Mapping[str, Any]:
    """The set-up in a row of the table of games."""
    setup = _setup_in(row)
    if setup is None:
        raise DamagedError(LINE_DAMAGED.about(file=str(path)))
    return setup


def _line(path: Path, row: tuple[int, str, str, int, int]) -> GameSummary:
    number, started, _, _, facts = row
    setup = _setup(path, row[:4])
    return GameSummary(str(number), setup["game"], tuple(setup["players"]), started, facts)
