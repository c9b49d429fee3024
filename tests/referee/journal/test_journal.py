"""After any damage or power cut the journal holds a true prefix of the facts, or names the next step."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.journal.errors import JournalError
from referee.journal.journal import Journal, digest
from referee.journal.recovery import games_in, open_journal
from referee.startup.home_lock import HomeLock, HomeTakenError
from rules.core.facts import Fact
from tests.referee.journal.written import line, written
from tests.referee.kit import PLAYED, SETUP, no_file_grows

FRAME = 24 + 4096  # One page in SQLite's log with its header; the log itself begins with 32 bytes.


def append_until_refused(journal: Journal) -> None:
    for seq in range(len(PLAYED) + 1, 500):
        journal.append("1", line(seq, PLAYED[0]))


def facts_in(path: Path) -> tuple[Fact, ...] | None:
    """The facts of game 1 after a restart; None where not even its set-up is there."""
    journal = Journal(path)
    game = journal.load("1")
    journal.close()
    return None if game is None else tuple(entry.fact for entry in game.log)


def cut(source: Path, target: Path, sizes: dict[str, int]) -> None:
    """Copy a journal as a power cut would leave it: each companion no longer than *sizes* says."""
    shutil.rmtree(target.parent, ignore_errors=True)
    target.parent.mkdir()
    for companion, size in sizes.items():
        target.with_name(target.name + companion).write_bytes(
            source.with_name(source.name + companion).read_bytes()[:size]
        )


def test_a_stored_game_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    journal = Journal(path)
    stored = journal.load("1")
    assert stored is not None
    assert stored.setup == SETUP
    assert stored.log == tuple(line(seq, fact) for seq, fact in enumerate(PLAYED, 1))
    assert [(game.id, game.players, game.facts) for game in journal.games()] == [("1", ("A", "B"), 4)]
    journal.close()


def test_a_deleted_journal_refuses_facts_and_reports_it(tmp_path: Path) -> None:
    journal = written(tmp_path / "owleye.sqlite")
    (tmp_path / "owleye.sqlite").rename(tmp_path / "elsewhere")
    with pytest.raises(JournalError, match="was moved, deleted or replaced while the table runs"):
        journal.append("1", line(len(PLAYED) + 1, PLAYED[0]))
    with pytest.raises(JournalError, match="was moved, deleted or replaced while the table runs"):
        journal.begin(SETUP, "2026-01-01")
    (tmp_path / "elsewhere").rename(tmp_path / "owleye.sqlite")
    journal.append("1", line(len(PLAYED) + 1, PLAYED[0]))
    journal.close()


def test_a_journal_that_was_replaced_by_a_copy_refuses_facts(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    journal = written(path)
    journal.copy_to(tmp_path / "copy")
    (tmp_path / "copy").rename(path)
    with pytest.raises(JournalError, match="replaced while the table runs"):
        journal.append("1", line(len(PLAYED) + 1, PLAYED[0]))
    journal.close()


def test_a_game_with_a_number_of_nineteen_digits_is_read_back(tmp_path: Path) -> None:
    """A backup that was tampered with may hold a game with any number."""
    with closing(Journal(tmp_path / "owleye.sqlite")) as journal:
        journal.begin(SETUP, "2026-01-01")
        with closing(sqlite3.connect(journal.path)) as db, db:
            db.execute("UPDATE games SET id = ?", (10**18 - 1,))
        begun = journal.begin(SETUP, "2026-01-02")
        journal.append(begun, line(1, PLAYED[0]))
        journal.prove()
        stored = journal.load(begun)
        assert stored is not None
        assert [entry.fact for entry in stored.log] == [PLAYED[0]]
        assert begun == str(10**18)
        assert journal.load("9" * 19) is None


def test_a_number_is_taken_only_once(tmp_path: Path) -> None:
    journal = written(tmp_path / "owleye.sqlite")
    with pytest.raises(JournalError):
        journal.append("1", line(4, PLAYED[0]))
    journal.close()


def test_a_power_cut_at_any_byte_leaves_a_true_prefix(tmp_path: Path) -> None:
    path, torn = tmp_path / "owleye.sqlite", tmp_path / "torn" / "owleye.sqlite"
    journal = written(path)
    log = path.with_name("owleye.sqlite-wal").stat().st_size
    lengths = []
    ends = range(32, log + 1, FRAME)
    for size in sorted({*range(0, log, 1031), *ends, *(end - 1 for end in ends), *(end + 24 for end in ends)}):
        cut(path, torn, {"": path.stat().st_size, "-wal": size})
        facts = facts_in(torn)
        assert facts is None or facts == PLAYED[: len(facts)]
        lengths.append(-1 if facts is None else len(facts))
    journal.close()
    assert lengths == sorted(lengths)
    assert set(lengths) == {-1, 0, 1, 2, 3, 4}


def test_a_power_cut_after_each_fact_keeps_that_fact(tmp_path: Path) -> None:
    path, torn = tmp_path / "owleye.sqlite", tmp_path / "torn" / "owleye.sqlite"
    journal = written(path, ())
    for seq, fact in enumerate(PLAYED, 1):
        journal.append("1", line(seq, fact))
        cut(path, torn, {"": 10**9, "-wal": 10**9})
        assert facts_in(torn) == PLAYED[:seq]
    journal.close()


def test_a_power_cut_in_the_middle_of_tidying_up_loses_nothing(tmp_path: Path) -> None:
    """The log is copied into the main file page by page: the log still has all pages, however many were copied."""
    path, torn = tmp_path / "owleye.sqlite", tmp_path / "torn" / "owleye.sqlite"
    journal = written(path)
    untidied = path.read_bytes()
    log = path.with_name("owleye.sqlite-wal").read_bytes()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA wal_checkpoint(FULL)")
    other.close()
    tidied = path.read_bytes()
    journal.close()
    for size in range(0, len(tidied) + 1, 1024):
        shutil.rmtree(torn.parent, ignore_errors=True)
        torn.parent.mkdir()
        torn.write_bytes(tidied[:size] + untidied[size:])
        torn.with_name("owleye.sqlite-wal").write_bytes(log)
        assert facts_in(torn) == PLAYED


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.referee.kit import PLAYED
from tests.referee.journal.test_journal import line, written
journal = written(Path(sys.argv[1]), PLAYED[:3])
print("told", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_acknowledged_facts_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    process = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (-signal.SIGKILL, "told\n")
    assert facts_in(path) == PLAYED[:3]


def test_a_full_disk_refuses_the_fact_and_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    journal = written(path)
    journal._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JournalError, match="The disk is full"):
        append_until_refused(journal)
    game = journal.load("1")
    assert game is not None
    assert [entry.seq for entry in game.log] == list(range(1, len(game.log) + 1))
    journal.close()


@pytest.mark.parametrize(("free", "words"), [(4096, "The disk is full"), (1 << 30, "card may be failing")])
def test_a_journal_is_opened_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, words: str
) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    monkeypatch.setattr("referee.journal.errors.shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    with no_file_grows(), pytest.raises(JournalError, match=words):
        Journal(path)


def test_a_read_only_disk_is_reported_and_the_journal_goes_on_after_repair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = written(tmp_path / "owleye.sqlite", PLAYED[:3])
    with monkeypatch.context() as context, no_file_grows():
        context.setattr("os.access", lambda path, mode: False)
        with pytest.raises(JournalError, match="cannot be written"):
            append_until_refused(journal)
    known = journal.load("1")
    assert known is not None
    journal.append("1", line(len(known.log) + 1, PLAYED[3]))
    journal.close()


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-last"])
def test_a_pipe_in_place_of_a_file_is_reported_or_ignored(tmp_path: Path, end: str) -> None:
    os.mkfifo(tmp_path / f"owleye.sqlite{end}")
    if end == "-last":  # without it the end of the journal cannot be proven
        open_journal(tmp_path / "owleye.sqlite", "")[0].close()
        return
    with pytest.raises((JournalError, OSError), match="not a file"):
        open_journal(tmp_path / "owleye.sqlite", "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "owleye.sqlite")
    with pytest.raises(HomeTakenError, match=r"cannot be written .*: give this user the rights"):
        HomeLock(tmp_path / "home")


def test_a_check_of_many_games_takes_little_more_memory_than_one_of_a_few(tmp_path: Path) -> None:
    few, many = (_peak_of_check(tmp_path / f"{games}.sqlite", games) for games in (5, 200))
    assert many < few + 200 * 1000  # the list of games takes less than 1 kB for each


def _peak_of_check(path: Path, games: int) -> int:
    """The peak memory (bytes) of a check of a journal with *games* games of forty facts."""
    with closing(written(path, PLAYED * 10)) as journal:
        (((_, *game), facts),) = games_in(path)
        for number in range(2, games + 1):
            rows = [(number, *fact) for _, *fact, _ in facts]
            journal.take_over((number, *game), [(*row, digest(*row)) for row in rows])
        tracemalloc.start()
        journal.prove()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak
