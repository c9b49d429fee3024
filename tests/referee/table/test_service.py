"""Many devices submit commands at once, one thread writes, and all read the same snapshot."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from referee.journal.journal import Journal
from referee.model.commands import Enter, Inform, NewGame
from referee.model.snapshot import Snapshot
from referee.observe.evidence import Evidence
from referee.table.controller import TableController
from referee.table.service import CLOSED, RETRY_S, TableService
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


def test_of_many_simultaneous_answers_one_is_accepted(live: TableService) -> None:
    live.submit(NewGame(SETUP))
    answers = []
    speakers = [threading.Thread(target=lambda: answers.append(live.submit(Enter(THROW_A, 0)))) for _ in range(8)]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join()
    assert sorted(answer.ok for answer in answers) == [False] * 7 + [True]
    assert live.now().length == 1


def test_a_waiting_thread_gets_a_change_at_once(live: TableService) -> None:
    snapshots: list[Snapshot] = []
    version = live.now().version
    waiting = threading.Thread(target=lambda: snapshots.append(live.wait(version, 60)))
    waiting.start()
    live.submit(NewGame(SETUP))
    waiting.join()
    assert snapshots[0].game_id == "1"
    assert live.wait(live.now().version, 0) == live.now()


def test_a_command_that_raises_changes_nothing(live: TableService) -> None:
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


def test_a_listener_that_fails_costs_neither_the_table_nor_the_other_listeners(tmp_path: Path) -> None:
    def fail(_: Snapshot) -> None:
        raise ZeroDivisionError

    snapshots: list[Snapshot] = []
    live = TableService(controller_at(tmp_path), Evidence(tmp_path / "evidence", 100), (fail, snapshots.append))
    assert live.submit(NewGame(SETUP)).ok
    assert live.submit(Enter(THROW_A, 0)).ok
    assert snapshots[-1] == live.now()
    live.close()


def countdown_at(tmp_path: Path, now_s: Callable[[], float], length_s: int = 0) -> TableService:
    """A table on which a countdown of this length has begun."""
    evidence = Evidence(tmp_path / "evidence", 100)
    controller = TableController(
        Journal(tmp_path / "owleye.sqlite"), evidence, GAMES, clock, Snapshot(version=1, simulated=False)
    )
    live = TableService(controller, evidence, clock=now_s)
    munchkin = setup(cards=CARDS, characters={"Ana": {"level": 5}}, house_rules={"kill_wait_seconds": length_s})
    live.submit(NewGame(munchkin))
    live.submit(Enter(Choose("Ana", "unlock", "Mask"), 0))
    return live


def test_a_failed_timer_is_retried_after_a_pause_and_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now_s, tries = [50.0], SimpleQueue[float]()
    live = countdown_at(tmp_path, lambda: now_s[0], 5)

    def fail(_: TableController, t: float) -> None:
        tries.put(t)
        raise ZeroDivisionError

    monkeypatch.setattr(TableController, "wake", fail)
    for t in (60.0, 60.0 + RETRY_S + 1):
        now_s[0] = t
        live.submit(Inform("kept", "a command lets the writer look at the clock"))
        assert tries.get(timeout=60) == t
        for _ in range(5):
            live.submit(Inform("kept", "so does each further one"))
        assert tries.empty()
    assert caplog.messages == [f"what was due could not be done; it is tried every {RETRY_S:g} s"]
    live.close()


def test_the_writer_wakes_by_itself_when_the_time_has_run_out(tmp_path: Path) -> None:
    live = countdown_at(tmp_path, lambda: 50.0)
    assert live.seconds_left() in (0.0, None)
    while live.now().length < 2:
        live.wait(live.now().version, 60)
    assert live.now().log[1].fact == Choose("Ana", "time", "passed")
    live.close()


def test_a_command_after_the_close_is_refused_and_blocks_nobody(tmp_path: Path) -> None:
    table = TableService(controller_at(tmp_path), Evidence(tmp_path / "evidence", 100))
    table.close()
    answers: SimpleQueue[object] = SimpleQueue()

    def ask() -> None:
        table.settle()
        answers.put((table.submit(NewGame(SETUP)), table.stored_game("1")))

    threading.Thread(target=ask, daemon=True).start()
    assert answers.get(timeout=20) == (CLOSED, None)
    table.close()
