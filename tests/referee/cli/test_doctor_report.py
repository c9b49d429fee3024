"""The report for a helper holds the findings and figures, and no byte of a secret or a name."""

from __future__ import annotations

import json
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.damaged import report as report_damage
from calibration.storage.table_files import save_gallery
from referee.cli import doctor
from referee.cli.doctor_report import write_report
from referee.journal.journal import Journal
from rules.core.phrases import Phrase
from tests.referee.kit import clock, no_file_grows
from tests.web.kit import SETUP
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

SECRETS = (
    "Zaphod",
    "Trillian",
    "907341",
    "k3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3y",
    "t0kent0kent0ken",
    "Petronella",
    "stone:21",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home full of secrets and names, below a folder that bears a name too."""
    home = tmp_path / "Petronella" / "home"
    home.mkdir(parents=True)
    (home / "pin").write_text("907341")
    (home / "secret").write_text("k3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3y")
    (home / "seats.json").write_text('{"1": {"Zaphod": "t0kent0kent0ken"}}')
    (home / "settings.json").write_text('{"camera": "/home/Petronella/film.mp4", "names": ["Trillian.local"]}')
    (home / "dice.json").write_text('{"format": 1, "dice": {"die:1": {"name": "Trillian"}}}')
    (home / "portraits" / "Petronella").mkdir(parents=True)
    (home / "portraits" / "Petronella" / "1.jpg").write_bytes(b"x" * 100)
    crops = np.full((1, 64, 64, 3), 120, np.uint8)
    save_gallery(
        home, Gallery.empty().with_crops(Side("Petronella", "die", "1", 1, None, "Zaphod"), crops, load_embedder())
    )
    with closing(Journal(home / "owleye.sqlite")) as journal:
        hands = {"Zaphod": SETUP["hands"]["Ana"], "Trillian": SETUP["hands"]["Bo"]}
        journal.begin({**SETUP, "players": ["Zaphod", "Trillian"], "youngest": "Zaphod", "hands": hands}, clock())
    report_damage(home, "proof.json", "damaged/proof.json", Phrase("Prove it again."))
    return home


def test_the_report_holds_figures_and_no_secret(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.zip"
    write_report(home, file, doctor.examine(home))
    with zipfile.ZipFile(file) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    for secret in SECRETS:
        assert not [name for name, text in texts.items() if secret in text], secret
        assert secret.encode() not in file.read_bytes()
    body = json.loads(texts["report.json"])
    assert body["journal"] == {"games": 1, "kinds": {"casting-stones": 1}, "facts": 0}
    assert body["settings"]["camera"] == "a file"
    assert body["files"]["portraits"] == {"files": 1, "bytes": 100}
    assert body["table"]["taught"] == {"die": 1}
    assert len(body["checks"]) == len(doctor.examine(home))
    assert any("proof.json was damaged" in check["words"] for check in body["checks"])


@pytest.mark.parametrize("name", ["settings.json", "gallery.npz", "calibration.json", "owleye.sqlite"])
def test_damaged_files_are_reported_and_left_alone(home: Path, tmp_path: Path, name: str) -> None:
    (home / name).write_bytes(b"Zaphod Petronella")
    write_report(home, tmp_path / "report.zip", doctor.examine(home))
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        text = archive.read("report.json").decode()
    assert "trouble" in text
    assert "Zaphod" not in text
    assert (home / name).read_bytes() == b"Zaphod Petronella"


def test_an_existing_report_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "report.zip").write_text("mine")
    with pytest.raises(ValueError, match="exists already"):
        write_report(tmp_path, tmp_path / "report.zip", ())


def test_a_full_disk_is_a_sentence_and_leaves_no_part_of_the_report(tmp_path: Path) -> None:
    with (
        no_file_grows(),
        pytest.raises(ValueError, match=r"report\.zip could not be written, because the disk is full"),
    ):
        write_report(tmp_path, tmp_path / "report.zip", ())
    assert list(tmp_path.iterdir()) == []


def test_a_report_is_written_whatever_the_clock_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 5.0)  # a ZIP file has no times before 1980
    write_report(tmp_path, tmp_path / "report.zip", ())
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert archive.testzip() is None
