"""Portraits and cut-outs: no name of a piece reaches another folder, and a side without a picture has none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.lesson_files import cutout, forget_portraits, keep_cutout, keep_portrait, portrait_of
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

IMAGE = np.full((8, 8, 3), 120, np.uint8)
NAMES = ("..", ".", "../..", "a/../..", "/", "stone:11", "x" * 300)


@pytest.mark.parametrize("piece", NAMES)
def test_forgetting_a_piece_removes_its_portraits_only(tmp_path: Path, piece: str) -> None:
    (tmp_path / "journal").write_text("precious")
    keep_portrait(tmp_path, "stone:1", "symbol", IMAGE)
    before = {one for one in tmp_path.rglob("*") if one.is_file()}
    forget_portraits(tmp_path, piece)
    assert {one for one in tmp_path.rglob("*") if one.is_file()} == before


@pytest.mark.parametrize("name", [*NAMES, "\0", "²"])
def test_a_missing_cutout_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.jpg").write_bytes(b"secret")
    keep_cutout(tmp_path, "a", IMAGE)
    assert cutout(tmp_path, name) is None
    assert cutout(tmp_path, "a") is not None


def test_a_side_whose_crops_are_not_kept_has_no_portrait(tmp_path: Path) -> None:
    crops = np.random.default_rng(1).integers(0, 256, (1, 64, 64, 3), dtype=np.uint8)
    taught = Gallery.empty()
    for side in ("1", "power"):
        taught = taught.with_crops(Side("die:5", "die", side), crops, load_embedder())
    cleaned = replace(taught, model="of an early lesson").cleaned()
    assert portrait_of(tmp_path, cleaned, "die:5", "power") is not None
    assert portrait_of(tmp_path, cleaned, "die:5", "1") is None
