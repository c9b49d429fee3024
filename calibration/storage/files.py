"""Atomic reading and writing of files in the home folder: a power cut leaves the old or the new file, never a part.

A damaged file is moved to HOME/damaged/ and reported until the host has acknowledged it (HOME/damaged/unseen.json).
"""

from __future__ import annotations

import errno
import json
import logging
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, BinaryIO, Generic, TypeVar

from rules.core.phrases import Phrase

Kept = TypeVar("Kept")
log = logging.getLogger(__name__)
T = TypeVar("T")
FOLDER = "damaged"
SIMULATED = "simulated"
LARGEST_JSON = 4 << 20  # bytes; a parser takes up to eighty times as much memory
CHOOSE_AGAIN = "Correct it and put it back, or choose your settings again."

DISK_FULL = Phrase("{file} could not be written, because the disk is full: free some space, then do it again.")
NO_RIGHTS = Phrase(
    "{file} could not be written: give this user the rights to its folder, or choose another place, then do it again."
)
IN_THE_WAY = Phrase(
    "{file} could not be written, because something else lies in its place: move that away, then do it again."
)
DISK_FAILED = Phrase("{file} could not be written ({reason}): see that its disk is well, then do it again.")
NOT_WRITTEN = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EFBIG: DISK_FULL,
    errno.EACCES: NO_RIGHTS,
    errno.EPERM: NO_RIGHTS,
    errno.EEXIST: IN_THE_WAY,
    errno.EISDIR: IN_THE_WAY,
    errno.ENOTDIR: IN_THE_WAY,
    errno.EROFS: Phrase(
        "{file} could not be written, because its disk has become read-only: start the machine again, "
        "and replace the disk or card if that does not help."
    ),
}


class StoreError(ValueError):
    """A file of the home folder is damaged or cannot be written; the message says which and what to do."""


class DamagedFileError(StoreError):
    """The file at *path* is damaged (*why*); *mend* is the next step once it was moved away."""

    def __init__(self, path: Path, mend: str, why: str = "is damaged") -> None:
        super().__init__(f"{path} {why}: move it away. {mend}")
        self.path, self.mend = path, mend


def not_written(path: Path, error: OSError) -> StoreError:
    """Return the error that says that *path* cannot be written, why, and what to do."""
    words = NOT_WRITTEN.get(error.errno or 0, DISK_FAILED)
    return StoreError(words.about(file=str(path), reason=error.strerror or type(error).__name__))


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut either the old or the new one is there, complete.

    Several threads may write the same file: the last to finish wins. The file is readable by its owner only, even
    while it is written. Raises StoreError where the disk cannot be written.
    """
    part = path.with_name(f"{path.name}.{token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "xb", opener=private_file) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise not_written(path, error) from None


def private_file(name: str, flags: int) -> int:
    """Open a file as the opener of `open`; a new one is readable by its owner only.

    Raises OSError for a folder, a pipe, a socket or a device. It never waits for the other end of a pipe.
    """
    handle = os.open(name, flags | os.O_NONBLOCK, 0o600)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a file", name)
    return handle


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading; raises OSError like `private_file`."""
    return open(path, "rb", opener=private_file)


