"""A journal that lost its end is reported, even where SQLite opens it; a sound one is not."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from calibration.storage.damaged import unseen
from referee.journal.journal import Journal
from referee.journal.last_line import SUFFIX, LastLine, Line, last_line
from referee.journal.recovery import open_journal
from tests.referee.journal.test_recovery import fill, lost, opened
from tests.referee.kit import SETUP, clock

FACTS = 6


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A journal of two games as it lies on the disk after a power cut."""
    home = tmp_path / "home"
    home.mkdir()
    with closing(Journal(home / "owleye.sqlite")) as journal:
        for _ in range(2):
            fill(journal, journal.begin(SETUP, clock()), FACTS)
        return (
            Path(shutil.copytree(home, tmp_path / "killed", ignore=shutil.ignore_patterns("*-shm"))) / "owleye.sqlite"
        )


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.999])
def test_a_log_that_lost_its_end_is_reported_once(killed: Path, tmp_path: Path, share: float) -> None:
    whole = opened(Path(shutil.copytree(killed.parent, tmp_path / "whole")) / killed.name)[0]
    log = killed.with_name(f"{killed.name}-wal")
    log.write_bytes(log.read_bytes()[: int(share * log.stat().st_size)])
    games, words = opened(killed)
    assert lost(games, whole) > 0
    assert "was damaged" in words
    assert len(unseen(killed.parent)) == 1
    assert opened(killed) == (games, "")


def test_a_sound_journal_has_its_last_line(killed: Path) -> None:
    assert last_line(killed) == Line("2", FACTS)
    assert opened(killed)[1] == ""


def test_a_game_that_was_removed_is_not_missed(killed: Path) -> None:
    with closing(Journal(killed)) as journal:
        journal.remove("2")
    assert opened(killed)[1] == ""


@pytest.mark.parametrize("record", [b"", b"9 9 9", b"\xff" * 64, b"9 99999 1".ljust(64)])
def test_a_damaged_record_says_nothing(killed: Path, record: bytes) -> None:
    killed.with_name(killed.name + SUFFIX).write_bytes(record)
    assert last_line(killed) is None
    assert opened(killed)[1] == ""


def test_a_disk_that_refuses_the_record_costs_no_fact(tmp_path: Path) -> None:
    (tmp_path / f"owleye.sqlite{SUFFIX}").mkdir()
    journal, _ = open_journal(tmp_path / "owleye.sqlite", "20260101")
    with closing(journal):
        fill(journal, journal.begin(SETUP, clock()), FACTS)
        assert journal.games()[0].facts == FACTS


def test_a_shorter_record_replaces_a_longer_one(tmp_path: Path) -> None:
    last = LastLine(tmp_path / "owleye.sqlite")
    for line in (Line("12345", 678), Line("2", 0)):
        last.note(line)
        assert last_line(tmp_path / "owleye.sqlite") == line
    last.close()
