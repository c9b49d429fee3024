"""A damaged, foreign or newer journal: noticed, set aside whole, and carried over as far as it can be read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from referee.journal.errors import DamagedError, JournalError
from referee.journal.journal import Journal, digest
from referee.journal.recovery import open_journal
from tests.referee.journal.written import line, written
from tests.referee.kit import PLAYED, clock


def test_a_damaged_file_is_set_aside_whole_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    path.write_bytes(b"not a database at all" * 400)
    journal, words = open_journal(path, "20260101")
    assert "kept as owleye.damaged-20260101.sqlite. No games could be carried over" in words
    assert journal.games() == ()
    journal.close()
    assert (tmp_path / "owleye.damaged-20260101.sqlite").read_bytes() == b"not a database at all" * 400


def test_pages_overwritten_in_the_middle_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    body = bytearray(path.read_bytes())
    body[4096:12288] = b"\xa5" * 8192
    path.write_bytes(body)
    with pytest.raises(DamagedError):
        Journal(path)


def test_a_changed_line_costs_only_the_facts_after_it(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE facts SET fact = replace(fact, 'turn', 'keep') WHERE seq = 3")
    other.close()
    journal = Journal(path)
    with pytest.raises(DamagedError, match="does not say any more what was written"):
        journal.load("1")
    journal.close()
    journal, words = open_journal(path, "20260101")
    assert "kept as owleye.damaged-20260101.sqlite. One game could be carried over" in words
    game = journal.load("1")
    assert game is not None
    assert tuple(entry.fact for entry in game.log) == PLAYED[:2]
    journal.append("1", line(3, PLAYED[2]))
    journal.close()
    journal, words = open_journal(path, "20260101")
    journal.close()
    assert words == ""


def test_a_name_with_half_a_character_is_damage(tmp_path: Path) -> None:
    """Somebody else's backup may hold it; no page could show that name."""
    path, setup = tmp_path / "owleye.sqlite", r'{"game": "toy", "players": ["\ud800"]}'
    written(path).close()
    with sqlite3.connect(path) as other:
        other.execute("INSERT INTO games VALUES (2, ?, ?, ?)", (clock(), setup, digest(clock(), setup)))
    other.close()
    journal, words = open_journal(path, "20260101")
    assert [game.id for game in journal.games()] == ["1"]
    journal.close()
    assert "One game could be carried over" in words


@pytest.mark.parametrize("start", range(0, 16384, 2048))
def test_a_true_prefix_is_carried_over_whichever_page_is_broken(tmp_path: Path, start: int) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    body = bytearray(path.read_bytes())
    body[start : start + 512] = b"\xa5" * len(body[start : start + 512])
    path.write_bytes(body)
    journal, words = open_journal(path, "20260101")
    game = journal.load("1")
    journal.close()
    facts = () if game is None else tuple(entry.fact for entry in game.log)
    assert facts == PLAYED[: len(facts)]
    assert words or facts == PLAYED
    assert not words or (tmp_path / "owleye.damaged-20260101.sqlite").read_bytes() == body


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (cake TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="belongs to another program"):
        open_journal(path, "20260101")
    assert path.read_bytes() == before


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "owleye.sqlite"
    written(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 7")
    other.close()
    with pytest.raises(JournalError, match=r"newer Owleye \(format 7"):
        open_journal(path, "20260101")
