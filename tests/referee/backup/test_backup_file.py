"""A backup file holds everything and comes back whole; whatever is no backup is refused in one sentence."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.home import Calibration, load_gallery, save_calibration
from referee.backup.archive import LIST, BackupError, open_backup, write_backup
from referee.backup.contents import FOLDERS, JOURNAL, SINGLE, is_known
from referee.backup.restore import finish, is_prepared, prepare
from referee.journal.journal import Journal
from referee.startup.home_files import check_files
from tests.referee.journal.test_recovery import all_of, fill
from tests.referee.kit import SETUP, clock

KEPT = {
    "dice.json": b'{"format": 1, "dice": {}}',
    "munchkin-cards.json": b"[]",
    "settings.json": b'{"port": 9000}',
    "on-table.txt": b"1\n",
    "deleted.json": b"[]",
    "language.json": b'"de"',
    "panel.json": b"{}",
    "portraits/stone%3A1/number.jpg": b"a portrait",
    "calibrations/picamera%202304x1296/calibration.json": b"another camera",
}
PICTURES = {"evidence/000001.jpg": b"a picture", "evidence/000001.json": b"its record"}
SECRETS = {"pin": b"123456", "secret": b"k" * 32, "seats.json": b"{}", "sharing/outbox.sqlite": b"facts"}
SHARED = {"broker": "club.local", "table": "Table 3", "on": True, "password": "geheim", "code": "7K3M-Q2XD-9A0F-ZT4R"}
LEFT_OUT = {"secret", "pin", "seats.json", "owleye.lock", "starts.json", "hub/", "simulated/", "backup/", "lesson/"}


def home_at(path: Path) -> Path:
    """A home with a game and some of everything."""
    path.mkdir()
    with closing(Journal(path / "owleye.sqlite")) as journal:
        fill(journal, journal.begin(SETUP, clock()), 12)
    empty = np.full((40, 60, 3), 90, np.uint8)
    save_calibration(path, Calibration("a1", clock(), None, {}, 0.4), empty)
    for name, data in {**KEPT, **PICTURES, **SECRETS}.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def restore(home: Path, file: Path) -> str:
    home.mkdir(exist_ok=True)
    prepare(home, file, "20260101", check_files)
    return finish(home)


def test_how_the_table_is_shared_is_kept_without_its_secrets(home: Path, tmp_path: Path) -> None:
    (home / "sharing/settings.json").write_text(json.dumps(SHARED))
    write_backup(home, tmp_path / "b.zip", clock())
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        kept = b"".join(archive.read(name) for name in archive.namelist())
    assert b"geheim" not in kept
    assert b"7K3M" not in kept
    restore(home, tmp_path / "b.zip")
    body = json.loads((home / "sharing/settings.json").read_text())
    assert body == {**SHARED, "on": False, "password": "", "code": ""}
    assert not (home / "sharing/outbox.sqlite").exists(), "an outbox belongs to the time that it was written in"
    assert (home / "before-restore-20260101/sharing/outbox.sqlite").read_bytes() == b"facts"


def test_settings_of_sharing_that_cannot_be_read_are_left_out(home: Path, tmp_path: Path) -> None:
    (home / "sharing/settings.json").write_bytes(b'{"password": "geheim"')
    write_backup(home, tmp_path / "b.zip", clock())
    assert "sharing/settings.json" not in open_backup(tmp_path / "b.zip").files


def test_every_documented_file_of_a_home_is_in_a_backup_or_left_out_knowingly() -> None:
    table = (Path(__file__).parents[3] / "docs/cli.md").read_text("utf-8").partition("## The home folder")[2]
    names = re.findall(r"`([^`]+)`", " ".join(re.findall(r"^\| (`.*?) \|", table.partition("\n## ")[0], re.MULTILINE)))
    kept = {JOURNAL, *SINGLE, *FOLDERS, "evidence", "sharing"}
    gone = {name for name in names if name not in LEFT_OUT and name.rstrip("/") not in kept}
    assert names
    assert {name for name in gone if not re.search("damaged|before-restore", name)} == set()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_at(tmp_path / "home")


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    write_backup(home, tmp_path / "b.zip", clock(), pictures=True)
    return tmp_path / "b.zip"


@pytest.mark.parametrize("pictures", [False, True])
def test_everything_comes_back_on_another_machine(home: Path, tmp_path: Path, pictures: bool) -> None:
    told: list[tuple[int, int]] = []
    write_backup(home, tmp_path / "b.zip", clock(), pictures, lambda done, total: told.append((done, total)))
    new = tmp_path / "new"
    assert "was restored" in restore(new, tmp_path / "b.zip")
    check_files(new)
    with closing(Journal(home / "owleye.sqlite")) as old, closing(Journal(new / "owleye.sqlite")) as journal:
        assert all_of(journal) == all_of(old)
    for name, data in KEPT.items():
        assert (new / name).read_bytes() == data
    assert [(new / name).exists() for name in PICTURES] == [pictures] * 2
    assert [name for name in SECRETS if (new / name).exists()] == []
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert open_backup(tmp_path / "b.zip").has_pictures is pictures


def test_a_backup_is_made_while_a_game_runs(home: Path, tmp_path: Path) -> None:
    with closing(Journal(home / "owleye.sqlite")) as journal:
        fill(journal, "1", 3, first=13)
        write_backup(home, tmp_path / "b.zip", clock())
        fill(journal, "1", 2, first=16)
    restore(tmp_path / "new", tmp_path / "b.zip")
    with closing(Journal(tmp_path / "new" / "owleye.sqlite")) as journal:
        assert [game.facts for game in journal.games()] == [15]


def test_the_file_is_private_and_nothing_else_is_left(home: Path, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    write_backup(home, tmp_path / "b.zip", clock())
    assert {path.name for path in tmp_path.iterdir()} - before == {"b.zip"}
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600


def test_a_file_is_never_written_over(home: Path, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("mine")
    with pytest.raises(BackupError, match="exists already"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert (tmp_path / "b.zip").read_text() == "mine"


def test_a_damaged_journal_is_not_backed_up(home: Path, tmp_path: Path) -> None:
    data = (home / "owleye.sqlite").read_bytes()
    (home / "owleye.sqlite").write_bytes(data.replace(b'"fact"', b'"fuct"'))
    with pytest.raises(BackupError, match=r"journal is damaged\. Start `owleye run` once"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert not (tmp_path / "b.zip").exists()


def test_a_full_disk_is_a_sentence(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BackupError, match="No space left on device"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_what_was_there_is_kept(home: Path, file: Path, tmp_path: Path) -> None:
    other = home_at(tmp_path / "other")
    (other / "settings.json").write_bytes(b'{"port": 9999}')
    words = restore(other, file)
    aside = other / "before-restore-20260101"
    assert str(aside) in words
    assert (aside / "settings.json").read_bytes() == b'{"port": 9999}'
    assert (other / "settings.json").read_bytes() == KEPT["settings.json"]
    assert (other / "pin").read_bytes() == SECRETS["pin"]
    assert (aside / "seats.json").exists()
    assert not (other / "seats.json").exists()


def archive_of(entries: dict[str, bytes], listed: dict[str, bytes] | None = None, **changes: object) -> bytes:
    """A backup made by somebody else."""
    packed = io.BytesIO()
    files = {name: [len(data), hashlib.sha256(data).hexdigest()] for name, data in (listed or entries).items()}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writing:
        for name, data in entries.items():
            writing.writestr(name, data)
        writing.writestr(LIST, json.dumps({"format": 1, "made": "today", "files": files, **changes}))
    return packed.getvalue()


FOREIGN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is damaged, or no backup"),
    "text": (b"a diary", "is damaged, or no backup"),
    "another zip": (archive_of({}).replace(LIST.encode(), b"x" * len(LIST)), "is not a backup of Owleye"),
    "newer": (archive_of({}, format=2), "newer Owleye: update"),
    "no format": (archive_of({}, format="x"), "is damaged, or no backup"),
    "list of files is a list": (archive_of({}, files=[1]), "is damaged, or no backup"),
    "sizes are words": (archive_of({}, files={"dice.json": ["x", "y"]}), "is damaged, or no backup"),
    "path upwards": (archive_of({"../evil.json": b"{}"}), "a file that no backup has"),
    "path in portraits": (archive_of({"portraits/../../evil.jpg": b""}), "a file that no backup has"),
    "absolute path": (archive_of({"/etc/passwd": b""}), "a file that no backup has"),
    "the PIN": (archive_of({"pin": b"000000"}), "a file that no backup has"),
    "a program": (archive_of({"run.py": b"1"}), "a file that no backup has"),
    "a missing file": (archive_of({}, {"dice.json": b"{}"}), "is damaged: use another"),
    "an unlisted file": (archive_of({"dice.json": b"{}"}, {"owned.json": b"{}"}), "is damaged: use another"),
    "a changed file": (archive_of({"dice.json": b"{}"}, {"dice.json": b"[]"}), r"is damaged \(at dice.json\)"),
    "a longer file": (archive_of({"dice.json": b"{} "}, {"dice.json": b"{}"}), r"dice.json is damaged|cannot be used"),
    "a bomb": (archive_of({"dice.json": bytes(50_000_000)}), "far too large"),
    "damaged settings": (archive_of({"settings.json": b"{"}), r"cannot be used: .*settings\.json"),
    "a foreign journal": (archive_of({"owleye.sqlite": b"SQLite" * 2000}), "cannot be used: The journal .* is damaged"),
    "a damaged gallery": (archive_of({"gallery.npz": b"PK\x03\x04" * 99}), "cannot be used: .*gallery.npz is damaged"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_is_no_backup_is_refused_and_changes_nothing(home: Path, tmp_path: Path, kind: str) -> None:
    data, words = FOREIGN[kind]
    (tmp_path / "b.zip").write_bytes(data)
    before = contents(home)
    with pytest.raises(BackupError, match=words) as refused:
        prepare(home, tmp_path / "b.zip", "20260101", check_files)
    assert str(refused.value).count("\n") == 0
    assert contents(home) == before
    assert not is_prepared(home)


def contents(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_a_file_that_is_not_there_is_a_sentence(home: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "gone.zip", tmp_path):
        with pytest.raises(BackupError, match="is not there, or is no file"):
            prepare(home, path, "20260101", check_files)


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
    "name", ["evidence/1.jpg", "evidence/../pin", "portraits/a/b/c.jpg", "calibrations/./x", "x\n"]
)
def test_names_are_strict(name: str) -> None:
    assert not is_known(name)


class PowerCutError(BaseException):
    """The power goes."""


@pytest.mark.parametrize("step", range(25))
def test_after_a_power_cut_there_is_the_old_or_the_new_and_nothing_is_lost(
    home: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    (home / "settings.json").write_bytes(b'{"port": 9999}')
    (home / "owned.json").write_bytes(b'{"format": 1, "stones": []}')
    before = contents(home)
    left = [step]

    def counted(path: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise PowerCutError
        return real(path, target)

    real = Path.rename
    with monkeypatch.context() as context:
        context.setattr(Path, "rename", counted)
        try:
            prepare(home, file, "20260101", check_files)
            finish(home)
        except PowerCutError:
            pass
    finish(home)
    if left[0] < 0 and step == 0:
        assert contents(home) == before
        return
    assert (home / "settings.json").read_bytes() == KEPT["settings.json"]
    assert not (home / "owned.json").exists()
    aside = contents(home / "before-restore-20260101")
    assert aside["owned.json"] == before["owned.json"]
    assert aside["owleye.sqlite"] == before["owleye.sqlite"]
    assert not is_prepared(home)
    check_files(home)
    assert load_gallery(home).sides == ()
