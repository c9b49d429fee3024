"""A backup file holds everything and comes back whole; a file that is no backup is refused in one sentence."""

from __future__ import annotations

import json
import os
import re
import zipfile
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pytest
from click.testing import CliRunner

from calibration.storage.damaged import unseen
from calibration.storage.files import open_file
from calibration.storage.table_files import load_gallery
from owleye import main
from referee.backup.archive import BackupError, open_backup, write_backup
from referee.backup.contents import FOLDERS, SINGLE
from referee.backup.restore import MOVING, READY, finish, prepare
from referee.journal.journal import JOURNAL, Journal
from referee.startup.home_files import check_backup, check_files, set_damaged_aside
from referee.startup.settings import Settings, load_settings
from tests.referee.backup.homes import PICTURES, SECRETS, SINGLE_FILES, contents, home_at, is_prepared, restore
from tests.referee.journal.test_recovery import all_of, fill
from tests.referee.journal.written import written_large
from tests.referee.kit import clock, no_file_grows, read_only

SHARED = {"broker": "club.local", "table": "Table 3", "on": True, "password": "geheim", "code": "7K3M-Q2XD-9A0F-ZT4R"}


LEFT_OUT = {
    "secret",
    "pin",
    "hosts.json",
    "seats.json",
    "owleye.lock",
    "starts.json",
    "hub/",
    "simulated/",
    "backup/",
    "lesson/",
    "owleye.sqlite-last",
    "program",
    "update/",
}


def test_a_backup_holds_the_settings_of_sharing_without_secrets(home: Path, tmp_path: Path) -> None:
    (home / "sharing/settings.json").write_text(json.dumps(SHARED))
    write_backup(home, tmp_path / "b.zip", clock())
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        packed = b"".join(archive.read(name) for name in archive.namelist())
    assert b"geheim" not in packed
    assert b"7K3M" not in packed
    restore(home, tmp_path / "b.zip")
    body = json.loads((home / "sharing/settings.json").read_text())
    assert body == {**SHARED, "on": False, "password": "", "code": ""}
    assert not (home / "sharing/outbox.sqlite").exists(), "an outbox belongs to the time that it was written in"
    assert (home / "before-restore-20260101/sharing/outbox.sqlite").read_bytes() == b"facts"


def test_a_read_only_disk_is_reported_in_a_sentence(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.unlink", read_only)
    with pytest.raises(BackupError, match=r"b\.zip could not be written, because its disk has become read-only"):
        write_backup(home, tmp_path / "b.zip", clock())


def test_two_backups_never_write_the_same_file(home: Path, tmp_path: Path) -> None:
    def progress(done: int, total: int) -> None:
        with pytest.raises(BackupError, match="Another backup is being written"):
            write_backup(home, tmp_path / "b.zip", clock())

    write_backup(home, tmp_path / "b.zip", clock(), True, progress)
    assert "was restored" in restore(tmp_path / "new", tmp_path / "b.zip")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "b.zip", "new"}
    write_backup(home, tmp_path / "c.zip", clock())


@pytest.mark.parametrize("name", [READY, MOVING])
def test_a_link_is_no_interrupted_restore(home: Path, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "settings.json").write_bytes(b"of another program")
    (home / f"{name}20260101").symlink_to(elsewhere)
    (home / f"{name}20260102").write_bytes(b"no folder")
    before = contents(home)
    assert finish(home) == ""
    assert contents(home) == before
    assert contents(elsewhere) == {"settings.json": b"of another program"}


def test_a_backup_is_made_at_any_date_of_the_clock(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 5.0)  # a ZIP file has no times before 1980
    write_backup(home, tmp_path / "b.zip", clock())
    assert open_backup(tmp_path / "b.zip").files


