"""Files of the home folder: whole after a failure, and safe to change from several threads."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from calibration.storage.files import JsonStore, StoreError, write_atomically

THREADS = 16
NUMBERS: JsonStore[list[int]] = JsonStore("numbers.json", list, list, [], "Count again.")


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


def test_no_change_of_a_store_is_lost(tmp_path: Path) -> None:
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
