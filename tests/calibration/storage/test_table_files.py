"""The files of a table: saved files are loaded unchanged, and a damaged file is reported in a sentence."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.storage import table_files
from calibration.storage.files import LARGEST, StoreError, write_atomically
from calibration.storage.table_files import (
    Calibration,
    load_calibration,
    load_empty,
    load_eyes,
    load_gallery,
    read_gallery,
    save_calibration,
    save_gallery,
)
from calibration.table.accuracy import load_proof
from vision.geometry.plane import Geometry
from vision.recognition.colour import UNKNOWN_TABLE
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from vision.thresholds import MARGIN

Pixels = NDArray[Any]
PLAIN = Calibration("a1", "2026-11-21T12:00:00", None, Geometry(25, (250, 150)), 0.4, 5.5)


def some_gallery() -> Gallery:
    crops = np.random.default_rng(1).integers(0, 256, (2, 64, 64, 3), dtype=np.uint8)
    return Gallery.empty().with_crops(Side("stone:1", "stone", "number", 25, "silver", "Cat"), crops, load_embedder())


def test_a_fresh_home_has_nothing(tmp_path: Path) -> None:
    eyes = load_eyes(tmp_path)
    assert (eyes.plane, eyes.empty, eyes.threshold) == (None, None, MARGIN)
    assert eyes.gallery.sides == ()


def test_saved_files_are_loaded_unchanged(tmp_path: Path) -> None:
    empty = np.random.default_rng(0).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    save_calibration(tmp_path, PLAIN, empty)
    save_gallery(tmp_path, some_gallery())
    loaded = load_calibration(tmp_path)
    assert loaded is not None
    assert (loaded.id, loaded.made, loaded.error_mm, loaded.margin) == (PLAIN.id, PLAIN.made, 0.4, 5.5)
    loaded_empty = load_empty(tmp_path)
    assert loaded_empty is not None
    assert np.array_equal(loaded_empty, empty)
    assert load_gallery(tmp_path).sides == some_gallery().sides
    assert np.array_equal(load_gallery(tmp_path).crops, some_gallery().crops)
    assert load_eyes(tmp_path).threshold == 5.5


def test_the_oldest_galleries_gain_finer_crops(tmp_path: Path) -> None:
    save_gallery(tmp_path, some_gallery())
    with np.load(tmp_path / "gallery.npz") as saved:
        older = {name: saved[name] for name in saved.files if name != "fine"}
    np.savez_compressed(tmp_path / "gallery.npz", **older)
    assert np.array_equal(load_gallery(tmp_path).fine, some_gallery().fine)


def test_the_table_of_each_crop_is_kept_and_unknown_in_earlier_galleries(tmp_path: Path) -> None:
    table = np.array([-0.2, 1.1, 0.7], np.float32)
    side, crops = Side("die:1", "die", "2"), some_gallery().crops[:1]
    gallery = some_gallery().with_crops(side, crops, load_embedder(), table)
    save_gallery(tmp_path, gallery)
    assert np.array_equal(load_gallery(tmp_path).tables, np.stack([UNKNOWN_TABLE, UNKNOWN_TABLE, table]), True)
    with np.load(tmp_path / "gallery.npz") as saved:
        older = {name: saved[name] for name in saved.files if name != "tables"}
    np.savez_compressed(tmp_path / "gallery.npz", **older)
    assert np.array_equal(load_gallery(tmp_path).tables, np.stack([UNKNOWN_TABLE] * 3), True)


def test_a_gallery_that_no_start_would_read_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later start would take it for damaged, and every taught piece would be gone."""
    taught = some_gallery()
    save_gallery(tmp_path, taught)
    monkeypatch.setattr(table_files, "LARGEST_GALLERY", 100_000)
    with pytest.raises(StoreError, match="too many pictures of its pieces"):
        save_gallery(tmp_path, taught.with_crops(taught.sides[0], taught.crops, load_embedder()))
    assert len(read_gallery(tmp_path).owner) == 2


def test_a_gallery_without_measured_dice_is_read(tmp_path: Path) -> None:
    save_gallery(tmp_path, some_gallery())
    with np.load(tmp_path / "gallery.npz") as saved:
        older = dict(saved)
    words = json.loads(str(older["words"]))
    older["words"] = np.array(json.dumps({**words, "sides": [side[:6] for side in words["sides"]]}))
    np.savez_compressed(tmp_path / "gallery.npz", **older)
    assert read_gallery(tmp_path).sides == some_gallery().sides


def test_files_with_fields_of_a_newer_version_are_loaded(tmp_path: Path) -> None:
    save_calibration(tmp_path, PLAIN)
    body = json.loads((tmp_path / "calibration.json").read_text())
    (tmp_path / "calibration.json").write_text(json.dumps({**body, "height_mm": 550}))
    loaded = load_calibration(tmp_path)
    assert loaded is not None
    assert loaded.id == PLAIN.id
    save_gallery(tmp_path, some_gallery())
    with np.load(tmp_path / "gallery.npz") as taught:
        newer = {**taught, "heat": np.zeros(2)}
    words = json.loads(str(newer["words"]))
    newer["words"] = np.array(json.dumps({**words, "sides": [[*side, "new"] for side in words["sides"]], "made": 1}))
    np.savez_compressed(tmp_path / "gallery.npz", **newer)
    assert read_gallery(tmp_path).sides == some_gallery().sides


