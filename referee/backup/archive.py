"""The backup file: a ZIP archive whose list of contents gives the size and the SHA-256 of each file."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.storage.files import NO_RIGHT_TO_READ, not_written, private_file, sync_folder, why_not_read
from referee.backup.contents import files_of, is_known, opened
from referee.journal.errors import DamagedError, JournalError
from referee.journal.journal import JOURNAL, Journal, remove_copy
from referee.journal.journal_files import journal_for_reading
from rules.core.phrases import Phrase, SentenceError, sentences

FORMAT = 1
LIST = "owleye-backup.json"
LONGEST_LINE = 150  # bytes of a file in the list of contents, besides its name
MOST_FILES = 200_000
MOST_GAIN = 200  # times that a file may grow when it is unpacked: a table's files shrink by a factor of ten
SPARE = 50 << 20  # bytes that stay free on the disk
CHUNK = 1 << 20  # bytes
STORED = (".png", ".jpg", ".npz")  # compressed already
MOST_GAIN_STORED = 2  # the same for these
DAMAGED_JOURNAL = Phrase(
    "The journal is damaged. Start `owleye run` once: it recovers all games that can be read. "
    "Then make the backup again."
)
ANOTHER = Phrase("Another backup is being written into this folder: wait until it is done.")
NOT_MADE = Phrase("The backup could not be made.")
NOT_THERE = Phrase("{file} is not there, or is no file: check the name.")
NO_ARCHIVE = Phrase("{file} is damaged, or no backup of Owleye: use another file.")
NO_BACKUP = Phrase("{file} is not a backup of Owleye: choose another file.")
NEWER = Phrase("{file} was made by a newer Owleye: update Owleye, then restore it.")
TOO_LARGE = Phrase("{file} would grow far too large when unpacked: it was not made by Owleye.")
FOREIGN = Phrase("{file} holds a file that no backup has ({name}): Owleye did not make it.")
DAMAGED = Phrase("{file} is damaged: use another backup.")
DAMAGED_AT = Phrase("{file} is damaged (at {name}): use another backup.")
NO_ROOM = Phrase("There is no room for the {size} MB of this backup: free some space first.")
Progress = Callable[[int, int], None]
"""Called with the number of bytes done, and the total."""


class BackupError(SentenceError):
    """A backup cannot be made or used; the message is a sentence with the next step."""


def unwatched(done: int, total: int) -> None:
    """The `Progress` of work that nobody watches."""


@dataclass(slots=True)
class _Writing:
    """An archive that is being written: the list of its files so far, and the progress callback."""

    archive: zipfile.ZipFile
    progress: Progress
    total: int
    done: int = 0
    files: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, name: str, path: Path) -> None:
        """Add a file; one that has been removed meanwhile, such as an old picture, is left out.

        Raises:
            BackupError: where the file may not be read.
        """
        try:
            source = opened(name, path)
        except FileNotFoundError:
            return
        except OSError as error:
            raise BackupError(sentences(NOT_MADE, why_not_read(str(path), error))) from error
        size, digest = 0, hashlib.sha256()
        kind = zipfile.ZIP_STORED if path.suffix in STORED else zipfile.ZIP_DEFLATED
        info = zipfile.ZipInfo(name)
        info.compress_type = kind
        with source, self.archive.open(info, "w", force_zip64=True) as target:
            while data := source.read(CHUNK):
                target.write(data)
                digest.update(data)
                size += len(data)
                self.done += len(data)
                self.progress(min(self.done, self.total), self.total)
        self.files[name] = (size, digest.hexdigest())


def write_backup(home: Path, target: Path, made: str, pictures: bool = False, progress: Progress = unwatched) -> None:
    """Write everything that *home* keeps into the file *target*, while a game may be running.

    *made* is the time in ISO 8601.  After a power cut there is either a whole file or none.

    Raises:
        BackupError: where the file exists or cannot be written, another backup is being written into its folder, the
            journal is damaged, or a file may not be read.
    """
    if not os.access(home, os.R_OK | os.X_OK):
        raise BackupError(sentences(NOT_MADE, NO_RIGHT_TO_READ.about(file=str(home))))
    try:
        with _alone_in(target.parent):
            _write_target(home, target, made, pictures, progress)
    except OSError as error:
        raise BackupError(not_written(target, error).words) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep every other backup out of *folder*: two of one name would write into the same file.

    Raises:
        BackupError: where another one is being written there.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some disks in a network have no locks
            _lock(handle)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BackupError(ANOTHER) from None


def _write_target(home: Path, target: Path, made: str, pictures: bool, progress: Progress) -> None:
    if target.exists():
        raise BackupError(Phrase("{file} exists already: choose another name.", file=str(target)))
    part, copy = (target.with_name(f"{target.name}.{end}") for end in ("part", "journal.part"))
    try:
        _write(home, part, copy, made, pictures, progress)
        part.rename(target)
        sync_folder(target.parent)
    finally:
        with suppress(OSError):  # the disk no longer accepts changes; the reason is told already
            part.unlink(missing_ok=True)
            remove_copy(copy)


def _write(home: Path, part: Path, copy: Path, made: str, pictures: bool, progress: Progress) -> None:
    remove_copy(copy)
    with open(part, "wb", opener=private_file) as file:  # first: where it is refused, the journal is not to blame
        sources = {JOURNAL: copy} if _copy_journal(home, copy) else {}
        sources |= {name: home / name for name in files_of(home, pictures)}
        total = sum(path.stat().st_size for path in sources.values() if path.exists())
        with zipfile.ZipFile(file, "w") as archive:
            writing = _Writing(archive, progress, total)
            for name, path in sources.items():
                writing.add(name, path)
            body = {"format": FORMAT, "made": made, "files": writing.files}
            archive.writestr(zipfile.ZipInfo(LIST), json.dumps(body))
        file.flush()
        os.fsync(file.fileno())


def _copy_journal(home: Path, copy: Path) -> bool:
    """Copy the journal as it is at this moment, and check the copy; False where no game was ever begun."""
    if not (home / JOURNAL).exists():
        return False
    try:
        os.close(private_file(str(copy), os.O_CREAT | os.O_WRONLY))  # SQLite fills an empty file, and keeps its rights.
        with journal_for_reading(home / JOURNAL) as journal:
            journal.copy_to(copy)
        with closing(Journal(copy)) as copied:
            copied.prove()
    except DamagedError as error:
        raise BackupError(DAMAGED_JOURNAL) from error
    except JournalError as error:
        raise BackupError(sentences(NOT_MADE, error.words)) from error
    return True


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file whose list of contents makes sense: when it was made, and each file's size and SHA-256."""

    path: Path
    made: str
    files: dict[str, tuple[int, str]]

    @property
    def total(self) -> int:
        """Bytes of all files."""
        return sum(size for size, _ in self.files.values())


