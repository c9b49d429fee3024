"""The proof: each answer is judged, summed up in a report and saved in a file."""

from pathlib import Path

import pytest

from calibration.storage.files import StoreError
from calibration.table.accuracy import (
    JudgedPiece,
    JudgedThrow,
    answers_of,
    is_other_light,
    judge,
    keep_throws,
    light_word,
    load_pictures_with_truth,
    load_proof,
    of_calibration,
    report_of,
    report_text,
    throw_in,
    wilson,
)
from calibration.table.light import Light
from vision.types import Piece, Reading


def piece(name: str | None, side: str, sure: bool = True, kind: str = "stone", notes: tuple[str, ...] = ()) -> Piece:
    confidence = 0.99 if sure else 0.6
    return Piece(kind, name, side, None, None, confidence, sure, (), (0.0, 0.0), (), None, notes)  # type: ignore[arg-type]


def throw(*verdicts: str, light: str = "bright", calibration: str = "c1") -> JudgedThrow:
    answers = tuple(
        JudgedPiece.model_validate({"piece": f"stone:{i}", "verdict": word}) for i, word in enumerate(verdicts)
    )
    return JudgedThrow(when="2026-01-01", light=light, calibration=calibration, answers=answers)


def test_answers_are_judged_against_the_truth() -> None:
    reading = Reading(
        (
            piece("stone:1", "symbol"),
            piece("stone:2", "number", sure=False),
            piece("stone:3", "symbol"),
            piece(None, "4", kind="die"),
            piece(None, "symbol"),
            piece("stone:9", "symbol", notes=("off",)),
        ),
        (),
        {},
    )
    truth = {"stone:1": "symbol", "stone:2": "number", "stone:3": "number", "die:1": "4", "stone:5": "symbol"}
    answers = judge(reading, truth)
    assert [answer.verdict for answer in answers] == ["right", "asked", "wrong", "right", "asked"]
    assert [answer.was_right for answer in answers] == [True, True, False, True, False]
    assert len(answers_of([JudgedThrow(when="", light="", calibration="", answers=answers)])) == 4


def test_thrown_pieces_that_nobody_detected_count_as_missed() -> None:
    truth = {"stone:1": "symbol", "stone:2": "number", "die:1": "4", "stone:3": "number"}
    nameless = Reading((piece("stone:1", "symbol"), piece(None, "4", kind="die")), (), {})
    assert [(answer.piece, answer.verdict) for answer in judge(nameless, truth)] == [
        ("stone:1", "right"),
        ("a die", "right"),
        ("stone:2", "missed"),
        ("die:1", "missed"),
    ]
    too_many = Reading((piece("stone:1", "symbol"), piece("stone:1", "number"), piece("stone:9", "symbol")), (), {})
    assert "missed" not in [answer.verdict for answer in judge(too_many, {"stone:1": "symbol", "stone:2": "number"})]


def test_the_pieces_with_most_problems_come_first() -> None:
    throws = [throw("right", "asked", "wrong", "asked"), throw("right", "asked", "right", "missed")]
    done = report_of(throws)
    assert [line.about for line in done.pieces] == ["stone:2", "stone:1", "stone:3", "stone:0"]
    assert [(line.right, line.asked, line.wrong, line.missed) for line in done.pieces] == [
        (1, 0, 1, 0),
        (0, 2, 0, 0),
        (0, 1, 0, 1),
        (2, 0, 0, 0),
    ]
    assert done.whole.total == 8
    assert done.words == "3 of 8 answers right, 4 asked, 1 wrong: look twice, and teach again what was wrong."


def test_the_figures_of_the_report_stand_below_each_other() -> None:
    text = report_text(report_of([throw("right", "asked")]), {"stone:0": "Cat", "stone:1": "Porcupine Quills"})
    _, head, *rows, _ = text.splitlines()
    assert {len(row) for row in rows} == {len(head)}
    assert head.index("right") + len("right") - 1 == rows[1].index("1")


@pytest.mark.parametrize(
    ("count", "n", "least", "most"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (1, 10, 0.0179, 0.4042), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1)],
)
def test_the_interval_is_wilsons(count: int, n: int, least: float, most: float) -> None:
    assert wilson(count, n) == pytest.approx((least, most), abs=5e-5)


