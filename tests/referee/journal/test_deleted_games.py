"""Deleted games: gone from every list at once, back with one command, removed only when ten later games have begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.journal.errors import JournalError
from referee.journal.journal import Journal
from referee.journal.journal_files import DELETED, KEPT_GAMES, delete, game_lists, restore
from referee.model.commands import DeleteGame, NewGame, RestoreGame, Resume
from referee.table.controller import TableController
from tests.referee.kit import SETUP, controller_at, playing


def two_games(home: Path) -> TableController:
    """Game 1 lies in the journal, game 2 on the table."""
    controller = playing(home)
    assert controller.do(NewGame(SETUP)).ok
    return controller


def ids(controller: TableController) -> tuple[list[str], list[str]]:
    now = controller.now
    return [game.id for game in now.games], [game.id for game in now.deleted]


def test_a_deleted_game_is_in_no_list_and_comes_back(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    before = controller.stored("1")
    assert controller.do(DeleteGame("1")).ok
    assert ids(controller) == (["2"], ["1"])
    assert controller.stored("1") is None
    assert not controller.do(Resume("1")).ok
    assert controller.do(RestoreGame("1")).ok
    assert ids(controller) == (["2", "1"], [])
    assert controller.stored("1") == before


def test_a_deletion_holds_over_a_restart(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    controller.close()
    again = controller_at(tmp_path)
    assert ids(again) == (["2"], ["1"])
    assert again.do(RestoreGame("1")).ok
    again.close()


@pytest.mark.parametrize("command", [DeleteGame("2"), DeleteGame("7"), DeleteGame("x"), RestoreGame("2")])
def test_an_impossible_deletion_is_refused_in_a_sentence(tmp_path: Path, command: DeleteGame | RestoreGame) -> None:
    controller = two_games(tmp_path)
    answer = controller.do(command)
    assert (answer.ok, answer.words.endswith(".")) == (False, True)
    assert ids(controller) == (["2", "1"], [])


def test_a_game_is_not_deleted_twice(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    assert not controller.do(DeleteGame("1")).ok
    assert ids(controller) == (["2"], ["1"])


def test_it_is_removed_when_ten_later_games_have_begun_and_not_before(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    for _ in range(KEPT_GAMES - 1):
        assert controller.do(NewGame(SETUP)).ok
    assert ids(controller)[1] == ["1"]
    assert controller.do(NewGame(SETUP)).ok
    assert ids(controller) == ([str(n) for n in range(KEPT_GAMES + 2, 1, -1)], [])
    controller.close()
    journal = Journal(tmp_path / "owleye.sqlite")
    assert journal.load("1") is None
    journal.prove()
    assert journal.begin(SETUP, "2026-01-01") == str(KEPT_GAMES + 3), "no later game takes the number"
    journal.close()


def test_a_power_cut_between_removing_and_noting_it_harms_nothing(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    controller.close()
    journal = Journal(tmp_path / "owleye.sqlite")
    journal.remove("1")
    stored = game_lists(journal)
    assert ([game.id for game in stored.listed], stored.deleted) == (["2"], ())
    journal.close()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"games": 3}', b'{"games": {"1": "x"}}', b"\xff"])
def test_a_damaged_list_deletes_nothing(tmp_path: Path, damage: bytes) -> None:
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    (tmp_path / DELETED).write_bytes(damage)
    controller.close()
    again = controller_at(tmp_path)
    assert ids(again) == (["2", "1"], [])
    again.close()


def test_a_full_disk_is_reported_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = two_games(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("calibration.storage.files.os.fsync", full)
    answer = controller.do(DeleteGame("1"))
    assert (answer.ok, "free some space" in answer.words) == (False, True)
    assert ids(controller) == (["2", "1"], [])


def test_a_removal_that_fails_removes_nothing(tmp_path: Path) -> None:
    controller = two_games(tmp_path)
    controller.close()
    journal = Journal(tmp_path / "owleye.sqlite")
    journal._db.execute("CREATE TRIGGER full BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(JournalError):
        journal.remove("1")
    assert journal.load("1") is not None
    delete(journal, "1")
    restore(journal, "1")
    assert journal.begin(SETUP, "2026-01-01") == "3"
    journal.close()


def test_a_new_game_is_never_taken_for_one_that_was_deleted(tmp_path: Path) -> None:
    """The journal may be older than the list: an owner goes back to a copy of it, or a damaged one lost its end."""
    controller = two_games(tmp_path)
    assert controller.do(DeleteGame("1")).ok
    controller.close()
    for path in tmp_path.glob("owleye.sqlite*"):
        path.unlink()
    again = controller_at(tmp_path)
    assert again.do(NewGame(SETUP)).ok
    assert again.do(NewGame(SETUP)).ok
    assert ids(again) == (["2", "1"], [])
    again.close()
