"""Every damaged file of a home is found at the start and set aside; all other files can be read."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.storage import table_files as stored
from calibration.storage.damaged import unseen
from calibration.storage.files import DamagedFileError, StoreError, write_atomically
from referee.startup.home_files import READERS, check_files, remove_unfinished, set_damaged_aside
from referee.startup.settings import Settings, load_settings
from tests.power_cut import PowerCut
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

NOISE = random.Random(18).randbytes(3000)
NEWER = b'{"format": 7}'  # settings have no format: a field that they do not know
DAMAGES = (b"", b"{", b"[]", b"7", NEWER, b"[" * 100_000, b"\xff\xfe", NOISE, b"PK\x03\x04" + NOISE)


@pytest.mark.parametrize(
    ("reason", "next_step"),
    [(errno.EACCES, "give this user the rights to it"), (errno.EMFILE, "out of memory or files: start it again")],
)
@pytest.mark.parametrize("name", READERS)
def test_a_file_that_may_be_sound_is_never_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: int, next_step: str
) -> None:
    """Such as all files that another user has written: nobody has to teach the pieces again."""
    real = os.open

    def refused(path: str, *rest: int) -> int:
        if Path(path).name == name:
            raise OSError(reason, os.strerror(reason), path)
        return real(path, *rest)

    (tmp_path / name).write_bytes(NOISE)
    monkeypatch.setattr("os.open", refused)
    with pytest.raises(StoreError, match=rf"{name} cannot be read.*{next_step}"):
        set_damaged_aside(tmp_path)
    assert (tmp_path / name).read_bytes() == NOISE
    assert unseen(tmp_path) == ()


@pytest.mark.parametrize("data", DAMAGES, ids=range(len(DAMAGES)))
def test_all_damaged_files_are_set_aside_and_reported(tmp_path: Path, data: bytes) -> None:
    for name in READERS:
        (tmp_path / name).write_bytes(data)
    set_damaged_aside(tmp_path)
    check_files(tmp_path)
    reports = [report.words for report in unseen(tmp_path)]
    may_stay = {"munchkin-cards.json"} | ({"settings.json"} if data == NEWER else set())
    assert {words.split()[0] for words in reports} >= set(READERS) - may_stay
    assert all(words.count(".") >= 4 and words.endswith(".") for words in reports)
    assert load_settings(tmp_path).model_dump(exclude={"format"}) == Settings().model_dump()


@pytest.mark.parametrize("name", READERS)
def test_one_damaged_file_costs_no_other(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(NOISE)
    with pytest.raises(DamagedFileError):
        check_files(tmp_path)
    set_damaged_aside(tmp_path)
    check_files(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["damaged"]


def test_a_wrong_setting_costs_that_setting_alone(tmp_path: Path) -> None:
    text = '{"camera": "usb:0", "port": 0, "evidence_mb": "much", "voice": true, "later": {"colour": "red"}}'
    (tmp_path / "settings.json").write_text(text)
    set_damaged_aside(tmp_path)
    settings = load_settings(tmp_path)
    assert settings == Settings.model_validate({"camera": "usb:0", "voice": True, "later": {"colour": "red"}})
    (told,) = unseen(tmp_path)
    assert told.mend == "Choose “evidence_mb, port” again; without it, its default holds."
    assert (tmp_path / told.kept).read_text() == text
    set_damaged_aside(tmp_path)
    assert unseen(tmp_path) == (told,)


@pytest.mark.parametrize("made", [Path.mkdir, os.mkfifo])  # reading raises an OSError, as a bad block does; or waits
@pytest.mark.parametrize("name", READERS)
def test_unreadable_files_are_set_aside(tmp_path: Path, name: str, made: Callable[[Path], None]) -> None:
    made(tmp_path / name)
    set_damaged_aside(tmp_path)
    check_files(tmp_path)
    assert [report.file for report in unseen(tmp_path)] == [name]


def test_files_of_the_simulated_table_are_checked_too(tmp_path: Path) -> None:
    (tmp_path / "simulated").mkdir()
    (tmp_path / "simulated" / "gallery.npz").write_bytes(NOISE)
    set_damaged_aside(tmp_path)
    assert [report.file for report in unseen(tmp_path)] == ["gallery.npz"]


def test_checking_a_gallery_runs_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crops = np.random.default_rng(1).integers(0, 256, (2, 64, 64, 3), dtype=np.uint8)
    gallery = Gallery.empty().with_crops(Side("stone:1", "stone", "number", 25), crops, load_embedder())
    stored.save_gallery(tmp_path, gallery)
    monkeypatch.setattr(Gallery, "prepared", lambda _: pytest.fail("the start prepares a gallery that it drops"))
    check_files(tmp_path)
    assert stored.read_gallery(tmp_path).sides == gallery.sides


@pytest.mark.parametrize(
    "name", ["gallery.npz", "simulated/gallery.npz", "portraits/stone%3A1/symbol.jpg", "lesson/a.png"]
)
def test_parts_of_files_that_a_power_cut_left_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def cut(handle: int) -> None:
        raise PowerCut

    write_atomically(tmp_path / name, b"old")
    (tmp_path / "a.part").write_bytes(b"of something else")
    with monkeypatch.context() as power:
        power.setattr(os, "fsync", cut)
        with pytest.raises(PowerCut):
            write_atomically(tmp_path / name, b"new")
    assert len(list(tmp_path.rglob("*.part"))) == 2
    remove_unfinished(tmp_path)
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")} >= {name, "a.part"}
    assert len(list(tmp_path.rglob("*.part"))) == 1