def open_backup(path: Path) -> Backup:
    """Read and check the list of contents of a backup.

    Raises:
        BackupError: for a file that is missing, damaged, foreign, of a newer Owleye, or that would fill the disk.
    """
    if not path.is_file():
        raise BackupError(NOT_THERE.about(file=str(path)))
    with _plain_words(path), zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        if LIST not in names or len(names) > MOST_FILES:
            raise BackupError(NO_BACKUP.about(file=str(path)))
        body = _list(archive, sum(len(name) + LONGEST_LINE for name in names))
        if body["format"] > FORMAT:
            raise BackupError(NEWER.about(file=str(path)))
        backup = Backup(path, str(body["made"]), {name: _entry(*entry) for name, entry in body["files"].items()})
    _check_names(backup, names)
    if any(map(_grows_too_much, entries)):
        raise BackupError(TOO_LARGE.about(file=str(path)))
    return backup


def _grows_too_much(entry: zipfile.ZipInfo) -> bool:
    gain = MOST_GAIN_STORED if entry.filename.endswith(STORED) else MOST_GAIN
    return entry.file_size > gain * entry.compress_size


def unpack(backup: Backup, folder: Path, progress: Progress = unwatched) -> None:
    """Write all files of a backup into *folder*, which is empty, each synced to the disk.

    Raises:
        BackupError: where a file does not match the list of contents, or the disk has no room.
        OSError: where a file cannot be written.
    """
    if backup.total + SPARE > shutil.disk_usage(folder).free:
        raise BackupError(NO_ROOM.about(size=backup.total >> 20))
    done = 0
    with _plain_words(backup.path):
        archive = zipfile.ZipFile(backup.path)
    with archive:
        for name, (size, digest) in backup.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if _written(folder / name, _chunks(backup.path, archive, name, size)) != digest:
                raise BackupError(DAMAGED_AT.about(file=str(backup.path), name=name))
            done += size
            progress(done, backup.total)


def _written(target: Path, chunks: Iterator[bytes]) -> str:
    """Write a new file and sync it; returns its SHA-256."""
    digest = hashlib.sha256()
    with open(target, "xb", opener=private_file) as file:
        for data in chunks:
            digest.update(data)
            file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _chunks(path: Path, archive: zipfile.ZipFile, name: str, size: int) -> Iterator[bytes]:
    """The data of a file of the backup, and no byte more than *size*: a wrong size fails the checksum."""
    with _plain_words(path), archive.open(name) as source:
        while size > 0 and (data := source.read(min(CHUNK, size))):
            size -= len(data)
            yield data


def _list(archive: zipfile.ZipFile, longest: int) -> Any:
    """The list of contents, at most *longest* bytes, because a parsed list takes up to thirty times as much memory."""
    if archive.getinfo(LIST).file_size > longest:
        raise ValueError("too long")
    with archive.open(LIST) as file:
        return json.loads(file.read(longest))


def _entry(size: int, digest: str) -> tuple[int, str]:
    if type(size) is not int or size < 0:
        raise ValueError("no size")
    return size, str(digest)


def _check_names(backup: Backup, names: list[str]) -> None:
    """Check that each file is listed, has a known name and occurs once."""
    foreign = next((name for name in (*names, *backup.files) if name != LIST and not is_known(name)), None)
    if foreign is not None:
        raise BackupError(FOREIGN.about(file=str(backup.path), name=repr(foreign[:80])))
    if sorted(names) != sorted((LIST, *backup.files)):
        raise BackupError(DAMAGED.about(file=str(backup.path)))


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    """Turn every error of a parser into one sentence: damaged bytes raise more kinds than are documented."""
    try:
        yield
    except BackupError:
        raise
    except Exception as error:
        raise BackupError(NO_ARCHIVE.about(file=str(path))) from error