def bytes_in(path: Path, most: int = sys.maxsize) -> bytes:
    """Return the bytes of a file; raises OSError like `open_file`, and for more bytes than *most*."""
    with open_file(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read()


def read_file(path: Path, read: Callable[[bytes], Kept], mend: str, most: int = LARGEST_JSON) -> Kept:
    """Return the value that *read* parses from a file of at most so many bytes; raises like `parsed`."""
    return parsed(path, lambda place: read(bytes_in(place, most)), mend)


def parsed(path: Path, read: Callable[[Path], Kept], mend: str) -> Kept:
    """Return the value that *read* makes of a file.

    Every exception of *read* counts as damage: parsers raise more kinds on damaged bytes than they document
    (`zlib.error`, `struct.error`, `RecursionError`, `MemoryError`, `cv2.error`). Raises DamagedFileError with the next
    step *mend*.
    """
    try:
        return read(path)
    except Exception as error:
        log.warning("%s cannot be read: %s", path, type(error).__name__)
        raise DamagedFileError(path, mend) from None


def load_json(path: Path, read: Callable[[Any], Kept], empty: Kept, mend: str) -> Kept:
    """Return the value that *read* makes of a JSON file; *empty* where there is no file.

    Raises DamagedFileError, with the next step *mend*, where the file cannot be parsed or *read* fails.
    """
    if not path.exists():
        return empty
    return read_file(path, lambda data: read(json.loads(data)), mend)


def save_json(path: Path, body: Any) -> None:
    """Write *body* as readable JSON, atomically as `write_atomically` does."""
    write_atomically(path, json.dumps(body, ensure_ascii=False, indent=1).encode())


@dataclass(frozen=True, slots=True)
class JsonStore(Generic[Kept]):
    """One JSON file of a home folder that several threads may change.

    ``read`` converts parsed JSON into the value, ``body`` the value into JSON. ``empty`` is the value while there is no
    file; ``mend`` is the next step in the message about a damaged file.
    """

    name: str
    read: Callable[[Any], Kept]
    body: Callable[[Kept], Any]
    empty: Kept
    mend: str
    _lock: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def load(self, home: Path) -> Kept:
        """Return the value in the file; raises StoreError where it is damaged."""
        return load_json(home / self.name, self.read, self.empty, self.mend)

    def change(self, home: Path, change: Callable[[Kept], Kept]) -> None:
        """Replace the value by the result of *change*; no other thread changes the file meanwhile.

        Raises StoreError where the file is damaged or cannot be written. An exception of *change* leaves the file
        unchanged.
        """
        with self._lock:
            before = self.load(home)
            after = change(before)
            if after != before:
                save_json(home / self.name, self.body(after))


def written_ns(path: Path) -> int:
    """Return the modification time of a file (ns), 0 where there is no file."""
    return path.stat().st_mtime_ns if path.exists() else 0


def check_format(body: Any) -> None:
    """Check that the ``format`` of a file is the current one.

    Raises ValueError for another version, KeyError or TypeError where the file has none.
    """
    if body["format"] != 1:
        raise ValueError("another format")


def sync_folder(folder: Path) -> None:
    """Flush the entries of *folder* to the disk: only then does a rename survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def utc_now() -> str:
    """Return the current time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Report:
    """A damaged file: its name, the path to which it was moved in the home, and the next step."""

    file: str
    kept: str
    mend: str

    @property
    def words(self) -> str:
        """The report as a sentence for people."""
        return f"{self.file} was damaged. It is kept as {self.kept}. {self.mend}"


LOST = (Report("A file", FOLDER, "Look into that folder for what is missing, or restore a backup."),)
"""Reports shown where the file of reports is itself damaged."""


def unseen(home: Path) -> tuple[Report, ...]:
    """Return the reports that nobody has acknowledged, of this home and of its simulated table."""
    return (*_load(home), *_load(home / SIMULATED))


def acknowledge(home: Path) -> None:
    """Delete all reports once somebody has seen them; the damaged files stay.

    Raises StoreError where the disk cannot be written.
    """
    for path in (home / _STORE.name, home / SIMULATED / _STORE.name):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise not_written(path, error) from None


def report(home: Path, file: str, kept: str, mend: str) -> None:
    """Report that *file* was damaged and moved to *kept*; equal reports are stored once.

    Raises StoreError where the disk cannot be written.
    """
    new = Report(file, kept, mend)
    try:
        _STORE.change(home, lambda known: known if new in known else (*known, new))
    except DamagedFileError as error:
        error.path.unlink(missing_ok=True)
        _STORE.change(home, lambda _: (*LOST, new))


def set_aside(home: Path, error: DamagedFileError) -> None:
    """Move a damaged file of *home* away, and report it.

    The report is written first: after a power cut in between, the file is found damaged again. Raises StoreError where
    the disk cannot be written.
    """
    kept = _free(home / FOLDER / error.path.name)
    report(home, error.path.name, kept.relative_to(home).as_posix(), error.mend)
    try:
        error.path.rename(kept)
        sync_folder(home)
    except FileNotFoundError:
        return  # another thread was faster
    except OSError as trouble:
        raise StoreError(f"{error} It could not be moved by itself ({trouble.strerror}).") from None


def without_damaged(home: Path, read: Callable[[], T]) -> T:
    """Return the result of *read*, after moving away every damaged file that it meets.

    Raises StoreError where a file cannot be moved.
    """
    while True:
        try:
            return read()
        except DamagedFileError as error:
            set_aside(home, error)


def _free(path: Path) -> Path:
    """Return *path*, or a numbered path next to it, where no file exists."""
    numbered = (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(2))
    return next(each for each in chain([path], numbered) if not each.exists())


def _load(home: Path) -> tuple[Report, ...]:
    try:
        return _STORE.load(home)
    except DamagedFileError:
        return LOST


def _reports(body: Any) -> tuple[Report, ...]:
    return tuple(Report(str(each["file"]), str(each["kept"]), str(each["mend"])) for each in body)


_STORE: JsonStore[tuple[Report, ...]] = JsonStore(
    name=f"{FOLDER}/unseen.json",
    read=_reports,
    body=lambda reports: [asdict(report) for report in reports],
    empty=(),
    mend="Look into the folder of damaged files.",
)
