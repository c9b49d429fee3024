"""A damaged file is moved out of the way, kept, and reported until somebody has seen it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.storage import files
from calibration.storage.files import (
    DamagedFileError,
    StoreError,
    acknowledge,
    load_json,
    set_aside,
    unseen,
    without_damaged,
)


def read(home: Path) -> list[int]:
    return without_damaged(home, lambda: load_json(home / "numbers.json", list, [], "Count again."))


def words(home: Path) -> list[str]:
    return [report.words for report in unseen(home)]


def test_a_damaged_file_is_moved_and_reported_until_acknowledged(tmp_path: Path) -> None:
    (tmp_path / "numbers.json").write_text("[1,")
    assert read(tmp_path) == []
    assert (tmp_path / "damaged" / "numbers.json").read_text() == "[1,"
    said = "numbers.json was damaged. It is kept as damaged/numbers.json. Count again."
    assert read(tmp_path) == []
    assert words(tmp_path) == [said]
    acknowledge(tmp_path)
    assert words(tmp_path) == []
    assert (tmp_path / "damaged" / "numbers.json").exists()


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
    assert unseen(tmp_path) == files.LOST
    set_aside(tmp_path, DamagedFileError(tmp_path / "gone.json", "Do it again."))
    assert words(tmp_path) == [
        *(report.words for report in files.LOST),
        "gone.json was damaged. It is kept as damaged/gone.json. Do it again.",
    ]


def test_the_simulated_table_reports_too(tmp_path: Path) -> None:
    (tmp_path / "simulated").mkdir()
    (tmp_path / "simulated" / "numbers.json").write_text("{")
    read(tmp_path / "simulated")
    assert len(unseen(tmp_path)) == 1
    acknowledge(tmp_path)
    assert unseen(tmp_path) == ()