def test_the_card_counts_by_piece_and_light() -> None:
    done = report_of([throw("right", "asked"), throw("wrong", "right", light="dim")])
    assert (done.whole.right, done.whole.asked, done.whole.wrong, done.throws) == (2, 1, 1, 2)
    assert [line.about for line in done.pieces] == ["stone:0", "stone:1"]
    assert [(line.about, line.total) for line in done.lights] == [("bright", 2), ("dim", 2)]
    assert "look twice" in done.words
    assert "Cat    " in report_text(done, {"stone:0": "Cat"})
    assert "Not proven yet" in report_of([]).words
    assert report_text(report_of([]), {}) == report_of([]).words
    assert "a few more throws" in report_of([throw("right")]).words
    assert "fewer than 3.7 in 100" in report_of([throw(*["right"] * 100)]).words


def test_judged_throws_are_stored_by_calibration(tmp_path: Path) -> None:
    assert load_proof(tmp_path) == ()
    keep_throws(tmp_path, [throw("right")])
    proof = keep_throws(tmp_path, [throw("wrong", calibration="c2")])
    assert proof == load_proof(tmp_path)
    assert of_calibration(proof, "c2") == (throw("wrong", calibration="c2"),)
    (tmp_path / "proof.json").write_text("scribble")
    with pytest.raises(StoreError, match=r"proof\.json is damaged"):
        load_proof(tmp_path)


@pytest.mark.parametrize(
    ("level", "red", "blue", "word"),
    [(200, 1, 1, "bright"), (120, 1.2, 0.7, "dim, warm"), (50, 0.7, 1.1, "dark, cool")],
)
def test_light_is_described_by_brightness_and_colour(level: float, red: float, blue: float, word: str) -> None:
    assert light_word(Light(level, 0.0, None, red, blue, None, (), False)) == word


def light(level: float, red: float = 1.0) -> Light:
    return Light(level, 0.0, None, red, 1.0, None, (), False)


@pytest.mark.parametrize(
    ("level", "red", "other"), [(200, 1, False), (215, 1.1, False), (250, 1, True), (200, 1.4, True)]
)
def test_the_light_now_is_compared_with_that_of_the_proof(level: float, red: float, other: bool) -> None:
    proven = [throw_in(light(100), "", "c1", ()), throw_in(light(190), "", "c1", ()), throw("right")]
    assert is_other_light(proven, light(level, red)) is other


def test_an_old_proof_without_lights_never_reports_another_light() -> None:
    assert not is_other_light([throw("right")], light(20))


def test_a_file_of_pictures_with_truth_is_read(tmp_path: Path) -> None:
    file = tmp_path / "throws.jsonl"
    file.write_text(
        '{"image": "a.jpg", "pieces": {"stone:1": "symbol"}}\n\n{"image": "b.jpg", "piece": "die:1", "side": "4"}'
    )
    first, second = load_pictures_with_truth(file)
    assert (first.image, first.pieces) == (str(tmp_path / "a.jpg"), {"stone:1": "symbol"})
    assert second.pieces == {"die:1": "4"}
    file.write_text("{}")
    with pytest.raises(ValueError, match="line 1"):
        load_pictures_with_truth(file)


@pytest.mark.parametrize(
    "line", ['{"image": "a.jpg", "piece": "stone:1"}', '{"piece": "stone:1", "side": "1"}', "[]", "7", "[" * 100_000]
)
def test_a_line_without_truth_is_reported_with_its_number(tmp_path: Path, line: str) -> None:
    (tmp_path / "shown.jsonl").write_text(line)
    with pytest.raises(ValueError, match="line 1: say"):
        load_pictures_with_truth(tmp_path / "shown.jsonl")


def test_a_file_that_is_no_text_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "shown.jsonl").write_bytes(b"\xff\xfe\x00")
    for name in ("shown.jsonl", "nowhere.jsonl"):
        with pytest.raises(ValueError, match=f"{name} cannot be read. It must be a text file"):
            load_pictures_with_truth(tmp_path / name)
