"""Sides of a die are learnt from throws that the players did not correct."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

from calibration.storage.table_files import load_gallery, save_gallery
from hardware.simulated.art import starter
from referee.model.commands import Correct, Enter, NewGame
from referee.observe import die_learning
from referee.observe.die_learning import ALL_PICTURES, FACTS_AFTER, PICTURES, DieLearning
from referee.observe.evidence import Evidence
from rules.core.facts import Choose, Throw
from tests.referee.simulated import Bench, taught_home
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import facts, setup
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.types import Candidate, Piece, Reading

DIE = "die:munchkin"
PIECES = [piece for piece in starter() if piece.id == DIE]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which only the Power side of the die was taught."""
    home = taught_home(tmp_path_factory.mktemp("taught"), PIECES)
    whole = load_gallery(home)
    (power,) = (side for side in whole.of(DIE) if side.side == "power")
    crops = whole.crops[whole.owner == whole.sides.index(power)][:1]
    save_gallery(home, Gallery.empty().with_crops(power, crops, load_embedder()))
    return home


@pytest.fixture
def bench(tmp_path: Path, taught: Path) -> Bench:
    """Ana runs from the Horntail."""
    home, table = tmp_path / "taught", tmp_path / "table"
    copytree(taught, home)
    table.mkdir()
    bench = Bench(table, home, PIECES)
    bench.look(5)
    assert bench.submit(NewGame(setup(cards=CARDS))).ok
    for fact in facts("Ana unlock: Horntail", "Ana run: away"):
        assert bench.submit(Enter(fact, bench.now().length)).ok
    bench.controller.wake(60.0)
    bench.look(3)
    return bench


def learning(bench: Bench) -> DieLearning:
    return DieLearning(bench.sight, Evidence(bench.sight.home.parent / "table" / "evidence", 100))


def go_on(bench: Bench, count: int) -> None:
    """Choose the first option offered, *count* times."""
    for _ in range(count):
        table = bench.now().table
        assert table is not None
        ask = next(ask for ask in table.asks if ask.options)
        assert bench.submit(Enter(Choose(ask.player, ask.kind, ask.options[0].pick), bench.now().length)).ok


def sides(bench: Bench) -> list[str]:
    gallery = load_gallery(bench.sight.home)
    return [gallery.sides[index].side for index in gallery.owner]


def test_an_uncorrected_throw_teaches_the_side_it_showed(bench: Bench) -> None:
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    assert isinstance(bench.now().log[-1].fact, Throw)
    go_on(bench, FACTS_AFTER - 1)
    learner.step(bench.now())
    assert sides(bench) == ["power"], "the throw may still be corrected"
    go_on(bench, 1)
    for _ in range(3):
        learner.step(bench.now())
    assert sides(bench) == ["power", "5"]


def test_a_corrected_throw_teaches_the_side_that_the_players_entered(bench: Bench) -> None:
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    seq = bench.now().log[-1].seq
    assert bench.submit(Correct(seq, DIE, "4", bench.now().length)).ok
    go_on(bench, FACTS_AFTER)
    learner.step(bench.now())
    assert sides(bench) == ["power", "4"]


def test_nothing_is_learnt_while_somebody_teaches(bench: Bench) -> None:
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    with bench.sight.gallery_lock:
        learner.step(bench.now())
    assert sides(bench) == ["power"]
    learner.step(bench.now())
    assert sides(bench) == ["power", "5"]


def test_throws_before_the_start_are_not_learnt_again(bench: Bench) -> None:
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    learning(bench).step(bench.now())
    assert sides(bench) == ["power"]


def test_a_lost_picture_teaches_nothing_and_stops_nothing(bench: Bench) -> None:
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    (name,) = (entry.evidence for entry in bench.now().log if entry.evidence)
    (bench.sight.home.parent / "table" / "evidence" / f"{name}.json").write_text("{")
    learner.step(bench.now())
    assert sides(bench) == ["power"]


def test_a_learnt_side_keeps_the_edge_that_a_lesson_measured(bench: Bench) -> None:
    gallery = load_gallery(bench.sight.home)
    taught_five = replace(gallery.sides[0], side="5", edge_mm=24.0)
    only_five = Gallery.empty().with_crops(taught_five, gallery.crops[:1], bench.sight.eyes().embedder)
    save_gallery(bench.sight.home, only_five)
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    learner.step(bench.now())
    assert sides(bench) == ["5", "5"]
    assert load_gallery(bench.sight.home).edges_mm([DIE]) == (24.0,)


def with_pictures(bench: Bench, count: int, table: np.ndarray) -> None:
    """Teach the 5 by *count* pictures from a table of this colour."""
    gallery = load_gallery(bench.sight.home)
    five, crops = replace(gallery.sides[0], side="5"), gallery.crops[[0] * count]
    save_gallery(bench.sight.home, gallery.with_crops(five, crops, load_embedder(), table))


def test_a_side_is_learnt_again_on_another_table(bench: Bench) -> None:
    here = bench.sight.eyes().table
    with_pictures(bench, PICTURES, here + np.float32(1.0))
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    learner.step(bench.now())
    assert sides(bench).count("5") == PICTURES + 1
    assert np.allclose(load_gallery(bench.sight.home).tables[-1], here)


@pytest.mark.parametrize("off", [0.0, 1.0])
def test_no_more_than_the_wanted_pictures_are_learnt(bench: Bench, monkeypatch: pytest.MonkeyPatch, off: float) -> None:
    wanted = ALL_PICTURES if off else PICTURES
    with_pictures(bench, wanted, bench.sight.eyes().table + np.float32(off))
    learner = learning(bench)
    learner.step(bench.now())
    bench.throw(sides=((DIE, "5"),))
    go_on(bench, FACTS_AFTER)
    monkeypatch.setattr(Evidence, "image", lambda *_: pytest.fail("a picture of 9 MB that nobody needs"))
    learner.step(bench.now())
    assert sides(bench).count("5") == wanted


def seen(name: str | None, side: str, **scores: float) -> Piece:
    """A die that may be each of these dice, with the scores of its candidates (``d1``: die:1)."""
    candidates = tuple(Candidate(f"die:{die[1]}", side, score) for die, score in scores.items())
    return Piece("die", name, side, None, None, 0.9, True, candidates, (0.0, 0.0), (), (0.0, 0.0), ())


@pytest.mark.parametrize(
    ("first", "second", "learnt"),
    [
        pytest.param(("5", 0.33, 0.33), ("5", 0.33, 0.33), set(), id="equal sides: exchanged, the throw is the same"),
        pytest.param(("5", 0.9, 0.02), ("5", 0.02, 0.9), {"die:1", "die:2"}, id="equal sides, known by their looks"),
        pytest.param(("5", 0.9, 0.02), ("5", 0.33, 0.33), {"die:1"}, id="equal sides, one known by its looks"),
        pytest.param(("5", 0.33, 0.33), ("3", 0.33, 0.33), {"die:1", "die:2"}, id="the throw says which is which"),
    ],
)
def test_dice_that_may_be_exchanged_are_not_learnt(
    first: tuple[str, float, float], second: tuple[str, float, float], learnt: set[str]
) -> None:
    """Two new dice that both show a 5 are counted under either name, but a picture must be of the right one."""
    pieces = tuple(
        seen(f"die:{n}", side, d1=one, d2=two) for n, (side, one, two) in enumerate((first, second), start=1)
    )
    wanted = {"die:1": first[0], "die:2": second[0]}
    assert {name for name, _ in die_learning._dice_of(Reading(pieces, (), {}), wanted)} == learnt
