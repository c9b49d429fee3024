"""The bench counts right, asked, wrong and missed as a person would."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench_sight import BenchError, SightReport, Truth, bench, judged, wilson
from tests.shared import PHOTOS, needs_photos
from vision.eyes import Eyes
from vision.reading import Piece

DIE = Truth("die", (10, 10, 40, 40), "5", None, None, "die 5")
NINE = Truth("stone", (10, 10, 40, 40), "number", 9, "stone:1", "stone number")


def seen(side: str | None, value: int | None, sure: bool = True, piece: str | None = None) -> Piece:
    return Piece("die", piece, side, value, None, 0.9, sure, (), (30.0, 30.0), (), None)


@pytest.mark.parametrize(
    ("truth", "piece", "answer"),
    [
        (DIE, seen("5", 5), "right"),
        (DIE, seen("4", 4), "wrong"),
        (DIE, seen("4", 4, sure=False), "asked"),
        (DIE, seen(None, None), "asked"),
        (DIE, None, "missed"),
        (NINE, seen("number", 9), "right"),
        (NINE, seen("number", 6), "wrong"),
        (NINE, seen("symbol", None), "wrong"),
    ],
)
def test_an_answer_is_judged(truth: Truth, piece: Piece | None, answer: str) -> None:
    assert judged(truth, piece) == answer


def test_the_interval_of_a_share() -> None:
    assert wilson(0, 0) == (0, 1)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert wilson(100, 100) == pytest.approx((0.963, 1), abs=1e-3)


def test_a_folder_of_shots_teaches_by_half_and_asks_the_rest(tmp_path: Path) -> None:
    lines = []
    for number, letter in enumerate("KE"):
        for n, degrees in enumerate((0, 100)):
            image = np.full((200, 200, 3), 90, np.uint8)
            cv2.circle(image, (100, 100), 60, (230, 230, 230), -1, cv2.LINE_AA)
            cv2.putText(image, letter, (75, 125), cv2.FONT_HERSHEY_SIMPLEX, 2, (120, 0, 0), 6, cv2.LINE_AA)
            turn = cv2.getRotationMatrix2D((100, 100), degrees, 1)
            name = f"{letter}{n}.png"
            cv2.imwrite(str(tmp_path / name), cv2.warpAffine(image, turn, (200, 200), borderMode=cv2.BORDER_REPLICATE))
            box = [40, 40, 121, 121]
            lines.append({"image": name, "piece": f"stone:{number}", "kind": "stone", "side": "symbol", "bbox": box})
    (tmp_path / "shots.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    report = bench(tmp_path, Eyes(), given=True)
    assert sum(report.counts["stone symbol"].values()) == 2
    assert "stone symbol" in report.table()
    assert not report.mistakes


def test_a_folder_with_nothing_to_measure_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"neither manifest\.jsonl nor shots\.jsonl"):
        bench(tmp_path, Eyes())


@needs_photos
def test_dice_photographed_from_above_are_read() -> None:
    report = bench(PHOTOS / "kingjacker-dice-pi", Eyes(), given=True)
    counted = sum((counts for counts in report.counts.values()), start=next(iter(report.counts.values())).__class__())
    assert counted.total() == 78
    assert counted["wrong"] == 0
    assert counted["right"] >= 70


def test_a_confusion_lists_what_each_face_was_taken_for() -> None:
    report = SightReport()
    report.guesses.update(
        {("die", "6", "6"): 9, ("die", "6", "4"): 1, ("die", "power", "power"): 2, ("stone", "9", "6"): 1}
    )
    assert report.confusion("die") == "       6: 6 9, 4 1\n   power: power 2"
