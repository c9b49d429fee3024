"""Atomic reading and writing of files in the home folder: a power cut leaves the old or the new file, never a part."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, BinaryIO, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

from rules.core.phrases import Phrase, SentenceError, sentences

Value = TypeVar("Value")
Settings = TypeVar("Settings", bound=BaseModel)
log = logging.getLogger(__name__)
SIMULATED = "simulated"  # the folder of a home that is the home of its simulated table
PART_BYTES = 8  # random bytes in the name of a file while it is written
UNFINISHED = re.compile(rf".+\.[0-9a-f]{{{2 * PART_BYTES}}}\.part")
"""The name of such a file, which a power cut leaves."""
LARGEST = 4 << 20  # bytes of a file that is read whole; a parser of JSON takes up to eighty times as much memory
CHOOSE_AGAIN = Phrase("Correct it and put it back, or choose your settings again.")
NO_STEP = sentences()
"""The next step of a damaged file that nobody needs to hear about."""

IS_DAMAGED = Phrase("{file} is damaged: move it away.")
NOT_READABLE = Phrase("{file} cannot be read: move it away.")
WRONG_FIELD = Phrase("{file} cannot be used, because of “{field}” in it.")
WITHOUT_IT = Phrase("Choose “{field}” again; without it, its default holds.")

DISK_FULL = Phrase("{file} could not be written, because the disk is full: free some space, then do it again.")
NO_RIGHTS = Phrase(
    "{file} could not be written: give this user the rights to its folder, or choose another place, then do it again."
)
IN_THE_WAY = Phrase(
    "{file} could not be written, because something else lies in its place: move that away, then do it again."
)
NO_FOLDER = Phrase("{file} could not be written, because its folder is not there: make it, then do it again.")
DISK_FAILED = Phrase("{file} could not be written: see that its disk is well, then do it again.")
NOT_WRITTEN = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EFBIG: DISK_FULL,
    errno.EACCES: NO_RIGHTS,
    errno.EPERM: NO_RIGHTS,
    errno.EEXIST: IN_THE_WAY,
    errno.EISDIR: IN_THE_WAY,
    errno.ENOTDIR: IN_THE_WAY,
    errno.ENOENT: NO_FOLDER,
    errno.EROFS: Phrase(
        "{file} could not be written, because its disk has become read-only: start the machine again, "
        "and replace the disk or card if that does not help."
    ),
}

NO_RIGHT_TO_READ = Phrase("{file} cannot be read: give this user the rights to it, then do it again.")
TOO_MUCH_OPEN = Phrase("{file} cannot be read, because the machine is out of memory or files: start it again.")
NOT_READ = {
    errno.EACCES: NO_RIGHT_TO_READ,
    errno.EPERM: NO_RIGHT_TO_READ,
    errno.EMFILE: TOO_MUCH_OPEN,
    errno.ENFILE: TOO_MUCH_OPEN,
    errno.ENOMEM: TOO_MUCH_OPEN,
}
"""Why a sound file cannot be read: it stays where it is."""


class StoreError(SentenceError):
    """A file of the home folder is damaged or cannot be written; the message says which and what to do."""


class DamagedFileError(StoreError):
    """The file at *path* is damaged: *what* says how, *mend* is the next step after it was moved away.

    *rest*: the bytes of a file in its place that keeps all that can be used; None where nothing can.
    """

    def __init__(self, path: Path, mend: Phrase, what: Phrase = IS_DAMAGED, rest: bytes | None = None) -> None:
        super().__init__(sentences(what.about(file=str(path)), mend))
        self.path, self.mend, self.rest = path, mend, rest


def why_not_read(file: str, error: OSError) -> Phrase:
    """Return the sentence that says why a file cannot be read, and what to do."""
    return NOT_READ.get(error.errno or 0, NOT_READABLE).about(file=file)


def not_written(path: Path, error: OSError) -> StoreError:
    """Return the error that says that *path* cannot be written, why, and what to do.

    Of a reason without a sentence of its own the error says only that the disk failed; the log then names it.
    """
    words = NOT_WRITTEN.get(error.errno or 0, DISK_FAILED)
    if words is DISK_FAILED:
        log.warning("%s could not be written: %s", path, error.strerror or type(error).__name__)
    return StoreError(words.about(file=str(path)))


def _not_read(path: Path, error: Exception, damage: DamagedFileError) -> StoreError:
    """Return *damage*, or the error that says why *path* cannot be read although it may be sound."""
    log.warning("%s cannot be read: %s", path, type(error).__name__)
    words = NOT_READ.get(error.errno or 0) if isinstance(error, OSError) else None
    return damage if words is None else StoreError(words.about(file=str(path)))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError into the StoreError that says that *path* cannot be written (`not_written`)."""
    try:
        yield
    except OSError as error:
        raise not_written(path, error) from None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that after a power cut either the old or the new one is there, complete.

    Several threads may write the same file: the last to finish wins. The file is readable by its owner only, even
    while it is written. Raises StoreError where the disk cannot be written.
    """
    part = path.with_name(f"{path.name}.{token_hex(PART_BYTES)}.part")
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


def bytes_in(path: Path, most: int = LARGEST) -> bytes:
    """Return the bytes of a file; raises OSError like `open_file`, and for more bytes than *most*."""
    with open_file(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read()


def read_file(path: Path, read: Callable[[bytes], Value], mend: Phrase, most: int = LARGEST) -> Value:
    """Return the value that *read* parses from a file of at most *most* bytes; raises like `parsed`."""
    return parsed(path, lambda place: read(bytes_in(place, most)), mend)


def parsed(path: Path, read: Callable[[Path], Value], mend: Phrase) -> Value:
    """Return what *read* returns for a file, and report a file that it cannot parse as damaged.

    Every exception of *read* counts as damage, except `NOT_READ`: parsers raise more kinds on damaged bytes than they
    document (`zlib.error`, `struct.error`, `RecursionError`, `MemoryError`, `cv2.error`). Raises DamagedFileError with
    the next step *mend*; StoreError where the file may be sound.
    """
    try:
        return read(path)
    except Exception as error:
        raise _not_read(path, error, DamagedFileError(path, mend)) from None


def load_json(path: Path, read: Callable[[Any], Value], empty: Value, mend: Phrase) -> Value:
    """Return the value that *read* makes of a JSON file; *empty* where there is no file.

    Raises DamagedFileError, with the next step *mend*, where the file cannot be parsed or *read* fails. A text with
    half a character (a lone surrogate), which no page could show, counts as damage.
    """
    if not path.exists():
        return empty
    return read_file(path, lambda data: read(from_json(data)), mend)


def settings_in(path: Path, kind: type[Settings]) -> Settings:
    """The settings in the file at *path*; the defaults where there is none.

    A field that this version does not know is logged and has no effect: a newer version wrote it, or a person
    misspelt it. A *kind* that allows extra fields writes it back unchanged.

    Raises:
        DamagedFileError: where the file does not hold settings of this *kind*, or cannot be read; where single values
            are wrong, the rest has all others.
        StoreError: for a reason of `NOT_READ`.
    """
    try:
        data = bytes_in(path) if path.exists() else b"{}"
        settings = kind.model_validate_json(data)
    except ValidationError as error:
        raise _wrong_values(path, data, error) from None
    except OSError as error:
        raise _not_read(path, error, DamagedFileError(path, CHOOSE_AGAIN, NOT_READABLE)) from None
    for name in settings.model_extra or ():
        log.warning("%s: “%s” in it is not a setting of this version and has no effect", path, name)
    return settings


def _wrong_values(path: Path, data: bytes, error: ValidationError) -> DamagedFileError:
    """The error that names the settings of *data* whose values are wrong; its rest are all others."""
    wrong = {str(each["loc"][0]) for each in error.errors() if each["loc"]}
    log.warning("%s cannot be used: %s", path, "; ".join(f"{each['loc']}: {each['msg']}" for each in error.errors()))
    if not wrong:
        return DamagedFileError(path, CHOOSE_AGAIN)
    field = ", ".join(sorted(wrong))
    rest = {name: value for name, value in from_json(data).items() if name not in wrong}
    what = WRONG_FIELD.about(file=str(path), field=field)
    return DamagedFileError(path, WITHOUT_IT.about(field=field), what, to_json(rest, indent=1))


def save_json(path: Path, body: Any) -> None:
    """Write *body* as readable JSON, atomically as `write_atomically` does."""
    write_atomically(path, json.dumps(body, ensure_ascii=False, indent=1).encode())


@dataclass(frozen=True, slots=True)
class JsonStore(Generic[Value]):
    """One JSON file of a home folder that several threads may change.

    ``read`` converts parsed JSON into the value, ``body`` the value into JSON. ``empty`` is the value while there is no
    file; ``mend`` is the next step in the message about a damaged file.
    """

    name: str
    read: Callable[[Any], Value]
    body: Callable[[Value], Any]
    empty: Value
    mend: Phrase
    _lock: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def load(self, home: Path) -> Value:
        """Return the value in the file; raises StoreError where it is damaged."""
        return load_json(home / self.name, self.read, self.empty, self.mend)

    def change(self, home: Path, change: Callable[[Value], Value]) -> None:
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
    with suppress(FileNotFoundError):
        return path.stat().st_mtime_ns
    return 0


def check_format(body: Any) -> None:
    """Check that the ``format`` of a file is the current one.

    Raises ValueError for another version, KeyError or TypeError where the file has none.
    """
    if body["format"] != 1:
        raise ValueError("another format")


def sync_file(path: Path) -> None:
    """Flush the data of the file at *path* to the disk, before it gets the name by which it is used."""
    with open_file(path) as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Flush the entries of *folder* to the disk, so that a rename in it survives a power cut; raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def utc_now() -> str:
    """Return the current time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def name_stamp() -> str:
    """Return the current time in UTC for the name of a file, such as 20260131T120000."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
