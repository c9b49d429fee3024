"""One command at a time: logged, judged, shown; refused with words where it may not be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.storage.files import StoreError
from referee.model.commands import Correct, NewGame, Press, Reply, Resume, Say, Trouble, Undo
from referee.observe.throw_tracker import MISSED
from referee.table.controller import TableController
from rules.core.facts import Amend, Choose, Fact, Retract, Throw
from rules.core.fold import referee
from tests.referee.kit import PLAYED, SETUP, THROW_A, THROW_B, TOY, controller_at, piece, playing, saw


def log_of(controller: TableController) -> list[Fact]:
    return [line.fact for line in controller.now.log]


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


def test_nothing_can_be_said_without_a_game(tmp_path: Path) -> None:
    assert not controller_at(tmp_path).do(Say(THROW_A, 0)).ok


def test_a_whole_game_is_the_fold_of_its_facts(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    answers = [controller.do(Say(fact, at)) for at, fact in enumerate(PLAYED)]
    assert [answer.ok for answer in answers] == [True] * 4
    assert answers[0].words == "A throws 1."
    assert controller.now.table == referee(TOY["toy"], SETUP, PLAYED)


def test_a_stale_answer_is_refused_never_applied(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    before = controller.now
    for command in (Say(THROW_B, 0), Undo(0), Correct(1, "die:A", "2", 0)):
        answer = controller.do(command)
        assert (answer.ok, answer.stale) == (False, True)
    assert controller.now == before


def test_a_choice_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    answer = controller.do(Say(Choose("A", "power", "keep"), 0))
    assert not answer.ok
    assert log_of(controller) == []


def test_undo_takes_the_last_play_back_and_then_the_one_before(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    controller.do(Say(THROW_B, 1))
    assert controller.do(Undo(2)).ok
    assert controller.do(Undo(3)).ok
    assert controller.now.table is not None
    assert controller.now.table.entries == ()
    assert controller.do(Undo(4)).words == "There is nothing to undo."


def test_undo_takes_a_correction_back_before_the_play_that_it_corrected(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    controller.do(Correct(1, "die:A", "3", 1))
    controller.do(Correct(1, "die:A", "4", 2))
    assert controller.do(Undo(3)).ok
    assert log_of(controller)[-1] == Amend(1, Throw("A", (("die:A", "3"),)))
    assert controller.do(Undo(4)).ok
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A]
    assert controller.do(Undo(5)).ok
    assert controller.now.table.entries == ()


def test_undo_after_a_correction_of_an_earlier_throw_leaves_the_later_one(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    controller.do(Say(THROW_B, 1))
    controller.do(Correct(1, "die:A", "3", 2))
    assert controller.do(Undo(3)).ok
    assert controller.now.table is not None
    assert [entry.play for entry in controller.now.table.entries] == [THROW_A, THROW_B]
    assert controller.do(Undo(4)).ok
    assert log_of(controller)[-1] == Retract(2)


def test_one_tap_corrects_one_piece(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    assert controller.do(Correct(1, "die:A", "3", 1)).ok
    assert log_of(controller)[-1] == Amend(1, Throw("A", (("die:A", "3"),)))
    assert not controller.do(Correct(1, "die:B", "3", 2)).ok
    assert not controller.do(Correct(9, "die:A", "3", 2)).ok


def test_a_restart_finds_the_game_as_it_was(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    before = controller.now
    controller.close()
    again = controller_at(tmp_path)
    assert (again.now.table, again.now.log, again.now.game_id) == (before.table, before.log, before.game_id)


def test_an_older_game_is_put_on_the_table_again(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Say(THROW_A, 0))
    controller.do(NewGame(SETUP))
    assert controller.now.length == 0
    assert controller.do(Resume("1")).ok
    assert controller.now.length == 1
    assert not controller.do(Resume("7")).ok
    assert not controller.do(Resume("../1")).ok


def test_a_sure_throw_is_logged_with_its_evidence(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(piece("die:A", "2")))
    line = controller.now.log[0]
    assert (line.fact, line.by, line.evidence) == (Throw("A", (("die:A", "2"),)), "camera", "000001")
    assert (tmp_path / "evidence" / "000001.jpg").exists()
    assert '"rules": ["TOY-1"]' in (tmp_path / "evidence" / "000001.json").read_text()


def test_the_same_throw_is_never_counted_twice(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for _ in range(3):
        controller.do(saw(piece("die:A", "2")))
    assert controller.now.length == 1
    controller.do(Undo(1))
    controller.do(saw(piece("die:A", "2", (104.0, 100.0))))
    assert controller.now.length == 2
    controller.do(saw(piece("die:A", "2", (200.0, 100.0))))
    assert controller.now.length == 3


def test_what_lay_there_before_is_no_throw_until_somebody_says_so(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(piece("die:A", "2"), why="before"))
    controller.do(saw(piece("die:A", "2")))
    assert controller.now.length == 0
    controller.do(saw(piece("die:A", "2"), why="asked"))
    assert controller.now.length == 1


@pytest.mark.parametrize("name", ["die:A", None], ids=["the die that is due", "a die that is not identified"])
def test_a_throw_that_fell_while_the_camera_was_away_is_reported_and_counts_when_asked(
    tmp_path: Path, name: str | None
) -> None:
    controller = playing(tmp_path)
    die = replace(piece("die:A", "2"), piece=name)
    controller.do(saw(die, why="back"))
    assert [notice.words for notice in controller.now.notices] == [MISSED]
    controller.do(saw(die))
    assert log_of(controller) == []
    controller.do(saw(die, why="asked"))
    assert log_of(controller) == [Throw("A", (("die:A", "2"),))]
    assert controller.now.notices == ()


def test_pieces_that_lie_as_before_when_the_camera_is_back_are_no_throw(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    before = piece("die:A", "2"), piece("die:B", "3", (300.0, 300.0))
    controller.do(saw(*before, why="before"))
    controller.do(saw(*before, why="back"))
    assert controller.now.notices == ()


def unsure(at: tuple[float, float] = (100.0, 100.0)) -> object:
    return piece("die:A", "2", at, sure=False, candidates=(("die:A", "2", 0.5), ("die:A", "3", 0.4)))


def test_an_unsure_side_is_asked_and_one_tap_answers(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure()))  # type: ignore[arg-type]
    question = controller.now.question
    assert question is not None
    assert [choice.key for choice in question.choices] == ["die:A=2", "die:A=3", "die:A=1"]
    assert controller.now.lamps == ("blink", "off")
    assert controller.now.length == 0
    controller.do(saw(unsure()))  # type: ignore[arg-type]
    assert controller.now.question == question
    assert controller.do(Reply(question.id, "die:A=9")).stale
    assert controller.do(Reply(question.id, "die:A=3")).ok
    assert log_of(controller) == [Throw("A", (("die:A", "3"),))]
    assert controller.do(Reply(question.id, "die:A=3")).stale


def test_a_button_confirms_the_first_choice(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(unsure()))  # type: ignore[arg-type]
    assert controller.do(Press(0)).ok
    assert controller.now.log[0].fact == Throw("A", (("die:A", "2"),))
    assert controller.now.log[0].by == "button"


def test_a_button_does_not_choose_for_its_player(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED[:2]):
        controller.do(Say(fact, at))
    assert controller.do(Press(0)).words == "A has a choice to make: answer on the screen."
    assert not controller.do(Press(1)).ok
    assert not controller.do(Press(5)).ok


def test_a_cocked_die_is_named_and_waited_for(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(piece("die:A", None, sure=False, notes=("cocked",))))
    assert controller.now.length == 0
    assert [notice.words for notice in controller.now.notices] == [
        "die:A does not lie flat: roll it again. It costs nothing."
    ]
    controller.do(saw(piece("die:A", "1", (300.0, 300.0))))
    assert (controller.now.length, controller.now.notices) == (1, ())


def test_trouble_is_a_notice_until_it_is_over(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(Trouble("camera", "The camera does not answer."))
    assert [notice.trouble for notice in controller.now.notices] == [True]
    controller.do(Trouble("camera", ""))
    assert controller.now.notices == ()


def test_a_full_disk_costs_the_picture_never_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = playing(tmp_path)

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr("referee.observe.evidence.write_atomically", full)
    controller.do(saw(piece("die:A", "2")))
    assert controller.now.length == 1
    assert "Pictures cannot be kept" in controller.now.notices[0].words


def test_the_end_of_a_game_makes_a_backup(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED):
        assert not (tmp_path / "backup").exists()
        controller.do(Say(fact, at))
    assert [path.name for path in (tmp_path / "backup").iterdir()] == ["owleye-000001.sqlite"]
    assert controller.now.notices == ()


def test_a_backup_that_fails_is_reported_and_costs_no_fact(tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("a file is in the way")
    controller = playing(tmp_path)
    for at, fact in enumerate(PLAYED):
        assert controller.do(Say(fact, at)).ok
    assert "No backup could be made" in controller.now.notices[0].words
    assert controller_at(tmp_path).now.length == len(PLAYED)


def test_only_a_change_makes_a_new_version(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    before = controller.now.version
    controller.do(Trouble("camera", ""))
    assert controller.now.version == before
