"""After each game the journal is copied; a copy that fails costs no fact."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from referee.journal.errors import JournalError
from referee.journal.journal import Journal
from referee.journal.journal_files import COPIES, back_up
from tests.referee.journal.test_recovery import all_of, fill
from tests.referee.journal.written import written_large
from tests.referee.kit import SETUP, clock, no_file_grows

AHEAD_S = 4_000_000_000  # in the year 2096


def copies(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "backup").iterdir())


def test_a_copy_holds_every_game_and_can_take_the_place_of_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    for _ in range(3):
        fill(journal, journal.begin(SETUP, clock()), 5)
    copy = back_up(journal, "3")
    whole = all_of(journal)
    fill(journal, "3", 2, first=6)
    journal.close()
    copy.rename(journal.path)
    restored = Journal(journal.path)
    restored.prove()
    assert all_of(restored) == whole
    fill(restored, "3", 1, first=6)
    restored.close()


def test_the_last_ten_are_kept_and_a_game_that_ends_again_has_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    for number in range(1, COPIES + 4):
        os.utime(back_up(journal, str(number)), (number, number))
    back_up(journal, str(COPIES + 3))
    journal.close()
    assert copies(tmp_path) == [f"owleye-{number:06d}.sqlite" for number in range(4, COPIES + 4)]


def test_a_clock_that_was_set_back_costs_no_newer_copy(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    for number in range(1, COPIES + 1):
        os.utime(back_up(journal, str(number)), (AHEAD_S + number, AHEAD_S + number))
    for number in (COPIES + 1, COPIES + 2):
        copy = back_up(journal, str(number))
        assert all(copy.stat().st_mtime > old.stat().st_mtime for old in copy.parent.iterdir() if old != copy)
    journal.close()
    assert copies(tmp_path) == [f"owleye-{number:06d}.sqlite" for number in range(3, COPIES + 3)]


def test_an_interrupted_copy_is_begun_anew(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / "owleye.sqlite.part").write_bytes(b"half")
    back_up(journal, "1")
    journal.close()
    assert copies(tmp_path) == ["owleye-000001.sqlite"]


def test_a_copy_that_fails_takes_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(tmp_path / "owleye.sqlite")
    back_up(journal, "1")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(JournalError, match="because the disk is full"):
        back_up(journal, "2")
    journal.close()
    assert copies(tmp_path) == ["owleye-000001.sqlite"]


def test_a_copy_that_finds_the_disk_full_halfway_leaves_nothing(tmp_path: Path) -> None:
    journal = written_large(tmp_path / "owleye.sqlite")
    with no_file_grows(100_000), pytest.raises(JournalError):
        back_up(journal, "1")
    journal.close()
    assert copies(tmp_path) == []


def test_a_folder_in_the_way_is_an_error_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    (tmp_path / "backup").write_text("a file")
    with pytest.raises(JournalError, match="backup"):
        back_up(journal, "1")
    fill(journal, journal.begin(SETUP, clock()), 2)
    journal.close()
