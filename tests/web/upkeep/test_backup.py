"""Only the host saves the table, downloads a backup, uploads one, and restores one."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG

import pytest

from referee.backup.restore import finish
from sharing.publisher import TableSharing
from tests.referee.backup.homes import is_prepared
from tests.referee.kit import no_file_grows
from tests.web.games.munchkin.kit import stranger
from tests.web.kit import SPELL, Bench, playing
from web.app import create_app
from web.pages.words import clock

PATIENCE_S = 60.0


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    yield bench
    bench.close()


def done(bench: Bench) -> str:
    """The text of the page when the work is over."""
    job, ends = bench.client.application.extensions["owleye.job"], time.monotonic() + PATIENCE_S
    while job.status.running and time.monotonic() < ends:
        time.sleep(0.01)
    return bench.text("/backup")


def saved(bench: Bench, home: Path) -> Path:
    assert bench.post("/backup/make").status_code == 303
    assert "is ready: save it on another machine" in done(bench)
    return next((home / "backup").glob("table-*.zip"))


def test_the_host_saves_the_table_and_takes_the_file(bench: Bench, tmp_path: Path) -> None:
    file = saved(bench, tmp_path)
    answer = bench.client.get(f"/backup/file/{file.name}")
    assert answer.data == file.read_bytes()
    answer.close()
    assert "attachment" in answer.headers["Content-Disposition"]
    assert bench.post("/backup/delete", name=file.name).status_code == 303
    assert not file.exists()


def test_a_backup_is_listed_with_its_day_and_hour_and_never_looks_empty(bench: Bench, tmp_path: Path) -> None:
    file = saved(bench, tmp_path)
    file.rename(file.with_name("table-20260131T120000-2.zip"))
    page, when = bench.text("/backup"), clock("2026-01-31T12:00:00")
    assert f"{when} table-20260131T120000-2.zip" in page
    assert "Download (0.1 MB)" in page
    assert f"More about the backup of {when}" in page
    assert "(0,1 MB)" in bench.client.get("/backup", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("can_restart", [True, False])
def test_a_backup_is_checked_and_put_back_at_the_next_start(tmp_path: Path, bench: Bench, can_restart: bool) -> None:
    file = saved(bench, tmp_path)
    asked: list[bool] = []
    again = (lambda: asked.append(True)) if can_restart else None
    app = create_app(bench.table, bench.devices, TableSharing(tmp_path), tmp_path, b"only for tests", (), again)
    other = Bench(bench.table, bench.devices, app.test_client())
    other.post("/backup/restore", name=file.name)
    assert "The backup is checked" in done(other)
    assert asked == [True] * can_restart
    assert is_prepared(tmp_path)
    assert "was restored" not in bench.text("/backup")
    assert "was restored" in finish(tmp_path)
    assert "A backup was restored. What the table kept before is in the folder before-restore-" in bench.text("/backup")


def test_a_file_that_is_no_backup_is_refused_on_the_page(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / "table-20260101T120000.zip").write_bytes(b"a diary")
    bench.post("/backup/restore", name="table-20260101T120000.zip")
    assert "is damaged, or no backup of Owleye" in done(bench)
    assert not is_prepared(tmp_path)


def test_a_backup_from_elsewhere_is_sent_in_pieces(bench: Bench, tmp_path: Path) -> None:
    data = saved(bench, tmp_path).read_bytes()
    for at in range(0, len(data), 1000):
        last = {"last": "1"} if at + 1000 >= len(data) else {}
        answer = bench.post("/backup/bring", offset=at, piece=(io.BytesIO(data[at : at + 1000]), "piece"), **last)
        assert (answer.status_code, '"ok":true' in answer.text) == (200, True)
    assert sorted(path.read_bytes() for path in (tmp_path / "backup").glob("table-*.zip")) == [data, data]
    assert "is here now: press “More” beside it, then “Restore this backup”." in bench.text("/backup")


def test_a_brought_backup_is_on_the_disk_before_it_is_listed(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.pread(handle, 100, 0) if is_file(handle) else b""))
    bench.post("/backup/bring", offset=0, piece=(io.BytesIO(b"a whole "), "piece"))
    bench.post("/backup/bring", offset=8, piece=(io.BytesIO(b"backup"), "piece"), last="1")
    assert b"a whole backup" in synced[:-1]  # the file, and then its folder
    assert [path.read_bytes() for path in (tmp_path / "backup").iterdir()] == [b"a whole backup"]


def is_file(handle: int) -> bool:
    return S_ISREG(os.fstat(handle).st_mode)


def test_backups_and_uploads_that_were_cut_short_are_removed_at_the_next_start(tmp_path: Path) -> None:
    folder, whole = tmp_path / "backup", "table-20260101T120000.zip"
    folder.mkdir()
    cut = (
        "brought.part",
        f"{whole}.part",
        f"{whole}.journal.part",
        f"{whole}.journal.part-wal",
        f"{whole}.journal.part-journal",
    )
    others = (whole, "owleye-000001.sqlite", "mine.part")
    for name in (*cut, *others):
        (folder / name).write_bytes(b"?")
    playing(tmp_path).close()
    assert {path.name for path in folder.iterdir()} == set(others)


def test_a_missing_piece_of_an_upload_is_refused(bench: Bench) -> None:
    bench.post("/backup/bring", offset=0, piece=(io.BytesIO(b"x" * 10), "piece"))
    assert bench.post("/backup/bring", offset=20, piece=(io.BytesIO(b"y"), "piece")).status_code == 409
    assert bench.post("/backup/bring", offset=10).status_code == 400


def test_a_piece_that_the_disk_refuses_is_reported_and_makes_room(bench: Bench, tmp_path: Path) -> None:
    bench.post("/backup/bring", offset=0, piece=(io.BytesIO(b"x" * 10), "piece"))
    token = bench.client.get("/host").text.partition('name="token" value="')[2].partition('"')[0]
    form = {"token": token, "offset": 10, "piece": (io.BytesIO(b"y" * 10), "piece")}
    with no_file_grows():
        answer = bench.client.post("/backup/bring", data=form)
    assert (answer.status_code, "could not be written" in answer.text) == (503, True)
    assert list((tmp_path / "backup").iterdir()) == []


def test_a_pipe_in_place_of_the_pieces_is_reported(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    os.mkfifo(tmp_path / "backup" / "brought.part")
    answer = bench.post("/backup/bring", offset=0, piece=(io.BytesIO(b"x"), "piece"))
    assert (answer.status_code, "could not be written" in answer.text) == (503, True)


@pytest.mark.parametrize("action", ["make", "bring"])
def test_a_folder_that_cannot_be_made_is_reported(bench: Bench, tmp_path: Path, action: str) -> None:
    (tmp_path / "backup").write_text("no folder")
    bench.post(f"/backup/{action}", offset=0, piece=(io.BytesIO(b"x"), "piece"))
    assert ("could not be written" in done(bench)) == (action == "make")
    assert (tmp_path / "backup").read_text() == "no folder"


@pytest.mark.parametrize(
    "name", ["../owleye.sqlite", "pin", "table-20260101T120000.zip", "owleye-000001.sqlite", "x" * 150]
)
def test_only_backups_are_given_out_restored_or_deleted(bench: Bench, tmp_path: Path, name: str) -> None:
    assert bench.client.get(f"/backup/file/{name}").status_code == 404
    for action in ("restore", "delete"):
        assert bench.post(f"/backup/{action}", name=name).status_code == 404
    assert (tmp_path / "owleye.sqlite").exists()


def test_a_stranger_sees_no_backup(bench: Bench, tmp_path: Path) -> None:
    file = saved(bench, tmp_path)
    for page in ("/backup", f"/backup/file/{file.name}"):
        assert stranger(bench).get(page).status_code == 403
