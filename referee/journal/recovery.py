"""Recovers a damaged journal: keeps it under another name, and copies every game up to its first damaged fact.

The copy is written beside the damaged file and replaces it when it is complete, so that an interrupted recovery is
repeated or finished at the next start:

1. ``owleye.damaged-STAMP.sqlite.part`` is filled, game by game.
2. It is renamed to ``owleye.damaged-STAMP.sqlite.recovered``: it is complete.
3. The damaged files are renamed to ``owleye.damaged-STAMP.sqlite`` (with their companions).
4. The recovery is reported until somebody has seen it (calibration/storage/files.py).
5. The recovered file takes the place of the journal.

A recovered file that was damaged meanwhile is set aside, and the recovery is done again.

SQLite silently drops a damaged transaction of its write-ahead log and all later ones; `is_log_damaged` notices it
(https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.storage.damaged import report, set_aside
from calibration.storage.files import DamagedFileError, bytes_in
from referee.journal.errors import DAMAGED, DamagedError
from referee.journal.journal import Journal, is_fact, is_game
from referee.journal.last_line import SUFFIX, last_line
from referee.journal.page_scan import FRAME_HEADER, PAGE, WAL_HEADER, Row, scan
from rules.core.phrases import Phrase, plural

MAGIC = (0x377F0682, 0x377F0683)  # little-endian and big-endian words in the checksums
Words = NDArray[np.uint32]
LARGEST_LOG = 64 << 20  # bytes; SQLite begins a log anew at 4 MB, so that a larger one is not of the journal's making
PART, RECOVERED = ".part", ".recovered"
END_MISSING = Phrase("The end of the journal {file} is missing.")
ONCE_MORE = Phrase("The games were recovered once more from the journal.")
COMPANIONS = ("", "-wal", "-shm", SUFFIX)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page in the log: whether it belongs to the current log, ends a transaction, and matches its checksum."""

    present: bool
    commits: bool
    sound: bool


def is_log_damaged(database: Path) -> bool:
    """Whether the write-ahead log of *database* holds a damaged page that an acknowledged transaction wrote.

    A transaction is on the disk before the next one begins, so that a damaged page before the last transaction cannot
    come from a power cut.  In the last transaction, damage and a power cut look the same.
    """
    path = database.with_name(f"{database.name}-wal")
    data = bytes_in(path, LARGEST_LOG) if path.exists() and path.stat().st_size <= LARGEST_LOG else b""
    if len(data) < WAL_HEADER + FRAME_HEADER + PAGE:
        return False
    big = int.from_bytes(data[:4], "big") == MAGIC[1]
    start = _checksum(data[:24], np.zeros(2, np.uint32), big)
    if int.from_bytes(data[:4], "big") not in MAGIC or not _matches(data[24:32], start):
        return True
    return _holds_damage(_frames(data, start, big))


def _holds_damage(frames: Sequence[_Frame]) -> bool:
    """Whether a complete transaction follows the transaction with the first damaged frame."""
    first = next((number for number, frame in enumerate(frames) if not frame.sound), len(frames))
    ended = False
    for frame in frames[first:]:
        if ended and frame.present:
            return True
        ended = ended or frame.commits
    return False


def _frames(data: bytes, checksum: Words, big: bool) -> list[_Frame]:
    salts, size, frames, sound = data[16:24], FRAME_HEADER + PAGE, [], True
    for at in range(WAL_HEADER, len(data) - size + 1, size):
        head, page = data[at : at + FRAME_HEADER], data[at + FRAME_HEADER : at + size]
        checksum = _checksum(page, _checksum(head[:8], checksum, big), big)
        sound = sound and head[8:16] == salts and _matches(head[16:24], checksum)
        frames.append(_Frame(head[8:16] == salts, any(head[4:8]), sound))
    return frames


def _matches(stored: bytes, checksum: Words) -> bool:
    return stored == checksum.astype(">u4").tobytes()


def _checksum(data: bytes, before: Words, big: bool) -> Words:
    """The checksum (s0, s1) after *data*: for each pair (p, q) of words s0 += p + s1 and then s1 += q + s0.

    That is linear in the words modulo 2**32, so one product does for the whole page.
    """
    words = np.frombuffer(data, ">u4" if big else "<u4").astype(np.uint32)
    power, factors = _factors(len(words) // 2)
    after: Words = (power * before).sum(1, dtype=np.uint32) + (factors * words).sum(1, dtype=np.uint32)
    return after


@cache
def _factors(pairs: int) -> tuple[Words, Words]:
    """The factors of the earlier checksum (2 x 2) and of each word (2 x 2 *pairs*) in the checksum after them."""
    step = np.array([[1, 1], [1, 2]], np.uint32)
    power, of_pairs = np.eye(2, dtype=np.uint32), list[Words]()
    for _ in range(pairs):
        of_pairs.append(power @ np.array([[1, 0], [1, 1]], np.uint32))
        power = power @ step
    return power, np.concatenate(of_pairs[::-1], axis=1)


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