@pytest.mark.parametrize("damage", [b"", b"{", b"PK\x03\x04 broken", b'{"format": 2}'])
def test_a_damaged_file_is_reported_in_a_sentence(tmp_path: Path, damage: bytes) -> None:
    for name, load in (
        ("calibration.json", load_calibration),
        ("gallery.npz", load_gallery),
        ("empty.png", load_empty),
    ):
        (tmp_path / name).write_bytes(damage)
        with pytest.raises(StoreError, match=rf"{name} is damaged: move it away\. .* again"):
            load(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"geometry": {"marker_mm": None, "mat_mm": [None, None]}},
        {"geometry": {"marker_mm": 30, "mat_mm": [400, -300]}},
        {"geometry": {"marker_mm": "thirty"}},
        {"geometry": {"marker_mm": 30, "mat_mm": 5}},
        {"geometry": {"marker_mm": 30, "mat_mm": [400]}},
        {"geometry": {"marker_mm": [30]}},
        {"margin": float("nan")},
        {"error_mm": float("inf")},
    ],
)
def test_a_calibration_with_sizes_that_no_mat_has_is_reported(tmp_path: Path, change: dict[str, object]) -> None:
    save_calibration(tmp_path, PLAIN)
    body = json.loads((tmp_path / "calibration.json").read_text())
    (tmp_path / "calibration.json").write_text(json.dumps(body | change))
    with pytest.raises(StoreError, match="is damaged"):
        load_calibration(tmp_path)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("crops", lambda crops: crops.astype(np.float64)),
        ("fine", lambda fine: fine.astype(np.int64)),
        ("embeddings", lambda embeddings: embeddings.astype(str)),
        ("embeddings", lambda embeddings: embeddings * np.float32(np.nan)),
        ("owner", lambda owner: owner.astype(np.float64)),
        ("owner", lambda owner: owner[:, None]),
        ("tables", lambda tables: tables[:1]),
    ],
)
def test_a_gallery_with_arrays_of_another_kind_is_reported(
    tmp_path: Path, part: str, change: Callable[[Pixels], Pixels]
) -> None:
    save_gallery(tmp_path, some_gallery())
    with np.load(tmp_path / "gallery.npz") as saved:
        body = dict(saved)
    np.savez_compressed(tmp_path / "gallery.npz", **{**body, part: change(body[part])})
    with pytest.raises(StoreError, match="is damaged"):
        read_gallery(tmp_path)


@pytest.mark.parametrize(
    "side",
    [
        [None, "stone", "number"],
        [["stone:1"], "stone", "number"],
        ["stone:1", "coin", "number"],
        ["stone:1", "stone", "power"],
        ["die:1", "die", "eleven"],
        ["stone:1", "stone", "number", [25]],
        ["die:1", "die", "power", None, None, 5],
        ["die:1", "die", "power", None, None, "Cat", float("nan")],
        ["stone:1", "stone"],
        "stone:1",
    ],
)
def test_a_gallery_with_a_side_that_no_piece_has_is_reported(tmp_path: Path, side: object) -> None:
    save_gallery(tmp_path, some_gallery())
    with np.load(tmp_path / "gallery.npz") as saved:
        body = dict(saved)
    words = json.loads(str(body["words"]))
    body["words"] = np.array(json.dumps({**words, "sides": [side]}))
    np.savez_compressed(tmp_path / "gallery.npz", **body)
    with pytest.raises(StoreError, match="is damaged"):
        read_gallery(tmp_path)


def test_a_gallery_that_lists_a_side_twice_is_reported(tmp_path: Path) -> None:
    gallery = some_gallery()
    save_gallery(tmp_path, replace(gallery, sides=(*gallery.sides, gallery.sides[0])))
    with pytest.raises(StoreError, match=r"is damaged.*Teach the pieces again, or restore a backup"):
        read_gallery(tmp_path)


def test_an_archive_that_would_unpack_to_gigabytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "LARGEST_GALLERY", 3000)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it was unpacked"))
    save_calibration(tmp_path, PLAIN)
    with open(tmp_path / "calibration.json", "ab") as file:
        file.write(b" " * LARGEST)
    np.savez_compressed(tmp_path / "gallery.npz", crops=np.zeros(9000, np.uint8))
    for load in (load_calibration, read_gallery):
        with pytest.raises(StoreError, match="is damaged"):
            load(tmp_path)


def test_a_truncated_gallery_is_reported_in_a_sentence(tmp_path: Path) -> None:
    save_gallery(tmp_path, some_gallery())
    whole = (tmp_path / "gallery.npz").read_bytes()
    for cut in range(1, len(whole), len(whole) // 12):
        (tmp_path / "gallery.npz").write_bytes(whole[:cut])
        with pytest.raises(StoreError):
            load_gallery(tmp_path)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "a", b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="because the disk is full"):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_every_kind_of_damage_to_a_gallery_is_reported(tmp_path: Path) -> None:
    save_gallery(tmp_path, some_gallery())
    whole = (tmp_path / "gallery.npz").read_bytes()
    rng = np.random.default_rng(18)
    refused = 0
    for trial in range(120):
        body, at = bytearray(whole), int(rng.integers(len(whole) - 120))
        body[at : at + 120] = bytes(120) if trial % 2 else rng.bytes(120)
        (tmp_path / "gallery.npz").write_bytes(body)
        try:
            load_gallery(tmp_path)
        except StoreError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("load", [load_calibration, load_proof])
def test_deeply_nested_json_is_reported_in_a_sentence(tmp_path: Path, load: Callable[[Path], object]) -> None:
    for name in ("calibration.json", "proof.json"):
        (tmp_path / name).write_text("[" * 100_000)
    with pytest.raises(StoreError, match="is damaged"):
        load(tmp_path)
