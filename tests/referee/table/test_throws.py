"""From readings to throws: counted once, with their evidence; unsure ones are asked about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.storage.files import StoreError
from referee.journal.errors import JournalError
from referee.model.commands import CameraStateChanged, Enter, Press, Reply, Undo
from referee.observe.throw_tracker import MISSED
from referee.table.controller import RETRY_S
from rules.core.facts import Throw
from rules.core.phrases import Phrase
from tests.referee.kit import log_of, piece, playing, saw


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


def test_pieces_that_lay_there_before_are_no_throw_until_confirmed(tmp_path: Path) -> None:
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


def test_what_was_said_of_a_throw_ends_when_its_pieces_are_taken_away(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(piece("die:A", "2"), why="back"))
    assert [notice.words for notice in controller.now.notices] == [MISSED]
    controller.do(CameraStateChanged("hand"))
    assert [notice.words for notice in controller.now.notices] == [MISSED]
    controller.do(CameraStateChanged("watching"))
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


def test_a_cocked_die_is_named_and_waited_for(tmp_path: Path) -> None:
    controller = playing(tmp_path)
    controller.do(saw(piece("die:A", None, sure=False, notes=("cocked",))))
    assert controller.now.length == 0
    assert [notice.words for notice in controller.now.notices] == [
        "die:A does not lie flat: roll it again. It costs nothing."
    ]
    controller.do(saw(piece("die:A", "1", (300.0, 300.0))))
    assert (controller.now.length, controller.now.notices) == (1, ())


def test_a_full_disk_costs_the_picture_never_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = playing(tmp_path)

    def full(*_: object) -> None:
        raise StoreError(Phrase("The disk is full."))

    monkeypatch.setattr("referee.observe.evidence.write_atomically", full)
    controller.do(saw(piece("die:A", "2")))
    assert controller.now.length == 1
    assert "Pictures cannot be kept" in controller.now.notices[0].words
    refuse(monkeypatch)
    controller.do(Enter(Throw("B", (("die:B", "2"),)), 1))
    assert [notice.words.split()[0] for notice in controller.now.notices] == ["The", "Pictures"]


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the journal refuse every fact, until the patch is undone."""

    def busy(*_: object) -> None:
        raise JournalError(Phrase("The journal is in use by another program."))

    monkeypatch.setattr("referee.journal.journal.Journal.append", busy)


def test_a_throw_that_the_journal_refused_is_logged_when_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = playing(tmp_path)
    refuse(monkeypatch)
    controller.do(saw(piece("die:A", "2")), 10.0)
    for t in (10.0 + RETRY_S, 10.0 + 2 * RETRY_S):
        assert controller.due == t
        controller.wake(t)
        assert log_of(controller) == []
        assert [notice.words for notice in controller.now.notices] == ["The journal is in use by another program."]
    monkeypatch.undo()
    controller.wake(controller.due or 0.0)
    assert (log_of(controller), controller.now.log[0].evidence) == ([Throw("A", (("die:A", "2"),))], "000001")
    assert (controller.due, controller.now.notices) == (None, ())
    controller.do(saw(piece("die:A", "2")), 40.0)
    assert controller.now.length == 1


def test_a_refused_throw_is_dropped_for_what_the_players_did_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = playing(tmp_path)
    refuse(monkeypatch)
    controller.do(saw(piece("die:A", "2")))
    controller.do(saw())
    assert controller.due is None
    controller.do(saw(piece("die:A", "2")))
    monkeypatch.undo()
    controller.do(Enter(Throw("A", (("die:A", "1"),)), 0))
    controller.wake(RETRY_S)
    assert log_of(controller) == [Throw("A", (("die:A", "1"),))]
