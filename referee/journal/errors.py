"""The journal's errors: each is a sentence with the next step; SQLite's own words go to the log."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules.core.phrases import Phrase, SentenceError

log = logging.getLogger(__name__)
SHARED_BYTES = 32 * 1024  # the shared memory of a log (-shm file) grows by this much
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
"""Codes of a damaged file.  Our own statements are correct, so SQLITE_ERROR means that the schema is not."""
BUSY = Phrase("{file} is in use by another program: close that one, then do it again.")
REFUSED = Phrase("{file} cannot be written: give this user the folder, or choose another with --home.")
FAILED = Phrase(
    "The journal {file} could not be used: its disk or memory card may be failing. Start the machine again. "
    "If that does not help, move the file away and start Owleye, or restore a backup on another card."
)
DAMAGED = Phrase("The journal {file} is damaged.")
LINE_DAMAGED = Phrase("A line of the journal {file} does not say any more what was written.")
LINE_MISSING = Phrase("A line of the journal {file} is missing.")
LINES_OF_NO_GAME = Phrase("Lines of the journal {file} belong to no game.")
NO_FILE = Phrase("{file} is not a file: move it away, then start again.")
FOREIGN = Phrase("{file} belongs to another program: move it away, or choose another folder with --home.")
NEWER = Phrase(
    "{file} was written by a newer Owleye (format {format}, this one knows {known}): "
    "update Owleye, or choose another folder with --home."
)
JOURNAL_DELETED = Phrase(
    "{file} was moved, deleted or replaced while the table runs, so nothing more can be kept: put it back, or start "
    "Owleye again."
)
FULL = Phrase("The disk is full, so nothing more can be kept: free some space, then do it again.")


class JournalError(SentenceError):
    """An operation of the journal failed; the message is a sentence with the next step."""


class ForeignError(JournalError):
    """The file belongs to another program, or to a newer Owleye."""


class DamagedError(JournalError):
    """The journal's file is damaged."""


@contextmanager
def plain_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences."""
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite quotes a damaged name of a table in its own message.
        raise DamagedError(DAMAGED.about(file=str(path))) from error
    except sqlite3.Error as error:
        raise _sentence(path, error) from error


def _sentence(path: Path, error: sqlite3.Error) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGE:
        return DamagedError(DAMAGED.about(file=str(path)))
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path.parent)):
        return JournalError(FULL)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError(BUSY.about(file=str(path)))
    refused = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
    if refused or (code == sqlite3.SQLITE_IOERR and not os.access(path.parent, os.W_OK)):
        return JournalError(REFUSED.about(file=str(path)))
    log.warning("%s could not be used: %s", path, error)
    return JournalError(FAILED.about(file=str(path)))


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room for the shared memory of a log, for which SQLite reports an input/output error."""
    return shutil.disk_usage(folder).free < SHARED_BYTES
