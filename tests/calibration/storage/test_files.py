"""Files of the home folder: whole after a failure, safe to change from several threads, reported where damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from calibration.storage import damaged
from calibration.storage.damaged import acknowledge, set_aside, unseen, without_damaged
from calibration.storage.files import DamagedFileError, JsonStore, StoreError, load_json, write_atomically, written_ns
from rules.core.phrases import Phrase

THREADS = 16
NUMBERS: JsonStore[list[int]] = JsonStore("numbers.json", list, list, [], Phrase("Count again."))


def at_once(work: Callable[[int], None]) -> None:
    """Call *work* with 0, 1, ... in as many threads, all starting together; raises what any of them raised."""
    start = Barrier(THREADS)

    def started(number: int) -> None:
        start.wait()
        work(number)

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(started, range(THREADS)))


def test_threads_that_write_the_same_file_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "file"
    at_once(lambda number: write_atomically(path, bytes([number]) * 100_000))
    assert len(set(path.read_bytes())) == 1
    assert len(path.read_bytes()) == 100_000
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "simulated").write_text("no folder")
    with pytest.raises(StoreError, match="could not be written"):
        write_atomically(tmp_path / "simulated" / "file", b"")


def test_concurrent_changes_of_a_store_are_all_kept(tmp_path: Path) -> None:
    at_once(lambda number: NUMBERS.change(tmp_path, lambda before: [*before, number]))
    assert sorted(NUMBERS.load(tmp_path)) == list(range(THREADS))


def test_a_change_that_fails_leaves_the_file(tmp_path: Path) -> None:
    NUMBERS.change(tmp_path, lambda _: [1])
    with pytest.raises(ZeroDivisionError):
        NUMBERS.change(tmp_path, lambda before: [before[0] // 0])
    assert json.loads((tmp_path / "numbers.json").read_text()) == [1]


def test_a_change_that_changes_nothing_writes_nothing(tmp_path: Path) -> None:
    NUMBERS.change(tmp_path, lambda before: before)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff", b"[" * 100_000, b"7"])
def test_a_damaged_file_is_reported_and_stays(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "numbers.json").write_bytes(damage)
    with pytest.raises(StoreError, match=r"is damaged: move it away\. Count again\."):
        NUMBERS.change(tmp_path, lambda before: [*before, 1])
    assert (tmp_path / "numbers.json").read_bytes() == damage


def read(home: Path) -> list[int]:
    return without_damaged(home, lambda: load_json(home / "numbers.json", list, [], Phrase("Count again.")))


def words(home: Path) -> list[str]:
    return [report.words for report in unseen(home)]


def test_a_damaged_file_is_moved_and_reported_until_acknowledged(tmp_path: Path) -> None:
    (tmp_path / "numbers.json").write_text("[1,")
    assert read(tmp_path) == []
    assert (tmp_path / "damaged" / "numbers.json").read_text() == "[1,"
    report = "numbers.json was damaged. It is kept as damaged/numbers.json. Count again."
    assert read(tmp_path) == []
    assert words(tmp_path) == [report]
    acknowledge(tmp_path)
    assert words(tmp_path) == []
    assert (tmp_path / "damaged" / "numbers.json").exists()


def test_a_file_that_is_gone_is_not_reported_as_damaged(tmp_path: Path) -> None:
    """Another thread removes it between the look for it and the reading: its calibration is put away."""
    path = tmp_path / "calibration.json"

    def read() -> str:
        if path.exists():
            path.unlink()
            raise DamagedFileError(path, Phrase("Calibrate again."))
        return "none"

    path.touch()
    assert without_damaged(tmp_path, read) == "none"
    assert unseen(tmp_path) == ()


def test_a_file_that_is_removed_at_this_moment_was_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert written_ns(tmp_path / "calibration.json") == 0


def test_a_second_damage_never_covers_the_first(tmp_path: Path) -> None:
    for text in ("{", "[", "?"):
        (tmp_path / "numbers.json").write_text(text)
        read(tmp_path)
    assert sorted(path.read_text() for path in (tmp_path / "damaged").glob("numbers*")) == ["?", "[", "{"]
    assert len(words(tmp_path)) == 3


def test_a_power_cut_between_report_and_move_is_recovered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numbers.json").write_text("{")
    with monkeypatch.context() as context:
        context.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(InterruptedError))
        with pytest.raises(StoreError, match="could not be moved"):
            read(tmp_path)
    assert read(tmp_path) == []
    assert words(tmp_path) == ["numbers.json was damaged. It is kept as damaged/numbers.json. Count again."]


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"file": 1}]', "[" * 100_000])
def test_damaged_reports_still_say_that_something_was_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "unseen.json").write_text(text)
    assert unseen(tmp_path) == damaged.LOST
    (tmp_path / "numbers.json").touch()
    set_aside(tmp_path, DamagedFileError(tmp_path / "numbers.json", Phrase("Do it again.")))
    assert words(tmp_path) == [
        *(report.words for report in damaged.LOST),
        "numbers.json was damaged. It is kept as damaged/numbers.json. Do it again.",
    ]


def test_a_folder_in_place_of_the_reports_is_named(tmp_path: Path) -> None:
    reports, broken = tmp_path / "damaged" / "unseen.json", tmp_path / "numbers.json"
    reports.mkdir(parents=True)
    broken.touch()
    with pytest.raises(StoreError, match="could not be written"):
        set_aside(tmp_path, DamagedFileError(broken, Phrase("Do it again.")))
    assert broken.exists()


def test_the_simulated_table_reports_too(tmp_path: Path) -> None:
    (tmp_path / "simulated").mkdir()
    (tmp_path / "simulated" / "numbers.json").write_text("{")
    read(tmp_path / "simulated")
    assert len(unseen(tmp_path)) == 1
    acknowledge(tmp_path)
    assert unseen(tmp_path) == ()


def test_a_report_keeps_its_phrases_for_readers_of_other_languages(tmp_path: Path) -> None:
    name, mend = Phrase("The file {number}", number=7), Phrase("Mend {what}.", what="it")
    damaged.report(tmp_path, name, "damaged/7", mend)
    (read,) = unseen(tmp_path)
    assert [(text, text.values) for text in (read.file, read.mend) if isinstance(text, Phrase)] == [
        ("The file 7", {"number": 7}),
        ("Mend it.", {"what": "it"}),
    ]
