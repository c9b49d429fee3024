"""Restores a backup completely or not at all; the backup is checked first, and the replaced files are kept.

1. ``restore.part`` is filled from the backup and checked.
2. It is renamed to ``restore.ready-STAMP``: the restore is decided, and finished at the next start if interrupted.
3. The files of the home are moved into ``before-restore-STAMP``.
4. ``restore.ready-STAMP`` is renamed to ``restore.moving-STAMP``, and its files are moved into the home.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from itertools import chain, count
from pathlib import Path

from calibration.storage.files import DamagedFileError, StoreError, not_written, sync_folder
from referee.backup.archive import Backup, BackupError, Progress, open_backup, unpack, unwatched
from referee.backup.contents import REPLACED, keep_machine_settings, switch_off
from referee.journal.errors import DamagedError, ForeignError, JournalError
from referee.journal.journal import JOURNAL, Journal
from rules.core.phrases import Phrase, sentences

PART, READY, MOVING, BEFORE_RESTORE = "restore.part", "restore.ready-", "restore.moving-", "before-restore-"
BEFORE_RESET = "before-reset-"
UNREADABLE = Phrase(
    "{file} in this backup is damaged, or was made by a newer Owleye: update Owleye, or use another backup."
)
STAYS = ("owleye.lock", "hub", f"{BEFORE_RESTORE}*", f"{BEFORE_RESET}*")
"""What a reset leaves in a home: its lock, the results of a club, and the folders of earlier resets and restores."""


def prepare(
    home: Path, file: Path, stamp: str, check: Callable[[Path], object], progress: Progress = unwatched
) -> Backup:
    """Unpack and check the backup *file*, so that `finish` can replace the files of *home*.

    *check* reads the files of a home and raises ValueError for a damaged one.  *stamp* is part of the name of the
    folder for the replaced files.

    Raises:
        BackupError: where the file cannot be used; nothing has changed then.
    """
    part = home / PART
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True, mode=0o700)
        backup = open_backup(file)
        unpack(backup, part, progress)
        switch_off(part)
        keep_machine_settings(part, home)
        _prove(part, check)
        for folder, _, _ in os.walk(part, topdown=False):
            sync_folder(Path(folder))
        part.rename(home / f"{READY}{_unused(home, stamp)}")
        sync_folder(home)
    except OSError as error:
        raise BackupError(not_written(part, error).words) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return backup


def _unused(home: Path, stamp: str) -> str:
    """*stamp*, with a number where an earlier restore had the same, such as by a clock that is wrong."""
    stamps = chain([stamp], (f"{stamp}-{number}" for number in count(2)))
    return next(one for one in stamps if not (home / _before(one)).exists())


def _prove(folder: Path, check: Callable[[Path], object]) -> None:
    """Check that a table could start with the files in *folder*."""
    try:
        check(folder)
        if (folder / JOURNAL).exists():
            with closing(Journal(folder / JOURNAL)) as journal:
                journal.prove()
    except DamagedFileError as error:
        raise BackupError(UNREADABLE.about(file=str(error.path.relative_to(folder)))) from error
    except (DamagedError, ForeignError) as error:
        raise BackupError(UNREADABLE.about(file=JOURNAL)) from error
    except (StoreError, JournalError, ValueError) as error:
        raise BackupError(Phrase("This backup cannot be used: {why}", why=str(error))) from error


def finish(home: Path) -> str:
    """Finish a prepared or interrupted restore; returns a sentence about it, empty where there was none to finish.

    What a restore unpacked that was cut short before it was decided is removed.
    The caller must hold the lock of the home.

    Raises:
        BackupError: where the files cannot be moved; the call can be repeated.
    """
    words = ""
    shutil.rmtree(home / PART, ignore_errors=True)
    try:
        for moving in _folders(home, MOVING):
            words = _move_in(home, moving)
        for ready in _folders(home, READY):
            words = _move_in(home, _move_out(home, ready))
    except OSError as error:
        failed = Phrase("The restore could not be finished; the next start goes on with it.")
        raise BackupError(sentences(failed, not_written(home, error).words)) from error
    return words


def check_finished(home: Path) -> None:
    """Check that no restore of *home* was interrupted while it moved files: some lie in other folders then.

    Raises:
        BackupError: with the step that finishes it.
    """
    moving_out = [one for one in _folders(home, READY) if (home / _before(one.name.removeprefix(READY))).exists()]
    if moving_out or _folders(home, MOVING):
        raise BackupError(Phrase("A restore was interrupted: start Owleye, which finishes it, then do this again."))


def _folders(home: Path, name: str) -> list[Path]:
    """The folders of *home* whose names begin with *name*; never a link, whose files lie elsewhere and stay there."""
    return [path for path in home.glob(f"{name}*") if path.is_dir() and not path.is_symlink()]


def reset(home: Path, stamp: str) -> Path:
    """Move all files of a home, including PIN and seats, into a new folder, and return that folder.

    The caller must hold the lock of the home.  An interrupted call can be repeated.

    Raises:
        BackupError: where the files cannot be moved.
    """
    aside = home / f"{BEFORE_RESET}{stamp}"
    try:
        aside.mkdir(mode=0o700)
        for path in sorted(home.iterdir()):
            if not any(path.match(name) for name in STAYS):
                path.rename(aside / path.name)
        sync_folder(aside)
        sync_folder(home)
    except OSError as error:
        failed = Phrase("The table could not be reset.")
        raise BackupError(sentences(failed, not_written(home, error).words)) from error
    return aside


def _move_out(home: Path, ready: Path) -> Path:
    """Move the replaced files into a new folder; returns the folder with the files of the backup."""
    stamp = ready.name.removeprefix(READY)
    aside = home / _before(stamp)
    aside.mkdir(exist_ok=True, mode=0o700)
    for name in REPLACED:
        if (home / name).exists():
            (home / name).rename(aside / name)
    sync_folder(aside)
    sync_folder(home)
    moving = ready.rename(home / f"{MOVING}{stamp}")
    sync_folder(home)
    return moving


def _move_in(home: Path, moving: Path) -> str:
    for path in list(moving.iterdir()):
        path.rename(home / path.name)
    sync_folder(home)
    moving.rmdir()
    aside = home / _before(moving.name.removeprefix(MOVING))
    return f"The backup was restored. What was there before is kept in {aside}."


def _before(stamp: str) -> str:
    """The folder for the files that the restore of this stamp replaces."""
    return f"{BEFORE_RESTORE}{stamp}"
