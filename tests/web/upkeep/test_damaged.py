"""Damaged files are reported on every page until the host acknowledges them; every page still answers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.storage.damaged import report, unseen
from calibration.storage.table_files import TEACH
from referee.journal.recovery import open_journal
from referee.startup.home_files import set_damaged_aside
from referee.startup.threads import FAILURES
from tests.referee.kit import read_only
from tests.web.games.munchkin.kit import stranger
from tests.web.kit import Bench, playing

PAGES = ("/", "/history", "/games", "/host", "/seats", "/setup", "/games/new/casting-stones", "/collection")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def test_every_page_reports_damage_until_the_host_acknowledges_it(bench: Bench, tmp_path: Path) -> None:
    report(tmp_path, "gallery.npz", "damaged/gallery.npz", TEACH)
    words = "gallery.npz was damaged. It is kept as damaged/gallery.npz. Teach the pieces again, or restore a backup."
    assert [words in bench.text(page) for page in PAGES] == [True] * len(PAGES)
    assert bench.post("/damaged/seen", back="/games").headers["Location"] == "/games"
    assert [words in bench.text(page) for page in PAGES] == [False] * len(PAGES)
    assert unseen(tmp_path) == ()


@pytest.mark.parametrize("path", ["gallery.npz", "settings.json", "calibration.json", "owleye.sqlite"])
def test_a_report_is_in_the_language_of_its_reader(bench: Bench, tmp_path: Path, path: str) -> None:
    home = tmp_path / "another"
    home.mkdir()
    (home / path).write_bytes(b"{" * 5000)
    set_damaged_aside(home)
    open_journal(home / "owleye.sqlite", "20260101")[0].close()
    bench.client.application.extensions["owleye.home"] = home
    page = bench.client.get("/games", headers={"Accept-Language": "de"}).text
    assert f"{path} war beschädigt" in page
    assert "restore a backup" not in page


def test_an_internal_failure_is_reported_until_the_host_acknowledges_it(
    bench: Bench,
) -> None:
    log = logging.getLogger("test")
    log.addHandler(FAILURES)
    log.error("a snapshot could not be passed on", exc_info=ValueError())
    log.removeHandler(FAILURES)
    assert "Something inside Owleye failed and goes on." in bench.text("/history")
    bench.post("/damaged/seen")
    assert "Something inside Owleye failed" not in bench.text("/history")


def test_a_report_that_cannot_be_deleted_is_explained(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(tmp_path, "gallery.npz", "damaged/gallery.npz", TEACH)
    monkeypatch.setattr("os.unlink", read_only)
    assert bench.post("/damaged/seen", back="/games").headers["Location"] == "/games"
    page = bench.text("/games")
    assert "could not be written, because its disk has become read-only" in page
    assert "gallery.npz was damaged" in page


def test_a_stranger_sees_the_report_without_the_button(bench: Bench, tmp_path: Path) -> None:
    report(tmp_path, "gallery.npz", "damaged/gallery.npz", TEACH)
    page = stranger(bench).get("/").text
    assert ("gallery.npz was damaged" in page, "/damaged/seen" in page) == (True, False)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("owned.json", "/collection"),
        ("casting-stones.json", "/casting-stones/cards"),
        ("munchkin-cards.json", "/munchkin/cards"),
    ],
)
@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000])
def test_a_page_answers_without_its_damaged_file(
    bench: Bench, tmp_path: Path, name: str, page: str, data: bytes
) -> None:
    (tmp_path / name).write_bytes(data)
    assert bench.client.get(page).status_code == 200
    assert f"{name} was damaged" in bench.text("/")
    assert (tmp_path / "damaged" / name).read_bytes() == data
