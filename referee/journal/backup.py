"""A copy of the journal after each game, in HOME/backup: the last ten are kept.

To go back to a copy: stop Owleye, and put it in the place of ``owleye.sqlite``.
"""

from __future__ import annotations

import os
from pathlib import Path

from referee.journal.journal import Journal

FOLDER = "backup"
COPIES = 10


def back_up(journal: Journal, game: str) -> Path:
    """Copy all games into one file, named after the *game* that has just ended; a copy of the same name is replaced.

    Raises:
        JournalError: where the copy cannot be written; the journal and the earlier copies are as they were.
        OSError: where it cannot be synced or renamed.
    """
    folder = journal.path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    copy = folder / f"{journal.path.stem}-{int(game):06d}{journal.path.suffix}"
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    journal.copy_to(part)
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    part.replace(copy)
    copies = sorted(folder.glob(f"{journal.path.stem}-*{journal.path.suffix}"), key=lambda path: path.stat().st_mtime)
    for old in copies[:-COPIES]:
        old.unlink()
    return copy
