"""Recovers a damaged journal: keeps it under another name, and copies every game up to its first damaged fact.

The copy is written beside the damaged file and replaces it when it is complete, so that an interrupted recovery is
repeated or finished at the next start:

1. ``owleye.damaged-STAMP.sqlite.part`` is filled, game by game.
2. It is renamed to ``owleye.damaged-STAMP.sqlite.recovered``: it is complete.
3. The damaged files are renamed to ``owleye.damaged-STAMP.sqlite`` (with their companions).
4. The recovery is reported until somebody has seen it (calibration/storage/damaged.py).
5. The recovered file takes the place of the journal.

A recovered file that was damaged meanwhile is set aside, and the recovery is done again.
"""

from __future__ import annotations

from contextlib import closing
from itertools import chain, count, takewhile
from pathlib import Path

from calibration.storage.damaged import report, set_aside
from calibration.storage.files import DamagedFileError
from referee.journal.errors import DAMAGED, DamagedError
from referee.journal.journal import Journal, is_fact, is_game
from referee.journal.last_line import SUFFIX, last_line
from referee.journal.page_scan import Row, scan
from referee.journal.wal_check import is_log_damaged
from rules.core.phrases import Phrase, plural

PART, RECOVERED = ".part", ".recovered"
END_MISSING = Phrase("The end of the journal {file} is missing.")
ONCE_MORE = Phrase("The games were recovered once more from the journal.")
COMPANIONS = ("", "-wal", "-shm", SUFFIX)


def open_journal(path: Path, stamp: str) -> tuple[Journal, str]:
    """Open the journal at *path*, recovering it if it is damaged; also returns a sentence about the recovery.

    Raises:
        JournalError: where it belongs to another program or to a newer Owleye, or cannot be written.
    """
    for recovered in path.parent.glob(f"{path.stem}.damaged-*{path.suffix}{RECOVERED}"):
        try:
            return _finish(path, recovered)
        except DamagedError:
            _take_back(path, recovered)
    for part in path.parent.glob(f"{path.stem}.damaged-*{path.suffix}{PART}*"):
        part.unlink()
    try:
        return _proven(path), ""
    except DamagedError:
        return _finish(path, _recover(path, _free_name(path, stamp)))


def _proven(path: Path) -> Journal:
    if is_log_damaged(path):
        raise DamagedError(DAMAGED.about(file=str(path)))
    journal = Journal(path)
    try:
        journal.prove()
        _prove_end(journal)
    except DamagedError:
        journal.close()
        raise
    return journal


def _prove_end(journal: Journal) -> None:
    """Check that the journal contains the last acknowledged line.

    Raises:
        DamagedError: where its end is missing.
    """
    last = last_line(journal.path)
    if last and {game.id: game.facts for game in journal.games()}.get(last.game, -1) < last.seq:
        raise DamagedError(END_MISSING.about(file=str(journal.path)))


def _free_name(path: Path, stamp: str) -> Path:
    """An unused name for the damaged file."""
    tries = chain([""], (f"-{i}" for i in count(2)))
    names = (path.with_name(f"{path.stem}.damaged-{stamp}{n}{path.suffix}") for n in tries)
    return next(name for name in names if not name.exists())


def _recover(path: Path, aside: Path) -> Path:
    """Copy all readable games of the journal at *path* into a new file; returns its name."""
    part = aside.with_name(aside.name + PART)
    journal = Journal(part)
    try:
        for game, facts in games_in(path):
            journal.take_over(game, facts)
    finally:
        journal.close()
    return part.rename(part.with_suffix(RECOVERED))


def _finish(path: Path, recovered: Path) -> tuple[Journal, str]:
    """Replace the damaged file by a complete recovered one.

    Raises:
        DamagedError: where the recovered file is itself damaged; nothing has changed then.
    """
    games, aside = _carried_over(recovered), recovered.with_suffix("")
    _move(path, aside)
    words = _report(path, aside, games)
    recovered.rename(path)
    return _proven(path), words


def _carried_over(recovered: Path) -> int:
    """How many games a recovered file holds."""
    if not recovered.stat().st_size:  # SQLite takes it for a new database.
        raise DamagedError(DAMAGED.about(file=str(recovered)))
    with closing(_proven(recovered)) as journal:
        return len(journal.games())


def _take_back(path: Path, recovered: Path) -> None:
    """Set a recovered file aside that is itself damaged, and return the journal to its place."""
    _move(recovered.with_suffix(""), path)
    set_aside(path.parent, DamagedFileError(recovered, ONCE_MORE))


def _move(journal: Path, target: Path) -> None:
    """Rename the files of a journal; whatever lies at the target is kept."""
    for companion in COMPANIONS:
        source, to = (each.with_name(each.name + companion) for each in (journal, target))
        if source.exists() and not to.exists():
            source.rename(to)


def _report(path: Path, aside: Path, games: int) -> str:
    """List the damaged journal for the pages; returns the sentence that says how many games were recovered."""
    mend = _carried_words(games)
    report(path.parent, path.name, aside.name, mend)
    return f"The journal {path} was damaged. It was kept as {aside.name}. {mend}"


def _carried_words(games: int) -> Phrase:
    if not games:
        return Phrase("No games could be carried over.")
    return plural(
        "One game could be carried over, as far as it can be read.",
        "{number} games could be carried over, as far as they can be read.",
        games,
    )


def games_in(path: Path) -> list[tuple[Row, list[Row]]]:
    """Every game of a damaged journal whose set-up can be read, each with its facts up to the first damaged one."""
    games: dict[int, Row] = {}
    facts: dict[tuple[int, int], Row] = {}
    for row in scan(path):
        if is_game(row):
            games[row[0]] = row
        elif is_fact(row):
            facts[row[0], row[1]] = row
    return [(games[game], _prefix(facts, game)) for game in sorted(games)]


def _prefix(facts: dict[tuple[int, int], Row], game: int) -> list[Row]:
    numbers = takewhile(lambda seq: (game, seq) in facts, count(1))
    return [facts[game, seq] for seq in numbers]
