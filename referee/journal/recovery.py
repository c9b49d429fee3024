"""Recovery of a damaged journal: it is kept under another name, and every game is copied as far as it can be read."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referee.journal.journal import DamagedError, Journal, digest

Row = tuple[Any, ...]


def open_journal(path: Path, stamp: str) -> tuple[Journal, str]:
    """The journal at *path* and, where it was damaged, a sentence that says what was recovered.

    Raises:
        JournalError: where it belongs to another program or to a newer Owleye, or cannot be written.
    """
    try:
        return _proven(path), ""
    except DamagedError as error:
        kept = set_aside(path, stamp)
        journal = Journal(path)
        games = _carry_over(kept, journal)
        return (
            journal,
            f"{error} It was kept as {kept.name}; {games} could be carried over, as far as they can be read.",
        )


def set_aside(path: Path, stamp: str) -> Path:
    """Rename a damaged journal and its companion files without overwriting anything; returns the new name."""
    tries = chain([""], (f"-{i}" for i in count(2)))
    names = (path.with_name(f"{path.stem}.damaged-{stamp}{n}{path.suffix}") for n in tries)
    aside = next(name for name in names if not name.exists())
    for companion in ("-wal", "-shm", ""):
        source = path.with_name(path.name + companion)
        if source.exists():
            source.rename(aside.with_name(aside.name + companion))
    return aside


def _proven(path: Path) -> Journal:
    journal = Journal(path)
    try:
        journal.prove()
    except DamagedError:
        journal.close()
        raise
    return journal


def _carry_over(kept: Path, journal: Journal) -> str:
    """Copy every game up to its first damaged row; returns the number of games in words."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        for companion in ("", "-wal"):
            source = kept.with_name(kept.name + companion)
            if source.exists():
                shutil.copy(source, copy.with_name(copy.name + companion))
        with closing(sqlite3.connect(copy)) as db:
            saved = sum(_one_game(db, game, journal) for game in _readable(db, GAMES))
    return "one game" if saved == 1 else f"{saved or 'no'} games"


GAMES = "SELECT id, started, setup, digest FROM games ORDER BY id"
FACTS = "SELECT game, seq, fact, made, means, evidence, digest FROM facts WHERE game = ? ORDER BY seq"


def _one_game(db: sqlite3.Connection, game: Row, journal: Journal) -> bool:
    if not _is_true(game[2], game[3]):
        return False
    numbered = zip(count(1), _readable(db, FACTS, game[0]), strict=False)
    whole = takewhile(lambda pair: pair[1][1] == pair[0] and _is_true(pair[1][2], pair[1][6]), numbered)
    journal.take_over(game, [row for _, row in whole])
    return True


def _readable(db: sqlite3.Connection, query: str, *values: Any) -> Iterator[Row]:
    """Rows until the file cannot be read any further."""
    try:
        yield from db.execute(query, values)
    except sqlite3.Error:
        return


def _is_true(text: Any, kept: Any) -> bool:
    return isinstance(text, str) and digest(text) == kept
