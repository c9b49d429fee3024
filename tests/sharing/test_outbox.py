"""The outbox survives power cuts and damage, belongs to one pairing, and never gives a number twice."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from calibration.storage.files import DamagedFileError
from sharing.outbox import Outbox
from tests.referee.kit import no_file_grows


def opened(folder: Path, pairing: str = "") -> Outbox:
    return Outbox(folder / "sharing" / "outbox.sqlite", pairing)


def test_messages_of_the_outbox_survive_a_power_cut(tmp_path: Path) -> None:
    cut = opened(tmp_path)
    cut.put("g", 1, [b"begin", b"one"])
    copy = tmp_path / "copy" / "sharing"
    copy.mkdir(parents=True)
    for file in (tmp_path / "sharing").iterdir():  # as the disk has it while the program still runs
        (copy / file.name).write_bytes(file.read_bytes())
    again = opened(tmp_path / "copy")
    assert again.after(0, 9) == [(1, b"begin"), (2, b"one")]
    assert (again.reached("g"), again.stream, again.starts) == (1, cut.stream, cut.starts + 1)
    cut.close()
    again.close()


def test_the_outbox_syncs_each_transaction(tmp_path: Path) -> None:
    outbox = opened(tmp_path)
    assert outbox._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    outbox.close()


def test_numbers_are_never_given_twice(tmp_path: Path) -> None:
    outbox = opened(tmp_path)
    outbox.put("g", 1, [b"one", b"two"])
    outbox.confirm(2)
    assert (outbox.confirmed, outbox.newest) == (2, 2)
    outbox.close()
    outbox = opened(tmp_path)
    outbox.put("g", 2, [b"three"])
    assert outbox.after(0, 9) == [(3, b"three")]
    assert outbox.confirmed == 2
    outbox.close()


def test_another_pairing_begins_anew(tmp_path: Path) -> None:
    first = opened(tmp_path, "one")
    first.put("g", 1, [b"one"])
    first.close()
    second = opened(tmp_path, "other")
    assert second.stream != first.stream
    assert (second.after(0, 9), second.reached("g"), second.newest) == ([], None, 0)
    second.put("g", 1, [b"one"])
    assert second.after(0, 9) == [(1, b"one")]
    second.close()


def test_a_damaged_file_is_named_and_stays(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.put("g", 1, [b"one" * 5000])
    first.close()
    path = tmp_path / "sharing" / "outbox.sqlite"
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 4096 * 4)
    with pytest.raises(DamagedFileError, match="is sent to the hub again"):
        opened(tmp_path)
    assert path.stat().st_size == 4096 * 5


def test_a_full_disk_deletes_nothing(tmp_path: Path) -> None:
    first = opened(tmp_path)
    first.put("g", 1, [b"one"])
    first.close()
    with no_file_grows(), pytest.raises(sqlite3.OperationalError):
        opened(tmp_path)
    second = opened(tmp_path)
    assert second.after(0, 9) == [(1, b"one")]
    second.close()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "sharing").mkdir()
    (tmp_path / "sharing" / "outbox.sqlite").write_bytes(b"notes" * 1000)
    with pytest.raises(DamagedFileError, match="is sent to the hub again"):
        opened(tmp_path)
