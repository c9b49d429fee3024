"""Three augmented crops of each candidate: the majority decides the kind, and the outlines are averaged."""

import numpy as np
import pytest

from vision import uncalibrated as agreed
from vision.detection import refinement
from vision.detection.detector import Spot
from vision.uncalibrated import refine_augmented

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
BLANK = np.zeros((64, 64, 3), np.uint8)


def die(score: float, at: tuple[float, float] = (100.0, 100.0), side: float = 40.0, angle: float = 0.0) -> Spot:
    return Spot("die", score, np.array(at), np.eye(2) * side / 2, angle)


def disc(score: float, at: tuple[float, float] = (100.0, 100.0), size: float = 40.0) -> Spot:
    return Spot("disc", score, np.array(at), np.eye(2) * size / 2, 0.0)


def refined(monkeypatch: pytest.MonkeyPatch, candidates: list[Spot], *looks: list[list[Spot]]) -> list[Spot]:
    """The candidates refined by three crops, in which the network finds the spots of *looks*."""
    answers = iter(looks)
    monkeypatch.setattr(agreed, "near_by", lambda *_: next(answers))
    return refine_augmented(BLANK, candidates, 2.0)


def test_three_augmentations_are_averaged(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [[[die(0.8, (99, 100), 38, 0.1)]], [[die(0.8, (101, 100), 40, 0.2)]], [[die(0.8, (100, 103), 42, 0.3)]]]
    (spot,) = refined(monkeypatch, [die(0.8)], *looks)
    np.testing.assert_allclose(spot.middle, (100, 101))
    assert spot.size == pytest.approx((38 * 40 * 42) ** (1 / 3))
    assert spot.angle == pytest.approx(0.2)
    assert spot.score == pytest.approx(0.8)


def test_the_majority_decides_the_kind_and_fewer_votes_lower_the_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (spot,) = refined(monkeypatch, [disc(0.6)], [[die(0.7)]], [[disc(0.6)]], [[disc(0.6)]])
    assert spot.kind == "disc"
    assert spot.score == pytest.approx(0.6 * np.sqrt(2 / 3))
    assert refined(monkeypatch, [disc(0.4)], [[]], [[]], [[]]) == []


@pytest.mark.parametrize(("others", "kind"), [("die", "die"), ("disc", "disc")])
def test_a_doubtful_spot_takes_the_most_frequent_kind(monkeypatch: pytest.MonkeyPatch, others: str, kind: str) -> None:
    make = die if others == "die" else disc
    sure = [make(0.9, (300.0 + 100 * n, 100.0)) for n in range(6)]
    doubtful = [disc(0.6), die(0.5)]
    found = refined(monkeypatch, [die(0.5), *sure], *([[doubtful, *([one] for one in sure)]] * 3))
    (nearest,) = (spot for spot in found if spot.middle[0] < 200)
    assert nearest.kind == kind


def test_the_mirror_image_of_a_spot_has_the_mirror_image_of_its_outline() -> None:
    spot = Spot("die", 0.7, np.array([30.0, 41.0]), np.array([[20.0, 3.0], [3.0, 12.0]]), 0.3)
    outline = spot.middle + SQUARE @ spot.axes.T
    other = spot.mirrored(96)
    mirrored = other.middle + SQUARE @ other.axes.T
    np.testing.assert_allclose(sorted(mirrored.tolist()), sorted((outline * (-1, 1) + (95, 0)).tolist()))


def test_the_field_of_a_board_does_not_suppress_the_token_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    field, token = disc(0.8, (32, 32), 50.0), disc(0.7, (33, 31), 20.0)
    monkeypatch.setattr(refinement, "spots", lambda *_: [field, token])
    assert [one.size for one in refinement.detect_at_scale(BLANK, 1.0)] == pytest.approx([50])
    assert [one.size for one in refinement.detect_at_scale(BLANK, 1.0, largest=38.0)] == pytest.approx([20])


def test_two_faces_of_a_die_survive_suppression_with_a_smaller_distance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    front, top = die(0.6, (32, 44), 24.0), die(0.5, (32, 28), 24.0)
    monkeypatch.setattr(refinement, "spots", lambda *_: [front, top])
    assert [one.score for one in refinement.detect_at_scale(BLANK, 1.0)] == [0.6]
    assert [one.score for one in refinement.detect_at_scale(BLANK, 1.0, faces=0.5)] == [0.6, 0.5]
