"""Old evidence makes room, a little at a time, and the numbering goes on after a restart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from owleye import table_at
from referee.model.commands import NewGame
from referee.observe.evidence import NOT_KEPT, REMOVED_AT_ONCE, Evidence
from referee.startup.settings import Settings
from tests.referee.kit import no_file_grows, saw
from tests.web.kit import SETUP

NOISE = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)  # Half a megabyte as JPEG.


def test_the_oldest_evidence_makes_room(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 2)
    names = [evidence.keep(NOISE, {"when": "now"}) for _ in range(6)]
    stored = [name for name in names if evidence.picture(name)]
    assert stored == names[-len(stored) :]
    assert 0 < len(stored) < 6
    assert [name for name in names if evidence.record(name)] == stored


def test_a_lowered_limit_is_reached_a_little_at_a_time(tmp_path: Path) -> None:
    small = np.zeros((8, 8, 3), np.uint8)
    many = Evidence(tmp_path, 100)
    for _ in range(60):
        many.keep(small, {"note": "x" * 60_000})
    before = 60
    evidence = Evidence(tmp_path, 0)
    for _ in range(4):
        evidence.keep(small, {})
        left = len(list(tmp_path.glob("*.json")))
        assert before - REMOVED_AT_ONCE < left + 1 <= before + 1
        before = left


def test_a_disk_that_is_full_once_the_record_is_written_keeps_neither(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 10)
    first = evidence.keep(NOISE, {})
    with no_file_grows(most=10_000):
        assert evidence.keep(NOISE, {"when": "now"}) == ""
    assert evidence.trouble == NOT_KEPT
    assert {path.stem for path in tmp_path.iterdir()} == {first}
    assert evidence.keep(NOISE, {}) != ""
    assert evidence.trouble == ""


def test_evidence_that_cannot_be_removed_costs_no_throw(tmp_path: Path) -> None:
    (tmp_path / "000001.jpg").mkdir()
    (tmp_path / "000001.jpg" / "x").write_bytes(b"x")
    evidence = Evidence(tmp_path, 0)
    assert evidence.keep(NOISE, {}) == "000002"


def test_the_numbering_goes_on_after_a_restart(tmp_path: Path) -> None:
    first = Evidence(tmp_path, 10).keep(NOISE, {})
    assert Evidence(tmp_path, 10).keep(NOISE, {}) > first


def test_no_number_below_the_first_one_is_used(tmp_path: Path) -> None:
    assert [Evidence(tmp_path, 10, first).keep(NOISE, {}) for first in (5_000_000, 1)] == ["5000000", "5000001"]


def test_a_restored_table_gives_no_picture_a_number_that_an_old_fact_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []
    for start_s in (1e9, 2e9):  # between them the table was reset, or restored without its pictures
        home = tmp_path / str(start_s)
        home.mkdir()
        monkeypatch.setattr("owleye.time", lambda start_s=start_s: start_s)
        with table_at(home, Settings(), "nonsense", "Safe start.") as (live, _, _):
            live.submit(NewGame(SETUP))
            live.submit(saw(why="asked"))
            last_reading = live.now().last_reading
            assert last_reading is not None
            names.append(last_reading.evidence)
    assert names == ["1000000000", "2000000000"]


def test_a_picture_that_the_disk_has_lost_costs_no_start(tmp_path: Path) -> None:
    (tmp_path / "000007.jpg").symlink_to(tmp_path / "nowhere")
    assert Evidence(tmp_path, 2).keep(NOISE, {}) == "000008"


def test_a_file_that_was_being_written_when_the_power_failed_takes_no_room(tmp_path: Path) -> None:
    (tmp_path / "000007.jpg.0123456789abcdef.part").write_bytes(b"half")
    Evidence(tmp_path, 2)
    assert list(tmp_path.iterdir()) == []


def test_a_record_gets_the_verdict_added(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 10)
    name = evidence.keep(NOISE, {"when": "now"})
    evidence.note(name, {"rules": ["TOY-1"]})
    assert evidence.record(name) == {"when": "now", "size": [800, 600], "rules": ["TOY-1"]}


def test_the_newest_picture_is_handed_over_from_memory_once(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 10)
    name = evidence.keep(NOISE, {})
    assert evidence.image(name) is NOISE
    decoded = evidence.image(name)
    assert decoded is not None
    assert decoded.shape == NOISE.shape
    assert decoded is not NOISE


def test_a_newer_picture_replaces_the_one_in_memory(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 10)
    first = evidence.keep(NOISE, {})
    second = evidence.keep(NOISE[::-1], {})
    older = evidence.image(first)
    assert older is not None
    assert older is not NOISE
    assert evidence.image(second) is not None


def test_a_file_that_is_no_picture_has_no_image(tmp_path: Path) -> None:
    (tmp_path / "000001.jpg").write_bytes(b"no picture")
    (tmp_path / "000002.jpg").write_bytes(b"")
    evidence = Evidence(tmp_path, 10)
    assert [evidence.image(name) for name in ("000001", "000002", "000003", "../x")] == [None] * 4
