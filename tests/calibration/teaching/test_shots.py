"""Teaching from pictures: taught pieces are identified, and a wrong line is reported with its number."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.calibrate import calibrate
from calibration.teaching.shots import Shot, boxed, load_shots, teach, teach_pictures, the_die
from hardware.simulated.table import SimulatedTable
from vision.eyes import Eyes
from vision.geometry.crops import FINE
from vision.geometry.lens import Lens
from vision.pipeline import read_detections
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

Pixels = NDArray[Any]
LINE = {"image": "a.png", "piece": "stone:1", "kind": "stone", "side": "number", "number": 25, "colour": "silver"}


def stone(text: str, degrees: float, seed: int) -> Pixels:
    """A white disc with dark letters, turned, on a brown table."""
    image: Pixels = np.zeros((300, 300, 3), np.uint8) + np.array([40, 70, 110], np.uint8)
    cv2.circle(image, (150, 150), 60, (225, 230, 235), -1, cv2.LINE_AA)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.6, 5)
    cv2.putText(
        image, text, (150 - wide // 2, 150 + high // 2), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (120, 20, 10), 5, cv2.LINE_AA
    )
    turn = cv2.getRotationMatrix2D((150, 150), degrees, 1)
    image = cv2.warpAffine(image, turn, (300, 300), borderMode=cv2.BORDER_REPLICATE)
    return (image + np.random.default_rng(seed).normal(0, 4, image.shape)).clip(0, 255).astype(np.uint8)


def shot(piece: str, side: str, number: int | None = None) -> Shot:
    return Shot(image="x", piece=piece, kind="stone", side=side, number=number, bbox=(90, 90, 121, 121))


def test_pieces_are_taught_beside_a_die_of_an_early_lesson() -> None:
    """Its numbered face has no crops any more, so that nothing can look like it."""
    crop = np.random.default_rng(1).integers(0, 255, (1, FINE, FINE, 3)).astype(np.uint8)
    early = Gallery.empty().with_crops(Side("die:1", "die", "1"), crop, load_embedder())
    gallery = replace(early, model="early").cleaned().seen_by(load_embedder())
    taught = teach_pictures([(stone("K", 0, 1), shot("stone:1", "symbol"))], Eyes(gallery=gallery))
    assert (taught.gallery.pieces(), taught.problems) == (("die:1", "stone:1"), ())


def test_taught_pieces_are_identified() -> None:
    pictures = [
        (stone("K", 0, 1), shot("stone:1", "symbol")),
        (stone("K", 130, 2), shot("stone:1", "symbol")),
        (stone("25", 0, 3), shot("stone:1", "number", 25)),
        (stone("E", 20, 4), shot("stone:2", "symbol")),
        (stone("4", 20, 5), shot("stone:2", "number", 4)),
    ]
    taught = teach_pictures(pictures, Eyes())
    eyes = replace(Eyes(), gallery=taught.gallery)
    place = boxed((90, 90, 121, 121), "stone")
    for text, piece, side, value in (
        ("K", "stone:1", "symbol", None),
        ("E", "stone:2", "symbol", None),
        ("4", "stone:2", "number", 4),
    ):
        found = read_detections(stone(text, 250, 9), [place], eyes, ["stone:1", "stone:2"])[0]
        assert (found.piece, found.side, found.value) == (piece, side, value)


def test_a_stone_on_which_nothing_can_be_seen_teaches_nothing() -> None:
    bright = stone("K", 0, 1).astype(np.int16) + 300
    taught = teach_pictures([(bright.clip(0, 255).astype(np.uint8), shot("stone:1", "symbol"))], Eyes())
    assert taught.gallery.sides == ()
    assert taught.problems == ("x: stone:1 is so bright that nothing can be seen on it. Show it under less light.",)


def test_two_similar_sides_are_reported() -> None:
    pictures = [(stone("K", 0, 1), shot("stone:1", "symbol")), (stone("K", 40, 2), shot("stone:2", "symbol"))]
    assert any("look alike" in words for words in teach_pictures(pictures, Eyes()).problems)


def test_the_numbered_faces_of_dice_may_look_alike() -> None:
    """They are read without a lesson, and a sharper picture would not distinguish two dice of one make."""
    threes = [
        (stone("3", degrees, seed), Shot(image="x", piece=piece, kind="die", side="3", bbox=(90, 90, 121, 121)))
        for piece, degrees, seed in (("die:1", 0, 1), ("die:2", 40, 2))
    ]
    taught = teach_pictures(threes, Eyes())
    assert taught.problems == ()
    assert taught.gallery.pieces() == ("die:1", "die:2")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side": "rune"}, "side of a stone must be one of symbol, number"),
        ({"kind": "coin"}, "kind: "),
        ({"number": "many"}, "number: "),
        ({"colour2": "x"}, "colour2: "),
        ({"bbox": [1, 2, 0, 4]}, "bbox.2: "),
        ({"bbox": [float("nan"), 2, 3, 4]}, "bbox.0: "),
        ({"piece": ""}, "piece: "),
    ],
)
def test_a_wrong_field_is_reported_with_its_line(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "shots.jsonl"
    path.write_text(json.dumps(LINE) + "\n\n" + json.dumps(LINE | change) + "\n")
    with pytest.raises(ValueError, match="line 3: ") as trouble:
        load_shots(path)
    assert words in str(trouble.value)


@pytest.mark.parametrize("text", ["", "\n\n", "{", "[1]"])
def test_a_file_without_shots_is_reported_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "shots.jsonl").write_text(text)
    with pytest.raises(ValueError, match=r"holds no shots|line 1: "):
        load_shots(tmp_path / "shots.jsonl")
    with pytest.raises(ValueError, match="cannot be read"):
        load_shots(tmp_path / "nowhere.jsonl")


def test_paths_are_relative_to_the_file_and_a_missing_picture_is_reported(tmp_path: Path) -> None:
    (tmp_path / "shots.jsonl").write_text(json.dumps(LINE))
    shots = load_shots(tmp_path / "shots.jsonl")
    assert shots[0].image == str(tmp_path / "a.png")
    taught = teach(shots, Eyes())
    assert taught.gallery.sides == ()
    assert "is not there" in taught.problems[0]


@pytest.mark.parametrize("piece", ["..", ".", ".a", "", "a/b", "stone 1", "x" * 81, "a\nb", "%2e%2e"])
def test_a_piece_with_a_strange_name_is_refused(tmp_path: Path, piece: str) -> None:
    (tmp_path / "shots.jsonl").write_text(json.dumps({**LINE, "piece": piece}) + "\n")
    with pytest.raises(ValueError, match="line 1: piece: use letters"):
        load_shots(tmp_path / "shots.jsonl")


@pytest.mark.parametrize("piece", ["stone:112.2", "stone:" + "n" * 60])
def test_a_piece_has_the_id_under_which_the_wizard_taught_it(tmp_path: Path, piece: str) -> None:
    (tmp_path / "shots.jsonl").write_text(json.dumps({**LINE, "piece": piece}) + "\n")
    assert [shot.piece for shot in load_shots(tmp_path / "shots.jsonl")] == [piece]


def test_a_deeply_nested_line_is_reported_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "shots.jsonl").write_text(json.dumps(LINE) + "\n" + "[" * 100_000)
    with pytest.raises(ValueError, match="line 2: nested too deep"):
        load_shots(tmp_path / "shots.jsonl")


@pytest.mark.parametrize(
    "bbox",
    [
        (300, 90, 121, 121),
        (90, -200, 121, 121),
        (250, 90, 100, 100),
        (90, 250, 100, 100),
        (-51, 90, 100, 100),
        (90, -51, 100, 100),
        (0, 0, 301, 121),
        (0, 0, 121, 301),
        (-500, -500, 1e6, 1e6),
        (1e308,) * 4,
    ],
)
def test_a_box_outside_of_the_picture_teaches_nothing(bbox: tuple[float, float, float, float]) -> None:
    taught = teach_pictures([(stone("K", 0, 1), shot("stone:1", "symbol").model_copy(update={"bbox": bbox}))], Eyes())
    assert taught.gallery.sides == ()
    assert taught.problems == ("x: the bbox of stone:1 is not in the picture of 300 x 300 px. Correct it.",)


@pytest.mark.parametrize("bbox", [(249, 90, 100, 100), (90, 249, 100, 100), (-50, 90, 100, 100), (90, -50, 100, 100)])
def test_a_box_is_in_the_picture_where_its_middle_is(bbox: tuple[float, float, float, float]) -> None:
    taught = teach_pictures([(stone("K", 0, 1), shot("stone:1", "symbol").model_copy(update={"bbox": bbox}))], Eyes())
    assert not any("is not in the picture" in words for words in taught.problems)


@pytest.mark.parametrize(("dice", "stones"), [((), 1), ((), 2), (("die:p1",), 1)])
def test_a_stone_is_never_taken_for_the_die(dice: tuple[str, ...], stones: int) -> None:
    now = 0.0
    table = SimulatedTable(lambda: now)
    empty = table.empty()
    eyes = Eyes(calibrate(empty, lens=Lens.from_dict(table.lens())).plane, empty)
    now = table.throw([*dice, *("stone:1", "stone:3")[:stones]], alone=True) + 1
    found = the_die(table.full(), eyes)
    assert isinstance(found, str) or found.kind == "die"
