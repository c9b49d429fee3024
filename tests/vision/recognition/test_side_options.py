"""What the network reads on an untaught crop: its family, whether it is a face, and the likeliest sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.recognition.embedder import EMBEDDING, KINDS, NUMBERS, Prediction, load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.likelihood import (
    LOG_P_FLOOR,
    POWER_VALUE,
    family,
    is_no_face,
    log_odds_of,
    side_options,
)
from vision.recognition.sides import Side


def read(
    kinds: dict[str, float], numbers: dict[int | None, float] | None = None, pips: tuple[float, ...] = (0.0,) * 6
) -> Prediction:
    """One crop with these probabilities; the number None is any other one."""
    chances = numbers or {}
    return Prediction(
        np.zeros((1, EMBEDDING), np.float32),
        np.array([[kinds.get(kind, 0.0) for kind in KINDS]], np.float32),
        np.array([[chances.get(number, 0.0) for number in (*NUMBERS, None)]], np.float32),
        np.array([pips], np.float32),
    )


@pytest.mark.parametrize(
    ("detected", "kinds", "word"),
    [
        ("stone", {"symbol": 0.1, "pips": 0.9}, "stone"),
        ("stone", {"symbol": 0.03, "pips": 0.97}, "die"),  # clear pips
        ("stone", {"symbol": 0.01, "numeral": 0.99}, "stone"),  # stones have numbers, too
        ("die", {"symbol": 0.99}, "die"),
        ("unknown", {"symbol": 0.3, "number": 0.3, "pips": 0.4}, "stone"),
        ("unknown", {"pips": 0.3, "picture": 0.3, "symbol": 0.4}, "die"),
        ("unknown", {"pips": 0.4, "symbol": 0.2, "junk": 0.4}, "unknown"),
    ],
)
def test_the_detector_decides_unless_it_does_not_know_or_pips_are_clear(
    detected: str, kinds: dict[str, float], word: str
) -> None:
    assert family(detected, read(kinds), 0) == word


@pytest.mark.parametrize(("junk", "hidden"), [(0.4, False), (0.6, True)])
def test_what_is_probably_no_face_is_none(junk: float, hidden: bool) -> None:
    assert is_no_face(read({"symbol": 1 - junk, "junk": junk}), 0) is hidden


def test_of_a_stone_the_symbol_and_every_number_are_listed_likeliest_first() -> None:
    options = side_options("stone", read({"symbol": 0.3, "number": 0.5, "junk": 0.2}, {12: 0.7, None: 0.2, 1: 0.1}), 0)
    likeliest = [("number", 12), ("symbol", None), ("number", None), ("number", 1)]
    assert [(option.side, option.value) for option in options[:4]] == likeliest
    assert np.exp([option.weight for option in options[:4]]) == pytest.approx(np.array([35, 30, 10, 5]) / 80)
    assert [option.weight for option in options[4:]] == pytest.approx([LOG_P_FLOOR] * (len(NUMBERS) - 2))


def test_of_a_die_pips_and_numerals_are_added_and_a_nine_is_a_six() -> None:
    options = side_options(
        "die",
        read(
            {"pips": 0.5, "numeral": 0.3, "picture": 0.1},
            {6: 0.2, 9: 0.2, 3: 0.2, 10: 0.4},
            (0.0, 0.4, 0.0, 0.0, 0.0, 0.6),
        ),
        0,
    )
    likely = {option.side: option for option in options if option.weight > LOG_P_FLOOR + 1}
    assert list(likely) == ["6", "2", "3", "power"]
    assert [option.value for option in likely.values()] == [6, 2, 3, POWER_VALUE]
    assert np.exp([option.weight for option in likely.values()]) == pytest.approx(np.array([5, 2, 1, 1]) / 9)
    assert {option.side for option in options} == {*"123456", "power"}


def test_nothing_is_read_on_what_is_neither_stone_nor_die() -> None:
    assert side_options("unknown", read({"symbol": 1.0}), 0) == []
    unread = side_options("stone", read({}), 0)
    assert [option.weight for option in unread] == pytest.approx([LOG_P_FLOOR] * (len(NUMBERS) + 2))


def noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (1, 64, 64, 3), dtype=np.uint8)


def odds(side: Side, prediction: Prediction, kind: str) -> float:
    """The log odds of one taught side, of which the crop looks like its taught picture."""
    gallery = Gallery.empty().with_crops(side, noise(1), load_embedder())
    seen = replace(prediction, embedding=gallery.embeddings)
    ((weight,),) = log_odds_of([kind], seen, {}, gallery, load_embedder(), np.ones(1, bool))
    return float(weight)


def test_what_is_read_on_a_stone_counts_in_part() -> None:
    """Its printed number alone tells stones apart; for another number any number that is not listed may be read."""
    embedder = load_embedder()
    alike = float(embedder.log_odds(np.ones(1, np.float32))[0])
    prediction = read({"symbol": 0.2, "number": 0.8}, {12: 0.6, None: 0.4})
    for side, number, chance in (("symbol", 12, 0.2), ("number", 12, 0.48), ("number", 37, 0.32)):
        weight = odds(Side("stone:1", "stone", side, number), prediction, "stone")
        assert weight == pytest.approx(alike + embedder.trust * np.log(chance), abs=1e-3), (side, number)
    nameless = odds(Side("stone:1", "stone", "number"), prediction, "stone")
    assert nameless == pytest.approx(alike + embedder.trust * np.log(0.48), abs=1e-3)


def test_that_a_die_looks_unlike_its_taught_face_counts_little() -> None:
    embedder = load_embedder()
    gallery = Gallery.empty().with_crops(Side("die:1", "die", "3"), noise(1), embedder)
    three = read({"pips": 1.0}, pips=(0.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    for sign in (1, -1):
        seen = replace(three, embedding=sign * gallery.embeddings)
        ((weight,),) = log_odds_of(["die"], seen, {}, gallery, embedder, np.ones(1, bool))
        alike = float(embedder.log_odds(np.full(1, sign, np.float32))[0])
        assert weight == pytest.approx(alike if sign > 0 else alike / 4, abs=1e-3)


def test_a_stone_is_no_side_of_a_die() -> None:
    assert odds(Side("die:1", "die", "3"), read({"symbol": 1.0}), "stone") < -1e5
