"""Files that are no backup, or a damaged one, are refused in one sentence and change nothing."""

from __future__ import annotations

import hashlib
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.backup.archive import LIST, BackupError
from referee.backup.contents import SHARING, is_known
from referee.backup.restore import prepare
from referee.startup.home_files import check_backup
from referee.startup.settings import Settings, load_settings
from rules.core.phrases import Phrase
from tests.referee.backup.homes import contents, is_prepared, restore
from web.languages import catalogue


def archive_of(entries: dict[str, bytes], listed: dict[str, bytes] | None = None, **changes: object) -> bytes:
    """A backup made by somebody else."""
    packed = io.BytesIO()
    files = {name: [len(data), hashlib.sha256(data).hexdigest()] for name, data in (listed or entries).items()}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writing:
        for name, data in entries.items():
            writing.writestr(name, data)
        writing.writestr(LIST, json.dumps({"format": 1, "made": "today", "files": files, **changes}))
    return packed.getvalue()


def test_sharing_is_switched_off_in_a_backup_made_by_somebody_else(tmp_path: Path) -> None:
    shared = {"broker": "elsewhere.example", "on": True, "password": "x", "code": "y"}
    (tmp_path / "b.zip").write_bytes(archive_of({SHARING: json.dumps(shared).encode()}))
    restore(tmp_path / "home", tmp_path / "b.zip")
    body = json.loads((tmp_path / "home" / SHARING).read_text())
    assert body == {**shared, "on": False, "password": "", "code": ""}


def test_settings_of_sharing_that_cannot_be_parsed_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(archive_of({SHARING: b'{"on": true'}))
    restore(tmp_path / "home", tmp_path / "b.zip")
    assert not (tmp_path / "home" / SHARING).exists()


OWN = {"names": ["owl.example.org"], "host": "127.0.0.1", "port": 9000, "camera": "usb:1"}
ELSEWHERE = {"names": ["evil.example"], "host": "0.0.0.0", "port": 80, "camera": "/dev/video7", "evidence_mb": 77}


