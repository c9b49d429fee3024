"""How the log odds of a side's features are summed: similarity, reading, lines, inks, appearance."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.painted import sticker
from vision import thresholds
from vision.recognition.appearance import appearances
from vision.recognition.colour import UNKNOWN_TABLE
from vision.recognition.embedder import EMBEDDING, KINDS, NUMBERS, Prediction, load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import (
    counted_twice,
    log_odds_of,
    odds_of_others,
    of_one_make,
    other_dice,
    other_stickers,
    other_stones,
)
from vision.recognition.sides import Side

THREE = (0.05, 0.05, 0.6, 0.1, 0.15, 0.05)
SAYS_THREE, SAYS_FIVE, SAYS_NONE = (
    (0.0, 0.02, 0.02, 0.9, 0.02, 0.02, 0.02),
    (0.0, 0.02, 0.02, 0.02, 0.02, 0.9, 0.02),
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
)


def looks(*pips: tuple[float, ...]) -> Prediction:
    n = len(pips)
    embedding, kind, number = (np.zeros((n, size), np.float32) for size in (EMBEDDING, len(KINDS), len(NUMBERS) + 1))
    return Prediction(embedding, kind, number, np.array(pips, np.float32))


def test_two_counts_that_agree_are_surer_than_one() -> None:
    (both,) = counted_twice(looks(THREE), [SAYS_THREE]).pips
    assert both.argmax() == 2
    assert both[2] > 0.95


def test_two_counts_that_differ_lower_the_probability() -> None:
    (both,) = counted_twice(looks(THREE), [SAYS_FIVE]).pips
    assert both.max() < 0.9
    assert both.sum() == pytest.approx(1)


@pytest.mark.parametrize("second", [(), SAYS_NONE])
def test_without_a_second_count_the_first_one_stays(second: tuple[float, ...]) -> None:
    (left, right) = counted_twice(looks(THREE, THREE), [second, SAYS_THREE]).pips
    assert left == pytest.approx(THREE)
    assert right[2] > 0.95


def kinds_of(*chances: dict[str, float]) -> Prediction:
    made = looks(*([THREE] * len(chances)))
    return replace(made, kind=np.array([[one.get(kind, 0.0) for kind in KINDS] for one in chances], np.float32))


SURE, DOUBTED = {"pips": 1.0}, {"pips": 0.45, "numeral": 0.45, "picture": 0.1}


def test_among_dice_with_pips_a_doubtful_one_has_pips() -> None:
    kinds = of_one_make(kinds_of(SURE, SURE, SURE, SURE, SURE, SURE, DOUBTED), ["die"] * 7).kind
    assert kinds[-1, KINDS.index("pips")] > 0.75
    assert kinds.sum(axis=1) == pytest.approx(np.ones(7))


def test_a_single_die_or_stones_do_not_change_the_prediction() -> None:
    alone = kinds_of(DOUBTED)
    assert of_one_make(alone, ["die"]).kind == pytest.approx(alone.kind)
    beside = kinds_of(SURE, SURE, DOUBTED)
    assert of_one_make(beside, ["stone", "stone", "die"]).kind == pytest.approx(beside.kind)


def test_a_sure_numeral_stays_a_numeral_among_pips() -> None:
    kinds = of_one_make(kinds_of(SURE, SURE, SURE, {"numeral": 0.97, "pips": 0.03}), ["die"] * 4).kind
    assert kinds[-1, KINDS.index("numeral")] > 0.85


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (1, 64, 64, 3), dtype=np.uint8)


def test_a_side_without_pictures_is_weighed_by_what_is_read() -> None:
    gallery = Gallery.empty().with_crops(Side("die:1", "die", "power"), noise(1), load_embedder()).with_numbers
    three = replace(looks(THREE), kind=np.eye(len(KINDS), dtype=np.float32)[[KINDS.index("pips")]])
    (row,) = log_odds_of(["die"], three, {}, gallery, load_embedder(), np.ones(6, bool))
    sides = [side.side for side in gallery.sides]
    assert row[sides.index("3")] == pytest.approx(np.log(0.6))
    assert row[sides.index("3")] > max(weight for side, weight in zip(sides, row, strict=True) if side != "3")


def test_a_side_that_nobody_has_seen_is_as_likely_as_the_same_side_of_another_die() -> None:
    embedder = load_embedder()
    gallery = Gallery.empty().with_crops(Side("die:1", "die", "3"), noise(1), embedder)
    gallery = gallery.with_crops(Side("die:2", "die", "power"), noise(2), embedder).with_numbers
    prediction = embedder.predict_rotated(noise(1))
    (row,) = log_odds_of(["die"], prediction, {}, gallery, embedder, np.ones(len(gallery.sides), bool))
    weights = {(side.piece, side.side): weight for side, weight in zip(gallery.sides, row, strict=True)}
    assert weights["die:2", "3"] == weights["die:1", "3"]
    assert weights["die:2", "3"] > weights["die:2", "4"]


def test_what_is_read_on_a_numbered_face_counts_in_full() -> None:
    embedder = load_embedder()
    gallery = Gallery.empty()
    for side in ("3", "4"):
        gallery = gallery.with_crops(Side("die:1", "die", side), noise(1), embedder)
    three = replace(looks(THREE), kind=np.eye(len(KINDS), dtype=np.float32)[[KINDS.index("pips")]])
    ((first, second),) = log_odds_of(["die"], three, {}, gallery, embedder, np.ones(2, bool))
    assert first - second == pytest.approx(np.log(THREE[2] / THREE[3]), abs=1e-3)


def test_a_stone_that_is_not_expected_is_an_other_one_unless_it_is_the_twin_of_an_expected_one() -> None:
    """As a lesson teaches them, the symbol of a stone has no number."""
    stones = {"stone:1": ("Cat", 9), "stone:2": ("Owl", 4), "stone:3": ("Owl", 5), "stone:4": ("Cat", 9)}
    sides = [Side("die:1", "die", "power")]
    for piece, (name, number) in stones.items():
        sides += [Side(piece, "stone", "symbol", name=name), Side(piece, "stone", "number", number, name=name)]
    expected = np.array([side.piece in ("stone:1", "stone:2") for side in sides])
    others = other_stones(replace(Gallery.empty(), sides=tuple(sides)), expected)
    assert [side.piece for side, is_other in zip(sides, others, strict=True) if is_other] == ["stone:3", "stone:3"]


def test_each_other_stone_is_as_likely() -> None:
    sides = tuple(Side(f"stone:{n}", "stone", side) for n in (1, 2, 3) for side in ("symbol", "number"))
    table = np.array([[9.0, 9.0, 5.0, -30.0, -30.0, -30.0], [9.0, 9.0, 5.0, -30.0, -30.0, 5.0]])
    odds = odds_of_others(
        table, np.array([False, False, True, True, True, True]), replace(Gallery.empty(), sides=sides)
    )
    assert odds == pytest.approx([5.0 - np.log(2), 5.0])
    assert np.isneginf(odds_of_others(table, np.zeros(6, bool), replace(Gallery.empty(), sides=sides))).all()


INK, OTHER_INK = (60, 40, 190), (170, 70, 30)


def face(number: int, ink: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
    """A grey face with a printed number."""
    picture = np.full((64, 64, 3), 110, np.uint8)
    cv2.putText(picture, str(number), (18, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.5, ink, 5)
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)[None]


def two_dice() -> Gallery:
    """Dice with a red and with a blue ink, each taught with its 2, and a die of which only the sticker was taught."""
    embedder = load_embedder()
    gallery = Gallery.empty().with_crops(Side("red", "die", "2"), face(2, INK), embedder)
    gallery = gallery.with_crops(Side("blue", "die", "2"), face(2, OTHER_INK), embedder)
    return gallery.with_crops(Side("new", "die", "power"), noise(3), embedder).with_numbers


def odds_of(crop: np.ndarray, gallery: Gallery, *allowed: str) -> dict[tuple[str, str], float]:
    among = np.array([side.piece in allowed for side in gallery.sides], bool)
    (row,) = other_dice(crop, gallery, among, UNKNOWN_TABLE) + other_stickers(crop, gallery, among)
    return {(side.piece, side.side): odds for side, odds in zip(gallery.sides, row, strict=True)}


@pytest.mark.parametrize("light", [0.6, 1.0, 1.3])
def test_a_die_is_recognised_by_its_ink_on_a_face_that_was_never_seen(light: float) -> None:
    odds = odds_of(face(5, INK, light), two_dice(), "red", "blue")
    assert odds["red", "5"] > 0
    assert odds["red", "5"] - odds["blue", "5"] > 2
    assert odds["red", "5"] - odds["blue", "5"] == odds["red", "3"] - odds["blue", "3"]


def test_a_die_of_unknown_appearance_is_likelier_than_one_that_looks_different() -> None:
    green = face(5, (50, 160, 40))
    odds = odds_of(green, two_dice(), "red", "new")
    assert odds["new", "5"] - odds["red", "5"] == pytest.approx(
        thresholds.APPEARANCE_WEIGHT * thresholds.UNKNOWN_DIE_MARGIN / 2, abs=1e-3
    )


def test_the_more_faces_of_a_die_are_known_the_more_its_appearance_counts() -> None:
    leads, gallery = [], Gallery.empty()
    for side in ("2", "3"):
        for name, ink in (("red", INK), ("darker", (60, 60, 170))):
            gallery = gallery.with_crops(Side(name, "die", side), face(2, ink), load_embedder())
        odds = odds_of(face(5, INK), gallery.with_numbers, "red", "darker")
        leads.append(odds["red", "5"] - odds["darker", "5"])
    assert 0 < leads[0] < leads[1] < thresholds.APPEARANCE_MOST
    assert leads[1] == pytest.approx(leads[0] * (2 / 3) / (1 / 2), rel=1e-3)


def test_stickers_of_one_design_are_distinguished_by_the_colour_of_their_paper() -> None:
    embedder = load_embedder()
    gallery = Gallery.empty()
    for name, paper in (("blue", (150, 60, 30)), ("green", (50, 130, 40))):
        gallery = gallery.with_crops(Side(name, "die", "power"), sticker(paper)[None], embedder)
    gallery = gallery.with_numbers
    odds = odds_of(sticker((50, 130, 40), noise=2)[None], gallery, "blue", "green")
    assert odds["green", "power"] - odds["blue", "power"] > 2
    assert np.mean([np.exp(odds[name, "power"]) for name in ("blue", "green")]) == pytest.approx(1)
    assert {odds["green", "3"], odds["blue", "3"]} == {0.0}


def test_appearance_is_no_evidence_about_an_only_sticker_or_a_die_alone() -> None:
    gallery = two_dice()
    odds = odds_of(face(5, OTHER_INK), gallery, "red", "blue", "new")
    assert odds["new", "power"] == 0
    assert {odds["red", "1"], odds["blue", "1"]} == {0.0}  # The sticker is seen through the 1.
    assert set(odds_of(face(5, OTHER_INK), gallery, "red").values()) == {0.0}


def test_a_taught_1_is_not_taken_for_the_appearance_of_its_die() -> None:
    gallery = two_dice().with_crops(Side("red", "die", "1"), face(1, OTHER_INK), load_embedder()).with_numbers
    odds = odds_of(face(5, OTHER_INK), gallery, "red", "blue")
    assert odds["blue", "5"] - odds["red", "5"] > 2


RED_TABLE, GREEN_TABLE = np.array([[-0.2, 1.1, 0.7], [-0.4, -0.9, 0.7]], np.float32)


@pytest.mark.parametrize(("table", "is_evidence"), [(RED_TABLE, True), (UNKNOWN_TABLE, True), (GREEN_TABLE, False)])
def test_faces_seen_on_another_table_are_no_evidence(table: np.ndarray, is_evidence: bool) -> None:
    gallery = Gallery.empty()
    for name, ink in (("red", INK), ("blue", OTHER_INK)):
        gallery = gallery.with_crops(Side(name, "die", "2"), face(2, ink), load_embedder(), RED_TABLE)
    gallery = gallery.with_numbers
    odds = other_dice(face(5, INK), gallery, np.ones(len(gallery.sides), bool), table)
    assert bool(odds.any()) == is_evidence


def test_a_die_known_on_this_table_is_compared_with_its_faces_from_this_table_alone() -> None:
    gallery = two_dice().with_crops(Side("red", "die", "3"), face(3, INK), load_embedder(), RED_TABLE)
    gallery = gallery.with_crops(Side("red", "die", "4"), face(4, OTHER_INK), load_embedder(), GREEN_TABLE).with_numbers
    seen = appearances(face(4, OTHER_INK))
    (on_red, red_faces), (on_green, green_faces) = (
        gallery.die_similarity(seen, table) for table in (RED_TABLE, GREEN_TABLE)
    )
    assert on_green[0, 0] > on_red[0, 0] + 0.3
    assert (red_faces[0], green_faces[0]) == (2, 2)  # The 2 is from a table that is not known.


def test_appearance_does_not_change_how_likely_a_number_is() -> None:
    gallery = two_dice()
    odds = odds_of(face(5, INK), gallery, *gallery.pieces())
    factors = [np.exp(value) for (_, side), value in odds.items() if side in ("2", "3", "4", "5", "6")]
    assert np.mean(factors) == pytest.approx(1)
    assert np.std(factors) > 0.3


def test_appearance_is_no_evidence_without_taught_dice() -> None:
    embedder = load_embedder()
    stones = Gallery.empty().with_crops(Side("stone:1", "stone", "symbol"), noise(4), embedder)
    for gallery in (stones, Gallery.empty()):
        among = np.ones(len(gallery.sides), bool)
        odds = other_dice(face(5, INK), gallery, among, UNKNOWN_TABLE) + other_stickers(face(5, INK), gallery, among)
        assert odds.shape == (1, len(gallery.sides))
        assert not odds.any()
