"""The command line as strangers use it: one sentence for an error, a non-zero exit, stable JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from owleye import main
from referee.journal import Journal
from tests.referee.kit import SETUP, THROW_A, clock
from tests.referee.test_journal import written


def owleye(home: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--home", str(home), *words])


def told(result: Result) -> str:
    """The one sentence of a command that failed."""
    assert result.exit_code != 0
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_help_reads_like_a_page() -> None:
    page = CliRunner().invoke(main, ["--help"]).stdout
    assert "A new table, in this order:" in page
    assert all(name in page for name in ("replay", "export", "games", "doctor", "OWLEYE_HOME"))


def test_kept_games_are_listed_and_exported(tmp_path: Path) -> None:
    written(tmp_path / "owleye.sqlite").close()
    assert owleye(tmp_path, "games").stdout == "   1  2026-01-01 12:00  toy: A and B, 4 facts\n"
    assert json.loads(owleye(tmp_path, "games", "--json").stdout) == {
        "id": "1",
        "game": "toy",
        "players": ["A", "B"],
        "started": clock(),
        "facts": 4,
    }
    lines = owleye(tmp_path, "export", "1").stdout.splitlines()
    assert json.loads(lines[0]) == SETUP
    assert json.loads(lines[1]) == {"fact": "throw", "player": THROW_A.player, "shown": {"die:A": "1"}}
    assert "There is no game 9" in told(owleye(tmp_path, "export", "9"))


def test_an_empty_home_has_no_games_and_is_not_made(tmp_path: Path) -> None:
    assert "No games are kept" in owleye(tmp_path / "home", "games").stdout
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("content", [b"", b"scribble" * 1000])
def test_a_journal_that_is_none_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "owleye.sqlite").write_bytes(content)
    result = owleye(tmp_path, "games")
    assert "damaged" in told(result) if content else result.exit_code == 0


def test_replay_of_a_bad_file_is_a_sentence_with_the_line(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    game.write_text('{"game": "chess"}\n')
    assert "Line 1: There is no game called 'chess'" in told(owleye(tmp_path, "replay", str(game)))
    game.write_bytes(b"\xff\xfe\x00")
    assert told(owleye(tmp_path, "replay", str(game)))


def test_doctor_answers_in_words_and_in_json(tmp_path: Path) -> None:
    assert "Python: Python 3." in owleye(tmp_path, "doctor").stdout
    checks = [json.loads(line) for line in owleye(tmp_path, "doctor", "--json").stdout.splitlines()]
    assert {"name", "health", "words"} == set(checks[0])


def test_the_journal_can_be_read_while_the_table_runs(tmp_path: Path) -> None:
    running: Journal = written(tmp_path / "owleye.sqlite")
    assert owleye(tmp_path, "games").exit_code == 0
    running.close()