def test_settings_of_sharing_that_cannot_be_read_are_left_out(home: Path, tmp_path: Path) -> None:
    (home / "sharing/settings.json").write_bytes(b'{"password": "geheim"')
    write_backup(home, tmp_path / "b.zip", clock())
    assert "sharing/settings.json" not in open_backup(tmp_path / "b.zip").files


def test_every_documented_file_of_a_home_is_in_a_backup_or_left_out_knowingly() -> None:
    table = (Path(__file__).parents[3] / "docs/cli.md").read_text("utf-8").partition("## The home folder")[2]
    names = re.findall(r"`([^`]+)`", " ".join(re.findall(r"^\| (`.*?) \|", table.partition("\n## ")[0], re.MULTILINE)))
    backed_up = {JOURNAL, *SINGLE, *FOLDERS, "evidence", "sharing"}
    neither = {name for name in names if name not in LEFT_OUT and name.rstrip("/") not in backed_up}
    assert names
    assert {name for name in neither if not re.search("damaged|before-re", name)} == set()


@pytest.mark.parametrize("pictures", [False, True])
def test_everything_is_restored_on_another_machine(home: Path, tmp_path: Path, pictures: bool) -> None:
    progress: list[tuple[int, int]] = []
    write_backup(home, tmp_path / "b.zip", clock(), pictures, lambda done, total: progress.append((done, total)))
    new = tmp_path / "new"
    assert "was restored" in restore(new, tmp_path / "b.zip")
    check_files(new)
    with closing(Journal(home / "owleye.sqlite")) as old, closing(Journal(new / "owleye.sqlite")) as journal:
        assert all_of(journal) == all_of(old)
    for name, data in SINGLE_FILES.items():
        assert (new / name).read_bytes() == data
    assert [(new / name).exists() for name in PICTURES] == [pictures] * 2
    assert [name for name in SECRETS if (new / name).exists()] == []
    assert progress == sorted(progress)
    assert progress[-1][0] == progress[-1][1]
    assert (PICTURES.keys() <= open_backup(tmp_path / "b.zip").files.keys()) is pictures


def test_a_wrong_setting_in_a_backup_costs_that_setting_alone(home: Path, tmp_path: Path) -> None:
    (home / "settings.json").write_text('{"evidence_mb": 900, "screen": "hologram"}')
    write_backup(home, tmp_path / "b.zip", clock())
    new = tmp_path / "new"
    restore(new, tmp_path / "b.zip")
    set_damaged_aside(new)
    assert load_settings(new) == Settings(evidence_mb=900)
    assert [told.file for told in unseen(new)] == ["settings.json"]


def test_two_restores_at_the_same_time_of_a_wrong_clock_keep_what_was_there_before_each(
    home: Path, tmp_path: Path
) -> None:
    """A machine without a clock begins at the same time whenever it starts."""
    write_backup(home, tmp_path / "b.zip", clock())
    for kept in (b"first", b"second"):
        (home / "dice.json").write_bytes(kept)
        restore(home, tmp_path / "b.zip")
    assert {(folder / "dice.json").read_bytes() for folder in home.glob("before-restore-*")} == {b"first", b"second"}
    assert (home / "dice.json").read_bytes() == SINGLE_FILES["dice.json"]


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


