"""Damage in the write-ahead log of a journal is noticed; what a power cut leaves there is none."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from calibration.storage.damaged import unseen
from referee.journal.journal import Journal
from referee.journal.last_line import LastLine, Line
from referee.journal.page_scan import FRAME_HEADER, PAGE, WAL_HEADER
from referee.journal.wal_check import is_log_damaged
from tests.referee.journal.test_recovery import facts_of, fill, flipped, lost, opened
from tests.referee.kit import SETUP, clock

LOGGED_FACTS = 20


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The disk after a power cut in the middle of a game: the last facts are in the log only."""
    home, killed = tmp_path / "home", tmp_path / "killed"
    for folder in (home, killed):
        folder.mkdir()
    journal = Journal(home / "owleye.sqlite")
    for _ in range(3):
        fill(journal, journal.begin(SETUP, clock()), LOGGED_FACTS)
    for path in home.iterdir():
        shutil.copy(path, killed / path.name)
    journal.close()
    return killed / "owleye.sqlite"


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def test_a_sound_log_is_left_alone_wherever_it_ends(killed: Path) -> None:
    data = log_of(killed).read_bytes()
    assert not is_log_damaged(killed)
    for end in [*range(0, len(data), 1013), *range(WAL_HEADER, len(data), FRAME_HEADER + PAGE)]:
        log_of(killed).write_bytes(data[:end])
        assert not is_log_damaged(killed)


def test_an_older_log_behind_the_present_one_is_no_damage(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "owleye.sqlite")
    fill(journal, journal.begin(SETUP, clock()), LOGGED_FACTS)
    journal._db.execute("PRAGMA wal_checkpoint(RESTART)")
    fill(journal, "1", 3, first=LOGGED_FACTS + 1)
    assert not is_log_damaged(journal.path)
    journal.close()


def test_a_flipped_bit_in_the_log_costs_what_it_hit_and_is_reported(killed: Path, tmp_path: Path) -> None:
    data, rng = log_of(killed).read_bytes(), random.Random(18)
    whole = opened(shutil.copytree(killed.parent, tmp_path / "whole") / killed.name)[0]
    last = len(data) - 3 * (FRAME_HEADER + PAGE)  # damage in the last transaction cannot be told from a power cut
    bits = [*range(0, 32 * 8, 3), *(rng.randrange(last * 8) for _ in range(120))]
    for trial, bit in enumerate(bits):
        torn = shutil.copytree(killed.parent, tmp_path / f"torn{trial}") / killed.name
        log_of(torn).write_bytes(flipped(data, bit))
        games, words = opened(torn)
        assert lost(games, whole) <= LOGGED_FACTS
        assert words or games == whole
        assert bool(words) == bool(unseen(torn.parent))


def test_the_end_of_a_log_that_was_being_written_is_no_damage(killed: Path) -> None:
    data = log_of(killed).read_bytes()
    log_of(killed).write_bytes(data[: -PAGE // 2] + bytes(PAGE // 2))
    LastLine(killed).note(Line("3", LOGGED_FACTS - 1))
    games, words = opened(killed)
    assert (words, len(facts_of(games["3"]))) == ("", LOGGED_FACTS - 1)