@pytest.mark.parametrize("own", [{}, OWN])
def test_a_backup_made_elsewhere_changes_neither_camera_nor_address_of_the_machine(
    tmp_path: Path, own: dict[str, object]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.json").write_text(json.dumps(own))
    (tmp_path / "b.zip").write_bytes(archive_of({"settings.json": json.dumps(ELSEWHERE).encode()}))
    restore(home, tmp_path / "b.zip")
    assert load_settings(home) == Settings.model_validate({**own, "evidence_mb": 77})


def test_a_backup_without_settings_leaves_those_of_the_machine(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.json").write_text('{"host": "127.0.0.1", "camera": "usb:1", "voice": true}')
    (tmp_path / "b.zip").write_bytes(archive_of({"on-table.txt": b"1"}))
    restore(home, tmp_path / "b.zip")
    assert load_settings(home) == Settings(host="127.0.0.1", camera="usb:1")


def database(script: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(script)
        return made.serialize()


def english_in(phrase: Phrase) -> list[str]:
    """The sentences of *phrase* that the German catalogue does not have."""
    own = [phrase.template] if phrase.translation(catalogue("de")) == phrase else []
    return own + [text for value in phrase.values.values() if isinstance(value, Phrase) for text in english_in(value)]


NOISE = random.Random(1).randbytes(400_000)
FOREIGN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is damaged, or no backup"),
    "text": (b"a diary", "is damaged, or no backup"),
    "another zip": (archive_of({}).replace(LIST.encode(), b"x" * len(LIST)), "is not a backup of Owleye"),
    "newer": (archive_of({}, format=2), "newer Owleye: update"),
    "no format": (archive_of({}, format="x"), "is damaged, or no backup"),
    "list of files is a list": (archive_of({}, files=[1]), "is damaged, or no backup"),
    "sizes are words": (archive_of({}, files={"dice.json": ["x", "y"]}), "is damaged, or no backup"),
    "a list longer than its files need": (archive_of({}, note=[[]] * 1000), "is damaged, or no backup"),
    "path upwards": (archive_of({"../evil.json": b"{}"}), "a file that no backup has"),
    "path in portraits": (archive_of({"portraits/../../evil.jpg": b""}), "a file that no backup has"),
    "absolute path": (archive_of({"/etc/passwd": b""}), "a file that no backup has"),
    "the PIN": (archive_of({"pin": b"000000"}), "a file that no backup has"),
    "a program": (archive_of({"run.py": b"1"}), "a file that no backup has"),
    "a missing file": (archive_of({}, {"dice.json": b"{}"}), "is damaged: use another"),
    "an unlisted file": (archive_of({"dice.json": b"{}"}, {"owned.json": b"{}"}), "is damaged: use another"),
    "a changed file": (archive_of({"dice.json": b"{}"}, {"dice.json": b"[]"}), r"is damaged \(at dice.json\)"),
    "a longer file": (archive_of({"dice.json": b"{} "}, {"dice.json": b"{}"}), r"^dice.json in this backup is damaged"),
    "a bomb": (archive_of({"dice.json": bytes(50_000_000)}), "far too large"),
    "a bomb beside a large file": (
        archive_of({"dice.json": bytes(50_000_000), "portraits/a/b.jpg": NOISE}),
        "far too large",
    ),
    "a bomb in place of a picture": (archive_of({"portraits/a/b.jpg": bytes(1_000_000) + b"x"}), "far too large"),
    "damaged settings": (archive_of({"settings.json": b"{"}), r"^settings\.json in this backup is damaged"),
    "settings of another kind": (archive_of({"settings.json": b"[]"}), r"^settings\.json in this backup is damaged"),
    "a foreign journal": (
        archive_of({"owleye.sqlite": b"SQLite" + NOISE}),
        "^owleye.sqlite in this backup is damaged",
    ),
    "a database of another program": (
        archive_of({"owleye.sqlite": database("CREATE TABLE recipes (cake)")}),
        "^owleye.sqlite in this backup is damaged, or was made by a newer Owleye: update Owleye, or use another",
    ),
    "a journal of a newer Owleye": (
        archive_of({"owleye.sqlite": database("CREATE TABLE games (x); PRAGMA user_version = 7")}),
        "^owleye.sqlite in this backup is damaged, or was made by a newer Owleye: update Owleye, or use another",
    ),
    "a damaged gallery": (
        archive_of({"gallery.npz": b"PK\x03\x04" + NOISE}),
        "^gallery.npz in this backup is damaged",
    ),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_is_no_backup_is_refused_and_changes_nothing(home: Path, tmp_path: Path, kind: str) -> None:
    data, words = FOREIGN[kind]
    (tmp_path / "b.zip").write_bytes(data)
    before = contents(home)
    with pytest.raises(BackupError, match=words) as refused:
        prepare(home, tmp_path / "b.zip", "20260101", check_backup)
    assert str(refused.value).count("\n") == 0
    assert english_in(refused.value.words) == []
    assert contents(home) == before
    assert not is_prepared(home)


def test_a_file_that_is_not_there_is_a_sentence(home: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "gone.zip", tmp_path):
        with pytest.raises(BackupError, match="is not there, or is no file"):
            prepare(home, path, "20260101", check_backup)


def damaged_copies(data: bytes, trials: int) -> list[Callable[[], bytes]]:
    rng = random.Random(18)

    def flipped() -> bytes:
        body = bytearray(data)
        body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
        return bytes(body)

    return [flipped if trial % 2 else lambda: data[: rng.randrange(len(data))] for trial in range(trials)]


def test_a_damaged_backup_is_refused_or_whole(file: Path, tmp_path: Path) -> None:
    whole = contents_restored(tmp_path / "whole", file)
    refused = 0
    for trial, damage in enumerate(damaged_copies(file.read_bytes(), 60)):
        (tmp_path / "torn.zip").write_bytes(damage())
        try:
            assert contents_restored(tmp_path / f"new{trial}", tmp_path / "torn.zip") == whole
        except BackupError:
            refused += 1
    assert refused > 30


def contents_restored(home: Path, file: Path) -> dict[str, bytes]:
    restore(home, file)
    return contents(home)


@pytest.mark.parametrize(
    "name",
    [
        "evidence/1.jpg",
        "evidence/999999999999999999.jpg",
        "evidence/../pin",
        "portraits/a/b/c.jpg",
        "calibrations/./x",
        "x\n",
    ],
)
def test_unsafe_and_unknown_names_are_refused(name: str) -> None:
    assert not is_known(name)
