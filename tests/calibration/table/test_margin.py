"""The margin follows the answers that the owner judged at this table; a few answers change it only a little."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.files import StoreError
from calibration.storage.table_files import Calibration, load_calibration, load_eyes, save_calibration
from calibration.table.margin import LEAST, MOST, WRONG, JudgedAnswer, answer_of, fit_margin, generated, keep_margin
from vision.geometry.plane import Geometry
from vision.thresholds import MARGIN
from vision.types import Note, Piece

SURE_PIECE = Piece("stone", "stone:1", "number", 9, None, 0.982, True, (), (30.0, 30.0), (), None, margin=4.0)


def judged(count: int, mean: float, wrong: int = 0) -> list[JudgedAnswer]:
    """Answers about a mean margin, of which those with the largest margins are wrong: the worst case."""
    leads = np.sort(np.random.default_rng(count).normal(mean, 0.8, count).clip(0, 9))
    return [JudgedAnswer(float(lead), index < count - wrong) for index, lead in enumerate(leads)]


def test_without_answers_the_margin_stays() -> None:
    assert fit_margin() == MARGIN


@pytest.mark.parametrize("count", [1, 20, 100, 1000])
@pytest.mark.parametrize("mean", [2.5, 4.5, 7.0])
def test_right_answers_alone_never_raise_the_margin(count: int, mean: float) -> None:
    assert LEAST <= fit_margin(judged(count, mean)) <= MARGIN


def test_clear_right_answers_lower_the_margin_slightly() -> None:
    assert LEAST <= fit_margin(judged(300, 5.0)) < fit_margin(judged(100, 5.0)) < MARGIN


def test_a_sure_wrong_answer_raises_the_margin_moderately() -> None:
    few, more = fit_margin(judged(20, 4.5, wrong=1)), fit_margin(judged(100, 4.5, wrong=4))
    assert MARGIN < few < MARGIN + 0.5
    assert few < more <= MOST


def test_one_wrong_in_a_thousand_is_within_the_promise() -> None:
    assert fit_margin(judged(1200, 5.0, wrong=1)) <= MARGIN


def test_many_wrong_answers_raise_the_margin_near_its_maximum() -> None:
    assert fit_margin(judged(400, 4.0, wrong=80)) > 3.8


def two_leads(wrong: int, right: int) -> list[JudgedAnswer]:
    """Wrong answers with a margin of 3.48, and right ones with 4."""
    return [JudgedAnswer(3.48, False)] * wrong + [JudgedAnswer(4.0, True)] * right


def test_the_wrong_ones_among_a_thousand_sure_answers_are_counted() -> None:
    assert fit_margin(two_leads(100, 1900)) == pytest.approx((100 * MARGIN + 2000 * 3.5) / 2100, abs=0.006)


def test_with_fewer_sure_answers_more_wrong_ones_than_were_seen_are_expected() -> None:
    counted = (100 * MARGIN + 200 * 3.5) / 300
    assert counted + 0.1 < fit_margin(two_leads(10, 190)) < (100 * MARGIN + 200 * MOST) / 300


def test_the_margin_follows_how_often_answers_are_right_with_it() -> None:
    """Answers that are right with the odds exp(1.5 x margin - 2)."""
    rng = np.random.default_rng(0)
    leads = rng.uniform(0, 9, 900)
    wrong = 1 / (1 + np.exp(1.5 * leads - 2))
    answers = [
        JudgedAnswer(float(lead), bool(right)) for lead, right in zip(leads, rng.random(900) > wrong, strict=True)
    ]
    least = next(m for m in np.arange(LEAST, MOST, 0.05) if wrong[leads >= m].mean() <= WRONG)
    assert fit_margin(answers) == pytest.approx((100 * MARGIN + 900 * least) / 1000, abs=0.15)


@pytest.mark.parametrize("margin", [0.4, 4.0, 9.5, 12.0, 25.0])
def test_a_judged_piece_keeps_even_a_large_margin(margin: float) -> None:
    answer = answer_of(replace(SURE_PIECE, margin=margin), right=True)
    assert answer is not None
    assert answer.lead == margin


@pytest.mark.parametrize("piece", [replace(SURE_PIECE, notes=(Note.LEANER,)), replace(SURE_PIECE, side=None)])
def test_pieces_that_are_always_asked_about_do_not_count_for_the_margin(piece: Piece) -> None:
    assert answer_of(piece, right=False) is None


def test_generated_answers_are_right_more_often_with_larger_margins() -> None:
    made = generated()
    below, above = (np.average(made.right[part], weights=made.weight[part]) for part in (made.lead < 2, made.lead >= 2))
    assert below < 0.85 < 0.98 < above


def test_the_margin_is_saved_in_its_calibration(tmp_path: Path) -> None:
    save_calibration(tmp_path, Calibration("a1", "2026-11-21T12:00:00", None, Geometry(), 0.4))
    proven = keep_margin(tmp_path, "a1", judged(300, 5.0))
    calibration = load_calibration(tmp_path)
    assert calibration is not None
    assert calibration.margin == proven.margin == load_eyes(tmp_path).threshold < MARGIN


def test_a_proof_of_an_older_calibration_is_refused(tmp_path: Path) -> None:
    save_calibration(tmp_path, Calibration("b2", "2026-11-21T13:00:00", None, Geometry(), 0.4))
    with pytest.raises(StoreError, match="calibrated anew"):
        keep_margin(tmp_path, "a1", judged(20, 5.0))
    assert load_eyes(tmp_path).threshold == MARGIN
