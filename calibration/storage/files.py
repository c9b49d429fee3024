"""Files of the home folder: written atomically, so that a power cut leaves the old or the new one, never a part."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, Generic, TypeVar

Kept = TypeVar("Kept")
log = logging.getLogger(__name__)


class StoreError(ValueError):
    """A file of the home folder is damaged or cannot be written; the sentence says which and what to do."""


class DamagedFileError(StoreError):
    """The file at *path* is damaged, *why* says how; *mend* is the next step once it is out of the way."""

    def __init__(self, path: Path, mend: str, why: str = "is damaged") -> None:
        super().__init__(f"{path} {why}: move it away. {mend}")
        self.path, self.mend = path, mend


def write_atomically(path: Path, data: bytes, private: bool = False) -> None:
    """Write a file so that after a power cut it is either the old one or the new one, whole.

    Several threads may write the same file: the last to finish wins.  A *private* file is never readable by anybody
    but its owner, not even while it is written.

    Raises:
        StoreError: where the disk will not take it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{token_hex(8)}.part")
    mode = 0o600 if private else 0o666
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as trouble:
        part.unlink(missing_ok=True)
        raise StoreError(
            f"{path} could not be written ({trouble.strerror}). Free some space or check rights."
        ) from None


def read_file(path: Path, read: Callable[[bytes], Kept], mend: str) -> Kept:
    """The value that *read* makes of the bytes of a file.

    Every exception of *read* counts as damage: parsers raise more kinds on damaged bytes than they document
    (`zlib.error`, `struct.error`, `RecursionError`, `MemoryError`, `cv2.error`).

    Raises:
        DamagedFileError: where the file is damaged; *mend* is the sentence's next step.
    """
    try:
        return read(path.read_bytes())
    except Exception as error:
        log.warning("%s cannot be read: %s", path, type(error).__name__)
        raise DamagedFileError(path, mend) from None


def load_json(path: Path, read: Callable[[Any], Kept], empty: Kept, mend: str) -> Kept:
    """The value that *read* makes of a JSON file; *empty* where there is no file.

    Raises:
        DamagedFileError: where *read* fails on what is in the file; *mend* is the sentence's next step.
    """
    if not path.exists():
        return empty
    return read_file(path, lambda data: read(json.loads(data)), mend)


def save_json(path: Path, body: Any, private: bool = False) -> None:
    """Write *body* as JSON that people can read too; whole, as `write_atomically` does."""
    write_atomically(path, json.dumps(body, ensure_ascii=False, indent=1).encode(), private)


@dataclass(frozen=True, slots=True)
class JsonStore(Generic[Kept]):
    """One JSON file of a home folder that several threads may change.

    ``read`` makes the value of the parsed JSON, ``body`` the JSON of the value.  ``empty`` is the value while there is
    no file; ``mend`` is the next step that the sentence about a damaged file ends with.
    """

    name: str
    read: Callable[[Any], Kept]
    body: Callable[[Kept], Any]
    empty: Kept
    mend: str
    _lock: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def load(self, home: Path) -> Kept:
        """The value in the file.

        Raises:
            StoreError: where the file is damaged.
        """
        return load_json(home / self.name, self.read, self.empty, self.mend)

    def change(self, home: Path, change: Callable[[Kept], Kept]) -> None:
        """Replace the value by *change* of it; no other thread changes the file in between.

        Raises:
            StoreError: where the file is damaged or cannot be written; what *change* raises leaves the file as it is.
        """
        with self._lock:
            before = self.load(home)
            after = change(before)
            if after != before:
                save_json(home / self.name, self.body(after))


def written_ns(path: Path) -> int:
    """When a file was last written (ns), to notice changes; 0 where there is no file."""
    return path.stat().st_mtime_ns if path.exists() else 0


def check_format(kept: Any) -> None:
    """Check that the ``format`` of a file is the one that this version writes.

    Raises:
        ValueError: where it is of another version.
        KeyError, TypeError: where the file has none.
    """
    if kept["format"] != 1:
        raise ValueError("another format")


def sync_folder(folder: Path) -> None:
    """Write the names in *folder* to the disk: a rename is safe from a power cut only after this."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
