"""When the camera watcher reads a settled table: at the start, and after a camera that failed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.cameras.camera import CameraTrouble, Frame
from referee.devices import throw
from referee.inventory.pieces import stones_of
from referee.model.commands import CameraStateChanged, Command, NewGame, Saw, SimulatedThrow
from referee.model.snapshot import Answer
from tests.referee.simulated import A_THROW, NOTHING, SPELL, Bench, hand, logged, named_sides, setup_of


def test_a_throw_made_as_soon_as_the_table_offers_it_counts(tmp_path: Path, home: Path) -> None:
    bench = Bench(tmp_path, home)
    assert bench.submit(NewGame(setup_of(stones_of(bench.sight.eyes().gallery)))).ok
    bench.look(1)
    while bench.now().eyes == "starting":
        bench.look(1)
    bench.throw()
    assert bench.now().length == 1


def test_a_second_reading_is_made_up_for_when_the_camera_fails_at_that_moment(tmp_path: Path, home: Path) -> None:
    bench = Bench(tmp_path, home)
    bench.begin()
    frame, frames = bench.eye.frame, [bench.table.empty, None]

    def unlucky(deadline_s: float = 5.0) -> Frame:
        """The first picture lacks the pieces, and the second one does not come."""
        if not frames:
            return frame()
        if painted := frames.pop(0):
            return replace(frame(), image=painted())
        raise CameraTrouble("The camera sent no picture in time.")

    bench.eye.frame = unlucky  # type: ignore[method-assign]
    with pytest.raises(CameraTrouble):
        bench.throw()
    bench.look(1)
    assert bench.now().length == 1


def test_a_picture_that_comes_late_and_shows_a_hand_is_not_read(bench: Bench) -> None:
    assert throw(bench.table, SimulatedThrow(sides=named_sides(bench, "Ana", NOTHING)), bench.now()).ok
    frame, asked_for = bench.eye.frame, list[float]()

    def late(deadline_s: float = 5.0) -> Frame:
        asked_for.append(deadline_s)
        bench.table.throw(hand(bench, "Ana"), dict(named_sides(bench, "Ana", SPELL)))
        bench.clock.now += 0.4
        return frame()

    bench.eye.frame = late  # type: ignore[method-assign]
    while not asked_for:
        bench.look(1)
    assert bench.now().last_reading is None
    bench.eye.frame = frame  # type: ignore[method-assign]
    bench.look(A_THROW)
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]


def test_a_picture_from_before_a_throw_was_due_shows_no_throw(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game begins while the picture is being read."""
    bench = Bench(tmp_path, home)
    bench.look(5)
    setup, judge = setup_of(stones_of(bench.sight.eyes().gallery)), bench.submit

    def submit(command: Command) -> Answer:
        if isinstance(command, Saw) and bench.now().table is None:
            judge(NewGame(setup))
        return judge(command)

    monkeypatch.setattr(bench, "submit", submit)
    bench.table.throw(setup["hands"]["Ana"])
    bench.look(A_THROW)
    assert bench.now().table is not None
    assert logged(bench) == []
    bench.throw()
    assert len(logged(bench)) == 1


def test_a_look_that_a_player_asks_for_is_made_whatever_moves(bench: Bench) -> None:
    frame = bench.eye.frame

    def busy(deadline_s: float = 5.0) -> Frame:
        bench.table.throw(hand(bench, "Ana"))
        bench.clock.now += 0.4
        return frame()

    bench.eye.frame = busy  # type: ignore[method-assign]
    bench.watcher.look()
    bench.look(1)
    assert bench.now().last_reading is not None


def test_the_state_of_the_camera_is_reported_when_it_changes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    states, submit = list[str](), bench.submit

    def noted(command: Command) -> Answer:
        if isinstance(command, CameraStateChanged):
            states.append(command.word)
        return submit(command)

    monkeypatch.setattr(bench, "submit", noted)
    bench.look(5)
    bench.throw()
    assert states
    assert all(one != other for one, other in pairwise(states))