def test_nobody_else_may_read_the_games_while_they_are_copied(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def watched(journal: Journal, target: Path) -> None:
        modes.append(target.stat().st_mode & 0o777)
        copy(journal, target)
        modes.append(target.stat().st_mode & 0o777)

    copy = Journal.copy_to
    monkeypatch.setattr(Journal, "copy_to", watched)
    before = os.umask(0o022)
    write_backup(home, tmp_path / "b.zip", clock())
    os.umask(before)
    assert modes == [0o600, 0o600]


def test_a_file_is_never_written_over(home: Path, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("mine")
    with pytest.raises(BackupError, match="exists already"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert (tmp_path / "b.zip").read_text() == "mine"


def test_what_a_cut_short_restore_unpacked_is_removed_at_the_next_start(home: Path) -> None:
    before = contents(home)
    (home / "restore.part" / "evidence").mkdir(parents=True)
    (home / "restore.part" / "evidence" / "000001.jpg").write_bytes(b"?" * 1000)
    assert finish(home) == ""
    assert contents(home) == before


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
    with pytest.raises(BackupError, match=r"b\.zip could not be written, because the disk is full"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_disk_that_is_full_halfway_keeps_nothing_of_a_backup(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    written_large(tmp_path / "home" / JOURNAL).close()
    with no_file_grows(100_000), pytest.raises(BackupError, match="The backup could not be made"):
        write_backup(tmp_path / "home", tmp_path / "b.zip", clock())
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_home_that_may_not_be_read_is_told_and_not_the_backup(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != home)
    with pytest.raises(BackupError, match=r"The backup could not be made\. .*/home cannot be read: give this user"):
        write_backup(home, tmp_path / "b.zip", clock())
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_folder_that_takes_no_file_is_told_and_not_the_journal(home: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"b\.zip could not be written, because its folder is not there: make it"):
        write_backup(home, tmp_path / "missing" / "b.zip", clock())
    with pytest.raises(BackupError, match=r"b\.zip could not be written, because something else lies in its place"):
        write_backup(home, home / JOURNAL / "b.zip", clock())


def test_a_file_that_may_not_be_read_is_told_and_not_the_backup(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> BinaryIO:
        if path.name == "dice.json":
            raise PermissionError(13, "Permission denied", str(path))
        return open_file(path)

    monkeypatch.setattr("referee.backup.contents.open_file", refused)
    with pytest.raises(
        BackupError, match=r"The backup could not be made\. .*/dice\.json cannot be read: give this user"
    ):
        write_backup(home, tmp_path / "b.zip", clock())
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_restore_keeps_the_files_that_were_there(home: Path, file: Path, tmp_path: Path) -> None:
    other = home_at(tmp_path / "other")
    (other / "settings.json").write_bytes(b'{"evidence_mb": 999}')
    words = restore(other, file)
    aside = other / "before-restore-20260101"
    assert str(aside) in words
    assert (aside / "settings.json").read_bytes() == b'{"evidence_mb": 999}'
    assert (other / "settings.json").read_bytes() == SINGLE_FILES["settings.json"]
    assert (other / "pin").read_bytes() == SECRETS["pin"]
    assert (aside / "seats.json").exists()
    assert not (other / "seats.json").exists()


class PowerCutError(BaseException):
    """The power goes."""


def assert_nothing_is_missed(home: Path, target: Path) -> None:
    """Commands that do not finish a restore see all games, or say that it was interrupted."""
    for words in (["games"], ["backup", str(target)]):
        done = CliRunner().invoke(main, ["--home", str(home), *words])
        assert ("restore was interrupted" in done.stderr) is (done.exit_code != 0)
        assert "No games" not in done.stdout
    assert not target.exists() or JOURNAL in open_backup(target).files


@pytest.mark.parametrize("step", range(25))
def test_a_power_cut_leaves_the_old_home_or_the_new_one_whole(
    home: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    (home / "settings.json").write_bytes(b'{"evidence_mb": 999}')
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
            prepare(home, file, "20260101", check_backup)
            finish(home)
        except PowerCutError:
            pass
    assert_nothing_is_missed(home, tmp_path / "late.zip")
    finish(home)
    if left[0] < 0 and step == 0:
        assert contents(home) == before
        return
    assert (home / "settings.json").read_bytes() == SINGLE_FILES["settings.json"]
    assert not (home / "owned.json").exists()
    aside = contents(home / "before-restore-20260101")
    assert aside["owned.json"] == before["owned.json"]
    assert aside["owleye.sqlite"] == before["owleye.sqlite"]
    assert not is_prepared(home)
    check_files(home)
    assert load_gallery(home).sides == ()
