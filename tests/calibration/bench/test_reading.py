"""The bench counts right, asked, wrong and missed as a person would."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.labels import BenchError, Truth
from calibration.bench.reading import bench, match_labels, verdict_on
from calibration.bench.report import SightReport, page_of
from calibration.table.accuracy import wilson
from tests.shared import PHOTOS, needs_photos
from vision.eyes import Eyes
from vision.types import Piece

DIE = Truth("die", (10, 10, 40, 40), "5", None, None, "die 5")
NINE = Truth("stone", (10, 10, 40, 40), "number", 9, "stone:1", "stone number")


def piece_read(side: str | None, value: int | None, sure: bool = True, piece: str | None = None) -> Piece:
    return Piece("die", piece, side, value, None, 0.9, sure, (), (30.0, 30.0), (), None)


@pytest.mark.parametrize(
    ("truth", "piece", "answer"),
    [
        (DIE, piece_read("5", 5), "right"),
        (DIE, piece_read("4", 4), "wrong"),
        (DIE, piece_read("4", 4, sure=False), "asked"),
        (DIE, piece_read(None, None), "asked"),
        (DIE, None, "missed"),
        (NINE, piece_read("number", 9), "right"),
        (NINE, piece_read("number", 6), "wrong"),
        (NINE, piece_read("symbol", None), "wrong"),
    ],
)
def test_an_answer_is_judged(truth: Truth, piece: Piece | None, answer: str) -> None:
    assert verdict_on(truth, piece) == answer


def test_a_hidden_stone_does_not_take_the_answer_of_the_stone_on_top() -> None:
    hidden = Truth("stone", (18, 18, 40, 40), None, None, None, "stone hidden")
    on_top = piece_read("number", 9, piece="stone:1")
    assert match_labels([hidden, NINE], [on_top]) == [(hidden, None), (NINE, on_top)]


def test_the_interval_of_a_proportion() -> None:
    assert wilson(0, 0) == (0, 1)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert wilson(100, 100) == pytest.approx((0.963, 1), abs=1e-3)


def test_half_of_a_folder_of_shots_teaches_and_the_rest_is_tested(tmp_path: Path) -> None:
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
    renamed = (tmp_path / "shots.jsonl").rename(tmp_path / "MINE.jsonl")
    by_file = bench(renamed, Eyes(), given=True)
    renamed.rename(tmp_path / "shots.jsonl")
    progress: list[str] = []
    report = bench(tmp_path, Eyes(), given=True, watch=progress.append)
    assert progress[-1].startswith("Reading picture ")
    assert sum(report.counts["stone symbol"].values()) == 2
    assert report.counts == by_file.counts
    assert report.kinds["stone"] == report.counts["stone symbol"]
    assert "stone: all" in report.table()
    assert not report.mistakes


def test_a_folder_with_nothing_to_measure_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"neither manifest\.jsonl nor shots\.jsonl"):
        bench(tmp_path, Eyes())


def sheet(folder: Path, values: list[str]) -> None:
    """A contact sheet of one row: white dice with black pips, the label drawn into the rim of each cell."""
    image = np.full((90, 90 * len(values), 3), 120, np.uint8)
    pieces = []
    for n, value in enumerate(values):
        cv2.rectangle(image, (90 * n + 22, 22), (90 * n + 68, 68), (235, 235, 235), -1)
        for x, y in {"1": [(45, 45)], "2": [(35, 35), (55, 55)]}[value]:
            cv2.circle(image, (90 * n + x, y), 5, (20, 20, 20), -1, cv2.LINE_AA)
        pieces.append({"kind": "die", "bbox": [90 * n, 0, 90, 90], "value": value, "label": f"row {value}"})
    cv2.imwrite(str(folder / "sheet.png"), image)
    line = {"image": "sheet.png", "note": "contact sheet of 90x90 px crops", "face": "pips", "pieces": pieces}
    (folder / "manifest.jsonl").write_text(json.dumps(line))


def test_the_cells_of_a_contact_sheet_are_read_one_by_one(tmp_path: Path) -> None:
    sheet(tmp_path, ["1", "2", "1", "2"])
    report = bench(tmp_path, Eyes(), crops=1)
    assert {group: counts.total() for group, counts in report.counts.items()} == {"pips 1": 1, "pips 2": 1}
    assert not report.mistakes


def test_a_wrong_answer_is_shown_on_the_page(tmp_path: Path) -> None:
    sheet(tmp_path, ["2"])
    labels = (tmp_path / "manifest.jsonl").read_text()
    (tmp_path / "manifest.jsonl").write_text(labels.replace('"value": "2"', '"value": "5"'))
    report = bench(tmp_path, Eyes(threshold=-20.0))
    assert [mistake.words[1] for mistake in report.mistakes] == ["die 5"]
    page = page_of(report, "Dice & <more>")
    assert "Dice &amp; &lt;more&gt;" in page
    assert page.count("data:image/jpeg;base64,") == 1


def test_discs_are_counted_by_place_where_all_are_labelled(tmp_path: Path) -> None:
    image = np.full((480, 640, 3), 90, np.uint8)
    for x in (200, 420):
        cv2.circle(image, (x, 240), 60, (225, 225, 225), -1, cv2.LINE_AA)
        cv2.putText(image, "7", (x - 22, 265), cv2.FONT_HERSHEY_SIMPLEX, 2.2, (30, 30, 30), 6, cv2.LINE_AA)
    cv2.imwrite(str(tmp_path / "discs.png"), image)
    pieces = [{"kind": "disc", "bbox": [x, 180, 120, 120], "side": "number", "value": "7"} for x in (140, 20)]
    line = {"image": "discs.png", "all_discs_listed": True, "pieces": pieces}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(line))
    report = bench(tmp_path, Eyes())
    assert report.found == {"found": 1, "missed": 1, "extra": 1}
    assert "F1 0.500 (1 found, 1 missed, 1 too many)" in report.table()


@needs_photos
def test_dice_photographed_from_above_are_read() -> None:
    report = bench(PHOTOS / "kingjacker-dice-pi", Eyes(), given=True)
    counted = sum((counts for counts in report.counts.values()), start=next(iter(report.counts.values())).__class__())
    assert counted.total() == 78
    assert counted["wrong"] == 0
    assert counted["right"] >= 70


def test_the_confusion_matrix_lists_the_readings_of_each_face() -> None:
    report = SightReport()
    report.guesses.update(
        {("die", "6", "6"): 9, ("die", "6", "4"): 1, ("die", "power", "power"): 2, ("stone", "9", "6"): 1}
    )
    assert report.confusions().splitlines() == [
        "What each face of a die was taken for, sure or not:",
        "       6: 6 9, 4 1",
        "   power: power 2",
        "What each face of a stone was taken for, sure or not:",
        "       9: 6 1",
    ]
