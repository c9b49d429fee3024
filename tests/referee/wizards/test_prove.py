"""The prove wizard: a settled throw is read, judged by the owner, and sets the margin."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.storage.table_files import load_calibration, load_eyes, save_gallery
from calibration.table.accuracy import load_proof
from calibration.table.light import measure
from calibration.teaching.shots import shot_of, teach_pictures
from referee.model.wizard_commands import FromPage, JudgeThrow, Open, Settled, SimulatedShow, TakePicture
from referee.wizards.setup import SetupStatusReader
from tests.referee.shop import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = Shop(tmp_path)
    shots = ((portrait.image, shot_of(portrait)) for portrait in shop.table.enrol_shots(2))
    save_gallery(tmp_path, teach_pictures(shots, load_eyes(tmp_path)).gallery)
    assert shop.bench.do(Open("prove")).ok
    return shop


def throw(shop: Shop) -> None:
    assert shop.bench.do(SimulatedShow()).ok
    shop.clock.now += 10
    shop.bench.do(Settled())


def test_a_throw_is_read_judged_and_kept(shop: Shop) -> None:
    throw(shop)
    trial = shop.bench.state.trial
    assert trial is not None
    assert trial.thrown is not None
    assert len(trial.thrown) == 3
    assert not any(piece.wrong for piece in trial.thrown)
    sure = {i for i, piece in enumerate(trial.thrown) if piece.sure}
    assert sure
    first = min(sure)
    assert not shop.bench.do(TakePicture()).ok
    assert not shop.bench.do(FromPage(JudgeThrow(frozenset()), shop.bench.state.stamp - 1)).ok
    assert "1 wrong" in shop.bench.do(FromPage(JudgeThrow(frozenset({first})), shop.bench.state.stamp)).words
    trial = shop.bench.state.trial
    assert trial is not None
    assert trial.accuracy is not None
    assert (trial.accuracy.throws, trial.accuracy.whole.wrong, trial.accuracy.whole.total) == (1, 1, 3)
    calibration = load_calibration(shop.home)
    assert calibration is not None
    assert load_proof(shop.home)[0].calibration == calibration.id
    assert calibration.margin is not None
    assert calibration.margin > 2.0


def test_an_overlooked_piece_is_counted_on_the_card(shop: Shop) -> None:
    throw(shop)
    assert shop.bench.do(JudgeThrow(frozenset(), overlooked=1)).ok
    trial = shop.bench.state.trial
    assert trial is not None
    assert trial.accuracy is not None
    assert (trial.accuracy.whole.missed, trial.accuracy.whole.total) == (1, 4)
    assert "not seen at all" in {line.about for line in trial.accuracy.pieces}


def test_a_passing_hand_is_no_throw(shop: Shop) -> None:
    throw(shop)
    shop.bench.do(JudgeThrow(frozenset()))
    shop.clock.now += 10
    shop.bench.do(Settled())
    assert shop.bench.state.trial is not None
    assert shop.bench.state.trial.thrown is None
    assert shop.bench.do(TakePicture()).ok
    assert shop.bench.state.trial.thrown is not None
    shop.bench.do(JudgeThrow(frozenset(), count=False))
    assert len(load_proof(shop.home)) == 1


def test_an_empty_mat_is_no_throw_and_a_missing_lesson_is_reported(shop: Shop) -> None:
    assert "nothing on the mat" in shop.bench.do(TakePicture()).words
    (shop.home / "gallery.npz").unlink()
    assert "Nothing is taught yet" in shop.bench.do(TakePicture()).words
    assert "Teach the pieces first" in shop.bench.do(SimulatedShow()).words


def test_a_proof_reports_that_the_light_has_changed_since(shop: Shop) -> None:
    throw(shop)
    shop.bench.do(JudgeThrow(frozenset()))
    eyes, ready = load_eyes(shop.home), SetupStatusReader(shop.home)
    now = ready.now(eyes.gallery, measure(shop.table.full(), eyes.plane))
    assert not now.other_light
    shop.table.fault("lamp")
    later = ready.now(eyes.gallery, measure(shop.table.full(), eyes.plane))
    assert later.words == f"Proven in other light: throw a few again. In that light: {now.words}"


def test_after_a_shove_nothing_is_proven_until_the_mat_is_back_in_place(shop: Shop) -> None:
    shop.table.fault("shove")
    throw(shop)
    assert shop.bench.state.trial is not None
    assert shop.bench.state.trial.thrown is None
    assert "was moved" in shop.bench.do(TakePicture()).words
    shop.table.fault("shove", False)
    assert shop.bench.do(TakePicture()).ok
    assert shop.bench.state.trial.thrown is not None
    assert len(shop.bench.state.trial.thrown) == 3
