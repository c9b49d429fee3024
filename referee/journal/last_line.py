"""Records the last acknowledged line of the journal in a small file beside it, so that a missing end is noticed.

SQLite cannot distinguish a write-ahead log without its end from one whose last transactions were never written.  The
record is written after a transaction is on the disk, and not synced, so that it is never ahead of a sound journal.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from calibration.storage.files import bytes_in

SUFFIX = "-last"
LENGTH = 64  # bytes, always the same, so that a shorter record leaves nothing of a longer one


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal: the id of a game and the number of its fact, 0 for its set-up."""

    game: str
    seq: int


class LastLine:
    """The record beside the journal at *path*; write errors are ignored, because only the check is lost."""

    def __init__(self, path: Path) -> None:
        """Prepare the record; the file is not written before the first `note`."""
        self._path = path.with_name(path.name + SUFFIX)
        self._file: int | None = None

    def note(self, line: Line) -> None:
        """Record that *line* is on the disk."""
        with suppress(OSError):
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            os.pwrite(self._file, _record(line), 0)

    def forget(self) -> None:
        """Delete the record before a game is removed on purpose."""
        self.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def last_line(path: Path) -> Line | None:
    """The line that the journal at *path* acknowledged last; None where no undamaged record says so."""
    try:
        data = bytes_in(path.with_name(path.name + SUFFIX))
        game, seq, _ = data.split()
        line = Line(game.decode("ascii"), int(seq))
    except (OSError, ValueError):
        return None
    return line if data == _record(line) else None


def _record(line: Line) -> bytes:
    body = f"{line.game} {line.seq}"
    return f"{body} {zlib.crc32(body.encode())}".ljust(LENGTH).encode("ascii")
