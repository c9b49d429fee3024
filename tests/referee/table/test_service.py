"""Many speak at once, one writes, everybody reads the same."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.journal.journal import Journal
from referee.model.commands import Enter, NewGame
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.table.controller import TableController
from referee.table.service import TableService
from rules.core.facts import Choose, from_json
from rules.games import GAMES
from tests.referee.kit import PLAYED, SETUP, THROW_A, clock, controller_at, piece, saw
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import setup


@pytest.fixture
def live(tmp_path: Path) -> Iterator[TableService]:
    table = TableService(controller_at(tmp_path), Evidence(tmp_path / "evidence", 100))
    yield table
    table.close()


def test_of_many_who_speak_at_once_one_is_heard(live: TableService) -> None:
    live.submit(NewGame(SETUP))
    answers = []
    speakers = [threading.Thread(target=lambda: answers.append(live.submit(Enter(THROW_A, 0)))) for _ in range(8)]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    assert sorted(answer.ok for answer in answers) == [False] * 7 + [True]
    assert live.now().length == 1


def test_who_waits_hears_at_once(live: TableService) -> None:
    heard: list[Snapshot] = []
    version = live.now().version
    waiting = threading.Thread(target=lambda: heard.append(live.wait(version, 60)))
    waiting.start()
    live.submit(NewGame(SETUP))
    waiting.join()
    assert heard[0].game_id == "1"
    assert live.wait(live.now().version, 0) == live.now()


def test_a_command_that_breaks_something_inside_changes_nothing(live: TableService) -> None:
    live.submit(NewGame(SETUP))
    before = live.now()
    answer = live.submit(NewGame({"game": "toy", "players": 3}))
    assert not answer.ok
    assert "nothing was changed" in answer.words
    assert live.now() == before
    assert live.submit(Enter(THROW_A, 0)).ok


def test_an_exported_game_reads_back(live: TableService) -> None:
    live.submit(NewGame(SETUP))
    for at, fact in enumerate(PLAYED):
        live.submit(Enter(fact, at))
    setup, *facts = map(json.loads, live.export("1").splitlines())
    assert setup == SETUP
    assert tuple(map(from_json, facts)) == PLAYED
    with pytest.raises(KeyError):
        live.export("2")


def test_kept_pictures_and_readings_are_handed_out(live: TableService) -> None:
    live.submit(NewGame(SETUP))
    look = saw(piece("die:A", "2"))
    live.submit(look)
    assert live.reading("000001") == look.reading
    picture = live.picture("000001")
    assert picture is not None
    assert picture[:2] == b"\xff\xd8"
    record = live.evidence("000001")
    assert record is not None
    assert (record["camera"], record["size"]) == ({"exposure_us": 9000.0}, [16, 9])
    assert live.picture("../owleye") is None
    assert live.reading("000009") is None


def test_the_writer_wakes_by_itself_when_the_time_has_run_out(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path / "evidence", 100)
    controller = TableController(
        Journal(tmp_path / "owleye.sqlite"), evidence, GAMES, clock, Snapshot(version=1, simulated=False)
    )
    live = TableService(controller, evidence, clock=lambda: 50.0)
    told = setup(cards=CARDS, characters={"Ana": {"level": 5}}, house_rules={"kill_wait_seconds": 0})
    live.submit(NewGame(told))
    assert live.seconds_left() is None
    live.submit(Enter(Choose("Ana", "unlock", "Mask"), 0))
    assert live.seconds_left() in (0.0, None)
    while live.now().length < 2:
        live.wait(live.now().version, 60)
    assert live.now().log[1].fact == Choose("Ana", "time", "passed")
    live.close()
