"""What is printed in the terminal: plain characters of hostile names, the addresses of the pages."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from owleye import main
from referee.startup import terminal
from referee.startup.terminal import PlainFormatter, address_lines, plain

HOSTILE = "\x1b[2J\x9b1m\u202eBo\x07\r"


@pytest.mark.parametrize("words", ["Ana legt 3 × „Ω“ …", "two\nlines", "家族 🎲"])
def test_ordinary_words_stay(words: str) -> None:
    assert plain(words) == words


def test_characters_that_do_not_print_are_written_out_and_stay_the_same_in_json() -> None:
    shown = plain(HOSTILE)
    assert shown.isprintable()
    body = {"name": HOSTILE + "\U000e0041\ud800"}
    assert json.loads(plain(json.dumps(body, ensure_ascii=False))) == body


def test_a_picture_with_a_hostile_name_is_told_without_its_control_characters(tmp_path: Path) -> None:
    shot = {"image": f"{HOSTILE}.jpg", "piece": "die:1", "kind": "die", "side": "1"}
    (tmp_path / "shots.jsonl").write_text(json.dumps(shot))
    command = ["--home", str(tmp_path / "home"), "teach", "--from", str(tmp_path / "shots.jsonl")]
    printed = CliRunner().invoke(main, command).output
    assert "[2J" in printed
    assert printed.replace("\n", "").isprintable()


def test_an_error_about_a_hostile_name_is_told_without_its_control_characters(tmp_path: Path) -> None:
    printed = CliRunner().invoke(main, ["--home", str(tmp_path), "export", HOSTILE]).output
    assert "[2J" in printed
    assert printed.replace("\n", "").isprintable()


def test_a_replayed_game_with_hostile_names_is_told_without_their_control_characters(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    game.write_text(json.dumps({"game": HOSTILE}))
    printed = CliRunner().invoke(main, ["--home", str(tmp_path), "replay", str(game)]).output
    assert printed.startswith("Error")
    assert printed.replace("\n", "").isprintable()


def test_the_log_writes_no_control_characters() -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(PlainFormatter("%(message)s"))
    try:
        raise ValueError(HOSTILE)
    except ValueError as error:
        handler.emit(
            logging.makeLogRecord(
                {"msg": "%s cannot be read", "args": (HOSTILE,), "exc_info": (type(error), error, None)}
            )
        )
    assert lines.getvalue().replace("\n", "").isprintable()


def test_addresses_for_this_machine_and_for_phones_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "own_address", lambda: "192.168.1.7")
    assert address_lines("127.0.0.1", 8000) == "Owleye is ready: http://127.0.0.1:8000"
    assert address_lines("0.0.0.0", 81).splitlines() == [
        "Owleye is ready: http://localhost:81",
        "On a phone in the same network: http://192.168.1.7:81",
    ]
    monkeypatch.setattr(terminal, "own_address", lambda: "")
    assert address_lines("0.0.0.0", 81) == "Owleye is ready: http://localhost:81"
