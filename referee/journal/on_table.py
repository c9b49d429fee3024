"""Which game is on the table, so that it continues after a restart.

It is a file of its own beside the journal: times of facts would not tell, since the clock of a Pi may jump.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from calibration.storage.files import StoreError, write_atomically
from referee.journal.journal import Journal, JournalError
from referee.model.snapshot import GameSummary


def game_on_table(journal: Journal, games: Sequence[GameSummary]) -> str | None:
    """The id of the game that was last put on the table; the first of *games* where no valid record is kept."""
    try:
        kept = _path(journal).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    ids = [game.id for game in games]
    return kept if kept in ids else next(iter(ids), None)


def put_on_table(journal: Journal, game: str) -> None:
    """Record that *game* is on the table now; nothing is written where that is known already.

    Raises:
        JournalError: where the disk will not take it.
    """
    if game_on_table(journal, journal.games()) == game:
        return
    try:
        write_atomically(_path(journal), f"{game}\n".encode("ascii"))
    except StoreError as error:
        raise JournalError(str(error)) from error


def _path(journal: Journal) -> Path:
    return journal.path.with_name("on-table.txt")
