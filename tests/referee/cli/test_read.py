"""`owleye read`: the cast that stones in a picture make, and pictures that cannot be read or would be replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.storage.table_files import new_calibration, save_calibration
from owleye import main
from referee.cli import read
from tests.referee.kit import piece, reading
from tests.vision.table import camera_over
from vision.geometry.plane import Geometry
from vision.types import Piece, Reading

COLOURS = ("silver", "white", "white", "brown", "brown")


def cast_json(observed: Reading) -> Mapping[str, Any]:
    cast = read.cast_json(observed, "casting-stones")
    assert cast is not None
    return cast


def five(sides: str, unsure: int | None = None) -> list[Piece]:
    words = {"s": "symbol", "n": "number"}
    pieces = [piece(f"stone:{i}", words[mark], sure=i != unsure) for i, mark in enumerate(sides)]
    return [
        replace(one, colour=colour, value=10 + i if one.side == "number" else None)
        for i, (one, colour) in enumerate(zip(pieces, COLOURS, strict=True))
    ]


def test_a_spell_with_its_numbers_and_rules() -> None:
    cast = cast_json(reading(*five("ssnsn")))
    assert (cast["kind"], cast["numbers"]) == ("spell", [12, 14])
    assert "CST-G-15" in cast["why"]


def test_one_doubtful_side_makes_the_cast_unsure() -> None:
    assert cast_json(reading(*five("ssnsn", unsure=0)))["kind"] == "unsure"


def test_other_objects_are_no_stones() -> None:
    die = piece("die:1", "4")
    assert cast_json(reading(*five("sssss"), die))["kind"] == "potion"
    assert cast_json(reading(die))["kind"] == "unsure"


OTHER_SHAPE = "This picture has another shape than the calibration's: calibrate again."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A calibrated home, with a picture of its shape and one of another, and lists of both."""
    wide, square = np.full((360, 640, 3), 90, np.uint8), np.full((400, 400, 3), 90, np.uint8)
    save_calibration(tmp_path, new_calibration(camera_over(size=(640, 360)), Geometry()), wide)
    for name, picture in (("wide.jpg", wide), ("square.jpg", square)):
        cv2.imwrite(str(tmp_path / name), picture)
    stone = '"piece": "stone:1", "kind": "stone", "side": "symbol", "bbox": [100, 100, 50, 50]'
    lines = (f'{{"image": "{name}.jpg", {stone}}}\n' for name in ("square", "wide"))
    (tmp_path / "shots.jsonl").write_text("".join(lines))
    return tmp_path


def owleye(home: Path, *words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["--home", str(home), *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


def test_a_picture_of_another_shape_is_named_and_the_others_are_read(home: Path) -> None:
    code, printed, errors = owleye(home, "read", home / "square.jpg", home / "wide.jpg")
    assert (code, errors) == (1, f"Error: {home}/square.jpg: {OTHER_SHAPE}\n")
    assert printed.startswith(f"{home}/wide.jpg: 0 pieces in ")


def test_a_picture_of_another_shape_is_named_and_the_others_are_learnt(home: Path) -> None:
    code, printed, errors = owleye(home, "teach", "--from", home / "shots.jsonl")
    assert (code, printed) == (0, "Known now: 1 piece, 1 side.\n")
    assert errors == f"{home}/square.jpg: {OTHER_SHAPE}\n"


def test_a_picture_of_another_shape_proves_nothing_and_is_named(home: Path) -> None:
    code, _, errors = owleye(home, "prove", "--from", home / "shots.jsonl")
    assert (code, errors) == (1, f"Error: {home}/square.jpg: {OTHER_SHAPE}\n")


@pytest.mark.parametrize("others", [(), ("wide.png",)])
def test_an_annotated_copy_replaces_no_picture_and_no_other_copy(home: Path, others: tuple[str, ...]) -> None:
    picture, folder = home / "wide.jpg", home / "copies" if others else home
    before = picture.read_bytes()
    code, printed, errors = owleye(home, "read", picture, *(home / name for name in others), "--annotate", folder)
    assert (code, printed) == (1, "")
    assert errors.endswith(f"would replace {folder}/wide.jpg: choose another folder or name.\n")
    assert picture.read_bytes() == before
    assert not (home / "copies").exists()


def test_a_copy_that_cannot_be_written_is_named(home: Path) -> None:
    folder = home / "square.jpg" / "copies"
    code, _, errors = owleye(home, "read", home / "wide.jpg", "--annotate", folder)
    assert code == 1
    assert errors.startswith(f"Error: {folder}/wide.jpg could not be written, because something else lies in its place")
