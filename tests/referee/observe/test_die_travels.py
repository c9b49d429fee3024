"""Dice, end to end: from the simulated table through camera, eyes and controller to the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.cameras.camera import CameraTrouble, Frame, Image
from hardware.simulated.art import starter
from referee.model.commands import Enter, NewGame, Press
from rules.core.facts import Choose, Fact, Throw
from tests.referee.observe.test_dicers_at_table import SETUP as DICERS
from tests.referee.simulated import A_THROW, Bench, taught_home
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import facts, setup
from vision.geometry.plane import Plane
from vision.pipeline import find
from vision.types import Detection

PIECES = {piece.id: piece for piece in starter()}
MUNCHKIN = [PIECES["die:munchkin"]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Munchkin's die was taught; no die of Dicers was."""
    return taught_home(tmp_path_factory.mktemp("taught"), MUNCHKIN)


def say(bench: Bench, *lines: str) -> None:
    for fact in facts(*lines):
        assert bench.submit(Enter(fact, bench.now().length)).ok


def logged(bench: Bench) -> list[Fact]:
    return [line.fact for line in bench.now().log]


def running(bench: Bench) -> Bench:
    """Ana runs from the Horntail."""
    bench.look(5)
    assert bench.submit(NewGame(setup(cards=CARDS))).ok
    say(bench, "Ana unlock: Horntail", "Ana run: away")
    bench.controller.wake(60.0)
    bench.look(3)
    return bench


@pytest.mark.parametrize(("side", "key"), [("5", "escaped"), ("power", "escaped"), ("3", "caught")])
def test_the_real_die_decides_who_gets_away(tmp_path: Path, home: Path, side: str, key: str) -> None:
    bench = running(Bench(tmp_path, home, MUNCHKIN))
    bench.throw(sides=(("die:munchkin", side),))
    assert logged(bench)[-1] == Throw("Ana", (("die:munchkin", side),))
    assert bench.now().log[-1].by == "camera"
    table = bench.now().table
    assert table is not None
    assert key in [ruling.key for ruling in table.entries[-1].rulings]


def test_a_throw_survives_a_moment_without_a_picture(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = running(Bench(tmp_path, home, MUNCHKIN))
    whole, troubles = bench.eye.frame, [CameraTrouble("No picture came.")]

    def frame(deadline_s: float = 5.0) -> Frame:
        if troubles and bench.now().eyes == "reading":
            raise troubles.pop()
        return whole(deadline_s)

    monkeypatch.setattr(bench.eye, "frame", frame)
    with pytest.raises(CameraTrouble):
        bench.throw(sides=(("die:munchkin", "5"),))
    bench.look(3)
    assert logged(bench)[-1] == Throw("Ana", (("die:munchkin", "5"),))


def test_a_throw_that_is_quicker_than_the_picture_of_what_lay_before_counts(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = advanced(tmp_path, home)
    whole = bench.eye.frame

    def slow(deadline_s: float = 5.0) -> Frame:
        bench.clock.now += 3.0
        return whole(deadline_s)

    monkeypatch.setattr(bench.eye, "frame", slow)
    bench.throw(sides=(("die:1", "5"),))
    assert logged(bench)[-1] == Throw("Ana", (("die:1", "5"),))


def test_a_cast_of_dicers_with_dice_that_nobody_has_taught(tmp_path: Path, home: Path) -> None:
    bench = Bench(tmp_path, home, [PIECES[f"die:{n}"] for n in range(1, 7)])
    bench.look(5)
    assert bench.submit(NewGame(DICERS)).ok
    for player, die in (("Ana", "die:1"), ("Bo", "die:4")):
        assert bench.submit(Enter(Choose(player, "advance", die), bench.now().length)).ok
    bench.look(3)
    for side in ("3", "5"):
        bench.throw(sides=(("die:1", side),))
        assert logged(bench)[-1] == Throw("Ana", (("die:1", side),))
    bench.table.throw(("die:4",), {"die:4": "2"})
    bench.look(A_THROW)
    assert logged(bench)[-1] == Throw("Bo", (("die:4", "2"),))
    table = bench.now().table
    assert table is not None
    assert table.entries[-1].rulings[0].key == "held"
    assert bench.submit(Press(0)).ok
    assert Choose("Ana", "keep", "keep") in logged(bench)
    assert bench.submit(Press(1)).ok
    assert Choose("Bo", "keep", "keep") in logged(bench)


class Finder:
    """A detector that overlooks pieces in its next calls, which are counted down."""

    def __init__(self) -> None:
        self.overlooks = 0

    def __call__(
        self, image: Image, plane: Plane | None = None, empty: Image | None = None, edges_mm: Sequence[float] = ()
    ) -> tuple[Detection, ...]:
        self.overlooks -= 1
        return () if self.overlooks >= 0 else find(image, plane, empty, edges_mm)


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Finder:
    finder = Finder()
    monkeypatch.setattr("referee.observe.table_reading.find", finder)
    return finder


def advanced(tmp_path: Path, home: Path) -> Bench:
    """Two dice lay there before the game; Ana is to roll die:1."""
    bench = Bench(tmp_path, home, [PIECES[f"die:{n}"] for n in range(1, 7)])
    bench.table.throw(("die:5", "die:6"), {"die:5": "4", "die:6": "2"})
    bench.look(A_THROW)
    assert bench.submit(NewGame(DICERS)).ok
    for player, die in (("Ana", "die:1"), ("Bo", "die:4")):
        assert bench.submit(Enter(Choose(player, "advance", die), bench.now().length)).ok
    return bench


def test_a_die_that_was_overlooked_before_is_not_mistaken_for_the_thrown_one(
    tmp_path: Path, home: Path, finder: Finder
) -> None:
    finder.overlooks = 99
    bench = advanced(tmp_path, home)
    bench.look(3)
    finder.overlooks = 0
    bench.table.take(["die:5"])
    bench.look(A_THROW)
    assert logged(bench)[-1] == Choose("Bo", "advance", "die:4")
    bench.throw(sides=(("die:1", "3"),))
    assert logged(bench)[-1] == Throw("Ana", (("die:1", "3"),))


def test_a_reading_without_a_throw_is_repeated(tmp_path: Path, home: Path, finder: Finder) -> None:
    bench = advanced(tmp_path, home)
    bench.look(3)
    finder.overlooks = 1
    bench.throw(sides=(("die:1", "3"),))
    bench.look(6)
    while bench.now().question:
        bench.answer()
    assert logged(bench)[-1] == Throw("Ana", (("die:1", "3"),))
