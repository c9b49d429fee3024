"""Games on the live table: begun, continued after a restart, copied at their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.model.commands import Enter, Inform, NewGame, Resume
from rules.core.phrases import translated
from tests.referee.kit import PLAYED, SETUP, THROW_A, controller_at, playing
from web.languages import catalogue


def test_a_game_begins_and_asks(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    assert controller.now.table is not None
    assert [ask.player for ask in controller.now.table.asks] == ["A"]
    assert controller.now.lamps == ("on", "off")
    assert controller.now.expect == ("die:A",)
    assert [line.players for line in controller.now.games] == [("A", "B")]


def test_a_set_up_that_cannot_be_played_is_refused_in_words(tmp_path: Path) -> None:
    controller = controller_at(tmp_path)
    assert controller.do(NewGame({**SETUP, "players": ["A"]})).words == "Two play the toy game."
    assert "I know no game 'chess'" in controller.do(NewGame({"game": "chess"})).words
    assert controller.now.games == ()


def test_a_restart_finds_the_game_as_it_was(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    before = controller.now
    controller.close()
    again = controller_at(tmp_path)
    assert (again.now.table, again.now.log, again.now.game_id) == (before.table, before.log, before.game_id)


def test_a_game_on_which_the_rules_fail_does_not_keep_the_table_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.close()
    with monkeypatch.context() as failing:
        failing.setattr("tests.rules.toy.Toy.step", lambda toy, state, play: 1 / 0)
        again = controller_at(tmp_path)
        assert again.now.table is None
        assert [notice.words for notice in again.now.notices] == [
            "Game 1 cannot go on: The rules fail on a play in it. Begin another game; the log of `owleye run` says why."
        ]
        assert again.do(NewGame(SETUP)).ok
        again.close()
    assert controller_at(tmp_path).do(Resume("1")).ok


def test_an_older_game_is_put_on_the_table_again(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Enter(THROW_A, 0))
    controller.do(NewGame(SETUP))
    assert controller.now.length == 0
    assert controller.do(Resume("1")).ok
    assert controller.now.length == 1
    assert not controller.do(Resume("7")).ok
    assert not controller.do(Resume("../1")).ok


def test_another_game_begins_without_what_was_said_about_the_pieces_of_the_last_one(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for source in ("throw", "kept", "disk"):
        controller.do(Inform(source, f"Something about the {source}."))
    controller.do(NewGame(SETUP))
    assert [notice.source for notice in controller.now.notices] == ["disk"]


def test_the_end_of_a_game_makes_a_backup(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED):
        assert not (tmp_path / "backup").exists()
        controller.do(Enter(fact, at))
    assert [path.name for path in (tmp_path / "backup").iterdir()] == ["owleye-000001.sqlite"]
    assert controller.now.notices == ()


def test_a_backup_that_fails_is_reported_and_costs_no_fact(tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("a file is in the way")
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED):
        assert controller.do(Enter(fact, at)).ok
    words = controller.now.notices[0].words
    assert words.startswith(f"No backup could be made after this game. {tmp_path / 'backup'}")
    assert "something else lies in its place: move that away" in words
    assert translated(words, catalogue("de")).startswith("Nach diesem Spiel konnte keine Sicherung angelegt werden.")
    assert controller_at(tmp_path).now.length == len(PLAYED)
