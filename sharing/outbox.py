"""The outbox: unconfirmed events, synced to disk (HOME/sharing/outbox.sqlite)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from calibration.storage.files import DamagedFileError
from referee.journal.errors import DAMAGE
from rules.core.phrases import Phrase

ROOM = 50_000  # most unconfirmed events; further ones are made from the journal once there is room
SENT_AGAIN = Phrase(
    "The game on the table is sent to the hub again. Earlier games that were not delivered yet are missing there."
)
SCHEMA = """
CREATE TABLE IF NOT EXISTS stream (id TEXT NOT NULL, pairing TEXT NOT NULL, starts INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS reached (game TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting (number INTEGER PRIMARY KEY AUTOINCREMENT, payload BLOB NOT NULL);
"""


class Outbox:
    """Events in order, numbered from 1 within a stream; an event is deleted only when its delivery is confirmed.

    ``stream`` is the id of the present stream, ``starts`` how often the outbox was opened with it.

    An outbox belongs to one pairing; opened for another pairing it is emptied and begins a new stream.  With a new file
    the game on the table is sent from its first fact.
    """

    def __init__(self, path: Path, pairing: str) -> None:
        """Open the outbox of *pairing* (its code, or empty without a hub).

        Raises:
            DamagedFileError: where the file is damaged.
            sqlite3.Error: where the disk is full or cannot be written; the events in the file stay.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open(path, pairing)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in DAMAGE:
                raise
            for companion in ("-wal", "-shm"):
                path.with_name(path.name + companion).unlink(missing_ok=True)
            raise DamagedFileError(path, SENT_AGAIN) from error

    def _open(self, path: Path, pairing: str) -> None:
        self._db = _opened(path)
        try:
            self._begin(pairing)
        except sqlite3.Error:
            self._db.close()
            raise

    def _begin(self, pairing: str) -> None:
        row = self._db.execute("SELECT id, pairing, starts FROM stream").fetchone()
        if row is None or row[1] != pairing:
            row = self._new_stream(pairing)
        with self._db:
            self._db.execute("UPDATE stream SET starts = starts + 1")
        self.stream, self.starts = str(row[0]), int(row[2]) + 1

    def _new_stream(self, pairing: str) -> tuple[str, str, int]:
        row = (token_hex(8), pairing, 0)
        with self._db:
            for table in ("stream", "reached", "waiting", "sqlite_sequence"):
                self._db.execute(f"DELETE FROM {table}")
            self._db.execute("INSERT INTO stream VALUES (?, ?, ?)", row)
        return row

    @property
    def has_room(self) -> bool:
        """Whether fewer than `ROOM` events wait for their confirmation."""
        return self._number("SELECT COUNT(*) FROM waiting") < ROOM

    @property
    def newest(self) -> int:
        """The number of the last event that was added to this stream; 0 before the first."""
        return self._number("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence")

    @property
    def confirmed(self) -> int:
        """The number up to which all events are confirmed."""
        return self._number(f"SELECT COALESCE(MIN(number) - 1, {self.newest}) FROM waiting")

    def reached(self, game: str) -> int | None:
        """The number of the game's last fact that was added; None where the game has no events yet."""
        row = self._db.execute("SELECT seq FROM reached WHERE game = ?", (game,)).fetchone()
        return None if row is None else int(row[0])

    def put(self, game: str, seq: int, payloads: Sequence[bytes]) -> None:
        """Add the events of a game up to fact *seq*; they are synced to disk when this returns."""
        with self._db:
            self._db.executemany("INSERT INTO waiting (payload) VALUES (?)", [(payload,) for payload in payloads])
            self._db.execute("INSERT OR REPLACE INTO reached VALUES (?, ?)", (game, seq))

    def after(self, number: int, most: int) -> list[tuple[int, bytes]]:
        """At most *most* events after *number*, each as (number, payload)."""
        rows = "SELECT number, payload FROM waiting WHERE number > ? ORDER BY number LIMIT ?"
        return self._db.execute(rows, (number, most)).fetchall()

    def confirm(self, number: int) -> None:
        """Delete all events up to *number*, which are delivered."""
        with self._db:
            self._db.execute("DELETE FROM waiting WHERE number <= ?", (number,))

    def close(self) -> None:
        """Close the file; unconfirmed events stay in it."""
        self._db.close()

    def _number(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False)  # one thread at a time uses it
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(SCHEMA)
        if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            damaged = sqlite3.DatabaseError("damaged")
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db
